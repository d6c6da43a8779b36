import * as v from "valibot";
import { getBlockNumber } from "../../chain/rpc/blocks";
import type { Fields, RawValue, ValuesOf } from "../../operations/model/fields";
import type { Operation, OperationContext } from "../../operations/model/operation";
import { print } from "../output/print";
import { type Output, printEnvelope } from "./envelope";
import { itemsOf, rowText } from "./resultText";

/** A list that goes on with the chain, and how it is told. */
interface Followed {
  readonly operation: Operation;
  readonly context: OperationContext;
  /** What is asked: what was typed, and where the last answer ended. */
  readonly read: (more: Readonly<Record<string, RawValue>>) => Promise<ValuesOf<Fields>>;
  readonly output: Output;
  /** Waits for a block behind this one. */
  readonly nextBlock: (height: number) => Promise<void>;
  /** Ends it. */
  readonly signal: AbortSignal;
}

async function tell({ operation, output }: Followed, result: unknown): Promise<void> {
  const items = itemsOf(result);
  if (items.length === 0) return;
  if (output === "table") print(items.map(rowText).join("\n"));
  else await printEnvelope({ ok: true, operation: `${operation.noun} ${operation.verb}`, result }, output);
}

/** Asks again behind each answer, once its block is there, and prints what is new: a line each, in `json` an envelope for each answer. */
async function follow(followed: Followed): Promise<void> {
  const { operation, context, read, nextBlock, signal } = followed;
  const { client } = context.session;
  let values = await read({});
  while (!signal.aborted) {
    const outcome = await operation.prepare(context, values).run();
    const result = "result" in outcome ? v.parse(operation.result, outcome.result) : undefined;
    await tell(followed, result);
    const next = operation.follows?.(result, values);
    if (!next) return;
    for (let height = await getBlockNumber(client, { signal }); height < next.block && !signal.aborted; ) {
      await nextBlock(height);
      if (!signal.aborted) height = await getBlockNumber(client, { signal });
    }
    values = await read(next.given);
  }
}

/** Follows a list until its end or until it is stopped. Gives the exit code. @throws ChainError of the questions */
export async function followOperation(followed: Followed): Promise<number> {
  try {
    await follow(followed);
  } catch (error) {
    if (!followed.signal.aborted) throw error;
  }
  return 0;
}
