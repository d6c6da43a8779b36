import { clientError } from "../../errors/clientError";

/** Which chain an index is of. */
export interface IndexIdentity {
  readonly chainId: string;
  readonly groupId: string;
  /** The suite's name. */
  readonly suite: string;
  /** The hash by which the chain goes; empty as long as it has no block 1, for it may change until then. */
  readonly genesis: string;
}

/** @throws ChainError usage `historyOtherChain` where an index, or what stands in its place, is of another chain than the one asked */
export function requireSameIdentity(database: string, own: IndexIdentity, asked: IndexIdentity): void {
  const isSame = own.chainId === asked.chainId && own.groupId === asked.groupId && own.suite === asked.suite;
  if (isSame && (own.genesis === "" || asked.genesis === "" || own.genesis === asked.genesis)) return;
  const words = ({ chainId, groupId, genesis }: IndexIdentity): string => `${chainId} ${groupId} ${genesis}`.trim();
  throw clientError("historyOtherChain", { database, expected: words(own), found: words(asked) });
}
