import { encodedTransactionHash } from "../../chain/encoding/transactionHash";
import { sendSignedTransaction as sendSigned } from "../../chain/transaction/settlement";
import { errorOfTransaction, signRequest, transact } from "../../chain/transaction/transact";
import { bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import type { Account } from "./accounts";
import type { Chain } from "./chain";
import type { Hex, Receipt, RequestOptions, WriteOptions } from "./records";

/**
 * The account that signs: the given one, or the chain's.
 * @throws ChainError usage `noAccount`
 */
export function accountOf(chain: Chain, given: Account | undefined): Account {
  const account = given ?? chain.account;
  if (account) return account;
  throw clientError("noAccount");
}

/** A transaction of the chain's own kind. */
export interface TransactionRequest {
  /** Address of a contract or account; left out to deploy. Links of the file system are resolved before (`resolveAddress`). */
  readonly to?: string;
  /** Call data, or code and constructor arguments. */
  readonly data?: Hex | Uint8Array;
  /** ABI text that the chain keeps with a deployed contract. */
  readonly abi?: string;
  /** Amount in wei. Needs a chain of 3.6 or newer with balances. */
  readonly value?: bigint;
  /** Who signs; default the chain's account. */
  readonly account?: Account;
  /** The last block that may hold it; default 500 blocks ahead. */
  readonly blockLimit?: number | bigint;
  /** A text that no other transaction of the group has; default random. */
  readonly nonce?: string;
  /** Free text that travels with it, neither hashed nor signed. */
  readonly extraData?: string;
}

/** A transaction ready to be sent, by whomever. */
export interface SignedTransaction {
  readonly hash: Hex;
  /** In the chain's encoding, as `sendTransaction` of JSON-RPC takes it. */
  readonly signed: Hex;
}

/** What of longer options goes with every request. */
export const requestOptions = ({ timeoutMs, signal }: RequestOptions): RequestOptions => ({
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
  ...(signal === undefined ? {} : { signal }),
});

const sendOptions = ({ waitMs, ...options }: WriteOptions) => ({
  ...requestOptions(options),
  ...(waitMs === undefined ? {} : { waitMs }),
});

/** What the chain's own functions take of a request. */
const asked = ({ account: _, data = "0x", ...request }: TransactionRequest) => ({ ...request, data });

/**
 * Signs a transaction without sending it: for a machine without a network, and for senders of their own.
 * @param request what is signed
 * @returns the transaction as bytes, and its hash
 * @throws ChainError usage `badRecipient` (such a transaction can stop a chain), `signerOfOtherSuite`, `noAccount`
 * @example
 * ```ts
 * const signed = await signTransaction(chain, { to: address, data: "0x", account });
 * console.log(signed.hash);
 * const { blockNumber } = await sendSignedTransaction(chain, signed);
 * console.log(blockNumber);
 * ```
 */
export async function signTransaction(
  chain: Chain,
  request: TransactionRequest,
  options: RequestOptions = {},
): Promise<SignedTransaction> {
  const { hash, signed } = await signRequest(
    chain,
    accountOf(chain, request.account),
    asked(request),
    requestOptions(options),
  );
  return { hash, signed: bytesToHex(signed) };
}

/**
 * Sends a signed transaction once and gives its receipt, also when the execution failed. Where the answer doesn't come, the receipt is
 * looked for; the same bytes are sent again only past their block limit, where every node refuses them, to prove that it expired.
 * @param transaction of `signTransaction`, or its bytes in hex
 * @returns the receipt
 * @throws ChainError `txpool` when the pool refuses it or it is proven to have expired (`transactionExpired`); transport
 * `transactionUnknown`, `transactionWaiting`, `transactionUnproven`, `transactionUnread`, `transactionNonceUsed` when nothing is known in
 * the end: it must not be signed anew
 * @example
 * ```ts
 * const { hash, signed } = await signTransaction(chain, { to: address, data: "0x" });
 * const { status } = await sendSignedTransaction(chain, signed, { waitMs: 30_000 });
 * console.log(hash, status);
 * ```
 */
export async function sendSignedTransaction(
  chain: Chain,
  transaction: SignedTransaction | Hex,
  options: WriteOptions = {},
): Promise<Receipt> {
  const bytes = hexToBytes(typeof transaction === "string" ? transaction : transaction.signed);
  // Of the bytes: what becomes of another hash says nothing of them.
  const hash = bytesToHex(encodedTransactionHash(chain.suite, bytes));
  options.onSigned?.(hash);
  return sendSigned(chain, { hash, signed: bytes }, sendOptions(options)).catch((error: unknown) => {
    throw errorOfTransaction(error, hash);
  });
}

/**
 * Signs a transaction, sends it, and gives its receipt, also when the execution failed (`status` other than 0).
 * @param request recipient, data, and who signs
 * @returns the receipt, when the transaction is in a block
 * @throws ChainError as `signTransaction` and `sendSignedTransaction` do
 * @example
 * ```ts
 * const { status, transactionHash } = await sendTransaction(chain, { to: address, data: "0x" });
 * console.log(status, transactionHash);
 * ```
 */
export async function sendTransaction(
  chain: Chain,
  request: TransactionRequest,
  options: WriteOptions = {},
): Promise<Receipt> {
  const { onSigned } = options;
  const sending = { ...sendOptions(options), ...(onSigned ? { onSigned } : {}) };
  return transact(chain, accountOf(chain, request.account), asked(request), sending);
}
