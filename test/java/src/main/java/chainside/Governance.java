package chainside;

import static chainside.OfficialClient.check;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.fisco.bcos.sdk.v3.client.Client;
import org.fisco.bcos.sdk.v3.contract.auth.manager.AuthManager;
import org.fisco.bcos.sdk.v3.contract.auth.po.AccessStatus;
import org.fisco.bcos.sdk.v3.contract.auth.po.AuthType;
import org.fisco.bcos.sdk.v3.contract.precompiled.sysconfig.SystemConfigService;
import org.fisco.bcos.sdk.v3.crypto.keypair.CryptoKeyPair;
import org.fisco.bcos.sdk.v3.transaction.manager.AssembleTransactionProcessor;
import org.fisco.bcos.sdk.v3.transaction.manager.TransactionProcessorFactory;

/** The committee, proposals, and who may do what, on a chain with governance. */
final class Governance {
  private Governance() {}

  /** The governor's key is a development account's, the stranger's is new. */
  static void use(Client client, CryptoKeyPair governor, CryptoKeyPair stranger, String abi, String bytecode)
      throws Exception {
    AuthManager committee = new AuthManager(client, governor);
    proposals(client, committee, governor, stranger);
    deployment(client, committee, stranger, abi, bytecode);
    contracts(client, governor, stranger, abi, bytecode);
    check("account freeze", 0, () ->
        committee.setAccountStatus(stranger.getAddress(), AccessStatus.Freeze).getCode());
    check("frozen account", 22, () ->
        TransactionProcessorFactory.createAssembleTransactionProcessor(client, stranger)
            .deployAndGetResponse(abi, bytecode, Collections.emptyList(), null).getTransactionReceipt().getStatus());
    check("account is frozen since the block after", false, () -> committee.accountAvailable(stranger.getAddress()));
    check("account thaw", 0, () ->
        committee.setAccountStatus(stranger.getAddress(), AccessStatus.Normal).getCode());
    check("two governors", "2 60", () -> {
      committee.updateGovernor(stranger.getAddress(), BigInteger.ONE);
      committee.setRate(BigInteger.valueOf(60), BigInteger.valueOf(60));
      return committee.getCommitteeInfo().getGovernorList().size() + " 60";
    });
    check("a proposal waits for the second vote, and executes", "notEnoughVotes finished 1500", () -> {
      BigInteger id = committee.createSetSysConfigProposal("tx_count_limit", "1500");
      String before = committee.getProposalInfo(id).getStatusString();
      new AuthManager(client, stranger).voteProposal(id, true);
      String value = client.getSystemConfigByKey("tx_count_limit").getSystemConfig().getValue();
      return before + " " + committee.getProposalInfo(id).getStatusString() + " " + value;
    });
  }

  private static void proposals(
      Client client, AuthManager committee, CryptoKeyPair governor, CryptoKeyPair stranger) throws Exception {
    check("one governor", "[" + governor.getAddress() + "]", () -> {
      List<String> found = new java.util.ArrayList<>();
      committee.getCommitteeInfo().getGovernorList().forEach((each) -> found.add(each.getGovernorAddress()));
      return found;
    });
    check("system config refused to everybody", -50000, () ->
        new SystemConfigService(client, stranger).setValueByKey("tx_count_limit", "1100").getCode());
    check("proposal: system config", "1200 finished", () -> {
      BigInteger id = committee.createSetSysConfigProposal("tx_count_limit", "1200");
      String value = client.getSystemConfigByKey("tx_count_limit").getSystemConfig().getValue();
      return value + " " + committee.getProposalInfo(id).getStatusString();
    });
    check("proposal: a sealer leaves", 3, () -> {
      committee.createRmNodeProposal(client.getSealerList().getSealerList().get(3).getNodeID());
      return client.getSealerList().getSealerList().size();
    });
    check("proposals counted", true, () -> committee.proposalCount().intValue() >= 2);
  }

  private static void deployment(
      Client client, AuthManager committee, CryptoKeyPair stranger, String abi, String bytecode) throws Exception {
    AssembleTransactionProcessor processor =
        TransactionProcessorFactory.createAssembleTransactionProcessor(client, stranger);
    check("deploy for all", 0, () ->
        processor.deployAndGetResponse(abi, bytecode, Collections.emptyList(), null).getTransactionReceipt().getStatus());
    check("deploy by a list", 1, () -> {
      committee.setDeployAuthType(AuthType.WHITE_LIST);
      return committee.getDeployAuthType();
    });
    check("deploy refused", 18, () ->
        processor.deployAndGetResponse(abi, bytecode, Collections.emptyList(), null).getTransactionReceipt().getStatus());
    check("deploy allowed", true, () -> {
      committee.modifyDeployAuth(stranger.getAddress(), true);
      return committee.checkDeployAuth(stranger.getAddress());
    });
  }

  private static void contracts(
      Client client, CryptoKeyPair governor, CryptoKeyPair stranger, String abi, String bytecode) throws Exception {
    AssembleTransactionProcessor owner =
        TransactionProcessorFactory.createAssembleTransactionProcessor(client, stranger);
    String address =
        owner.deployAndGetResponse(abi, bytecode, Collections.emptyList(), null).getContractAddress();
    AuthManager rights = new AuthManager(client, stranger);
    byte[] write = Arrays.copyOf(client.getCryptoSuite().getHashImpl().hash("write(string)".getBytes()), 4);
    check("contract admin", stranger.getAddress(), () -> rights.getAdmin(address));
    check("method by a list", 0, () -> rights.setMethodAuthType(address, write, AuthType.WHITE_LIST).getCode());
    check("method refused", false, () -> rights.checkMethodAuth(address, write, governor.getAddress()));
    check("method refused when sent", 18, () ->
        TransactionProcessorFactory.createAssembleTransactionProcessor(client, governor)
            .sendTransactionAndGetResponse(address, abi, "write", List.of("x")).getTransactionReceipt().getStatus());
    check("method allowed", true, () -> {
      rights.setMethodAuth(address, write, governor.getAddress(), true);
      return rights.checkMethodAuth(address, write, governor.getAddress());
    });
    check("contract freeze", 0, () -> rights.setContractStatus(address, AccessStatus.Freeze).getCode());
    check("frozen contract", 21, () ->
        owner.sendTransactionAndGetResponse(address, abi, "write", List.of("x")).getTransactionReceipt().getStatus());
  }
}
