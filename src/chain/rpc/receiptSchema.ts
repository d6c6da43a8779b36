import * as v from "valibot";
import { address, addressOrEmpty, count, decimalText, hash, hex } from "./wireSchemas";

const logEntrySchema = v.looseObject({
  /** With `0x`; a node writes it without. */
  address,
  topics: v.array(hex),
  data: hex,
});

/** Outcome of a transaction (docs/protocol/json-rpc.md, "Receipts"). A status other than 0 means that it failed and changed nothing. */
export const receiptSchema = v.looseObject({
  version: count,
  /** The deployed contract, with `0x`; empty if none. A path on WASM chains. */
  contractAddress: addressOrEmpty,
  /** Since 3.1: in mixed case over the chain's own hash. */
  checksumContractAddress: v.optional(v.string()),
  /** Decimal text. */
  gasUsed: decimalText,
  status: count,
  blockNumber: count,
  /** Return data, revert data or an error text. */
  output: hex,
  /** The node's words, often empty. */
  message: v.optional(v.string(), ""),
  transactionHash: hash,
  /** Receipt hash; `0x` in sendTransaction's answer of a failed transaction since 3.2. */
  hash: hex,
  logEntries: v.array(logEntrySchema),
  /** Since 3.6, version 1 and up. */
  effectiveGasPrice: v.optional(v.string()),
  /** `null` when the node could not find the transaction. */
  from: v.nullish(v.string()),
  to: v.nullish(v.string()),
  /** Left out by nodes with `return_input_params=false`. */
  input: v.nullish(hex),
  extraData: v.nullish(v.string()),
  /** Since 3.2, when the proof was asked for: Merkle path of the receipt, hex without prefix. */
  txReceiptProof: v.nullish(v.array(v.string())),
  /** 3.0 and 3.1 only: name of the status. */
  errorMessage: v.optional(v.string()),
});

export type TransactionReceipt = v.InferOutput<typeof receiptSchema>;
export type LogEntry = TransactionReceipt["logEntries"][number];
