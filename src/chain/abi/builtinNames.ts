/** What the contracts that come with the node are called: known without their interfaces, which take a while to load. */
export const builtinNames = [
  "SystemConfig",
  "Table",
  "TableManager",
  "Consensus",
  "ContractAuth",
  "KVTable",
  "Crypto",
  "DagTransfer",
  "BFS",
  "Cast",
  "Sharding",
  "Balance",
  "Paillier",
  "GroupSig",
  "RingSig",
  "Zkp",
  "CommitteeManager",
  "Committee",
  "ProposalManager",
  "VoteComputer",
  "AccountManager",
  "Account",
] as const;

export type BuiltinName = (typeof builtinNames)[number];
