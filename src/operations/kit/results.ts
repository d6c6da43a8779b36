import * as v from "valibot";
import type { RequestOptions } from "../../chain/client/client";
import type { WriteOutcome } from "../../chain/transaction/precompiledCall";
import type { OperationContext } from "../model/operation";

/** What a transaction to a built-in contract left. */
export const written = v.object({
  /** 0, or how many rows of a table changed. */
  code: v.number(),
  transactionHash: v.string(),
  blockNumber: v.number(),
  gasUsed: v.string(),
});

export type Written = v.InferOutput<typeof written>;

/** The same of what a service gave. */
export const writtenBy = ({ code, receipt }: WriteOutcome): Written => ({
  code,
  transactionHash: receipt.transactionHash,
  blockNumber: receipt.blockNumber,
  gasUsed: String(receipt.gasUsed),
});

/** How a question to the chain that belongs to an operation is asked. */
export const asked = ({ signal }: OperationContext): RequestOptions => (signal ? { signal } : {});
