package chainside;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.fisco.bcos.sdk.v3.BcosSDK;
import org.fisco.bcos.sdk.v3.amop.Amop;
import org.fisco.bcos.sdk.v3.client.Client;
import org.fisco.bcos.sdk.v3.config.ConfigOption;
import org.fisco.bcos.sdk.v3.config.model.ConfigProperty;
import org.fisco.bcos.sdk.v3.contract.precompiled.bfs.BFSService;
import org.fisco.bcos.sdk.v3.contract.precompiled.consensus.ConsensusService;
import org.fisco.bcos.sdk.v3.contract.precompiled.crud.KVTableService;
import org.fisco.bcos.sdk.v3.contract.precompiled.crud.TableCRUDService;
import org.fisco.bcos.sdk.v3.contract.precompiled.crud.common.Entry;
import org.fisco.bcos.sdk.v3.contract.precompiled.crud.common.UpdateFields;
import org.fisco.bcos.sdk.v3.contract.precompiled.sysconfig.SystemConfigService;
import org.fisco.bcos.sdk.v3.crypto.CryptoSuite;
import org.fisco.bcos.sdk.v3.crypto.keypair.CryptoKeyPair;
import org.fisco.bcos.sdk.v3.eventsub.EventSubParams;
import org.fisco.bcos.sdk.v3.eventsub.EventSubscribe;
import org.fisco.bcos.sdk.v3.model.TransactionReceipt;
import org.fisco.bcos.sdk.v3.transaction.codec.decode.TransactionDecoderService;
import org.fisco.bcos.sdk.v3.transaction.manager.AssembleTransactionProcessor;
import org.fisco.bcos.sdk.v3.transaction.manager.TransactionProcessorFactory;
import org.fisco.bcos.sdk.v3.transaction.model.dto.TransactionResponse;
import org.fisco.bcos.sdk.v3.transaction.model.exception.ContractException;

/** Uses an embedded chain through the official client as an application does; one line for each thing that was tried. */
public final class OfficialClient {
  /** How long an answer may take on a machine with other work. What is lost never comes, so a long wait hides nothing. */
  static final int WAIT_SECONDS = 60;

  private static int failed = 0;

  interface Work {
    Object run() throws Exception;
  }

  static void check(String name, Object expected, Work work) {
    Object found;
    long begin = System.nanoTime();
    try {
      found = work.run();
    } catch (Throwable error) {
      found = error.toString();
    }
    boolean ok = String.valueOf(expected).equals(String.valueOf(found));
    if (!ok) failed++;
    long taken = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    System.out.println(
        (ok ? "ok   " : "FAIL ") + name + (ok ? "" : ": " + found + " instead of " + expected + " after " + taken + " ms"));
  }

  public static void main(String[] arguments) throws Exception {
    String endpoint = arguments[0];
    boolean sm = arguments[1].startsWith("sm");
    boolean tls = arguments[1].endsWith("tls");
    boolean auth = arguments[1].endsWith("auth");
    String certificates = arguments[2];
    String bytecode = arguments[3];
    String abi = Files.readString(Path.of(arguments[4]));
    ConfigProperty property = new ConfigProperty();
    Map<String, Object> network = new HashMap<>();
    network.put("peers", new ArrayList<>(List.of(endpoint)));
    network.put("defaultGroup", "group0");
    network.put("messageTimeout", String.valueOf(TimeUnit.SECONDS.toMillis(WAIT_SECONDS)));
    property.setNetwork(network);
    Map<String, Object> material = new HashMap<>();
    material.put("certPath", certificates);
    material.put("disableSsl", String.valueOf(!tls));
    material.put("useSMCrypto", String.valueOf(sm));
    property.setCryptoMaterial(material);
    Map<String, Object> account = new HashMap<>();
    account.put("keyStoreDir", Files.createTempDirectory("accounts").toString());
    property.setAccount(account);
    BcosSDK sdk = new BcosSDK(new ConfigOption(property));
    BcosSDK other = new BcosSDK(new ConfigOption(property));
    try {
      if (auth) {
        Client client = sdk.getClient("group0");
        CryptoKeyPair governor = new CryptoSuite(client.getCryptoType()).loadKeyPair(arguments[5]);
        CryptoKeyPair stranger = keep(client.getCryptoSuite().getCryptoKeyPair());
        ClientInterface.use(client, governor, abi, bytecode);
        Governance.use(client, governor, stranger, abi, bytecode);
        System.exit(failed == 0 ? 0 : 1);
      }
      use(sdk, sdk.getClient("group0"), sm, abi, bytecode);
      Client client = sdk.getClient("group0");
      ClientInterface.use(client, client.getCryptoSuite().getCryptoKeyPair(), abi, bytecode);
      check("AMOP", "pong", () -> amop(sdk, other));
    } catch (Throwable error) {
      failed++;
      System.out.println("FAIL " + error);
    }
    System.exit(failed == 0 ? 0 : 1); // threads of the client's library would keep the process
  }

