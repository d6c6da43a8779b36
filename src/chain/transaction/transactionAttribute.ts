/** Bits of a transaction's `attribute`: how its input is coded and what the node may do with it. Not hashed, not signed. */
const transactionAttribute = {
  /** Input is Solidity ABI. EVM clients send it or 0: both behave alike on an EVM chain. */
  evmAbiCodec: 1,
  /** Input is SCALE, of a WASM contract. */
  liquidScaleCodec: 2,
  /** Declared to run in parallel. */
  dag: 4,
  /** Deploys a WASM contract. */
  liquidCreate: 8,
  /** Used by the node itself. */
  conflictHint: 16,
} as const;

export type TransactionAttributeName = keyof typeof transactionAttribute;

/** The names of the bits that are set, lowest first. Bits without a name are passed over. */
export function transactionAttributeNames(attribute: number): TransactionAttributeName[] {
  const names = Object.keys(transactionAttribute) as TransactionAttributeName[];
  return names.filter((name) => (attribute & transactionAttribute[name]) !== 0);
}
