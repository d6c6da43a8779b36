package chainside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fisco.bcos.sdk.v3.BcosSDK;
import org.fisco.bcos.sdk.v3.client.Client;
import org.fisco.bcos.sdk.v3.client.protocol.request.Transaction;
import org.fisco.bcos.sdk.v3.client.protocol.response.Call;
import org.fisco.bcos.sdk.v3.codec.abi.FunctionEncoder;
import org.fisco.bcos.sdk.v3.codec.datatypes.DynamicArray;
import org.fisco.bcos.sdk.v3.codec.datatypes.Function;
import org.fisco.bcos.sdk.v3.config.ConfigOption;
import org.fisco.bcos.sdk.v3.config.model.ConfigProperty;
import org.fisco.bcos.sdk.v3.crypto.CryptoSuite;
import org.fisco.bcos.sdk.v3.crypto.keypair.CryptoKeyPair;
import org.fisco.bcos.sdk.v3.model.TransactionReceipt;
import org.fisco.bcos.sdk.v3.utils.Hex;

/**
 * Calls every method of generated classes with values that another coder has encoded, and compares; one line for each case. Arguments: end
 * point, suite, folder of classes, file of cases.
 */
public final class Clients {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ADDRESS = "0x" + "11".repeat(20);

  /** What the chain is made to answer. */
  private static String answer = "0x";

  private static int status = 0;
  private static byte[] asked = new byte[0];

  public static void main(String[] arguments) throws Exception {
    Client real = connect(arguments[0], arguments[1].equals("sm"));
    CryptoSuite suite = real.getCryptoSuite();
    CryptoKeyPair keys = suite.getCryptoKeyPair();
    Client client =
        (Client)
            Proxy.newProxyInstance(
                Clients.class.getClassLoader(),
                new Class<?>[] {Client.class},
                (proxy, method, given) -> {
                  if (method.getName().equals("call") && given[0] instanceof Transaction) {
                    return answerTo((Transaction) given[0]);
                  }
                  try {
                    return method.invoke(real, given);
                  } catch (InvocationTargetException failed) {
                    throw failed.getCause();
                  }
                });
    int failed = 0;
    Map<String, URLClassLoader> loaders = new HashMap<>();
    Map<String, Object> contracts = new HashMap<>();
    for (JsonNode each : JSON.readTree(new File(arguments[3]))) {
      String name = each.get("class").asText();
      String problem;
      try {
        Object contract = contracts.get(name);
        if (contract == null) {
          String folder = each.get("folder").asText();
          URLClassLoader loader = loaders.get(folder);
          if (loader == null) {
            loader = new URLClassLoader(new URL[] {new File(arguments[2], folder).toURI().toURL()});
            loaders.put(folder, loader);
          }
          Method load =
              loader.loadClass(name).getMethod("load", String.class, Client.class, CryptoKeyPair.class);
          contract = load.invoke(null, ADDRESS, client, keys);
          contracts.put(name, contract);
        }
        problem = each.has("topics") ? event(contract, each) : each.has("error") ? error(contract, each) : function(contract, suite, each);
      } catch (InvocationTargetException thrown) {
        problem = String.valueOf(thrown.getCause());
      } catch (Throwable thrown) {
        problem = String.valueOf(thrown);
      }
      if (!problem.isEmpty()) failed++;
      String line = name + " " + each.get("signature").asText();
      System.out.println(problem.isEmpty() ? "ok   " + line : "FAIL " + line + ": " + problem.replace('\n', ' '));
    }
    System.exit(failed == 0 ? 0 : 1); // threads of the client's library would keep the process
  }

  private static Client connect(String endpoint, boolean sm) throws Exception {
    ConfigProperty property = new ConfigProperty();
    Map<String, Object> network = new HashMap<>();
    network.put("peers", new ArrayList<>(List.of(endpoint)));
    network.put("defaultGroup", "group0");
    network.put("messageTimeout", "60000"); // a machine with other work may take long; what is lost never comes
    property.setNetwork(network);
    Map<String, Object> material = new HashMap<>();
    material.put("certPath", ".");
    material.put("disableSsl", "true");
    material.put("useSMCrypto", String.valueOf(sm));
    property.setCryptoMaterial(material);
    return new BcosSDK(new ConfigOption(property)).getClient("group0");
  }

