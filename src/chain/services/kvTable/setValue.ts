import type { Address, Hex } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import { questionsFor } from "../../client/client";
import type { ChainSession } from "../../session";
import { type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { openTable, type TableWriteOptions } from "../table/openTable";
import { requireKey, requireValue } from "../table/tableNames";

export interface SetValueRequest {
  readonly table: string;
  readonly key: string;
  readonly value: string;
}

/** How far a value is on its way into the table. */
export type SetValueProgress =
  | { readonly stage: "opened"; readonly address: Address }
  | { readonly stage: "signed"; readonly transactionHash: Hex }
  | { readonly stage: "mined"; readonly blockNumber: number };

export interface SetValueOptions extends TableWriteOptions {
  readonly onProgress?: (progress: SetValueProgress) => void;
}

/**
 * Puts a text under a key, over an older one. With `onProgress` it is the official SDK's asyncSet as a promise.
 * @throws ChainError usage `tableNotFound`, `keyEmpty`, `keyTooLong`, `valueTooLong` before signing; `execution` 15 with the node's reason.
 */
export async function setValue(
  session: ChainSession,
  signer: Signer,
  { table, key, value }: SetValueRequest,
  { onProgress, ...options }: SetValueOptions = {},
): Promise<WriteOutcome> {
  requireKey(key);
  requireValue("value", value);
  const address = await (options.open ?? openTable)(session, table, questionsFor(options));
  onProgress?.({ stage: "opened", address });
  const onSigned = async (transactionHash: Hex): Promise<void> => {
    await options.onSigned?.(transactionHash);
    onProgress?.({ stage: "signed", transactionHash });
  };
  const request = { contract: "KVTable", address, function: "set", args: [key, value] } as const;
  const outcome = await writePrecompiled(session, signer, request, { ...options, onSigned });
  onProgress?.({ stage: "mined", blockNumber: outcome.receipt.blockNumber });
  return outcome;
}
