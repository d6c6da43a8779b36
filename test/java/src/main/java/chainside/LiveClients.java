package chainside;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import live.ChainsideAbi;
import live.Live;
import live.Purse;
import live.Sums;
import org.fisco.bcos.sdk.v3.BcosSDK;
import org.fisco.bcos.sdk.v3.client.Client;
import org.fisco.bcos.sdk.v3.codec.datatypes.DynamicArray;
import org.fisco.bcos.sdk.v3.codec.datatypes.generated.tuples.generated.Tuple2;
import org.fisco.bcos.sdk.v3.config.ConfigOption;
import org.fisco.bcos.sdk.v3.config.model.ConfigProperty;
import org.fisco.bcos.sdk.v3.contract.precompiled.bfs.BFSService;
import org.fisco.bcos.sdk.v3.crypto.keypair.CryptoKeyPair;
import org.fisco.bcos.sdk.v3.model.TransactionReceipt;
import org.fisco.bcos.sdk.v3.model.callback.TransactionCallback;
import org.fisco.bcos.sdk.v3.transaction.model.exception.ContractException;

/**
 * What generated classes do on a chain, as an application writes it; one line for each thing. Arguments: end point, suite, private key of an
 * account, and whether values are sent along.
 */
public final class LiveClients {
  private static final BigInteger NEWEST = BigInteger.ONE.negate();
  private static int failed = 0;

  private interface Step {
    Object run() throws Exception;
  }

  private static void check(String name, Object wanted, Step step) {
    Object found;
    try {
      found = step.run();
    } catch (Throwable thrown) {
      thrown.printStackTrace();
      found = thrown;
    }
    boolean right = String.valueOf(wanted).equals(String.valueOf(found));
    if (!right) failed++;
    System.out.println((right ? "ok   " + name : "FAIL " + name + ": " + found + " is not " + wanted).replace('\n', ' '));
  }

  private static String text(Live.Item item) {
    return item.id + " " + item.name + " " + Live.Kind.ofNumber(item.kind) + " " + item.prices;
  }

  private static Live.Item item(long id, String name, Live.Kind kind, long... prices) {
    List<BigInteger> all = new ArrayList<>();
    for (long price : prices) all.add(BigInteger.valueOf(price));
    return new Live.Item(BigInteger.valueOf(id), name, kind.toNumber(), all);
  }

  private static BigInteger number(long value) {
    return BigInteger.valueOf(value);
  }

