import * as v from "valibot";
import { count, exactInteger, hash, hex } from "./wireSchemas";

const transactionMembers = {
  /** 0, 1 (since 3.6) or 2 (since 3.7). */
  version: count,
  hash,
  /** Opaque: decimal text in 3.0–3.2, since 3.3 the hex digits of the bytes of the nonce's text. */
  nonce: v.string(),
  /** The last block that may hold it; 0 for web3 transactions. */
  blockLimit: exactInteger,
  /** Exactly as sent; empty for a deployment. */
  to: v.string(),
  from: v.string(),
  input: hex,
  /** Milliseconds; when the asked node took it in. No part of the hash. */
  importTime: exactInteger,
  chainID: v.string(),
  groupID: v.string(),
  /** ABI text that a deployment carried, or empty. */
  abi: v.string(),
  signature: hex,
  /** Since 3.2. Free text, not hex, not signed. */
  extraData: v.optional(v.string()),
  /** Since 3.6, version 1 and up, or web3. Text as sent. */
  value: v.optional(v.string()),
  gasPrice: v.optional(v.string()),
  gasLimit: v.optional(exactInteger),
  maxFeePerGas: v.optional(v.string()),
  maxPriorityFeePerGas: v.optional(v.string()),
  /** Since 3.7, version 2: byte values. */
  extension: v.optional(v.array(count)),
  /** Since 3.2, when the proof was asked for: Merkle path, hex without prefix. */
  txProof: v.optional(v.array(v.string())),
};

/** A committed transaction (docs/protocol/json-rpc.md, "Transactions"). */
export const transactionSchema = v.looseObject(transactionMembers);
export type ChainTransaction = v.InferOutput<typeof transactionSchema>;
