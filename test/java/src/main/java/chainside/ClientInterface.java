package chainside;

import static chainside.OfficialClient.check;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.fisco.bcos.sdk.v3.client.Client;
import org.fisco.bcos.sdk.v3.client.protocol.model.JsonTransactionResponse;
import org.fisco.bcos.sdk.v3.client.protocol.response.BcosBlock;
import org.fisco.bcos.sdk.v3.client.protocol.response.BlockNumber;
import org.fisco.bcos.sdk.v3.contract.precompiled.bfs.BFSService;
import org.fisco.bcos.sdk.v3.contract.precompiled.crud.TableCRUDService;
import org.fisco.bcos.sdk.v3.contract.precompiled.crud.common.Condition;
import org.fisco.bcos.sdk.v3.contract.precompiled.crud.common.Entry;
import org.fisco.bcos.sdk.v3.contract.precompiled.crud.common.UpdateFields;
import org.fisco.bcos.sdk.v3.crypto.keypair.CryptoKeyPair;
import org.fisco.bcos.sdk.v3.model.Response;
import org.fisco.bcos.sdk.v3.model.TransactionReceipt;
import org.fisco.bcos.sdk.v3.model.callback.RespCallback;
import org.fisco.bcos.sdk.v3.transaction.manager.AssembleTransactionProcessor;
import org.fisco.bcos.sdk.v3.transaction.manager.TransactionProcessorFactory;
import org.fisco.bcos.sdk.v3.transaction.manager.transactionv1.AssembleTransactionService;
import org.fisco.bcos.sdk.v3.transaction.manager.transactionv1.utils.TransactionRequestBuilder;
import org.fisco.bcos.sdk.v3.transaction.model.dto.TransactionResponse;

/** Every question and every kind of transaction that the official client offers, on whatever chain: what is equal on all of them. */
final class ClientInterface {
  private ClientInterface() {}

  /** The key may deploy, write tables and make folders. */
  static void use(Client client, CryptoKeyPair keys, String abi, String bytecode) throws Exception {
    AssembleTransactionProcessor processor =
        TransactionProcessorFactory.createAssembleTransactionProcessor(client, keys);
    TransactionReceipt receipt =
        processor.deployAndGetResponse(abi, bytecode, Collections.emptyList(), null).getTransactionReceipt();
    chain(client);
    blocks(client, receipt);
    transactions(client, keys, processor, receipt, abi);
    versionOne(client, keys, abi, bytecode);
    tables(client, keys);
    folders(client, keys, receipt.getContractAddress());
  }

  private static void chain(Client client) {
    check("chain ID", "chainside", client::getChainId);
    check("group", "group0", client::getGroup);
    check("group list", "[group0]", () -> client.getGroupList().getResult().getGroupList());
    check("group information names the chain", "chainside group0", () ->
        client.getGroupInfo().getResult().getChainID() + " " + client.getGroupInfo().getResult().getGroupID());
    check("no WebAssembly, serial", "false true", () -> client.isWASM() + " " + client.isSerialExecute());
    check("transactions of version 1", true, client::isSupportTransactionV1);
    check("protocol", 2, () -> client.getNegotiatedProtocol() >> 16);
    check("node information", true, () -> {
      String node = client.getGroupInfo().getResult().getNodeList().get(0).getName();
      return node.equals(client.getGroupNodeInfo(node).getResult().getName());
    });
    check("group peers", 5, () -> client.getGroupPeers().getGroupPeers().size());
    check("sealers by their type", 4, () -> client.getNodeListByType("consensus_sealer").getSealerList().size());
    check("observers by their type", 1, () -> client.getNodeListByType("consensus_observer").getSealerList().size());
    check("view", true, () -> client.getPbftView().getPbftView().signum() >= 0);
    check("nothing waits", 0, () -> client.getPendingTxSize().getPendingTxSize());
    check("consensus status", "4 false", () -> {
      var status = client.getConsensusStatus().getConsensusStatus();
      return status.getConsensusNodeInfos().size() + " " + status.getTimeout();
    });
    check("sync status", true, () -> {
      var status = client.getSyncStatus().getSyncStatus();
      return status.getBlockNumber() == client.getBlockNumber().getBlockNumber().longValue()
          && status.getPeers().size() == 4;
    });
    for (String key : List.of("tx_count_limit", "tx_gas_limit", "consensus_leader_period", "compatibility_version")) {
      check("system configuration " + key, true, () ->
          !client.getSystemConfigByKey(key).getSystemConfig().getValue().isEmpty());
    }
    check("permissions of the system configuration", true, () ->
        List.of("0", "1").contains(client.getSystemConfigByKey("auth_check_status").getSystemConfig().getValue()));
    check("block limit", true, () ->
        client.getBlockLimit().compareTo(client.getBlockNumber().getBlockNumber()) > 0);
    check("height, asked without waiting", true, () ->
        ClientInterface.<BlockNumber>answer(client::getBlockNumberAsync).getBlockNumber().signum() > 0);
  }

