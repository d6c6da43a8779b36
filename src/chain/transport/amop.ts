import { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import { lookUpCode } from "../errors/dictionary";
import type { Frame } from "../frame/frame";

/** A message on a topic (docs/protocol/websocket.md, "AMOP"). */
export interface AmopMessage {
  topic: string;
  data: Uint8Array;
}

/** uint32 version (0), uint16 length of the topic, topic, data; big-endian. */
export function encodeAmop({ topic, data }: AmopMessage): Uint8Array {
  const name = Buffer.from(topic, "utf8");
  const head = Buffer.alloc(6);
  head.writeUInt16BE(name.length, 4);
  return Buffer.concat([head, name, data]);
}

/** @throws ChainError decode `badFrame`. */
export function decodeAmop(payload: Uint8Array): AmopMessage {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  const length = bytes.length < 6 ? 0 : bytes.readUInt16BE(4);
  if (bytes.length < 6 + length) throw clientError("badFrame", { length: bytes.length });
  return { topic: bytes.toString("utf8", 6, 6 + length), data: new Uint8Array(bytes.subarray(6 + length)) };
}

/** The failure in the answer to an AMOP message, if it is one. */
export async function amopFailure(frame: Frame, topic: string): Promise<ChainError | undefined> {
  if (frame.status === 0) return undefined;
  const entry = await lookUpCode("sdk", `amop:${frame.status}`);
  return new ChainError({
    kind: "rpc",
    code: `amop:${frame.status}`,
    message: entry?.meaning.en ?? `The AMOP message failed with status ${frame.status}`,
    ...(entry ? { advice: entry.advice.en } : {}),
    nodeMessage: Buffer.from(frame.payload).toString("utf8"),
    details: { topic },
  });
}