  /** Nobody may print this key: test/support/secretEvidence.ts. */
  private static CryptoKeyPair keep(CryptoKeyPair keys) throws Exception {
    String secrets = System.getenv("CHAINSIDE_TEST_SECRETS");
    if (secrets == null) return keys;
    Path list = Path.of(secrets, "keys.txt");
    Files.writeString(list, keys.getHexPrivateKey() + "\n", StandardOpenOption.APPEND, StandardOpenOption.CREATE);
    return keys;
  }

  private static void use(BcosSDK sdk, Client client, boolean sm, String abi, String bytecode) throws Exception {
    CryptoKeyPair keys = keep(client.getCryptoSuite().getCryptoKeyPair());
    check("crypto type", sm ? 1 : 0, () -> client.getCryptoType());
    check("sealers", 4, () -> client.getSealerList().getSealerList().size());
    check("observers", 1, () -> client.getObserverList().getObserverList().size());
    check("group", "group0", () -> client.getGroupInfoList().getResult().get(0).getGroupID());
    check("peers", 4, () -> client.getPeers().getPeers().getPeers().size());
    check("height", 0, () -> client.getBlockNumber().getBlockNumber());

    AssembleTransactionProcessor processor =
        TransactionProcessorFactory.createAssembleTransactionProcessor(client, keys);
    TransactionResponse deployed = processor.deployAndGetResponse(abi, bytecode, Collections.emptyList(), null);
    String address = deployed.getContractAddress();
    check("deploy", 0, () -> deployed.getTransactionReceipt().getStatus());
    CompletableFuture<Integer> events = subscribe(sdk, client, address);
    CompletableFuture<Integer> heights = new CompletableFuture<>();
    sdk.registerBlockNotifier("group0", (group, number) -> {
      if (number.intValue() >= 2) heights.complete(number.intValue());
    });
    TransactionResponse sent =
        processor.sendTransactionAndGetResponse(address, abi, "write", List.of("你好 chainside"));
    check("send", 0, () -> sent.getTransactionReceipt().getStatus());
    check("block notification", 2, () -> heights.get(WAIT_SECONDS, TimeUnit.SECONDS));
    TransactionDecoderService decoder = new TransactionDecoderService(client.getCryptoSuite(), false);
    check("decoded receipt", "Success {Written=[[你好 chainside]]}", () -> {
      TransactionResponse decoded = decoder.decodeReceiptWithoutValues(abi, sent.getTransactionReceipt());
      return decoded.getReceiptMessages() + " " + decoded.getEventResultMap();
    });
    check("call", "[你好 chainside]", () ->
        processor.sendCall(keys.getAddress(), address, abi, "latest", List.of()).getReturnObject());
    check("event", 1, () -> events.get(WAIT_SECONDS, TimeUnit.SECONDS));
    check("block", 1, () -> client.getBlockByNumber(BigInteger.valueOf(2), false, false).getBlock().getTransactions().size());
    check("receipt proof", true, () -> {
      String hash = deployed.getTransactionReceipt().getTransactionHash();
      TransactionReceipt receipt = client.getTransactionReceipt(hash, true).getTransactionReceipt();
      return receipt.getTxReceiptProof().size() == 1 && receipt.getBlockNumber().intValue() == 1;
    });
    String whoCalls = "6009600c60003960096000f3" + "3360005260206000f3"; // returns msg.sender
    String mirror = processor.deployAndGetResponse("[]", whoCalls, Collections.emptyList(), null).getContractAddress();
    String word = "0x" + "0".repeat(24);
    check("call without a name", word + "0".repeat(40), () ->
        processor.executeCall(keys.getAddress(), mirror, new byte[] {1, 2, 3, 4}).getCallResult().getOutput());
    check("call as an account", word + keys.getAddress().substring(2), () ->
        processor.executeCallWithSign(keys.getAddress(), mirror, new byte[] {1, 2, 3, 4}).getCallResult().getOutput());
    check("ABI", true, () -> client.getABI(address).getABI().contains("write"));
    services(client, keys, address);
  }

