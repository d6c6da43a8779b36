import { type CoverageEntry, type CoverageSection, general, notNeeded, offered } from "./coverageEntry";

const rpc = (name: string, method: string): CoverageEntry =>
  general(name, "callRpcMethod", { cli: "rpc", note: `method ${method}` });
const proposal = (name: string, note?: string): CoverageEntry =>
  offered(name, "createProposal", { views: ["governance"], ...(note === undefined ? {} : { note }) });

/** Where permissions are enforced. */
const note = "the direct command makes the proposal where permissions are enforced";

/** The 107 commands that the official console 3.8.0 has switched on. */
export const consoleCommands: readonly CoverageSection[] = [
  {
    title: "Shell",
    entries: [
      notNeeded("help", "the command palette lists every command under FISCO BCOS"),
      offered("switch", "selectGroup", { views: ["chains"], note: "all groups are open side by side" }),
      offered("quit", "disconnect stopEmbeddedChain"),
      offered("setNodeName", "chooseNode", { views: ["chains"] }),
      offered("getNodeName", "chooseNode", { views: ["chains"], note: "the line of the group tells it" }),
      offered("clearNodeName", "chooseNode", { views: ["chains"], note: "Any node" }),
    ],
  },
  {
    title: "Contracts",
    entries: [
      offered("deploy", "deployContract bfsLink", {
        views: ["contracts"],
        cli: "deploy",
        note: "from Solidity or compiled artifacts; with a link, as Deploy and Link Contract",
      }),
      offered("call", "callContract sendTransaction", { views: ["contracts"], cli: "call" }),
      general("getCode", "callRpcMethod", { cli: "rpc", note: "Open Explorer tells the size" }),
      offered("listAbi", "openLinkAbi", { views: ["contracts"] }),
      offered("getDeployLog", "", {
        views: ["contracts"],
        note: "On the Chain lists what was deployed or added here, without the time",
      }),
      offered("listDeployContractAddress", "", { views: ["contracts"], note: "as getDeployLog" }),
      offered("transfer", "transferValue", { views: ["accounts"] }),
    ],
  },
  {
    title: "Chain",
    entries: [
      offered("getBlockNumber", "openExplorer", { views: ["chains"], cli: "rpc" }),
      offered("getSyncStatus", "openExplorer", { views: ["chains"], cli: "rpc", note: "as heights of the nodes" }),
      offered("getPeers", "", { views: ["chains"], cli: "rpc" }),
      offered("getLatestBlock", "showBlock openExplorer", { views: ["chains"], cli: "rpc" }),
      offered("getBlockByNumber", "showBlock", { views: ["chains"], cli: "rpc" }),
      offered("getBlockByHash", "showBlock", { cli: "rpc" }),
      offered("getBlockHeaderByNumber", "showBlock", { cli: "rpc", note: "the header stands before the transactions" }),
      offered("getBlockHeaderByHash", "showBlock", { cli: "rpc", note: "as getBlockHeaderByNumber" }),
      offered("getBlockHashByNumber", "showBlock", { cli: "rpc" }),
      offered("getTransactionByHash", "showTransaction", { views: ["chains"], cli: "rpc" }),
      offered("getTransactionByHashWithProof", "openExplorer", { cli: "rpc", note: "the proof is checked" }),
      offered("getTransactionReceipt", "showReceipt", { views: ["chains"], cli: "rpc" }),
      offered("getTransactionReceiptByHashWithProof", "openExplorer", { cli: "rpc", note: "the proof is checked" }),
      offered("getPendingTxSize", "openExplorer", { cli: "rpc" }),
      offered("getTotalTransactionCount", "openExplorer", { cli: "rpc" }),
      offered("setSystemConfigByKey", "setSystemConfig", { views: ["chains"] }),
      offered("getSystemConfigByKey", "", { views: ["chains"], cli: "rpc" }),
      offered("listSystemConfigs", "", { views: ["chains"] }),
    ],
  },
  {
    title: "Consensus",
    entries: [
      offered("getSealerList", "openExplorer", { views: ["chains"], cli: "rpc" }),
      offered("getObserverList", "openExplorer", { views: ["chains"], cli: "rpc" }),
      rpc("getCandidateList", "getNodeListByType"),
      offered("getPbftView", "openExplorer", { cli: "rpc" }),
      offered("getConsensusStatus", "openExplorer", { views: ["chains"], cli: "rpc" }),
      offered("addSealer", "addSealer", { views: ["chains"] }),
      offered("addObserver", "addObserver", { views: ["chains"] }),
      offered("removeNode", "removeNode", { views: ["chains"] }),
      offered("setConsensusWeight", "setSealerWeight", { views: ["chains"] }),
    ],
  },
  {
    title: "Tables",
    entries: [
      offered("create", "createTable runTableSql", { views: ["chains"] }),
      offered("alter", "appendColumns runTableSql", { views: ["chains"] }),
      offered("desc", "openTable runTableSql", { views: ["chains"] }),
      offered("insert", "openTable runTableSql", { views: ["chains"] }),
      offered("select", "openTable runTableSql", { views: ["chains"] }),
      offered("update", "openTable runTableSql", { views: ["chains"] }),
      offered("delete", "openTable runTableSql", { views: ["chains"] }),
    ],
  },
  {
    title: "BFS",
    entries: [
      notNeeded("cd", "a working directory belongs to a prompt; the tree shows every folder"),
      notNeeded("pwd", "as cd"),
      offered("ls", "bfsReadLink", { views: ["chains"] }),
      offered("mkdir", "bfsMakeDirectory", { views: ["chains"] }),
      offered("ln", "bfsLink", { views: ["chains", "contracts"] }),
      offered("tree", "", { views: ["chains"] }),
      offered("fixBFS", "bfsFix", { views: ["chains"] }),
    ],
  },
  {
    title: "Groups",
    entries: [
      offered("getGroupPeers", "", { views: ["chains"], cli: "rpc" }),
      rpc("getGroupInfo", "getGroupInfo"),
      offered("getGroupList", "", { views: ["chains"], cli: "rpc" }),
      rpc("getGroupInfoList", "getGroupInfoList"),
      rpc("getGroupNodeInfo", "getGroupNodeInfo"),
    ],
  },
  {
    title: "Accounts",
    entries: [
      offered("newAccount", "createAccount", { views: ["accounts"], cli: "account" }),
      offered("loadAccount", "importKeyFile importAccount useAccount", { views: ["accounts"] }),
      offered("listAccount", "", { views: ["accounts"], cli: "account" }),
      offered("getCurrentAccount", "", { views: ["accounts"] }),
    ],
  },
  {
    title: "Governance: asking",
    entries: [
      offered("getCommitteeInfo", "", { views: ["governance"] }),
      offered("getProposalInfo", "", { views: ["governance"] }),
      offered("getLatestProposal", "", { views: ["governance"] }),
      offered("getContractAdmin", "showContractRights", { views: ["contracts", "governance"] }),
      offered("getDeployAuth", "", { views: ["governance"] }),
      offered("checkDeployAuth", "checkDeployRight", { views: ["governance"] }),
      offered("checkMethodAuth", "checkMethodRights", { views: ["contracts", "governance"] }),
      offered("getMethodAuth", "showMethodRights", { views: ["contracts", "governance"] }),
      offered("getContractStatus", "showContractRights", { views: ["contracts", "governance"] }),
      offered("getAccountStatus", "showAccountStatus", { views: ["accounts", "governance"] }),
    ],
  },
  {
    title: "Governance: committee",
    entries: [
      proposal("updateGovernorProposal"),
      proposal("setRateProposal"),
      proposal("upgradeVoteProposal"),
      proposal("setDeployAuthTypeProposal"),
      proposal("openDeployAuthProposal"),
      proposal("closeDeployAuthProposal"),
      offered("resetAdminProposal", "setContractAdmin createProposal", { views: ["contracts", "governance"] }),
      offered("setSysConfigProposal", "createProposal setSystemConfig", { views: ["governance", "chains"], note }),
      offered("setConsensusNodeWeightProposal", "createProposal setSealerWeight", {
        views: ["governance", "chains"],
        note,
      }),
      offered("addSealerProposal", "createProposal addSealer", { views: ["governance", "chains"], note }),
      offered("addObserverProposal", "createProposal addObserver", { views: ["governance", "chains"], note }),
      offered("removeNodeProposal", "createProposal removeNode", { views: ["governance", "chains"], note }),
      offered("voteProposal", "voteProposal", { views: ["governance"] }),
      offered("revokeProposal", "revokeProposal", { views: ["governance"] }),
      offered("freezeAccount", "freezeAccount", { views: ["accounts", "governance"] }),
      offered("unfreezeAccount", "unfreezeAccount", { views: ["accounts", "governance"] }),
      offered("abolishAccount", "abolishAccount", { views: ["accounts", "governance"] }),
      offered("initAuth", "initCommittee", { views: ["governance"] }),
    ],
  },
  {
    title: "Governance: admin of a contract",
    entries: [
      offered("setMethodAuth", "setMethodPolicy", { views: ["contracts", "governance"] }),
      offered("openMethodAuth", "openMethod", { views: ["contracts", "governance"] }),
      offered("closeMethodAuth", "closeMethod", { views: ["contracts", "governance"] }),
      offered("freezeContract", "freezeContract", { views: ["contracts", "governance"] }),
      offered("unfreezeContract", "unfreezeContract", { views: ["contracts", "governance"] }),
      offered("abolishContract", "abolishContract", { views: ["contracts", "governance"] }),
    ],
  },
  {
    title: "Shards",
    entries: [
      offered("makeShard", "makeShard", { views: ["chains"] }),
      offered("linkShard", "linkShard"),
      offered("getContractShard", "showShard"),
    ],
  },
  {
    title: "Balances",
    entries: [
      offered("getBalance", "showBalance", { views: ["accounts"] }),
      offered("addBalance", "addBalance"),
      offered("subBalance", "subtractBalance"),
      offered("transferBalance", "transferBalance"),
      offered("registerBalanceGovernor", "registerBalanceCaller"),
      offered("unregisterBalanceGovernor", "unregisterBalanceCaller"),
      offered("listBalanceGovernor", "listBalanceCallers"),
    ],
  },
];
