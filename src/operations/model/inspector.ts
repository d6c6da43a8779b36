import type { Address, Hex } from "../../crypto/bytes/hex";

/** Reads what contracts keep by the names that sources of the person's folder have for it. */
export interface Inspector {
  /**
   * The state variables of a contract.
   * @param expressions what is looked up beside them: `balances[0x…]`
   * @throws ChainError; Error with words for people
   */
  storage(contract: Address, expressions: readonly string[], signal?: AbortSignal): Promise<object>;
  /** What a transaction changed, which is executed again for it. @throws as `storage` */
  changes(transaction: Hex, signal?: AbortSignal): Promise<object>;
}

/** Executes a transaction again and tells what it did, call by call. */
export interface Tracer {
  /** @throws ChainError; Error with words for people */
  trace(transaction: Hex, signal?: AbortSignal): Promise<object>;
}

/** Compiles sources of the person's folder. */
export interface Sources {
  /**
   * Compares the code at an address with what a source compiles to.
   * @param source `contracts/Coin.sol`, or with the contract's name behind a colon
   * @throws ChainError
   */
  verify(contract: Address, source: string, signal?: AbortSignal): Promise<object>;
}
