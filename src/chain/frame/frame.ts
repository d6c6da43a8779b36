import { bytesToHexDigits, bytesToKey } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";

/** Packet types of the SDK protocol (docs/protocol/websocket.md, "Frames"). RPC answers come as type 0: match by `seq`. */
export const packetType = {
  rpcAnswer: 0,
  handshake: 0x100,
  blockNotify: 0x101,
  rpcRequest: 0x102,
  groupNotify: 0x103,
  amopSubscribe: 0x110,
  amopRequest: 0x111,
  amopBroadcast: 0x112,
  amopResponse: 0x113,
  eventSubscribe: 0x120,
  eventUnsubscribe: 0x121,
  eventPush: 0x122,
} as const;

/** A node takes and gives at most 32 MiB in one message: it drops who sends more, and does not send more itself. */
export const maxMessageBytes = 32 * 1024 * 1024;

export interface Frame {
  type: number;
  /** 0, or what an AMOP answer failed with. */
  status: number;
  /** Ties an answer to its request; empty in pushes. */
  seq: string;
  /** Flag bits, 0 when left out; an answer repeats those of its request. */
  ext?: number;
  /** 0 when left out: no client writes anything else, but a node repeats it where it answers with the request's own frame. */
  version?: number;
  payload: Uint8Array;
}

/** 32 hex digits that are new: ties an answer to its request, or names a subscription. */
export const freshSeq = (): string => bytesToHexDigits(crypto.getRandomValues(new Uint8Array(16)));

const headBytes = 10;

/** One message of the WebSocket: version, type, status, seq, ext, payload; big-endian. */
export function encodeFrame(frame: Frame): Uint8Array {
  const { seq, payload } = frame;
  const bytes = new Uint8Array(headBytes + seq.length + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, frame.version ?? 0);
  view.setUint16(2, frame.type);
  view.setInt16(4, frame.status);
  view.setUint16(6, seq.length);
  for (let at = 0; at < seq.length; at++) bytes[8 + at] = seq.charCodeAt(at);
  view.setUint16(8 + seq.length, frame.ext ?? 0);
  bytes.set(payload, headBytes + seq.length);
  return bytes;
}

/** Bytes that came so far: those of a stream (`ByteQueue`), or of one message. */
interface FrameSource {
  readonly size: number;
  peek(count: number): Uint8Array | undefined;
  take(count: number): Uint8Array | undefined;
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array): DataView => new DataView(buffer, byteOffset, length);

/** Takes everything that has come for a frame; `short` when it ends within the head, `cut` when it ends within `seq` and stays. */
export function takeFrame(source: FrameSource): Required<Frame> | "short" | "cut" {
  const head = source.peek(headBytes);
  if (!head) return "short";
  const seqLength = viewOf(head).getUint16(6);
  if (source.size < headBytes + seqLength) return "cut";
  return frameOf(source.take(source.size) ?? head, seqLength);
}

function frameOf(data: Uint8Array, seqLength: number): Required<Frame> {
  const view = viewOf(data);
  return {
    version: view.getUint16(0),
    type: view.getUint16(2),
    status: view.getInt16(4),
    seq: bytesToKey(data.subarray(8, 8 + seqLength)),
    ext: view.getUint16(8 + seqLength),
    payload: data.subarray(headBytes + seqLength),
  };
}

/** The same of a message that came alone. */
export function readFrame(bytes: Uint8Array): Required<Frame> | "short" | "cut" {
  const part = (count: number): Uint8Array | undefined => (count > bytes.length ? undefined : bytes.subarray(0, count));
  return takeFrame({ size: bytes.length, peek: part, take: part });
}

/** @throws ChainError decode `badFrame` for bytes that are no frame. */
export function decodeFrame(bytes: Uint8Array): Required<Frame> {
  const frame = readFrame(bytes);
  if (typeof frame === "string") throw clientError("badFrame", { length: bytes.length });
  return frame;
}
