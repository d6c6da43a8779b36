const valueImport = "import org.fisco.bcos.sdk.v3.transaction.manager.transactionv1.TransactionManager;\n";
const valueMethod = `  /** A call that takes a value along, as transaction managers send it. */
  public static Function withValue(TransactionManager manager, Function call, BigInteger value) {
    if (manager == null) throw new IllegalStateException("a value needs setTransactionManager");
    call.setValue(value);
    return call;
  }

  /** Creation code with the arguments of the constructor, null where there are none. */
  public static byte[] creation(String code, byte[] arguments) throws ContractException {
    byte[] created = fromHex(requireCode(code));
    if (arguments == null) return created;
    byte[] all = Arrays.copyOf(created, created.length + arguments.length);
    System.arraycopy(arguments, 0, all, created.length, arguments.length);
    return all;
  }

  /** Tells a contract where a transaction manager has deployed it. */
  public static void deployed(Contract contract, TransactionReceipt receipt)
      throws ContractException {
    if (receipt == null)
      throw new ContractException("The transaction manager couldn't send the deployment.");
    if (receipt.getStatus() != 0) ReceiptParser.getErrorStatus(receipt);
    contract.setContractAddress(receipt.getContractAddress());
    contract.setDeployReceipt(receipt);
  }

`;

/**
 * The class with the contract ABI that stands beside the clients of a package; the package is written before it.
 * @param values whether the SDK can send values along (3.6)
 */