  private static Call answerTo(Transaction transaction) {
    asked = transaction.getData();
    Call.CallOutput output = new Call.CallOutput();
    output.setOutput(answer);
    output.setStatus(status);
    Call call = new Call();
    call.setResult(output);
    return call;
  }

  private static String function(Object contract, CryptoSuite suite, JsonNode given) throws Exception {
    Method raw = find(contract, given.get("raw").asText(), given.get("parameters"));
    JsonNode inputs = given.get("inputs");
    Object[] values = values(raw.getGenericParameterTypes(), inputs, contract);
    String data = given.get("data").asText();
    StringBuilder problems = new StringBuilder();
    Function call = (Function) raw.invoke(contract, values);
    compare(problems, "encoded", data, "0x" + Hex.toHexString(new FunctionEncoder(suite).encode(call)));
    String outputData = given.get("outputData").asText();
    JsonNode outputs = given.get("outputs");
    if (given.get("ask").asText().length() > 0) {
      answer = outputData;
      status = 0;
      Method ask = find(contract, given.get("ask").asText(), given.get("parameters"));
      Object result = ask.invoke(contract, values);
      compare(problems, "asked", data, "0x" + Hex.toHexString(asked));
      if (outputs.size() == 1) compare(problems, "result", outputs.get(0), plain(result));
      else if (outputs.size() > 1) compare(problems, "results", outputs, plain(result));
    }
    TransactionReceipt receipt = new TransactionReceipt();
    receipt.setInput(data);
    receipt.setOutput(outputData);
    decoded(problems, contract, given, "input", inputs, receipt);
    decoded(problems, contract, given, "output", outputs, receipt);
    return problems.toString();
  }

  private static void decoded(
      StringBuilder problems, Object contract, JsonNode given, String kind, JsonNode wanted, TransactionReceipt receipt)
      throws Exception {
    String name = given.get(kind).asText();
    if (name.isEmpty() || wanted.size() == 0) return;
    Object found = contract.getClass().getMethod(name, TransactionReceipt.class).invoke(contract, receipt);
    compare(problems, kind, wanted, plain(found));
  }

  private static String event(Object contract, JsonNode given) throws Exception {
    TransactionReceipt.Logs log = new TransactionReceipt.Logs();
    log.setAddress(ADDRESS);
    log.setData(given.get("data").asText());
    List<String> topics = new ArrayList<>();
    for (JsonNode each : given.get("topics")) topics.add(each.asText());
    log.setTopics(topics);
    TransactionReceipt receipt = new TransactionReceipt();
    receipt.setLogEntries(new ArrayList<>(List.of(log)));
    Object found =
        contract.getClass().getMethod(given.get("find").asText(), TransactionReceipt.class).invoke(contract, receipt);
    StringBuilder problems = new StringBuilder();
    List<?> responses = (List<?>) found;
    if (responses.size() != 1) return responses.size() + " events";
    List<Object> members = new ArrayList<>();
    for (JsonNode each : given.get("fields")) members.add(responses.get(0).getClass().getField(each.asText()).get(responses.get(0)));
    compare(problems, "event", given.get("values"), plain(members));
    return problems.toString();
  }

  private static String error(Object contract, JsonNode given) throws Exception {
    TransactionReceipt receipt = new TransactionReceipt();
    receipt.setStatus(16);
    receipt.setOutput(given.get("data").asText());
    Object found =
        contract.getClass().getMethod(given.get("find").asText(), TransactionReceipt.class).invoke(contract, receipt);
    if (found == null || !found.getClass().getSimpleName().equals(given.get("error").asText())) return "it is " + found;
    List<Object> members = new ArrayList<>();
    for (JsonNode each : given.get("fields")) members.add(found.getClass().getField(each.asText()).get(found));
    StringBuilder problems = new StringBuilder();
    compare(problems, "error", given.get("values"), plain(members));
    return problems.toString();
  }

  private static void compare(StringBuilder problems, String what, Object wanted, Object found) {
    if (String.valueOf(wanted).equals(String.valueOf(found))) return;
    if (problems.length() > 0) problems.append("; ");
    problems.append(what).append(' ').append(brief(found)).append(" instead of ").append(brief(wanted));
  }

