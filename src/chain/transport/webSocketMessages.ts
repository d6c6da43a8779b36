import * as v from "valibot";
import { utf8Text } from "../../crypto/bytes/binaryText";
import { clientError, excerpt } from "../../errors/clientError";
import { JsonBomb, parseExactJson } from "../json/exactJson";
import { groupInfoSchema } from "../rpc/groups";
import { address, count, hash, hex } from "../rpc/wireSchemas";

/** docs/protocol/websocket.md, "Handshake". */
export const handshakeSchema = v.looseObject({
  protocolVersion: count,
  groupInfoList: v.array(groupInfoSchema),
  /** One object a group, with the group's name as its only member; null for a list without any. */
  groupBlockNumber: v.nullish(v.array(v.record(v.string(), count)), []),
});

export const blockNotifySchema = v.looseObject({
  group: v.string(),
  blockNumber: count,
  nodeName: v.optional(v.string()),
});

export const eventAnswerSchema = v.looseObject({ id: v.string(), status: count });

const pushedLogSchema = v.looseObject({
  /** With `0x`; a node writes it without. */
  address,
  blockNumber: count,
  data: hex,
  /** Index inside the transaction's receipt. */
  logIndex: count,
  topics: v.array(hex),
  transactionHash: hash,
  transactionIndex: count,
});

/** All matches of one block; without `result` and with status 1: the range is done. */
export const eventPushSchema = v.looseObject({
  id: v.string(),
  status: count,
  result: v.optional(v.array(pushedLogSchema)),
});

/** An event that a node pushed. */
export type PushedLog = v.InferOutput<typeof pushedLogSchema>;

/** Events as a node writes them in a push. @throws v.ValiError */
export const readPushedLogs = (logs: readonly unknown[]): PushedLog[] => v.parse(v.array(pushedLogSchema), logs);

/**
 * Reads the JSON of a frame.
 * @throws ChainError decode `notJson` or `unexpectedShape`.
 */
export function decodePayload<Output>(
  schema: v.GenericSchema<unknown, Output>,
  payload: Uint8Array,
  context: { endpoint: string; method: string },
): Output {
  const text = utf8Text(payload);
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch (cause) {
    if (cause instanceof JsonBomb)
      throw clientError("answerTooComplex", { ...context, problem: cause.message }, { cause });
    throw clientError("notJson", { ...context, begins: excerpt(text, 40) }, { cause });
  }
  const outcome = v.safeParse(schema, value, { abortEarly: true });
  if (outcome.success) return outcome.output;
  const [issue] = outcome.issues;
  throw clientError("unexpectedShape", { ...context, path: v.getDotPath(issue) ?? "payload", problem: issue.message });
}