export const runtimeSource = (values: boolean): string => `import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.fisco.bcos.sdk.v3.client.Client;
import org.fisco.bcos.sdk.v3.client.protocol.response.Call;
import org.fisco.bcos.sdk.v3.codec.datatypes.AbiTypes;
import org.fisco.bcos.sdk.v3.codec.datatypes.Array;
import org.fisco.bcos.sdk.v3.codec.datatypes.Bytes;
import org.fisco.bcos.sdk.v3.codec.datatypes.DynamicArray;
import org.fisco.bcos.sdk.v3.codec.datatypes.Event;
import org.fisco.bcos.sdk.v3.codec.datatypes.Function;
import org.fisco.bcos.sdk.v3.codec.datatypes.StaticArray;
import org.fisco.bcos.sdk.v3.codec.datatypes.Type;
import org.fisco.bcos.sdk.v3.codec.datatypes.TypeReference;
import org.fisco.bcos.sdk.v3.contract.Contract;
import org.fisco.bcos.sdk.v3.contract.precompiled.bfs.BFSService;
import org.fisco.bcos.sdk.v3.crypto.CryptoSuite;
import org.fisco.bcos.sdk.v3.crypto.keypair.CryptoKeyPair;
import org.fisco.bcos.sdk.v3.eventsub.EventSubCallback;
import org.fisco.bcos.sdk.v3.eventsub.EventSubParams;
import org.fisco.bcos.sdk.v3.eventsub.EventSubscribe;
import org.fisco.bcos.sdk.v3.model.EventLog;
import org.fisco.bcos.sdk.v3.model.RetCode;
import org.fisco.bcos.sdk.v3.model.TransactionReceipt;
import org.fisco.bcos.sdk.v3.model.callback.TransactionCallback;
import org.fisco.bcos.sdk.v3.transaction.codec.decode.ReceiptParser;
${values ? valueImport : ""}import org.fisco.bcos.sdk.v3.transaction.model.exception.ContractException;

/**
 * The contract ABI for the generated clients of this package: encodes and decodes every type of
 * Solidity to any depth.
 *
 * <p>Values are BigInteger (integers, enums), Boolean, String (addresses with 0x, texts), byte[],
 * List, and the structs of the clients.
 */
@SuppressWarnings({"rawtypes", "unchecked"})
public final class ChainsideAbi {
  private static final String SDK_TYPES = "org.fisco.bcos.sdk.v3.codec.datatypes.generated.";
  private static final int WORD = 32;
  private static final int LONGEST_SDK_ARRAY = 32;

  private final Map<String, Shape> structs = new LinkedHashMap<>();
  private final List<Failure> failures = new ArrayList<>();

  /** A struct of a client. */
  public interface Struct {
    /** The members in their order. */
    Object[] toMembers();
  }

  /** Makes a value of the client's own class from its members. */
  public interface Maker<T> {
    /** The value of these members. */
    T make(Object[] members);
  }

  /** Tells a struct: its Java name, its members' types, and how to make one. */
  public void struct(Class<?> javaClass, String members, Maker<?> maker) {
    Shape shape = new Shape('t');
    shape.members = shapes(members);
    shape.maker = maker;
    shape.javaClass = javaClass;
    structs.put(javaClass.getSimpleName(), shape);
  }

  /** Tells an error of the contract. */
  public void error(String signature, String members, Maker<? extends ContractException> maker) {
    failures.add(new Failure(signature, shapes(members), maker));
  }

  /**
   * Tells a function: its signature, types of arguments and results, and attributes of its
   * transactions.
   */
  public Method method(String signature, String inputs, String outputs, int attribute) {
    return new Method(this, signature, shapes(inputs), shapes(outputs), attribute);
  }

  /** Tells an event; an indexed parameter has a * before its type. */
  public Log event(String signature, String parameters, boolean anonymous) {
    List<Boolean> indexed = new ArrayList<>();
    List<Shape> shapes = new ArrayList<>();
    for (String each : split(parameters)) {
      indexed.add(each.startsWith("*"));
      shapes.add(shape(each.startsWith("*") ? each.substring(1) : each));
    }
    return new Log(signature, shapes.toArray(new Shape[0]), indexed, anonymous);
  }

  /** The encoding of values of these types. */
  public byte[] encode(String types, Object... values) {
    return encodeAll(shapes(types), values, "");
  }

  /** The values of these types that the data holds. */
  public Object[] decode(String types, byte[] data) {
    return decodeAll(shapes(types), data, 0);
  }

  /** Values of the SDK's own classes for native ones: what the SDK keeps in a struct. */
  public Type[] sdkTypes(String types, Object... values) {
    Shape[] shapes = shapes(types);
    Type[] made = new Type[shapes.length];
    for (int at = 0; at < shapes.length; at++) made[at] = sdkValue(shapes[at], values[at]);
    return made;
  }

  /** The elements of one of the SDK's lists as plain values. */
  public static <T> List<T> plainList(Array<?> list) {
    List<T> plain = new ArrayList<>();
    for (Type each : list.getValue())
      plain.add((T) (each instanceof Struct ? each : each.getValue()));
    return plain;
  }

  /** A list of structs as the SDK has it. */
  public static <T extends Type> DynamicArray<T> array(Class<T> type, Object list) {
    return new DynamicArray<>(type, (List<T>) list);
  }

  /** Code with the addresses of its libraries in the places that the compiler left for them. */
  public static String link(String code, Map<String, String> markers, Map<String, String> libraries)
      throws ContractException {
    String linked = code;
    for (Map.Entry<String, String> marker : markers.entrySet()) {
      if (!linked.contains(marker.getKey())) continue;
      String address = libraries.get(marker.getValue());
      if (address == null || !address.matches("0x[0-9a-fA-F]{40}")) {
        throw new ContractException(
            "The address of the library " + marker.getValue() + " is missing.");
      }
      linked = linked.replace(marker.getKey(), address.substring(2).toLowerCase());
    }
    return linked;
  }

  /** Links a contract into the BFS: /apps/name/version. */
  public static void linkBfs(
      Client client,
      CryptoKeyPair credential,
      String name,
      String version,
      String address,
      String abi)
      throws ContractException {
    RetCode result = new BFSService(client, credential).link(name, version, address, abi);
    if (result.getCode() != 0) throw new ContractException(result.getMessage(), result.getCode());
  }

  /** Runs in the background what may throw a ContractException. */
  public static <T> CompletableFuture<T> async(Work<T> work) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return work.run();
          } catch (ContractException failed) {
            throw new CompletionException(failed);
          }
        });
  }

  /** The receipt of a transaction that is sent with a callback. */
  public static CompletableFuture<TransactionReceipt> receipt(Consumer<TransactionCallback> send) {
    Pending pending = new Pending();
    send.accept(pending);
    return pending.receipt;
  }

  /** Creation code for the chain, which must not be empty. */
  public static String requireCode(String code) throws ContractException {
    if (code.isEmpty())
      throw new ContractException("There is no creation code for this kind of chain.");
    return code;
  }

${values ? valueMethod : ""}  /** Work that may fail as a contract does. */
  public interface Work<T> {
    /** Does it. */
    T run() throws ContractException;
  }

  /** A transaction whose receipt is awaited. */
  private static final class Pending extends TransactionCallback {
    private final CompletableFuture<TransactionReceipt> receipt = new CompletableFuture<>();

    @Override
    public void onResponse(TransactionReceipt response) {
      receipt.complete(response);
    }

    @Override
    public void onError(int code, String message) {
      receipt.completeExceptionally(new ContractException(message, code));
    }

    @Override
    public void onTimeout() {
      receipt.completeExceptionally(new ContractException("No receipt arrived in time."));
    }
  }

  /** A function of the contract. */
  public static final class Method {
    private final ChainsideAbi abi;
    private final String signature;
    private final Shape[] inputs;
    private final Shape[] outputs;
    private final int attribute;

    private Method(
        ChainsideAbi abi, String signature, Shape[] inputs, Shape[] outputs, int attribute) {
      this.abi = abi;
      this.signature = signature;
      this.inputs = inputs;
      this.outputs = outputs;
      this.attribute = attribute;
    }

    /** The call as the SDK takes it; the SDK's encoder writes it without a change. */
    public Function function(Object... arguments) {
      int open = signature.indexOf('(');
      String types = signature.substring(open + 1, signature.length() - 1);
      List<Type> parameters = new ArrayList<>();
      if (allPlain(inputs) && types.equals(textOf(inputs))) {
        for (int at = 0; at < inputs.length; at++)
          parameters.add(sdkValue(inputs[at], arguments[at]));
      } else {
        parameters.add(new Encoded(types, encodeAll(inputs, arguments, "")));
      }
      List<TypeReference<?>> results = new ArrayList<>();
      if (allPlain(outputs)) {
        for (Shape each : outputs) results.add(TypeReference.create((Class) sdkClass(each), false));
      }
      return new Function(signature.substring(0, open), parameters, results, attribute);
    }

    /** Call data: selector and arguments. */
    public byte[] data(CryptoSuite suite, Object... arguments) {
      return join(Arrays.copyOf(hash(suite, signature), 4), encodeAll(inputs, arguments, ""));
    }

    /** Asks the contract and gives the results; nothing is changed. */
    public Object[] call(Contract contract, Client client, Object... arguments)
        throws ContractException {
      byte[] data = data(client.getCryptoSuite(), arguments);
      Call answer =
          contract
              .getTransactionProcessor()
              .executeCall(
                  contract.getCurrentExternalAccountAddress(), contract.getContractAddress(), data);
      Call.CallOutput output = answer.getCallResult();
      if (output.getStatus() != 0) {
        ContractException named =
            abi.failure(client.getCryptoSuite(), output.getStatus(), output.getOutput());
        if (named != null) {
          named.setResponseOutput(output);
          throw named;
        }
        throw ReceiptParser.parseExceptionCall(
            new ContractException(
                "call of " + signature + " failed with status " + output.getStatus(), output));
      }
      return output(output.getOutput());
    }

    /** The results that an answer or a receipt holds. */
    public Object[] output(String hex) {
      return decodeAll(outputs, fromHex(hex), 0);
    }

    /** The arguments that a transaction's input holds behind the selector. */
    public Object[] input(String hex) {
      byte[] data = fromHex(hex);
      if (data.length < 4) throw new IllegalArgumentException("no call data");
      return decodeAll(inputs, Arrays.copyOfRange(data, 4, data.length), 0);
    }
  }

  /** An event of the contract. */
  public static final class Log {
    private final String signature;
    private final Shape[] shapes;
    private final List<Boolean> indexed;
    private final boolean anonymous;

    private Log(String signature, Shape[] shapes, List<Boolean> indexed, boolean anonymous) {
      this.signature = signature;
      this.shapes = shapes;
      this.indexed = indexed;
      this.anonymous = anonymous;
    }

    /** The first topic of its logs. */
    public String topic(CryptoSuite suite) {
      return "0x" + toHex(hash(suite, signature));
    }

    /** The event as the SDK describes it. */
    public Event event() {
      List<TypeReference<?>> references = new ArrayList<>();
      for (int at = 0; at < shapes.length; at++)
        references.add(reference(shapes[at], indexed.get(at)));
      return new Event(signature.substring(0, signature.indexOf('(')), references);
    }

    /**
     * The event's values in a log, in the order of its parameters; null when the log is of another
     * event.
     */
    public Object[] read(CryptoSuite suite, String contract, TransactionReceipt.Logs log) {
      List<String> topics =
          log.getTopics() == null ? Collections.<String>emptyList() : log.getTopics();
      int first = anonymous ? 0 : 1;
      if (topics.size() != first + Collections.frequency(indexed, true)) return null;
      if (anonymous ? !sameHex(contract, log.getAddress()) : !sameHex(topics.get(0), topic(suite)))
        return null;
      List<Shape> inData = new ArrayList<>();
      for (int at = 0; at < shapes.length; at++) if (!indexed.get(at)) inData.add(shapes[at]);
      Object[] data;
      Object[] values = new Object[shapes.length];
      try {
        data = decodeAll(inData.toArray(new Shape[0]), fromHex(log.getData()), 0);
        int next = 0;
        for (int at = 0; at < shapes.length; at++) {
          if (!indexed.get(at)) {
            values[at] = data[next++];
            continue;
          }
          byte[] topic = fromHex(topics.get(first++));
          values[at] =
              shapes[at].isHashedInTopic()
                  ? topic
                  : decodeAll(new Shape[] {shapes[at]}, topic, 0)[0];
        }
      } catch (IllegalArgumentException other) {
        return null;
      }
      return values;
    }

    /**
     * Tells of the event's logs in these blocks; -1 for the newest block and for no end. Gives the
     * subscription's id.
     */
    public String subscribe(
        Client client,
        String contract,
        BigInteger fromBlock,
        BigInteger toBlock,
        List<String> otherTopics,
        EventSubCallback callback) {
      EventSubParams params = new EventSubParams();
      params.setFromBlock(fromBlock);
      params.setToBlock(toBlock);
      params.addAddress(contract);
      int place = 0;
      if (!anonymous) params.addTopic(place++, topic(client.getCryptoSuite()));
      if (otherTopics != null) {
        for (String topic : otherTopics) {
          if (topic != null) params.addTopic(place, topic);
          place++;
        }
      }
      return subscriber(client).subscribeEvent(params, callback);
    }
  }

  /** Ends a subscription, by the id that it was given. */
  public static void unsubscribe(Client client, String id) {
    EventSubscribe known = SUBSCRIBERS.get(client);
    if (known != null) {
      known.unsubscribeEvent(id);
    }
  }

  private static final Map<Client, EventSubscribe> SUBSCRIBERS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private static EventSubscribe subscriber(Client client) {
    return SUBSCRIBERS.computeIfAbsent(
        client,
        unused -> {
          try {
            EventSubscribe made = EventSubscribe.build(client);
            made.start();
            return made;
          } catch (Exception failed) {
            throw new IllegalStateException(failed);
          }
        });
  }

  /** A pushed log as receipts have it. */
  public static TransactionReceipt.Logs logOf(EventLog pushed) {
    TransactionReceipt.Logs log = new TransactionReceipt.Logs();
    log.setAddress(pushed.getAddress());
    log.setTopics(pushed.getTopics());
    log.setData(pushed.getData());
    return log;
  }

  /**
   * What a failed execution says: an error of the contract with its values; null when it says none
   * of them.
   */
  public ContractException failure(CryptoSuite suite, int status, String output) {
    byte[] data = fromHex(output);
    if (status == 0 || data.length < 4) return null;
    for (Failure each : failures) {
      if (!Arrays.equals(Arrays.copyOf(hash(suite, each.signature), 4), Arrays.copyOf(data, 4)))
        continue;
      try {
        Object[] values = decodeAll(each.members, Arrays.copyOfRange(data, 4, data.length), 0);
        ContractException made = each.maker.make(values);
        made.setErrorCode(status);
        return made;
      } catch (IllegalArgumentException other) {
        return null;
      }
    }
    return null;
  }

  private static final class Failure {
    private final String signature;
    private final Shape[] members;
    private final Maker<? extends ContractException> maker;

    private Failure(String signature, Shape[] members, Maker<? extends ContractException> maker) {
      this.signature = signature;
      this.members = members;
      this.maker = maker;
    }
  }

  /** Arguments that are encoded already, with their types for the selector. */
  private static final class Encoded extends Bytes {
    private final String types;
    private final byte[] encoded;

    private Encoded(String types, byte[] encoded) {
      super(1, new byte[1]);
      this.types = types;
      this.encoded = encoded;
    }

    @Override
    public byte[] getValue() {
      return encoded;
    }

    @Override
    public String getTypeAsString() {
      return types;
    }

    @Override
    public int bytes32PaddedLength() {
      return encoded.length;
    }
  }

  /**
   * u: uint, i: int, b: bool, a: address, s: string, y: bytes, z: bytes of a size, l: list, t:
   * tuple.
   */
  private static final class Shape {
    private final char kind;
    private int size;
    private Shape element;
    private int length = -1;
    private Shape[] members;
    private Maker<?> maker;
    private Class<?> javaClass;

    private Shape(char kind) {
      this.kind = kind;
    }

    private boolean isDynamic() {
      if (kind == 's' || kind == 'y') return true;
      if (kind == 'l') return length < 0 || element.isDynamic();
      if (kind != 't') return false;
      for (Shape each : members) if (each.isDynamic()) return true;
      return false;
    }

    private boolean isHashedInTopic() {
      return kind == 's' || kind == 'y' || kind == 'l' || kind == 't';
    }

    /** Bytes in the head. */
    private long headSize() {
      if (isDynamic()) return WORD;
      if (kind == 'l') return length * element.headSize();
      if (kind != 't') return WORD;
      long sum = 0;
      for (Shape each : members) sum += each.headSize();
      return sum;
    }

    private String text() {
      switch (kind) {
        case 'u':
          return "uint" + size;
        case 'i':
          return "int" + size;
        case 'b':
          return "bool";
        case 'a':
          return "address";
        case 's':
          return "string";
        case 'y':
          return "bytes";
        case 'z':
          return "bytes" + size;
        case 'l':
          return element.text() + "[" + (length < 0 ? "" : String.valueOf(length)) + "]";
        default:
          StringBuilder text = new StringBuilder("(");
          for (int at = 0; at < members.length; at++)
            text.append(at > 0 ? "," : "").append(members[at].text());
          return text.append(")").toString();
      }
    }
  }

  private static List<String> split(String types) {
    return types.isEmpty() ? Collections.<String>emptyList() : Arrays.asList(types.split(","));
  }

  private Shape[] shapes(String types) {
    List<Shape> made = new ArrayList<>();
    for (String each : split(types)) made.add(shape(each));
    return made.toArray(new Shape[0]);
  }

  private Shape shape(String type) {
    if (type.endsWith("]")) {
      int open = type.lastIndexOf('[');
      Shape list = new Shape('l');
      list.element = shape(type.substring(0, open));
      String length = type.substring(open + 1, type.length() - 1);
      if (!length.isEmpty()) list.length = Integer.parseInt(length);
      return list;
    }
    Shape struct = structs.get(type);
    if (struct != null) return struct;
    switch (type) {
      case "bool":
        return new Shape('b');
      case "address":
        return new Shape('a');
      case "string":
        return new Shape('s');
      case "bytes":
        return new Shape('y');
      default:
        boolean isBytes = type.startsWith("bytes");
        Shape sized = new Shape(isBytes ? 'z' : type.startsWith("uint") ? 'u' : 'i');
        sized.size = Integer.parseInt(type.substring(isBytes ? 5 : sized.kind == 'u' ? 4 : 3));
        return sized;
    }
  }

  private static String textOf(Shape[] shapes) {
    StringBuilder text = new StringBuilder();
    for (Shape each : shapes) text.append(text.length() > 0 ? "," : "").append(each.text());
    return text.toString();
  }

  private static boolean allPlain(Shape[] shapes) {
    for (Shape each : shapes) if (each.kind == 'l' || each.kind == 't') return false;
    return true;
  }

  private static List<?> listOf(Object value, String place) {
    if (value instanceof Array) return ((Array<?>) value).getValue();
    if (value instanceof List) return (List<?>) value;
    throw wrong(place, "a list", value);
  }

  private static IllegalArgumentException wrong(String place, String wanted, Object value) {
    String found =
        value == null
            ? "null"
            : value instanceof byte[] ? ((byte[]) value).length + " bytes" : value.toString();
    return new IllegalArgumentException(
        "argument" + place + " must be " + wanted + ", and is " + found);
  }

  private static byte[] encodeAll(Shape[] shapes, Object[] values, String place) {
    if (values.length != shapes.length)
      throw wrong(place, shapes.length + " values", values.length);
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    ByteArrayOutputStream tail = new ByteArrayOutputStream();
    long offset = 0;
    for (Shape each : shapes) offset += each.headSize();
    for (int at = 0; at < shapes.length; at++) {
      byte[] encoded = encodeOne(shapes[at], values[at], place + "[" + at + "]");
      if (shapes[at].isDynamic()) {
        byte[] word = word(BigInteger.valueOf(offset + tail.size()));
        head.write(word, 0, word.length);
        tail.write(encoded, 0, encoded.length);
      } else {
        head.write(encoded, 0, encoded.length);
      }
    }
    return join(head.toByteArray(), tail.toByteArray());
  }

  private static byte[] encodeOne(Shape shape, Object given, String place) {
    Object value =
        given instanceof Type && !(given instanceof Array) ? ((Type<?>) given).getValue() : given;
    switch (shape.kind) {
      case 'u':
      case 'i':
        return word(integer(shape, value, place));
      case 'b':
        if (!(value instanceof Boolean)) throw wrong(place, "true or false", value);
        return word((Boolean) value ? BigInteger.ONE : BigInteger.ZERO);
      case 'a':
        if (!(value instanceof String) || !((String) value).matches("(0x)?[0-9a-fA-F]{40}")) {
          throw wrong(place, "an address", value);
        }
        String digits = (String) value;
        return word(new BigInteger(digits.startsWith("0x") ? digits.substring(2) : digits, 16));
      case 's':
        if (!(value instanceof String)) throw wrong(place, "a text", value);
        byte[] text = ((String) value).getBytes(StandardCharsets.UTF_8);
        return join(word(BigInteger.valueOf(text.length)), padded(text));
      case 'y':
        if (!(value instanceof byte[])) throw wrong(place, "bytes", value);
        return join(word(BigInteger.valueOf(((byte[]) value).length)), padded((byte[]) value));
      case 'z':
        if (!(value instanceof byte[]) || ((byte[]) value).length != shape.size) {
          throw wrong(place, shape.size + " bytes", value);
        }
        return padded((byte[]) value);
      case 'l':
        List<?> list = listOf(value, place);
        if (shape.length >= 0 && list.size() != shape.length) {
          throw wrong(place, "a list of " + shape.length, list.size() + " elements");
        }
        Shape[] elements = new Shape[list.size()];
        Arrays.fill(elements, shape.element);
        byte[] body = encodeAll(elements, list.toArray(), place);
        return shape.length >= 0 ? body : join(word(BigInteger.valueOf(list.size())), body);
      default:
        if (!(value instanceof Struct)) throw wrong(place, "a struct", value);
        return encodeAll(shape.members, ((Struct) value).toMembers(), place);
    }
  }

  private static BigInteger integer(Shape shape, Object value, String place) {
    if (!(value instanceof BigInteger)) throw wrong(place, "a BigInteger", value);
    BigInteger number = (BigInteger) value;
    boolean fits =
        shape.kind == 'u'
            ? number.signum() >= 0 && number.bitLength() <= shape.size
            : number.bitLength() < shape.size;
    if (!fits) throw wrong(place, "in the range of " + shape.text(), value);
    return number;
  }

  private static byte[] word(BigInteger number) {
    byte[] digits = number.toByteArray();
    byte[] word = new byte[WORD];
    if (number.signum() < 0) Arrays.fill(word, (byte) 0xff);
    int length = Math.min(digits.length, WORD);
    System.arraycopy(digits, digits.length - length, word, WORD - length, length);
    return word;
  }

  private static byte[] padded(byte[] bytes) {
    return Arrays.copyOf(bytes, (bytes.length + WORD - 1) / WORD * WORD);
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }

  private static Object[] decodeAll(Shape[] shapes, byte[] data, int start) {
    Object[] values = new Object[shapes.length];
    long at = start;
    for (int index = 0; index < shapes.length; index++) {
      Shape shape = shapes[index];
      long place = shape.isDynamic() ? (long) start + number(data, at) : at;
      values[index] = decodeOne(shape, data, place);
      at += shape.headSize();
    }
    return values;
  }

  private static Object decodeOne(Shape shape, byte[] data, long at) {
    switch (shape.kind) {
      case 'u':
        return unsigned(shape, wordAt(data, at));
      case 'i':
        BigInteger number = new BigInteger(wordAt(data, at));
        if (number.bitLength() >= shape.size)
          throw new IllegalArgumentException("no " + shape.text());
        return number;
      case 'b':
        BigInteger truth = new BigInteger(1, wordAt(data, at));
        if (truth.bitLength() > 1) throw new IllegalArgumentException("no bool");
        return truth.signum() != 0;
      case 'a':
        byte[] address = wordAt(data, at);
        for (int index = 0; index < 12; index++) {
          if (address[index] != 0) throw new IllegalArgumentException("no address");
        }
        return "0x" + toHex(Arrays.copyOfRange(address, 12, WORD));
      case 's':
        return new String(bytesAt(data, at), StandardCharsets.UTF_8);
      case 'y':
        return bytesAt(data, at);
      case 'z':
        return Arrays.copyOf(wordAt(data, at), shape.size);
      case 'l':
        long length = shape.length >= 0 ? shape.length : number(data, at);
        long begin = shape.length >= 0 ? at : at + WORD;
        if (length * Math.max(1, shape.element.headSize()) > data.length - begin) {
          throw new IllegalArgumentException("the data ends early");
        }
        Shape[] elements = new Shape[(int) length];
        Arrays.fill(elements, shape.element);
        return new ArrayList<>(Arrays.asList(decodeAll(elements, data, (int) begin)));
      default:
        if (at > data.length) throw new IllegalArgumentException("the data ends early");
        return shape.maker.make(decodeAll(shape.members, data, (int) at));
    }
  }

  private static BigInteger unsigned(Shape shape, byte[] word) {
    BigInteger number = new BigInteger(1, word);
    if (number.bitLength() > shape.size) throw new IllegalArgumentException("no " + shape.text());
    return number;
  }

  private static byte[] wordAt(byte[] data, long at) {
    if (at < 0 || at + WORD > data.length)
      throw new IllegalArgumentException("the data ends early");
    return Arrays.copyOfRange(data, (int) at, (int) at + WORD);
  }

  /** An offset or a length: nothing beyond the data. */
  private static int number(byte[] data, long at) {
    BigInteger number = new BigInteger(1, wordAt(data, at));
    if (number.bitLength() > 31 || number.intValue() > data.length) {
      throw new IllegalArgumentException("the data ends early");
    }
    return number.intValue();
  }

  private static byte[] bytesAt(byte[] data, long at) {
    int length = number(data, at);
    long end = at + WORD + length;
    if (end > data.length) throw new IllegalArgumentException("the data ends early");
    return Arrays.copyOfRange(data, (int) at + WORD, (int) end);
  }

  private static Class<?> sdkClass(Shape shape) {
    if (shape.kind == 't') return shape.javaClass;
    if (shape.kind != 'l') return AbiTypes.getType(shape.text());
    if (shape.length < 0) return DynamicArray.class;
    if (shape.length == 0 || shape.length > LONGEST_SDK_ARRAY) return StaticArray.class;
    try {
      return Class.forName(SDK_TYPES + "StaticArray" + shape.length);
    } catch (ClassNotFoundException missing) {
      return StaticArray.class;
    }
  }

  private static java.lang.reflect.Type sdkGeneric(Shape shape) {
    Class<?> raw = sdkClass(shape);
    if (shape.kind != 'l') return raw;
    java.lang.reflect.Type element = sdkGeneric(shape.element);
    return new ParameterizedType() {
      @Override
      public java.lang.reflect.Type[] getActualTypeArguments() {
        return new java.lang.reflect.Type[] {element};
      }

      @Override
      public java.lang.reflect.Type getRawType() {
        return raw;
      }

      @Override
      public java.lang.reflect.Type getOwnerType() {
        return null;
      }
    };
  }

  private static TypeReference<?> reference(Shape shape, boolean indexed) {
    java.lang.reflect.Type type = sdkGeneric(shape);
    return new TypeReference<Type>(indexed) {
      @Override
      public java.lang.reflect.Type getType() {
        return type;
      }
    };
  }

  private static Type sdkValue(Shape shape, Object value) {
    if (value instanceof Type) return (Type) value;
    Class<?> type = sdkClass(shape);
    try {
      switch (shape.kind) {
        case 'u':
        case 'i':
          return (Type)
              type.getConstructor(BigInteger.class).newInstance(integer(shape, value, ""));
        case 'b':
          return (Type) type.getConstructor(Boolean.class).newInstance(value);
        case 'a':
        case 's':
          return (Type) type.getConstructor(String.class).newInstance(value);
        case 'y':
        case 'z':
          return (Type) type.getConstructor(byte[].class).newInstance(value);
        default:
          List<Type> elements = new ArrayList<>();
          for (Object each : listOf(value, "")) elements.add(sdkValue(shape.element, each));
          if (type == StaticArray.class)
            return new Encoded(shape.text(), encodeOne(shape, value, ""));
          return (Type)
              type.getConstructor(Class.class, List.class)
                  .newInstance(sdkClass(shape.element), elements);
      }
    } catch (InvocationTargetException refused) {
      return new Encoded(shape.text(), encodeOne(shape, value, "")); // the SDK has no -2^255
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(missing);
    }
  }

  private static byte[] hash(CryptoSuite suite, String signature) {
    return suite.hash(signature.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean sameHex(String one, String other) {
    return one != null && other != null && strip(one).equalsIgnoreCase(strip(other));
  }

  private static String strip(String hex) {
    return hex.startsWith("0x") ? hex.substring(2) : hex;
  }

  private static byte[] fromHex(String text) {
    String digits = text == null ? "" : strip(text);
    byte[] bytes = new byte[digits.length() / 2];
    for (int at = 0; at < bytes.length; at++) {
      int high = Character.digit(digits.charAt(2 * at), 16);
      int low = Character.digit(digits.charAt(2 * at + 1), 16);
      if (high < 0 || low < 0) throw new IllegalArgumentException("no hex digits");
      bytes[at] = (byte) (high << 4 | low);
    }
    return bytes;
  }

  private static String toHex(byte[] bytes) {
    StringBuilder text = new StringBuilder(2 * bytes.length);
    for (byte each : bytes) {
      text.append(Character.forDigit(each >> 4 & 15, 16)).append(Character.forDigit(each & 15, 16));
    }
    return text.toString();
  }
}
`;