  public static void main(String[] arguments) throws Exception {
    Client client = connect(arguments[0], arguments[1].equals("sm"));
    CryptoKeyPair keys = client.getCryptoSuite().loadKeyPair(arguments[2]);
    Live.Item tea = item(1, "tea", Live.Kind.Tea, 3, 5);

    Sums sums = Sums.deploy(client, keys);
    Map<String, String> libraries = Collections.singletonMap("Sums", sums.getContractAddress());
    check(
        "a library that isn't given",
        "The address of the library Sums is missing.",
        () -> messageOf(() -> Live.deploy(client, keys, new HashMap<>(), "none", tea)));
    Live live = Live.deploy(client, keys, libraries, "corner", tea);
    check("deploy, with a struct", "corner", live::label);
    check("a call into the library", 8, () -> live.total(number(1)));
    check(
        "deployAsync",
        "later",
        () -> Live.deployAsync(client, keys, libraries, "later", tea).get(60, TimeUnit.SECONDS).label());
    String name = "live" + Long.toString(System.nanoTime(), 36);
    Live linked = Live.deployAndLink(client, keys, libraries, name, "1.0", "linked", tea);
    check(
        "deployAndLink",
        linked.getContractAddress().toLowerCase(),
        () -> new BFSService(client, keys).readlink("/apps/" + name + "/1.0").toLowerCase());
    check(
        "a link that is there already",
        true,
        () -> !messageOf(() -> Live.deployAndLink(client, keys, libraries, name + "/", "1.0", "x", tea)).isEmpty());
    check("load", "linked", () -> Live.load(linked.getContractAddress(), client, keys).label());

    Live.Item milk = item(2, "milk", Live.Kind.Milk, 7);
    check("a dry run", 1, () -> live.simulateStock(milk));
    check("which changes nothing", 0, live::count);
    TransactionReceipt receipt = live.stock(milk);
    check("a transaction", 0, receipt::getStatus);
    check("its result", "1", () -> live.getStockOutput(receipt).getValue1());
    check("its arguments", text(milk), () -> text(live.getStockInput(receipt).getValue1()));
    check("its event", "2 " + text(milk), () -> {
      List<Live.StockedEventResponse> events = live.getStockedEvents(receipt);
      return events.size() == 1 ? events.get(0).id + " " + text(events.get(0).item) : events;
    });
    check("an indexed text", 32, () -> live.getStockedEvents(receipt).get(0).name.length);
    check("its anonymous event", "2 stocked", () -> {
      List<Live.QuietEventResponse> events = live.getQuietEvents(receipt);
      return events.size() == 1 ? events.get(0).id + " " + events.get(0).note : events;
    });
    check("no event of others", 0, () -> live.getPaidEvents(receipt).size());
    check("a call", text(milk), () -> text(live.find(number(2))));
    check("an async call", text(milk), () -> text(live.findAsync(number(2)).get(60, TimeUnit.SECONDS)));
    check("an overload with two results", "[" + text(tea) + ", " + text(milk) + "] true", () -> {
      Tuple2<DynamicArray<Live.Item>, Boolean> found = live.find(Arrays.asList(number(1), number(2)));
      List<String> texts = new ArrayList<>();
      for (Live.Item each : found.getValue1().getValue()) texts.add(text(each));
      return texts + " " + found.getValue2();
    });

    check("an async transaction", 0, () -> live.stockAsync(tea).get(60, TimeUnit.SECONDS).getStatus());
    check("a transaction with a callback", 0, () -> {
      CompletableFuture<TransactionReceipt> told = new CompletableFuture<>();
      live.setLabel(
          "called back",
          new TransactionCallback() {
            @Override
            public void onResponse(TransactionReceipt response) {
              told.complete(response);
            }
          });
      return told.get(60, TimeUnit.SECONDS).getStatus();
    });
    check("its effect", "called back", live::label);
    check("a transaction that is signed and not sent", true, () -> {
      String signed = live.getSignedTransactionForSetLabel("signed");
      return signed.length() > 200 && live.label().equals("called back");
    });

    check("an error of a call", "9 nothing there", () -> errorOf(() -> live.find(number(9))));
    check("an error of an async call", "9 nothing there", () -> errorOf(() -> live.findAsync(number(9)).join()));
    check("an error of a dry run", "9 nothing there", () -> errorOf(() -> {
      live.simulateRemove(number(9));
      return null;
    }));
    TransactionReceipt refused = live.remove(number(9));
    check("the status of a failed transaction", 16, refused::getStatus);
    check("its error", "9 nothing there", () -> {
      Live.OutOfStockException error = (Live.OutOfStockException) live.getError(refused);
      return error.id + " " + error.reason;
    });
    check("no error of what didn't fail", null, () -> live.getError(receipt));
    check("a reason of words", true, () -> messageOf(() -> {
      live.simulateSetLabel("");
      return null;
    }).contains("a label is needed"));

    subscriptions(client, live, receipt, milk);

    check("call data that no function takes", "0xfeedbeef05", () -> {
      byte[] data = {(byte) 0xfe, (byte) 0xed, (byte) 0xbe, (byte) 0xef, 5};
      byte[] found = live.getRawEvents(live.fallback(data)).get(0).data;
      return "0x" + new BigInteger(1, found).toString(16);
    });
    check("no call data", keys.getAddress().toLowerCase() + " 0", () -> {
      Live.PaidEventResponse paid = live.getPaidEvents(live.receive()).get(0);
      return paid.from.toLowerCase() + " " + paid.amount;
    });
    check("a payable function without a value", "0", () -> live.getPaidEvents(live.pay()).get(0).amount);
    if (arguments[3].equals("values")) values(client, keys, live);
    System.exit(failed == 0 ? 0 : 1); // threads of the client's library would keep the process
  }

