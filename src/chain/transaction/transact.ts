import { bytesToHex, type Hex, hexToBytes, numberToHex } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { ChainError, withDetails } from "../../errors/chainError";
import { clientError, excerpt } from "../../errors/clientError";
import { neverSent } from "../../errors/nodeError";
import { phrase } from "../../text/catalogue";
import { precompiledAt } from "../abi/precompiledContracts";
import { questionsFor, type RequestOptions } from "../client/client";
import { getBlockLimit } from "../rpc/blockLimit";
import type { TransactionReceipt } from "../rpc/receiptSchema";
import type { ChainSession } from "../session";
import type { SignedBytes } from "./expiry";
import { generateNonce } from "./nonce";
import { type SendOptions, type Settlement, settle } from "./settlement";
import {
  requireSuite,
  signAtOnce,
  signedTransaction,
  type UnsignedTransaction,
  unsignedTransaction,
} from "./signTransaction";

export interface TransactionRequest {
  /** Address of a contract or account; left out or empty to deploy. BFS links are resolved before: no node does it. */
  to?: string;
  /** Call data, or code and constructor arguments. */
  data: Hex | Uint8Array;
  /** ABI text that the chain shall keep with a deployed contract. */
  abi?: string;
  /** Amount to transfer, `0x…` or a bigint. Makes it a version 1 transaction, which needs a chain of 3.6 or newer. */
  value?: string | bigint;
  /** The last block that may hold it; default 500 blocks ahead of the chain. */
  blockLimit?: number | bigint;
  /** A text that no other transaction of the group has; default random. */
  nonce?: string;
  /** Free text that travels with it, neither hashed nor signed. */
  extraData?: string;
}

export interface TransactOptions extends SendOptions {
  /**
   * Gives the signature of the settled transaction, after whatever has to come before it: trying it out, asking. What it throws ends the
   * transaction unsigned. Without it the signer's key signs at once: an application's own key is its own consent.
   */
  sign?: (transaction: UnsignedTransaction) => Promise<Uint8Array>;
  /** Told when the transaction is signed. It is waited for before it is sent; what it throws keeps it from being sent. */
  onSigned?: (hash: Hex) => void | Promise<void>;
  /** Told what became of it, whatever that is. It is waited for. */
  onSettled?: (hash: Hex, settlement: Settlement) => void | Promise<void>;
  /** Told the receipt, whatever its status. */
  onReceipt?: (receipt: TransactionReceipt) => void;
}

/** Call data as bytes. @throws ChainError usage `wrongParameter` for what is no hex */
function inputBytes(data: Hex | Uint8Array): Uint8Array {
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

/** What a transaction asks for, as its bytes say it. */
export const requestOf = ({ data: { to, input, abi, value } }: UnsignedTransaction): TransactionRequest => ({
  to,
  data: bytesToHex(input),
  ...(abi === "" ? {} : { abi }),
  ...(value === "" ? {} : { value }),
});

/**
 * Settles what is signed (block limit and nonce), and signs it, ready to be sent.
 * @throws ChainError usage `badRecipient` (before signing: such a transaction can stop a chain, docs/protocol/guards.md) and
 * `signerOfOtherSuite`
 */
export async function signRequest(
  session: Pick<ChainSession, "client" | "suite" | "chainId" | "groupId">,
  signer: Signer,
  { to = "", data, abi = "", value, blockLimit, nonce = generateNonce(), extraData = "" }: TransactionRequest,
  {
    sign = (unsigned) => signAtOnce(signer, unsigned),
    ...options
  }: RequestOptions & Pick<TransactOptions, "sign"> = {},
): Promise<SignedBytes> {
  const { suite, chainId, groupId } = session;
  requireSuite(suite, signer);
  const input = inputBytes(data);
  const amount = typeof value === "bigint" ? numberToHex(value) : value;
  const unsigned = unsignedTransaction(suite, {
    chainId,
    groupId,
    blockLimit:
      blockLimit === undefined ? await getBlockLimit(session.client, questionsFor(options)) : BigInt(blockLimit),
    nonce,
    to,
    input,
    abi,
    ...(amount === undefined ? {} : { version: 1, value: amount }),
  });
  // Nothing is looked up between the consent and the signature, and nothing but the signature is added to what was agreed to.
  return signedTransaction(unsigned, await sign(unsigned), { extraData });
}

/** Contracts that change data version and permissions: by themselves, or by a proposal that they execute. */
const changingContracts: readonly (string | undefined)[] = ["SystemConfig", "CommitteeManager"];

/**
 * Has a session asked again what it is, where what was done may have changed that.
 * @param called recipient of a transaction in a block; undefined: a power over the whole chain was used
 */
export async function renewAfter({ renew }: Pick<ChainSession, "renew">, called: string | undefined): Promise<void> {
  if (called !== undefined && !changingContracts.includes(precompiledAt(called))) return;
  // What was done is done, also where the chain can't be asked now: the next question hears that.
  await renew?.().catch(() => undefined);
}

/**
 * Builds a transaction for the session's group, signs it, sends it and gives its receipt, also when the execution failed (status
 * other than 0).
 * @throws ChainError as `signRequest`, and the error of what isn't in a block
 */
export async function transact(
  session: ChainSession,
  signer: Signer,
  request: TransactionRequest,
  options: TransactOptions = {},
): Promise<TransactionReceipt> {
  const { onSigned, onSettled, onReceipt, sign, ...sending } = options;
  const transaction = await signRequest(session, signer, request, { ...sending, ...(sign ? { sign } : {}) });
  await onSigned?.(transaction.hash);
  const settlement = await settle(session, transaction, sending);
  await onSettled?.(transaction.hash, settlement);
  if (settlement.kind !== "inBlock") throw errorOfTransaction(settlement.error, transaction.hash);
  onReceipt?.(settlement.receipt);
  if (settlement.receipt.status === 0) await renewAfter(session, request.to ?? "");
  return settlement.receipt;
}
