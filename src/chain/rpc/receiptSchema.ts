import * as v from "valibot";
import type { Hex } from "../../crypto/bytes/hex";
import { address, addressOrEmpty, count, decimalText, hash, hex } from "./wireSchemas";

const logEntrySchema = v.looseObject({
  /** With `0x`; a node writes it without. */
  address,
  topics: v.array(hex),
  data: hex,
});

/** As nodes of the releases that are known write it. */
const wholeReceiptSchema = v.looseObject({
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

/** What has to be there, or it can't be said what became of the transaction. */
const essentialSchema = v.looseObject({ status: count, blockNumber: count, transactionHash: hash });

/** What stands for a member that can't be read; nothing for those that may be missing. */
const unreadValues = {
  version: 0,
  contractAddress: "",
  gasUsed: "",
  output: "0x" as Hex,
  message: "",
  hash: "0x" as Hex,
  logEntries: [] as v.InferOutput<typeof logEntrySchema>[],
};

export type TransactionReceipt = v.InferOutput<typeof wholeReceiptSchema> & {
  /** Members that a release wrote in a way that isn't known here, and which stand empty. Absent where all were read. */
  readonly unread?: readonly string[];
};
export type LogEntry = TransactionReceipt["logEntries"][number];

/** Reads what can be read: a receipt whose gas is written anew still tells that the transaction was executed. */
function readLeniently(value: v.InferOutput<typeof essentialSchema>): TransactionReceipt {
  const members: Record<string, unknown> = {};
  const unread: string[] = [];
  for (const [name, schema] of Object.entries<v.GenericSchema>(wholeReceiptSchema.entries)) {
    const read = v.safeParse(schema, value[name]);
    members[name] = read.success ? read.output : unreadValues[name as keyof typeof unreadValues];
    if (!read.success) unread.push(name);
  }
  return { ...value, ...unreadValues, ...members, unread };
}

/**
 * Outcome of a transaction (docs/protocol/json-rpc.md, "Receipts"). A status other than 0 means that it failed and changed nothing. Only
 * a receipt without status, block or transaction is an error; what else can't be read is named in `unread`.
 */
export const receiptSchema = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset, addIssue, NEVER }): TransactionReceipt => {
    const whole = v.safeParse(wholeReceiptSchema, dataset.value, { abortEarly: true });
    if (whole.success && !("unread" in whole.output)) return whole.output;
    const essential = v.safeParse(essentialSchema, dataset.value, { abortEarly: true });
    if (essential.success) return readLeniently(essential.output);
    const [{ message, path }] = essential.issues;
    addIssue(path ? { message, path } : { message });
    return NEVER;
  }),
);
