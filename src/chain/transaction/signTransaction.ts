import { bytesToHex, type Hex, hexToBytes, isAddress } from "../../crypto/bytes/hex";
import type { CryptoSuite, Signer } from "../../crypto/cryptoSuite";
import { clientError, excerpt } from "../../errors/clientError";
import { phrase } from "../../text/catalogue";
import { encodeSignedTransaction } from "../encoding/signedTransaction";
import { type TransactionData, type TransactionDataInit, transactionData } from "../encoding/transactionData";
import { transactionHash } from "../encoding/transactionHash";

/** A transaction whose bytes are settled: block limit and nonce included. What is shown, agreed to and signed is this. */
export interface UnsignedTransaction {
  readonly suite: CryptoSuite;
  readonly data: Readonly<TransactionData>;
  /** Of the data: what is signed. */
  readonly hash: Hex;
}

interface SignTransactionParameters {
  suite: CryptoSuite;
  signer: Signer;
  data: TransactionDataInit;
  /** Bits that say how the input is coded (docs/protocol/transaction-encoding.md, "Transaction"); 0 by default. */
  attribute?: number;
  /** Free text that travels with the transaction, neither hashed nor signed. */
  extraData?: string;
}

const amountFields = ["value", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"] as const;
const maxInt64 = 0x7fff_ffff_ffff_ffffn;

const badField = (field: keyof TransactionData, form: string): Error =>
  clientError("badTransactionField", { field, form });

/**
 * Refuses what a node would refuse late, or would not survive.
 * @throws ChainError kind `usage`, code `badRecipient` or `badTransactionField`.
 */
function assertSignable(data: TransactionData): void {
  if (data.to !== "" && !isAddress(data.to)) throw clientError("badRecipient", { to: excerpt(data.to, 100) });
  if (![0, 1, 2].includes(data.version)) throw badField("version", phrase("0, 1, or 2"));
  for (const field of ["chainId", "groupId", "nonce"] as const)
    if (data[field] === "") throw badField(field, phrase("a text that isn't empty"));
  for (const field of ["blockLimit", "gasLimit"] as const) {
    if (data[field] < 0n || data[field] > maxInt64) throw badField(field, phrase("a number from 0 to 2^63−1"));
  }
  for (const field of amountFields) {
    if (data[field] !== "" && !/^0x[0-9a-fA-F]*$/.test(data[field])) {
      throw badField(field, phrase("empty, or 0x and hex digits"));
    }
  }
}

/**
 * Settles a transaction's bytes: nothing else changes them.
 * @throws ChainError kind `usage`, code `badRecipient` or `badTransactionField`.
 */
export function unsignedTransaction(suite: CryptoSuite, init: TransactionDataInit): UnsignedTransaction {
  const given = transactionData(init);
  assertSignable(given);
  const data = Object.freeze({ ...given, input: given.input.slice(), extension: given.extension.slice() });
  return Object.freeze({ suite, data, hash: bytesToHex(transactionHash(suite, data)) });
}

/** Encodes the whole, ready for `sendTransaction`. */
export function signedTransaction(
  { data, hash }: UnsignedTransaction,
  signature: Uint8Array,
  { attribute = 0, extraData = "" }: Pick<SignTransactionParameters, "attribute" | "extraData"> = {},
): { readonly hash: Hex; readonly signed: Uint8Array } {
  const dataHash = hexToBytes(hash);
  return { hash, signed: encodeSignedTransaction({ data, dataHash, signature, attribute, extraData }) };
}

/** @throws ChainError kind `usage`, code `signerOfOtherSuite`. */
export function requireSuite({ name }: CryptoSuite, { suite }: Pick<Signer, "suite">): void {
  if (suite !== name) throw clientError("signerOfOtherSuite", { chain: name, key: suite });
}

/**
 * The signature of an application's own key, which is its own consent. A signer that reads what is signed can ask for it. All else is
 * signed by a request that was agreed to (`src/signing`).
 */
export const signAtOnce = (signer: Signer, unsigned: UnsignedTransaction): Promise<Uint8Array> =>
  signer.sign(hexToBytes(unsigned.hash), async () => {
    const [{ readableTransaction }, { unforeseen }] = await Promise.all([
      import("./readableTransaction"),
      import("./unforeseen"),
    ]);
    return readableTransaction(unsigned, signer.address, { weight: unforeseen(unsigned).weight });
  });

/**
 * Hashes and signs the data and encodes the whole, ready for `sendTransaction`. Resending the same bytes is harmless;
 * signing again with another nonce makes another transaction.
 * @public Vectors of real nodes and comparisons with other clients have bytes of every kind.
 * @throws ChainError kind `usage`, code `badRecipient`, `badTransactionField` or `signerOfOtherSuite`.
 */
export async function signTransaction(
  parameters: SignTransactionParameters,
): Promise<{ hash: Hex; signed: Uint8Array }> {
  const { suite, signer, data } = parameters;
  const unsigned = unsignedTransaction(suite, data);
  requireSuite(suite, signer);
  return signedTransaction(unsigned, await signAtOnce(signer, unsigned), parameters);
}