  private static void subscriptions(Client client, Live live, TransactionReceipt receipt, Live.Item milk) {
    LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
    BigInteger from = block(receipt);
    String id = live.subscribeStockedEvent(from, NEWEST, event -> heard.add(event.id + " " + text(event.item)));
    check("a subscription tells of the past", true, () -> hears(heard, "2 " + text(milk)));
    live.stock(item(3, "rice", Live.Kind.None));
    check("and of what comes", true, () -> hears(heard, "3 3 rice"));
    LinkedBlockingQueue<Integer> raw = new LinkedBlockingQueue<>();
    live.subscribeStockedEvent((subscription, status, logs) -> {
      if (logs != null) raw.add(logs.size());
    });
    LinkedBlockingQueue<String> quiet = new LinkedBlockingQueue<>();
    live.subscribeQuietEvent(from, NEWEST, event -> quiet.add(event.id + " " + event.note));
    check("a subscription of an anonymous event", true, () -> hears(quiet, "2 stocked"));
    ChainsideAbi.unsubscribe(client, id);
    check("a subscription by the SDK's callback", true, () -> {
      for (int tries = 0; tries < 30; tries++) {
        live.stock(item(4, "salt", Live.Kind.None));
        Integer logs = raw.poll(2, TimeUnit.SECONDS);
        if (logs != null) return logs > 0;
      }
      return false;
    });
    check("a subscription that ended", true, () -> heard.stream().noneMatch(each -> each.startsWith("4 4 salt")));
  }

  /** Whether something comes, among others in any order: the client's library hands each push to a thread of its own. */
  private static boolean hears(LinkedBlockingQueue<String> heard, String beginning) throws InterruptedException {
    String next = heard.poll(60, TimeUnit.SECONDS);
    while (next != null && !next.startsWith(beginning)) next = heard.poll(60, TimeUnit.SECONDS);
    return next != null;
  }

  /** Values take a transaction manager, which only newer releases have. */
  private static void values(Client client, CryptoKeyPair keys, Live live) throws Exception {
    Class<?> manager = Class.forName("org.fisco.bcos.sdk.v3.transaction.manager.transactionv1.TransactionManager");
    Object own =
        Class.forName("org.fisco.bcos.sdk.v3.transaction.manager.transactionv1.DefaultTransactionManager")
            .getConstructor(Client.class)
            .newInstance(client);
    check("a value without a transaction manager", "a value needs setTransactionManager", () -> {
      try {
        Live.class.getMethod("pay", BigInteger.class).invoke(live, number(7));
        return "nothing";
      } catch (java.lang.reflect.InvocationTargetException thrown) {
        return thrown.getCause().getMessage();
      }
    });
    Live.class.getMethod("setTransactionManager", manager).invoke(live, own);
    java.lang.reflect.Method deploys =
        Purse.class.getMethod("deploy", Client.class, CryptoKeyPair.class, manager, BigInteger.class, String.class);
    check("a payable constructor", "mine 9", () -> {
      Purse purse;
      try {
        purse = (Purse) deploys.invoke(null, client, keys, own, number(9), "mine");
      } catch (java.lang.reflect.InvocationTargetException thrown) {
        return String.valueOf(thrown.getCause());
      }
      return purse.owner() + " " + Purse.load(purse.getContractAddress(), client, keys).held();
    });
    check("without a value", 0, () -> Purse.deploy(client, keys, "mine").held());
    check("a payable constructor that refuses", "unlucky", () -> {
      try {
        deploys.invoke(null, client, keys, own, number(13), "mine");
        return "nothing";
      } catch (java.lang.reflect.InvocationTargetException thrown) {
        return thrown.getCause().getMessage();
      }
    });
    check("a value", "7", () -> {
      TransactionReceipt receipt = (TransactionReceipt) Live.class.getMethod("pay", BigInteger.class).invoke(live, number(7));
      return live.getPaidEvents(receipt).get(0).amount;
    });
  }

  private static BigInteger block(TransactionReceipt receipt) {
    return new BigInteger(String.valueOf(receipt.getBlockNumber()));
  }

  private static String messageOf(Step step) throws Exception {
    try {
      step.run();
    } catch (ContractException error) {
      return error.getMessage();
    }
    return "";
  }

  private static String errorOf(Step step) throws Exception {
    try {
      step.run();
    } catch (CompletionException error) {
      return told((Live.OutOfStockException) error.getCause());
    } catch (Live.OutOfStockException error) {
      return told(error);
    }
    return "nothing was thrown";
  }

  private static String told(Live.OutOfStockException error) {
    return error.id + " " + error.reason;
  }

  private static Client connect(String endpoint, boolean sm) throws Exception {
    ConfigProperty property = new ConfigProperty();
    Map<String, Object> network = new HashMap<>();
    network.put("peers", new ArrayList<>(Collections.singletonList(endpoint)));
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
}
