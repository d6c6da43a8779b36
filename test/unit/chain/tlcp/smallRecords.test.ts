// What a stranger's bytes cost before he has shown any certificate, counted in bytes that are copied: however he cuts them.
import { afterEach, describe, expect, it, vi } from "vitest";
import { ByteQueue } from "../../../../src/chain/frame/byteQueue";
import { encodeFrame, takeFrame } from "../../../../src/chain/frame/frame";
import { handshakeMessage, messageTypes } from "../../../../src/chain/tlcp/messages";
import { contentTypes, RecordLayer } from "../../../../src/chain/tlcp/recordLayer";
import { credentialsOf, smAuthority, smSide } from "../../../support/smChain";
import { TlcpPair } from "../../../support/tlcpPair";

const authority = smAuthority();
const [node, sdk] = [credentialsOf(smSide(authority, "node")), credentialsOf(smSide(authority, "sdk"))];

afterEach(() => vi.restoreAllMocks());

/** Bytes that are copied while something runs. */
function copiedBy(run: () => void): number {
  let copied = 0;
  const { concat, from } = Buffer;
  vi.spyOn(Buffer, "concat").mockImplementation((list, total) => {
    const joined = concat(list as readonly Uint8Array[], total);
    copied += joined.length;
    return joined;
  });
  vi.spyOn(Buffer, "from").mockImplementation(((...given: Parameters<typeof from>) => {
    const made = from(...given);
    copied += made.length;
    return made;
  }) as typeof from);
  run();
  vi.restoreAllMocks();
  return copied;
}

/** A message of so many bytes in records of one byte each. */
function inSmallRecords(length: number): Buffer {
  const message = handshakeMessage(messageTypes.clientHello, Buffer.alloc(length)).raw;
  const records = Buffer.alloc(6 * message.length);
  for (const [index, byte] of message.entries()) records.set([contentTypes.handshake, 1, 1, 0, 1, byte], 6 * index);
  return records;
}

describe("a message of 64 KB in records of one byte", () => {
  it.each([
    ["in one piece", 1 << 20],
    ["in pieces of the network", 1460],
    ["byte by byte", 1],
  ])("costs a fixed number of copies of each byte, %s", (_, piece) => {
    const length = 2 ** 16;
    const records = inSmallRecords(length);
    const pair = new TlcpPair(sdk, node);
    const copied = copiedBy(() => {
      for (let at = 0; at < records.length; at += piece) pair.give(pair.server, records.subarray(at, at + piece));
    });
    // it was taken in whole, and then refused for what it says
    expect(pair.server.error?.code).toBe("ERR_TLCP_PROTOCOL_VERSION");
    expect(copied).toBeGreaterThan(length);
    expect(copied).toBeLessThan(8 * records.length);
  });

  it("ends at the message that is out of turn, before it has come whole", () => {
    const pair = new TlcpPair(sdk, node);
    const layer = new RecordLayer();
    pair.give(pair.server, layer.encode(contentTypes.handshake, Buffer.from([1, 1, 0, 1])));
    expect(pair.server.error?.code).toBe("ERR_TLCP_DECODE_ERROR");
  });
});

describe("a frame of the WebSocket whose name comes in messages of one byte", () => {
  it("costs a fixed number of copies of each byte", () => {
    const frame = Buffer.from(
      encodeFrame({ type: 0x102, status: 0, seq: "x".repeat(65_000), payload: Buffer.from("{}") }),
    );
    const queue = new ByteQueue();
    queue.push(frame.subarray(0, 10));
    let taken: ReturnType<typeof takeFrame> = "cut";
    const copied = copiedBy(() => {
      for (const byte of frame.subarray(10)) {
        queue.push(Buffer.alloc(1, byte));
        taken = takeFrame(queue);
        if (taken !== "cut") break;
      }
    });
    expect(taken).toMatchObject({ seq: "x".repeat(65_000) });
    expect(copied).toBeLessThan(4 * frame.length);
  });
});

describe("bytes in pieces", () => {
  it("come out as they went in, however they are cut and taken", () => {
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251));
    for (const [cut, take] of [
      [1, 7],
      [7, 1],
      [3, 100],
      [1000, 13],
      [64, 64],
    ] as const) {
      const queue = new ByteQueue();
      const out: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += cut) {
        queue.push(bytes.subarray(at, at + cut));
        expect(queue.peek(queue.size + 1)).toBeUndefined();
        for (let found = queue.take(take); found; found = queue.take(take)) out.push(Buffer.from(found));
      }
      out.push(queue.take(queue.size) ?? Buffer.alloc(0));
      expect(Buffer.concat(out).equals(bytes)).toBe(true);
      expect([queue.size, queue.take(1)]).toEqual([0, undefined]);
    }
  });
});
