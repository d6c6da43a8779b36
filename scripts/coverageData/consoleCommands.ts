import { type CoverageEntry, type CoverageSection, general, notNeeded, notYet, offered } from "./coverageEntry";

const rpc = (name: string, method: string): CoverageEntry =>
  general(name, "callRpcMethod", { cli: "rpc", note: `method ${method}` });
const builtinCall = (name: string, contract: string, method: string): CoverageEntry =>
  general(name, "callContract", { note: `built-in contract ${contract}, function ${method}` });
const builtinSend = (name: string, contract: string, method: string, more = ""): CoverageEntry =>
  general(name, "sendTransaction", { note: `built-in contract ${contract}, function ${method}${more}` });
const proposal = (name: string, note?: string): CoverageEntry =>
  offered(name, "createProposal", { views: ["governance"], ...(note === undefined ? {} : { note }) });

/** The 107 commands that the official console 3.8.0 has switched on. */
export const consoleCommands: readonly CoverageSection[] = [
  {
    title: "Shell",
    entries: [
      notNeeded("help", "the command palette lists every command under FISCO BCOS"),
      offered("switch", "selectGroup", { views: ["chains"], note: "all groups are open side by side" }),
      offered("quit", "disconnect stopEmbeddedChain"),
      notYet("setNodeName", "requests go to the first node that the group names"),
      notYet("getNodeName", "as setNodeName"),
      notYet("clearNodeName", "as setNodeName"),
    ],
  },
  {
    title: "Contracts",
    entries: [
      offered("deploy", "deployContract bfsLink", {
        views: ["contracts"],
        note: "from compiled artifacts: Solidity is not compiled, and linking is a step of its own",
      }),
      offered("call", "callContract sendTransaction", { views: ["contracts"] }),
      general("getCode", "callRpcMethod", { cli: "rpc", note: "Open Explorer tells the size" }),
      offered("listAbi", "openLinkAbi", { views: ["contracts"] }),
      offered("getDeployLog", "", {
        views: ["contracts"],
        note: "On the Chain lists what was deployed or added here, without the time",
      }),
      offered("listDeployContractAddress", "", { views: ["contracts"], note: "as getDeployLog" }),
      notYet("transfer", "value goes along with payable functions only; Transfer Balance uses the built-in contract"),
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
      builtinSend("fixBFS", "BFS", "fixBfs"),
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
      builtinCall("getContractAdmin", "ContractAuth", "getAdmin"),
      offered("getDeployAuth", "", { views: ["governance"] }),
      builtinCall("checkDeployAuth", "ContractAuth", "hasDeployAuth"),
      builtinCall("checkMethodAuth", "ContractAuth", "checkMethodAuth"),
      builtinCall("getMethodAuth", "ContractAuth", "getMethodAuth"),
      builtinCall("getContractStatus", "ContractAuth", "contractAvailable"),
      builtinCall("getAccountStatus", "AccountManager", "getAccountStatus"),
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
      proposal("resetAdminProposal"),
      proposal("setSysConfigProposal"),
      proposal("setConsensusNodeWeightProposal"),
      proposal("addSealerProposal"),
      proposal("addObserverProposal"),
      proposal("removeNodeProposal"),
      offered("voteProposal", "voteProposal", { views: ["governance"] }),
      offered("revokeProposal", "revokeProposal", { views: ["governance"] }),
      builtinSend("freezeAccount", "AccountManager", "setAccountStatus", " with 1"),
      builtinSend("unfreezeAccount", "AccountManager", "setAccountStatus", " with 0"),
      builtinSend("abolishAccount", "AccountManager", "setAccountStatus", " with 2, which nothing takes back"),
      builtinSend("initAuth", "ContractAuth", "initAuth"),
    ],
  },
  {
    title: "Governance: admin of a contract",
    entries: [
      builtinSend("setMethodAuth", "ContractAuth", "setMethodAuthType"),
      builtinSend("openMethodAuth", "ContractAuth", "openMethodAuth"),
      builtinSend("closeMethodAuth", "ContractAuth", "closeMethodAuth"),
      builtinSend("freezeContract", "ContractAuth", "setContractStatus"),
      builtinSend("unfreezeContract", "ContractAuth", "setContractStatus"),
      builtinSend("abolishContract", "ContractAuth", "setContractStatus", " with 2, which nothing takes back"),
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
