import { type Address, bytesToHex, type Hex } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { TarsReader, TarsWriter } from "./tars";
import {
  readTransactionData,
  type TransactionData,
  type TransactionForm,
  transactionData,
  writeTransactionData,
} from "./transactionData";
import { encodedTransactionHash } from "./transactionHash";

/** A transaction as it travels: docs/protocol/transaction-encoding.md, "Transaction". */
export interface SignedTransaction {
  data: TransactionData;
  /** 32 bytes; empty when the sender left it out, which a node accepts. */
  dataHash: Uint8Array;
  /** 65 bytes (secp256k1) or 128 (SM2). */
  signature: Uint8Array;
  /** Milliseconds, set by the node that took it; 0 from a client. */
  importTime: bigint;
  /** Bits that say how the input is coded and what the node may do with it. */
  attribute: number;
  /** 20 bytes, set by the node; clients leave it out. */
  sender: Uint8Array;
  /** Free text, neither hashed nor signed. */
  extraData: string;
  /** 0: a native transaction. 1: an Ethereum transaction that the node wrapped. */
  type: number;
  extraTransactionBytes: Uint8Array;
  extraTransactionHash: Uint8Array;
}

/** The members a client sends. */
type SignedTransactionInit = Pick<SignedTransaction, "data" | "dataHash" | "signature"> &
  Partial<Pick<SignedTransaction, "attribute" | "extraData" | "type" | "extraTransactionBytes">>;

const none = new Uint8Array(0);

/** Bytes to hand to `sendTransaction`. Checks nothing: `signTransaction` does before it signs. */
export function encodeSignedTransaction(
  transaction: SignedTransactionInit,
  form: TransactionForm = "client",
): Uint8Array {
  const out = new TarsWriter();
  out.struct(1, () => writeTransactionData(out, transaction.data, form));
  out.optionalBytes(2, transaction.dataHash);
  out.optionalBytes(3, transaction.signature);
  out.optionalInt(5, transaction.attribute ?? 0);
  out.optionalText(8, transaction.extraData ?? "");
  out.optionalInt(9, transaction.type ?? 0);
  out.optionalBytes(10, transaction.extraTransactionBytes ?? none);
  return out.toBytes();
}

/**
 * Reads a signed transaction in either form. Nothing is verified: see `inspectSignedTransaction`.
 * @throws ChainError kind `decode`, code `malformedTars`.
 */
export function decodeSignedTransaction(bytes: Uint8Array): SignedTransaction {
  const transaction: SignedTransaction = {
    data: transactionData({ chainId: "", groupId: "", blockLimit: 0n, nonce: "" }),
    dataHash: none,
    signature: none,
    importTime: 0n,
    attribute: 0,
    sender: none,
    extraData: "",
    type: 0,
    extraTransactionBytes: none,
    extraTransactionHash: none,
  };
  const reader = new TarsReader(bytes);
  while (reader.next()) {
    switch (reader.tag) {
      case 1:
        reader.struct(() => {
          transaction.data = readTransactionData(reader);
        });
        break;
      case 2:
        transaction.dataHash = reader.bytes();
        break;
      case 3:
        transaction.signature = reader.bytes();
        break;
      case 4:
        transaction.importTime = reader.int();
        break;
      case 5:
        transaction.attribute = reader.int32();
        break;
      case 7:
        transaction.sender = reader.bytes();
        break;
      case 8:
        transaction.extraData = reader.text();
        break;
      case 9:
        transaction.type = reader.int32();
        break;
      case 10:
        transaction.extraTransactionBytes = reader.bytes();
        break;
      case 11:
        transaction.extraTransactionHash = reader.bytes();
        break;
      default:
        // tag 6 was a source text in 3.0 and 3.1; where a field that is not wanted isn't whole, nodes look no further
        if (!reader.skipWhole()) return transaction;
    }
  }
  return transaction;
}

/** What a signed transaction is worth under the chain's suite. */
export interface SignedTransactionInspection {
  transaction: SignedTransaction;
  /** Recomputed from the data, not taken from the bytes. */
  hash: Hex;
  /** Whether the bytes carry this hash, or none (a node accepts both). */
  hashMatches: boolean;
  /** Who signed; undefined when the signature is not valid under this suite. */
  from: Address | undefined;
}

/**
 * Decodes a signed native transaction, recomputes its hash and finds its sender.
 * @throws ChainError kind `decode`, code `malformedTars`.
 */
export function inspectSignedTransaction(suite: CryptoSuite, bytes: Uint8Array): SignedTransactionInspection {
  const transaction = decodeSignedTransaction(bytes);
  const digest = encodedTransactionHash(suite, bytes);
  const hash = bytesToHex(digest);
  const publicKey = suite.signer(digest, transaction.signature);
  return {
    transaction,
    hash,
    hashMatches: transaction.dataHash.length === 0 || bytesToHex(transaction.dataHash) === hash,
    from: publicKey && suite.address(publicKey),
  };
}
