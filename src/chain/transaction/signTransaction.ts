import { bytesToHex, type Hex, isAddress } from "../../crypto/bytes/hex";
import type { CryptoSuite, Signer } from "../../crypto/cryptoSuite";
import { phrase } from "../../text/catalogue";
import { clientError, excerpt } from "../errors/clientError";
import { encodeSignedTransaction } from "./signedTransaction";
import { type TransactionData, type TransactionDataInit, transactionData } from "./transactionData";
import { transactionHash } from "./transactionHash";

export interface SignTransactionParameters {
  suite: CryptoSuite;
  signer: Signer;
  data: TransactionDataInit;
  /** Bits that say how the input is coded (docs/protocol/transaction-encoding.md, "Transaction"); 0 by default. */
  attribute?: number;
  /** Free text that travels with the transaction, neither hashed nor signed. */
  extraData?: string;
}

const amountFields = ["value", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"] as const;
const largestInt64 = 0x7fff_ffff_ffff_ffffn;

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
    if (data[field] < 0n || data[field] > largestInt64) throw badField(field, phrase("a number from 0 to 2^63−1"));
  }
  for (const field of amountFields) {
    if (data[field] !== "" && !/^0x[0-9a-fA-F]*$/.test(data[field])) {
      throw badField(field, phrase("empty, or 0x and hex digits"));
    }
  }
}

/**
 * Hashes and signs the data and encodes the whole, ready for `sendTransaction`. Resending the same bytes is harmless;
 * signing again with another nonce makes another transaction.
 * @throws ChainError kind `usage`, code `badRecipient`, `badTransactionField` or `signerOfOtherSuite`.
 */
export async function signTransaction(
  parameters: SignTransactionParameters,
): Promise<{ hash: Hex; signed: Uint8Array }> {
  const { suite, signer, attribute = 0, extraData = "" } = parameters;
  const data = transactionData(parameters.data);
  assertSignable(data);
  if (signer.suite !== suite.name) throw clientError("signerOfOtherSuite", { chain: suite.name, key: signer.suite });
  const dataHash = transactionHash(suite, data);
  const signature = await signer.sign(dataHash);
  return {
    hash: bytesToHex(dataHash),
    signed: encodeSignedTransaction({ data, dataHash, signature, attribute, extraData }),
  };
}