  interface Question<T> {
    void ask(RespCallback<T> callback);
  }

  private static <T> T answer(Question<T> question) throws Exception {
    CompletableFuture<T> found = new CompletableFuture<>();
    question.ask(new RespCallback<T>() {
      @Override
      public void onResponse(T answer) {
        found.complete(answer);
      }

      @Override
      public void onError(Response error) {
        found.completeExceptionally(new IllegalStateException(error.getErrorMessage()));
      }
    });
    return found.get(OfficialClient.WAIT_SECONDS, TimeUnit.SECONDS);
  }

  private static void blocks(Client client, TransactionReceipt receipt) {
    BigInteger number = receipt.getBlockNumber();
    BcosBlock.Block block = client.getBlockByNumber(number, false, false).getBlock();
    check("block hash", block.getHash(), () -> client.getBlockHashByNumber(number).getBlockHashByNumber());
    check("block by its hash", block.getNumber(), () ->
        client.getBlockByHash(block.getHash(), false, false).getBlock().getNumber());
    check("header only", null, () -> client.getBlockByNumber(number, true, false).getBlock().getTransactions());
    check("hashes only", receipt.getTransactionHash(), () ->
        ((BcosBlock.TransactionHash) client.getBlockByNumber(number, false, true).getBlock().getTransactions().get(0)).get());
    check("whole transaction", receipt.getTransactionHash(), () ->
        ((BcosBlock.TransactionObject) block.getTransactions().get(0)).getHash());
    check("parent", client.getBlockHashByNumber(number.subtract(BigInteger.ONE)).getBlockHashByNumber(), () ->
        block.getParentInfo().get(0).getBlockHash());
    check("sealers of the block", 4, () -> block.getSealerList().size());
    check("signatures reach the quorum", true, () -> block.getSignatureList().size() >= 3);
    check("the same signatures at a second reading", block.getSignatureList(), () ->
        client.getBlockByNumber(number, false, false).getBlock().getSignatureList());
    check("total of transactions", true, () -> {
      var total = client.getTotalTransactionCount().getTotalTransactionCount();
      return Long.parseLong(total.getTransactionCount()) > 0 && Long.parseLong(total.getBlockNumber()) > 0;
    });
    check("a block that is not there", "Get block failed with errors!", () -> {
      try {
        return client.getBlockByNumber(BigInteger.valueOf(1_000_000), false, false).getBlock();
      } catch (Exception error) {
        return error.getMessage().contains("Get block failed") ? "Get block failed with errors!" : error.getMessage();
      }
    });
  }

  private static void transactions(
      Client client, CryptoKeyPair keys, AssembleTransactionProcessor processor, TransactionReceipt receipt, String abi)
      throws Exception {
    String hash = receipt.getTransactionHash();
    JsonTransactionResponse transaction = client.getTransaction(hash, true).getTransaction().get();
    check("transaction", "chainside group0", () -> transaction.getChainID() + " " + transaction.getGroupID());
    check("its sender", keys.getAddress(), transaction::getFrom);
    check("transaction proof", true, () -> !transaction.getTxProof().isEmpty());
    TransactionReceipt again = client.getTransactionReceipt(hash, true).getTransactionReceipt();
    check("receipt", receipt.getReceiptHash(), again::getReceiptHash);
    check("code", true, () -> client.getCode(receipt.getContractAddress()).getCode().length() > 100);
    check("no code", true, () -> {
      String code = client.getCode("0x" + "12".repeat(20)).getCode();
      return code == null || code.isEmpty();
    });
    TransactionResponse failed = processor.sendTransactionAndGetResponse(
        receipt.getContractAddress(), abi, "write", new byte[] {1, 2, 3, 4});
    check("a function that is not there", 16, () -> failed.getTransactionReceipt().getStatus());
    check("a transaction without waiting", 0, () -> {
      CompletableFuture<Integer> status = new CompletableFuture<>();
      processor.sendTransactionAsync(receipt.getContractAddress(), abi, "write", List.of("später"),
          new org.fisco.bcos.sdk.v3.model.callback.TransactionCallback() {
            @Override
            public void onResponse(TransactionReceipt sent) {
              status.complete(sent.getStatus());
            }
          });
      return status.get(OfficialClient.WAIT_SECONDS, TimeUnit.SECONDS);
    });
    check("a call by words", "[später]", () ->
        processor.sendCallWithStringParams(keys.getAddress(), receipt.getContractAddress(), abi, "latest", List.of())
            .getReturnObject());
  }

