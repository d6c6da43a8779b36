import * as v from "valibot";
import { address, hash, hex } from "./wireSchemas";

const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]+$/, "expected a hex quantity"),
  v.transform((text) => Number(text)),
);

/** An event found by a filter. On the wire the numbers are hex quantities. */
export const logSchema = v.looseObject({
  address,
  blockHash: v.optional(hash),
  blockNumber: quantity,
  data: hex,
  /** Index inside the transaction's receipt, not the block. */
  logIndex: quantity,
  removed: v.optional(v.boolean()),
  topics: v.array(hex),
  transactionHash: hash,
  transactionIndex: quantity,
});
export type ChainLog = v.InferOutput<typeof logSchema>;

/** Filter id: opaque. */
export const filterIdSchema = v.pipe(v.string(), v.nonEmpty());
