import { TarsReader, TarsWriter } from "./tars";

/**
 * What the sender of a transaction signs. Field by field: docs/protocol/transaction-encoding.md, "Transaction".
 * Texts are hashed as they stand: `0x`, letter case and leading zeros of `to`, `nonce` and the amounts included.
 */
export interface TransactionData {
  /** 0 for every node; 1 (value, gas and fees are hashed) from node 3.6; 2 (extension) from node 3.7. */
  version: number;
  chainId: string;
  groupId: string;
  /** Last block number in which the transaction may stand. */
  blockLimit: bigint;
  nonce: string;
  /** `0x` and 40 hex digits; empty to deploy. */
  to: string;
  /** Call data, or init code with its constructor arguments. */
  input: Uint8Array;
  /** ABI JSON of a deployed contract, kept by the chain; else empty. */
  abi: string;
  /** Amounts are `0x…` hex text or empty. */
  value: string;
  gasPrice: string;
  gasLimit: bigint;
  maxFeePerGas: string;
  maxPriorityFeePerGas: string;
  extension: Uint8Array;
}

/** The members every transaction has; the rest have defaults. */
export type TransactionDataInit = Pick<TransactionData, "chainId" | "groupId" | "blockLimit" | "nonce"> &
  Partial<TransactionData>;

const none = new Uint8Array(0);

/** Fills the members that are not given: version 0, empty texts, no bytes, gas limit 0. */
export function transactionData(init: TransactionDataInit): TransactionData {
  return {
    version: 0,
    to: "",
    input: none,
    abi: "",
    value: "",
    gasPrice: "",
    gasLimit: 0n,
    maxFeePerGas: "",
    maxPriorityFeePerGas: "",
    extension: none,
    ...init,
  };
}

/**
 * The two official byte forms of the same data. `client`: fields 1–5 and 7 are always there, as the official client
 * library requires of what it reads. `compact`: defaults are left out, as the node writes. A node reads both.
 */
export type TransactionForm = "client" | "compact";

/** Writes the fields of the data, without a struct around them. */
export function writeTransactionData(out: TarsWriter, data: TransactionData, form: TransactionForm): void {
  if (form === "client") {
    out.int(1, data.version);
    out.text(2, data.chainId);
    out.text(3, data.groupId);
    out.int(4, data.blockLimit);
    out.text(5, data.nonce);
    out.optionalText(6, data.to);
    out.bytes(7, data.input);
  } else {
    out.optionalInt(1, data.version);
    out.optionalText(2, data.chainId);
    out.optionalText(3, data.groupId);
    out.optionalInt(4, data.blockLimit);
    out.optionalText(5, data.nonce);
    out.optionalText(6, data.to);
    out.optionalBytes(7, data.input);
  }
  out.optionalText(8, data.abi);
  out.optionalText(9, data.value);
  out.optionalText(10, data.gasPrice);
  out.optionalInt(11, data.gasLimit);
  out.optionalText(12, data.maxFeePerGas);
  out.optionalText(13, data.maxPriorityFeePerGas);
  out.optionalBytes(14, data.extension);
}

/** Encodes the data alone; inside a signed transaction it is a struct with tag 1. */
export function encodeTransactionData(data: TransactionData, form: TransactionForm = "client"): Uint8Array {
  const out = new TarsWriter();
  writeTransactionData(out, data, form);
  return out.toBytes();
}

/** Reads the fields of the data up to the end of the struct or of the bytes; absent fields have their defaults. */
export function readTransactionData(reader: TarsReader): TransactionData {
  const data = transactionData({ chainId: "", groupId: "", blockLimit: 0n, nonce: "" });
  while (reader.next()) {
    switch (reader.tag) {
      case 1:
        data.version = reader.int32();
        break;
      case 2:
        data.chainId = reader.text();
        break;
      case 3:
        data.groupId = reader.text();
        break;
      case 4:
        data.blockLimit = reader.int();
        break;
      case 5:
        data.nonce = reader.text();
        break;
      case 6:
        data.to = reader.text();
        break;
      case 7:
        data.input = reader.bytes();
        break;
      case 8:
        data.abi = reader.text();
        break;
      case 9:
        data.value = reader.text();
        break;
      case 10:
        data.gasPrice = reader.text();
        break;
      case 11:
        data.gasLimit = reader.int();
        break;
      case 12:
        data.maxFeePerGas = reader.text();
        break;
      case 13:
        data.maxPriorityFeePerGas = reader.text();
        break;
      case 14:
        data.extension = reader.bytes();
        break;
      default:
        reader.skip();
    }
  }
  return data;
}

/**
 * Reads data in either form.
 * @throws ChainError kind `decode`, code `malformedTars`.
 */
export function decodeTransactionData(bytes: Uint8Array): TransactionData {
  return readTransactionData(new TarsReader(bytes));
}
