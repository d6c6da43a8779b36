import { type Hex, hexToBytes, numberToHex } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { phrase } from "../../text/catalogue";
import { questionsFor } from "../client/client";
import { ChainError, withDetails } from "../errors/chainError";
import { clientError, excerpt } from "../errors/clientError";
import { neverSent } from "../errors/neverSent";
import { getBlockLimit } from "../rpc/getBlockLimit";
import type { TransactionReceipt } from "../rpc/receiptSchema";
import type { ChainSession } from "../session";
import { generateNonce } from "./nonce";
import { type SendOptions, sendSignedTransaction } from "./sendAndWait";
import { signTransaction } from "./signTransaction";

export interface TransactionRequest {
  /** Address of a contract or account; left out or empty to deploy. BFS links are resolved before: no node does it. */
  to?: string;
  /** Call data, or code and constructor arguments. */
  data: Hex | Uint8Array;
  /** ABI text that the chain shall keep with a deployed contract. */
  abi?: string;
  /** Amount to transfer, `0x…` or a bigint. Makes it a version 1 transaction, which needs a chain of 3.6 or newer. */
  value?: string | bigint;
}

export interface TransactOptions extends SendOptions {
  /** Told what is about to be signed, to try it out or to ask. What it throws ends the transaction unsigned. */
  beforeSigning?: (request: TransactionRequest) => Promise<void>;
  /** Told when the transaction is signed, before it is sent. */
  onSigned?: (hash: Hex) => void;
  /** Told the receipt, whatever its status. */
  onReceipt?: (receipt: TransactionReceipt) => void;
}

/** Call data as bytes. @throws ChainError usage `wrongParameter` for what is no hex */
export function inputBytes(data: Hex | Uint8Array): Uint8Array {
  if (typeof data !== "string") return data;
  try {
    return hexToBytes(data);
  } catch (cause) {
    const details = {
      method: "sendTransaction",
      parameter: "data",
      form: phrase("0x and an even number of hex digits"),
    };
    throw clientError("wrongParameter", { ...details, given: excerpt(data) }, { cause });
  }
}

/** The error of sending a transaction, with its hash; where it never left, there is nothing to look for. */
export const errorOfTransaction = (error: unknown, transactionHash: Hex): unknown =>
  error instanceof ChainError && neverSent(error) ? error : withTransactionHash(error, transactionHash);

/** The same error with a transaction's hash, to find its receipt by: also of a question about a transaction that is done. */
export function withTransactionHash(error: unknown, transactionHash: Hex): unknown {
  if (!(error instanceof ChainError) || "transactionHash" in error.details) return error;
  return withDetails(error, { transactionHash });
}

/**
 * Builds a transaction for the session's group, signs it, sends it and gives its receipt, also when the execution failed (status
 * other than 0). The block limit is 500 blocks ahead of the chain.
 * @throws ChainError usage `badRecipient` (before signing: such a transaction can stop a chain, docs/protocol/guards.md) and
 * `signerOfOtherSuite`; and what `sendSignedTransaction` throws.
 */
export async function transact(
  session: ChainSession,
  signer: Signer,
  request: TransactionRequest,
  options: TransactOptions = {},
): Promise<TransactionReceipt> {
  const { beforeSigning, onSigned, onReceipt, ...sending } = options;
  const input = inputBytes(request.data);
  const { value } = request;
  const amount = typeof value === "bigint" ? numberToHex(value) : value;
  await beforeSigning?.(request);
  const blockLimit = await getBlockLimit(session.client, questionsFor(options));
  const transaction = await signTransaction({
    suite: session.suite,
    signer,
    data: {
      chainId: session.chainId,
      groupId: session.groupId,
      blockLimit,
      nonce: generateNonce(),
      to: request.to ?? "",
      input,
      abi: request.abi ?? "",
      ...(amount === undefined ? {} : { version: 1, value: amount }),
    },
  });
  onSigned?.(transaction.hash);
  const receipt = await sendSignedTransaction(session, transaction, sending).catch((error: unknown) => {
    throw errorOfTransaction(error, transaction.hash);
  });
  onReceipt?.(receipt);
  return receipt;
}