  private static void versionOne(Client client, CryptoKeyPair keys, String abi, String bytecode) throws Exception {
    client.getCryptoSuite().setCryptoKeyPair(keys);
    AssembleTransactionService service = new AssembleTransactionService(client);
    TransactionResponse deployed =
        service.deployContract(new TransactionRequestBuilder(abi, bytecode).buildDeployRequest(List.of()));
    check("version 1: deploy", "0 1", () ->
        deployed.getTransactionReceipt().getStatus() + " " + deployed.getTransactionReceipt().getVersion());
    String address = deployed.getContractAddress();
    TransactionResponse sent =
        service.sendTransaction(new TransactionRequestBuilder(abi, "write", address).buildRequest(List.of("eins")));
    check("version 1: send", "0 1", () ->
        sent.getTransactionReceipt().getStatus() + " " + sent.getTransactionReceipt().getLogEntries().size());
    check("version 1: what it was sent with", "1 chainside", () -> {
      JsonTransactionResponse found =
          client.getTransaction(sent.getTransactionReceipt().getTransactionHash(), false).getTransaction().get();
      return found.getVersion() + " " + found.getChainID();
    });
    check("version 1: call", "[eins]", () ->
        service.sendCall(new TransactionRequestBuilder(abi, "latest", address).buildRequest(List.of())).getReturnObject());
    check("version 1: words as parameters", 0, () ->
        service.sendTransaction(new TransactionRequestBuilder(abi, "write", address)
            .buildStringParamsRequest(List.of("zwei"))).getTransactionReceipt().getStatus());
  }

  private static void tables(Client client, CryptoKeyPair keys) throws Exception {
    TableCRUDService rows = new TableCRUDService(client, keys);
    check("a table", 0, () -> rows.createTable("t_client", "id", Arrays.asList("name", "age")).getCode());
    check("a table twice", "The table already exist", () -> {
      try {
        return rows.createTable("t_client", "id", Arrays.asList("name", "age")).getMessage();
      } catch (Exception error) {
        return error.getMessage();
      }
    });
    for (int row = 1; row <= 5; row++) {
      String id = String.valueOf(row);
      check("row " + id, 1, () -> {
        Map<String, String> fields = new HashMap<>();
        fields.put("name", "n" + id);
        fields.put("age", "1" + id);
        return rows.insert("t_client", new Entry(Arrays.asList("name", "age"), id, fields)).getCode();
      });
    }
    Condition upper = new Condition();
    upper.GT("2");
    upper.setLimit(0, 10);
    check("rows by a condition", 3, () -> rows.select("t_client", upper).size());
    check("rows changed by a condition", 3, () ->
        rows.update("t_client", upper, new UpdateFields(Map.of("age", "99"))).getCode());
    check("what was changed", "11 99", () ->
        rows.select("t_client", "1").get("age") + " " + rows.select("t_client", "5").get("age"));
    check("rows removed by a condition", 3, () -> rows.remove("t_client", upper).getCode());
    check("a new column", 0, () -> rows.appendColumns("t_client", List.of("town")).getCode());
    check("its place", "{key_field=[id], value_field=[name, age, town]}", () ->
        new java.util.TreeMap<>(rows.desc("t_client")));
  }

  private static void folders(Client client, CryptoKeyPair keys, String address) throws Exception {
    BFSService bfs = new BFSService(client, keys);
    check("a folder", 0, () -> bfs.mkdir("/apps/client").getCode());
    check("the folder is there", "client directory", () -> {
      var found = bfs.isExist("/apps/client");
      return found.getFileName() + " " + found.getFileType();
    });
    check("nothing is there", null, () -> bfs.isExist("/apps/nothing"));
    check("a link", 0, () -> bfs.link("clientLink", "v1", address, "[]").getCode());
    check("where it leads", address, () -> bfs.readlink("/apps/clientLink/v1"));
    check("a page of a folder", true, () ->
        bfs.listBFSInfo("/apps", BigInteger.ZERO, BigInteger.valueOf(100)).getValue2().stream()
            .anyMatch((entry) -> entry.getFileName().equals("clientLink")));
  }
}
