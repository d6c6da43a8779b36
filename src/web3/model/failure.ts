import { decodeRevert, isNamelessError, outputOfFailure, revertText } from "../../chain/abi/revert";
import type { Hex } from "../../crypto/bytes/hex";
import { lookUpCode } from "../../errors/dictionary";
import type { AnswerContext } from "./answerContext";
import { errorCodes, Web3Error } from "./web3Error";

/** Statuses of executions (docs/protocol/errors.md) in the words by which tools know them. */
const wordsOfStatus: Readonly<Record<number, string>> = {
  2: "exceeds block gas limit",
  7: "insufficient funds for gas * price + value",
  10: "invalid opcode",
  11: "invalid jump destination",
  12: "out of gas",
  13: "stack limit reached 1024 (1023)",
  14: "stack underflow",
  17: "contract address collision",
  20: "gas uint64 overflow",
};

/** A status below this is that of an execution. */
const firstPoolStatus = 1000;

/** Whether an output is what a contract, or a built-in one, gives for a reason. */
const saysReason = (status: number, output: string): boolean => status === 16 || output.length > 2;

/**
 * A failed execution as tools know it: a contract's refusal has the code 3, the reason behind "execution reverted", and the data.
 * @param status of FISCO BCOS
 * @param output `0x` hex
 */
export async function failedExecution(status: number, output: string): Promise<Web3Error> {
  const data = outputOfFailure(status, (output || "0x") as Hex);
  const entry = await lookUpCode("status", status);
  const name = entry ? `${entry.name}, status ${status}` : `status ${status}`;
  if (!Object.hasOwn(wordsOfStatus, status) && saysReason(status, data)) {
    const revert = decodeRevert(data);
    const reason = isNamelessError(revert) ? `custom error ${revert.selector}` : revertText(revert);
    const shown = reason ?? (status === 16 ? "" : name);
    return new Web3Error(errorCodes.reverted, shown ? `execution reverted: ${shown}` : "execution reverted", data);
  }
  const words = wordsOfStatus[status];
  return new Web3Error(errorCodes.server, words ? `${words} (${name})` : `execution failed (${name})`, data);
}

/** What the pool and the port refuse by name, in the words by which tools know it. */
const wordsOfName: Readonly<Record<string, string>> = {
  NonceCheckFail: "nonce too low",
  InsufficientFunds: "insufficient funds for gas * price + value",
  NotEnoughCash: "insufficient funds for gas * price + value",
  AlreadyInTxPool: "already known",
  AlreadyInTxPoolAndAccept: "already known",
  TxAlreadyInChain: "already known",
  TxPoolIsFull: "txpool is full",
  InvalidChainId: "invalid chain id for signer",
  InvalidSignature: "invalid sender",
  MaxInitCodeSizeExceeded: "max initcode size exceeded",
  OverFlowValue: "value overflow",
  SenderNoEOA: "sender not an eoa",
  OutOfGasLimit: "exceeds block gas limit",
};

/** An error of a node's web3 port as tools know it. */
export async function failureForm(error: Web3Error, { madeUp }: Pick<AnswerContext, "madeUp">): Promise<Web3Error> {
  const { code, message, data } = error;
  if (code > 0 && code < firstPoolStatus && code !== errorCodes.reverted) {
    madeUp.add("revert");
    return failedExecution(code, data ?? "0x");
  }
  const words = Object.hasOwn(wordsOfName, message) ? wordsOfName[message] : undefined;
  if (words === undefined) return error;
  madeUp.add("error-words");
  return new Web3Error(errorCodes.server, `${words} (${message})`, data);
}
