import { clientError } from "../../errors/clientError";
import { ByteQueue } from "./byteQueue";

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

/** One message of the WebSocket: version, type, status, seq, ext, payload; big-endian. */
export function encodeFrame(frame: Frame): Buffer {
  const seq = Buffer.from(frame.seq, "latin1");
  const bytes = Buffer.allocUnsafe(10 + seq.length + frame.payload.length);
  bytes.writeUInt16BE(frame.version ?? 0, 0);
  bytes.writeUInt16BE(frame.type, 2);
  bytes.writeInt16BE(frame.status, 4);
  bytes.writeUInt16BE(seq.length, 6);
  seq.copy(bytes, 8);
  bytes.writeUInt16BE(frame.ext ?? 0, 8 + seq.length);
  bytes.set(frame.payload, 10 + seq.length);
  return bytes;
}

const headBytes = 10;

/** Takes everything that has come for a frame; `short` when it ends within the head, `cut` when it ends within `seq` and stays. */
export function takeFrame(queue: ByteQueue): Required<Frame> | "short" | "cut" {
  const head = queue.peek(headBytes);
  if (!head) return "short";
  const seqLength = head.readUInt16BE(6);
  if (queue.size < headBytes + seqLength) return "cut";
  return frameOf(queue.take(queue.size) ?? head, seqLength);
}

function frameOf(data: Buffer, seqLength: number): Required<Frame> {
  return {
    version: data.readUInt16BE(0),
    type: data.readUInt16BE(2),
    status: data.readInt16BE(4),
    seq: data.toString("latin1", 8, 8 + seqLength),
    ext: data.readUInt16BE(8 + seqLength),
    payload: data.subarray(10 + seqLength),
  };
}

/** The same of a message that came alone. */
export function readFrame(bytes: Uint8Array): Required<Frame> | "short" | "cut" {
  const queue = new ByteQueue();
  queue.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return takeFrame(queue);
}

/** @throws ChainError decode `badFrame` for bytes that are no frame. */
export function decodeFrame(bytes: Uint8Array): Required<Frame> {
  const frame = readFrame(bytes);
  if (typeof frame === "string") throw clientError("badFrame", { length: bytes.length });
  return frame;
}
