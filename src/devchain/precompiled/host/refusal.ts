import { transactionStatus } from "../../../chain/transaction/transactionStatus";
import type { PrecompiledHost } from "./host";

/** Numbers that built-in contracts answer with status 0 (docs/protocol/built-in-contracts.md, "Return codes"). */
export const returnCode = {
  success: 0,
  notAuthorized: -50000,
  tableExists: -50001,
  duplicateField: -50007,
  tableMissing: -50100,
  unknownFunction: -50101,
  authRowMissing: -51001,
  authTypeInvalid: -51003,
  nodeIdInvalid: -51100,
  lastSealer: -51101,
  weightInvalid: -51102,
  nodeMissing: -51103,
  sealerNotObserver: -51104,
  addressOrVersionInvalid: -51202,
  transferNameInvalid: -51400,
  transferAmountInvalid: -51401,
  transferUserMissing: -51402,
  transferUserExists: -51403,
  transferBalanceTooSmall: -51404,
  transferOverflow: -51405,
  transferTableMissing: -51406,
  keyExists: -51506,
  updateKeyMissing: -51507,
  removeKeyMissing: -51508,
  notAnAccount: -51900,
  fileMissing: -53001,
  fileExists: -53002,
  directoryNotMade: -53003,
  pathInvalid: -53005,
  fileTypeInvalid: -53006,
} as const;

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