  private static CompletableFuture<Integer> subscribe(BcosSDK sdk, Client client, String address) throws Exception {
    CompletableFuture<Integer> found = new CompletableFuture<>();
    EventSubscribe subscribe = EventSubscribe.build(client);
    subscribe.start();
    EventSubParams parameters = new EventSubParams();
    parameters.addAddress(address);
    parameters.setFromBlock(BigInteger.ONE);
    parameters.setToBlock(BigInteger.valueOf(-1));
    subscribe.subscribeEvent(parameters, (id, status, logs) -> {
      if (logs != null && !logs.isEmpty()) found.complete(logs.size());
    });
    return found;
  }

  private static void services(Client client, CryptoKeyPair keys, String address) throws Exception {
    BFSService bfs = new BFSService(client, keys);
    check("BFS mkdir", 0, () -> bfs.mkdir("/apps/lab").getCode());
    check("BFS list", true, () -> bfs.list("/apps").stream().anyMatch((entry) -> entry.getFileName().equals("lab")));
    check("BFS link", 0, () -> bfs.link("diary", "v1", address, "[]").getCode());
    check("BFS readlink", address, () -> bfs.readlink("/apps/diary/v1"));

    SystemConfigService configuration = new SystemConfigService(client, keys);
    check("system config", 0, () -> configuration.setValueByKey("tx_count_limit", "2000").getCode());
    check("decoded refusal", true, () -> {
      try {
        return configuration.setValueByKey("tx_count_limit", "0").getMessage();
      } catch (ContractException refused) {
        return refused.getMessage().contains("no less than 1") ? true : refused.getMessage();
      }
    });
    check("system config value", "2000", () ->
        client.getSystemConfigByKey("tx_count_limit").getSystemConfig().getValue());

    ConsensusService consensus = new ConsensusService(client, keys);
    String node = client.getSealerList().getSealerList().get(3).getNodeID();
    check("consensus observer", 0, () -> consensus.addObserver(node).getCode());
    check("consensus three sealers", 3, () -> client.getSealerList().getSealerList().size());
    check("consensus sealer", 0, () -> consensus.addSealer(node, BigInteger.ONE).getCode());

    KVTableService table = new KVTableService(client, keys);
    check("KV create", 0, () -> table.createTable("t_kv", "id", "value").getCode());
    check("KV set", 1, () -> table.set("t_kv", "k", "v").getCode());
    check("KV get", "v", () -> table.get("t_kv", "k"));

    TableCRUDService rows = new TableCRUDService(client, keys);
    check("table create", 0, () -> rows.createTable("t_rows", "id", Arrays.asList("name", "age")).getCode());
    check("table insert", 1, () -> {
      Map<String, String> fields = new HashMap<>();
      fields.put("name", "陈");
      fields.put("age", "7");
      return rows.insert("t_rows", new Entry(Arrays.asList("name", "age"), "1", fields)).getCode();
    });
    check("table select", "陈", () -> rows.select("t_rows", "1").get("name"));
    check("table update", 1, () ->
        rows.update("t_rows", "1", new UpdateFields(Map.of("name", "林"))).getCode());
    check("table select after update", "林", () -> rows.select("t_rows", "1").get("name"));
    check("table description", "{key_field=[id], value_field=[name, age]}", () ->
        new java.util.TreeMap<>(rows.desc("t_rows")));
    check("table remove", 1, () -> rows.remove("t_rows", "1").getCode());
    check("table is empty", 0, () -> rows.select("t_rows", "1").size());
  }

  private static String amop(BcosSDK sdk, BcosSDK listener) throws Exception {
    CompletableFuture<String> answered = new CompletableFuture<>();
    Amop ears = listener.getAmop();
    ears.subscribeTopic("ping", (endpoint, seq, data) -> ears.sendResponse(endpoint, seq, "pong".getBytes()));
    // The subscription has no answer to wait for: until the node knows of it, a message finds no one.
    for (int tries = 0; !answered.isDone() && tries < WAIT_SECONDS * 5; tries++) {
      CompletableFuture<Boolean> ended = new CompletableFuture<>();
      sdk.getAmop().sendAmopMsg("ping", "ping".getBytes(), 5000, (response) -> {
        byte[] data = response.getData() == null ? new byte[0] : response.getData();
        if (response.getErrorCode() == 0) answered.complete(new String(data));
        ended.complete(true);
      });
      ended.get(WAIT_SECONDS, TimeUnit.SECONDS);
      if (!answered.isDone()) Thread.sleep(200);
    }
    return answered.get(0, TimeUnit.SECONDS);
  }
}
