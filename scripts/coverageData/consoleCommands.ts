interface ConsoleSection {
  readonly title: string;
  readonly names: readonly string[];
}

const section = (title: string, names: string): ConsoleSection => ({ title, names: names.split(" ") });

/** The 107 commands that the official console 3.8.0 has switched on. */
export const consoleCommands: readonly ConsoleSection[] = [
  section("Shell", "help switch quit setNodeName getNodeName clearNodeName"),
  section("Contracts", "deploy call getCode listAbi getDeployLog listDeployContractAddress transfer"),
  section(
    "Chain",
    "getBlockNumber getSyncStatus getPeers getLatestBlock getBlockByNumber getBlockByHash getBlockHeaderByNumber getBlockHeaderByHash getBlockHashByNumber getTransactionByHash getTransactionByHashWithProof getTransactionReceipt getTransactionReceiptByHashWithProof getPendingTxSize getTotalTransactionCount setSystemConfigByKey getSystemConfigByKey listSystemConfigs",
  ),
  section(
    "Consensus",
    "getSealerList getObserverList getCandidateList getPbftView getConsensusStatus addSealer addObserver removeNode setConsensusWeight",
  ),
  section("Tables", "create alter desc insert select update delete"),
  section("BFS", "cd pwd ls mkdir ln tree fixBFS"),
  section("Groups", "getGroupPeers getGroupInfo getGroupList getGroupInfoList getGroupNodeInfo"),
  section("Accounts", "newAccount loadAccount listAccount getCurrentAccount"),
  section(
    "Governance: asking",
    "getCommitteeInfo getProposalInfo getLatestProposal getContractAdmin getDeployAuth checkDeployAuth checkMethodAuth getMethodAuth getContractStatus getAccountStatus",
  ),
  section(
    "Governance: committee",
    "updateGovernorProposal setRateProposal upgradeVoteProposal setDeployAuthTypeProposal openDeployAuthProposal closeDeployAuthProposal resetAdminProposal setSysConfigProposal setConsensusNodeWeightProposal addSealerProposal addObserverProposal removeNodeProposal voteProposal revokeProposal freezeAccount unfreezeAccount abolishAccount initAuth",
  ),
  section(
    "Governance: admin of a contract",
    "setMethodAuth openMethodAuth closeMethodAuth freezeContract unfreezeContract abolishContract",
  ),
  section("Shards", "makeShard linkShard getContractShard"),
  section(
    "Balances",
    "getBalance addBalance subBalance transferBalance registerBalanceGovernor unregisterBalanceGovernor listBalanceGovernor",
  ),
];

/** Why a command of the console is no operation on a chain, and where the editor has it (`editorLocations.ts` says how that is written). */
export interface NoOperation {
  readonly reason: string;
  readonly place: string;
}

const noOperation = (reason: string, place = ""): NoOperation => ({ reason, place });
const prompt = "belongs to the prompt; the tree shows every folder";
const keys = "key files, which no chain knows";
const log = "what was deployed from here, which no chain knows";
const chosen = "a choice of the shell; the line of the group tells it";
const sources = "takes sources and a compiler; with an artifact or bytecode it's an operation, too";

/** The commands that aren't operations. `chainside shell` has them by itself. */
export const otherCommands: Readonly<Record<string, NoOperation>> = {
  help: noOperation("the shell's own; the palette lists every command under FISCO BCOS"),
  switch: noOperation("a choice of the shell; in the editor all groups are open side by side", "selectGroup"),
  quit: noOperation("ends the shell", "disconnect stopEmbeddedChain"),
  setNodeName: noOperation(chosen, "chooseNode"),
  getNodeName: noOperation(chosen, "chooseNode"),
  clearNodeName: noOperation(chosen, "chooseNode"),
  deploy: noOperation(sources, "deployContract bfsLink @contracts"),
  call: noOperation("a call or a transaction, as the function's ABI says", "callContract sendTransaction"),
  getDeployLog: noOperation(log, "@contracts"),
  listDeployContractAddress: noOperation(log, "@contracts"),
  cd: noOperation(prompt),
  pwd: noOperation(prompt),
  newAccount: noOperation(keys, "createAccount"),
  loadAccount: noOperation(keys, "importKeyFile importAccount selectAccount"),
  listAccount: noOperation(keys, "@accounts"),
  getCurrentAccount: noOperation(keys, "@accounts"),
};
