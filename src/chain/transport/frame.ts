import { clientError } from "../errors/clientError";

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

export interface Frame {
  type: number;
  /** 0, or what an AMOP answer failed with. */
  status: number;
  /** Ties an answer to its request; empty in pushes. */
  seq: string;
  payload: Uint8Array;
}

/** One message of the WebSocket: version (0), type, status, seq, ext (0), payload; big-endian. */
export function encodeFrame(frame: Frame): Uint8Array {
  const seq = Buffer.from(frame.seq, "latin1");
  const bytes = Buffer.alloc(10 + seq.length + frame.payload.length);
  bytes.writeUInt16BE(frame.type, 2);
  bytes.writeInt16BE(frame.status, 4);
  bytes.writeUInt16BE(seq.length, 6);
  seq.copy(bytes, 8);
  bytes.set(frame.payload, 10 + seq.length);
  return bytes;
}

/** @throws ChainError decode `badFrame` for bytes that are no frame. */
export function decodeFrame(bytes: Uint8Array): Frame {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const seqLength = data.length < 10 ? 0 : data.readUInt16BE(6);
  if (data.length < 10 + seqLength) throw clientError("badFrame", { length: data.length });
  return {
    type: data.readUInt16BE(2),
    status: data.readInt16BE(4),
    seq: data.toString("latin1", 8, 8 + seqLength),
    payload: data.subarray(10 + seqLength),
  };
}
