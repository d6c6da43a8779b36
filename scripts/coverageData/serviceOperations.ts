import { type CoverageSection, general, notNeeded, offered } from "./coverageEntry";

const part = "a step of other operations";

/** The operations of the interface on the built-in contracts: what src/chain/services exports, by folder. */
export const serviceOperations: readonly CoverageSection[] = [
  {
    title: "account",
    entries: [
      offered("getAccountStatus", "showAccountStatus", { views: ["accounts", "governance"] }),
      offered("getPendingAccountStatuses", "showAccountStatus", { views: ["governance"] }),
      offered("setAccountStatus", "freezeAccount unfreezeAccount abolishAccount", {
        views: ["accounts", "governance"],
      }),
    ],
  },
  {
    title: "balance",
    entries: [
      offered("getBalance", "showBalance", { views: ["accounts"] }),
      offered("listBalanceGovernors", "listBalanceCallers"),
      offered("changeBalance", "addBalance subtractBalance transferBalance"),
      offered("setBalanceGovernor", "registerBalanceCaller unregisterBalanceCaller"),
    ],
  },
  {
    title: "bfs",
    entries: [
      offered("listDirectory", "", { views: ["chains"] }),
      offered("mkdir", "bfsMakeDirectory", { views: ["chains"] }),
      offered("link", "bfsLink", { views: ["chains", "contracts"] }),
      offered("linkRoom", "deployLinked", { note: "looks before a link is made" }),
      offered("touch", "bfsTouch", { views: ["chains"] }),
      offered("readLink", "bfsLink", { note: "says what the link names now" }),
      offered("readLinkWithAbi", "bfsReadLink openLinkAbi", { views: ["chains"] }),
      offered("resolveTarget", "callContract sendTransaction linkShard", { note: "a BFS path does for an address" }),
      offered("fixBfs", "bfsFix", { views: ["chains"] }),
    ],
  },
  { title: "cast", entries: [general("castValue", "callContract", { note: "Cast" })] },
  {
    title: "consensus",
    entries: [
      offered("addSealer", "addSealer", { views: ["chains"] }),
      offered("addObserver", "addObserver", { views: ["chains"] }),
      offered("setWeight", "setSealerWeight", { views: ["chains"] }),
      offered("setTermWeight", "setTermWeight", { views: ["chains"] }),
      offered("removeNode", "removeNode", { views: ["chains"] }),
      notNeeded("whyNotSealer", part),
      notNeeded("whyNotObserver", part),
      notNeeded("whyLastSealer", part),
      notNeeded("checkedNodeId", part),
    ],
  },
  {
    title: "contract",
    entries: [
      offered("contractInterfaceAt", "callContract sendTransaction"),
      offered("findAbi", "callContract sendTransaction"),
      offered("lookUpAbi", "openTable"),
      notNeeded("callAs", part),
      offered("readFunction", "callContract", { views: ["contracts"], cli: "call" }),
      notNeeded("reasonOf", part),
      notNeeded("requireAccepted", part),
      notNeeded("requireSuccess", part),
      notNeeded("revertOf", part),
      offered("simulate", "sendTransaction"),
    ],
  },
  {
    title: "contractAuth",
    entries: [
      offered("getContractAdmin", "showContractRights", { views: ["contracts", "governance"] }),
      offered("isContractAvailable", "showContractRights", { views: ["contracts", "governance"] }),
      notNeeded("isStuck", part),
      offered("getContractStatus", "showContractRights", { views: ["contracts", "governance"] }),
      offered("setContractStatus", "freezeContract unfreezeContract abolishContract", {
        views: ["contracts", "governance"],
      }),
      offered("getDeployAuthType", "", { views: ["governance"] }),
      offered("hasDeployAuth", "checkDeployRight", { views: ["governance"] }),
      offered("getMethodAuth", "setMethodPolicy", { views: ["governance"] }),
      offered("getMethodAccess", "showMethodRights", { views: ["contracts", "governance"] }),
      offered("checkMethodAuth", "checkMethodRights", { views: ["contracts", "governance"] }),
      offered("setMethodAuthType", "setMethodPolicy", { views: ["contracts", "governance"] }),
      offered("setMethodAuth", "openMethod closeMethod", { views: ["contracts", "governance"] }),
    ],
  },
  {
    title: "crypto",
    entries: [
      general("hashOnChain", "callContract", { note: "Crypto.sm3, keccak256Hash" }),
      general("verifySm2OnChain", "callContract", { note: "Crypto.sm2Verify" }),
      general("verifyVrfOnChain", "callContract", { note: "Crypto.curve25519VRFVerify" }),
    ],
  },
  {
    title: "governance",
    entries: [
      offered("getCommitteeInfo", "", { views: ["governance"] }),
      notNeeded("committeeContracts", part),
      notNeeded("knownVoters", part),
      offered("isGovernor", "freezeAccount", { note: "the Governance view lists them" }),
      offered("initAuth", "initCommittee", { views: ["governance"] }),
      offered("propose", "createProposal", { views: ["governance"] }),
      notNeeded("readExecution", part),
      offered("voteProposal", "voteProposal", { views: ["governance"] }),
      offered("revokeProposal", "revokeProposal", { views: ["governance"] }),
      offered("countProposals", "", { views: ["governance"] }),
      offered("getProposal", "voteProposal revokeProposal", { views: ["governance"] }),
      offered("listProposals", "", { views: ["governance"] }),
      offered("findProposalCreation", "voteProposal", { views: ["governance"] }),
      offered("readProposalTrail", "showProposalTrail", { views: ["governance"] }),
      offered("readCommitteeHistory", "showProposalTrail", { views: ["governance"] }),
    ],
  },
  {
    title: "kvTable",
    entries: [
      offered("createKvTable", "createKvTable", { views: ["chains"] }),
      offered("describeKvTable", "openTable runTableSql"),
      offered("getValue", "kvGet", { views: ["chains"] }),
      offered("setValue", "kvSet", { views: ["chains"] }),
    ],
  },
  {
    title: "rights",
    entries: [
      offered("checkRights", "createProposal makeShard createTable", { note: "before whatever is signed there" }),
    ],
  },
  {
    title: "sharding",
    entries: [
      offered("makeShard", "makeShard", { views: ["chains"] }),
      offered("linkShard", "linkShard"),
      offered("getContractShard", "showShard"),
    ],
  },
  {
    title: "systemConfig",
    entries: [
      offered("listSystemConfig", "", { views: ["chains"] }),
      offered("getSystemConfig", "", { views: ["chains"], note: "the view asks for all keys" }),
      offered("checkSystemConfig", "setSystemConfig"),
      offered("setSystemConfig", "setSystemConfig", { views: ["chains"] }),
    ],
  },
  {
    title: "table",
    entries: [
      offered("createTable", "createTable", { views: ["chains"] }),
      offered("appendColumns", "appendColumns", { views: ["chains"] }),
      offered("describeTable", "openTable", { views: ["chains"] }),
      offered("selectRow", "openTable"),
      offered("selectRows", "openTable"),
      offered("countRows", "openTable runTableSql"),
      offered("insertRow", "openTable"),
      offered("updateRows", "openTable"),
      offered("removeRows", "openTable"),
      notNeeded("openTable", part),
      offered("runSql", "runTableSql", { views: ["chains"] }),
    ],
  },
];
