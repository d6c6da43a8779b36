import { transactionStatus } from "../../../chain/transaction/transactionStatus";
import type { PrecompiledHost } from "./host";

/** A built-in contract refuses: the message fails, its changes are undone, the words become `Error(string)`. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;

  constructor(words: string, status: number = transactionStatus.precompiledError) {
    super(words);
    this.status = status;
  }
}

/** The refusal of an amount that an account does not have. */
export const notEnough = (words: string): Refusal => new Refusal(words, transactionStatus.notEnoughCash);

/** What the node answers where its own code fails: status 15 under the baseline executor, 1 under the classic one. */
export const internalFailure = (host: PrecompiledHost): Refusal =>
  new Refusal(
    "InternalPrecompiledFailed",
    host.block.executorVersion === 1 ? transactionStatus.precompiledError : transactionStatus.unknown,
  );

/** What is left of a refusal of an inner message: the baseline executor loses its words. */
export const innerRefusal = (host: PrecompiledHost, words: string): Refusal =>
  new Refusal(`External call revert: ${host.block.executorVersion === 0 ? words : ""}`);
