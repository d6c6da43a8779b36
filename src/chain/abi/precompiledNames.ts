/** Addresses below belong to the contracts that come with a node, which have no code to ask for: the same on every chain. */
export const firstOwnAddress = 0x20000n;

/** What the contracts that come with the node are called: known without their interfaces, which take a while to load. */
export const precompiledNames = [
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

export type PrecompiledName = (typeof precompiledNames)[number];