  private static void compare(StringBuilder problems, String what, String wanted, String found) {
    if (wanted.equals(found)) return;
    int at = 0;
    while (at < Math.min(wanted.length(), found.length()) && wanted.charAt(at) == found.charAt(at)) at++;
    if (problems.length() > 0) problems.append("; ");
    problems.append(what).append(" differs from character ").append(at);
  }

  private static String brief(Object value) {
    String text = String.valueOf(value);
    return text.length() > 160 ? text.substring(0, 160) + "…" : text;
  }

  /** The method of this name whose parameters are these classes, by their simple names. */
  private static Method find(Object contract, String name, JsonNode parameters) throws NoSuchMethodException {
    for (Method each : contract.getClass().getMethods()) {
      if (!each.getName().equals(name) || each.getParameterCount() != parameters.size()) continue;
      boolean fits = true;
      for (int at = 0; at < parameters.size(); at++) {
        fits &= each.getParameterTypes()[at].getSimpleName().equals(parameters.get(at).asText());
      }
      if (fits) return each;
    }
    throw new NoSuchMethodException(name);
  }

  private static Object[] values(Type[] types, JsonNode given, Object contract) throws Exception {
    Object[] values = new Object[types.length];
    for (int at = 0; at < types.length; at++) values[at] = value(types[at], given.get(at), contract);
    return values;
  }

  private static Object value(Type type, JsonNode given, Object contract) throws Exception {
    if (type == BigInteger.class) return new BigInteger(given.asText());
    if (type == String.class) return given.asText();
    if (type == Boolean.class) return given.asBoolean();
    if (type == byte[].class) return Hex.decode(given.asText().substring(2));
    if (type instanceof ParameterizedType) {
      Type element = ((ParameterizedType) type).getActualTypeArguments()[0];
      List<Object> list = new ArrayList<>();
      for (JsonNode each : given) list.add(value(element, each, contract));
      if (((ParameterizedType) type).getRawType() == List.class) return list;
      return DynamicArray.class.getConstructor(Class.class, List.class).newInstance(element, list);
    }
    List<Field> fields = fieldsOf((Class<?>) type);
    Constructor<?> maker =
        ((Class<?>) type).getConstructor(fields.stream().map(Field::getType).toArray(Class<?>[]::new));
    return maker.newInstance(values(fields.stream().map(Field::getGenericType).toArray(Type[]::new), given, contract));
  }

  /** The members of a struct. */
  private static List<Field> fieldsOf(Class<?> struct) {
    List<Field> fields = new ArrayList<>();
    for (Field each : struct.getDeclaredFields()) {
      if (Modifier.isPublic(each.getModifiers()) && !Modifier.isStatic(each.getModifiers())) fields.add(each);
    }
    return fields;
  }

  /** A value as JSON has it in the cases. */
  private static JsonNode plain(Object value) throws Exception {
    if (value == null) return JSON.nullNode();
    if (value instanceof BigInteger) return JSON.valueToTree(value.toString());
    if (value instanceof String || value instanceof Boolean) return JSON.valueToTree(value);
    if (value instanceof byte[]) return JSON.valueToTree("0x" + Hex.toHexString((byte[]) value));
    if (value instanceof List) {
      List<Object> all = new ArrayList<>();
      for (Object each : (List<?>) value) all.add(plain(each));
      return JSON.valueToTree(all);
    }
    List<Object> members = new ArrayList<>();
    Class<?> type = value.getClass();
    if (hasMethod(type, "getValue1")) {
      for (int at = 1; hasMethod(type, "getValue" + at); at++) members.add(plain(type.getMethod("getValue" + at).invoke(value)));
      return JSON.valueToTree(members);
    }
    boolean isStruct = value instanceof org.fisco.bcos.sdk.v3.codec.datatypes.StructType;
    if (!isStruct && value instanceof org.fisco.bcos.sdk.v3.codec.datatypes.Type) {
      return plain(((org.fisco.bcos.sdk.v3.codec.datatypes.Type<?>) value).getValue());
    }
    for (Field each : fieldsOf(type)) members.add(plain(each.get(value)));
    return JSON.valueToTree(members);
  }

  private static boolean hasMethod(Class<?> type, String name) {
    for (Method each : type.getMethods()) if (each.getName().equals(name)) return true;
    return false;
  }
}
