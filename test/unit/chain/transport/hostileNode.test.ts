// A node that does its worst: whatever it sends, there is a clear error, the connection is closed, and what is kept of it has a bound.
import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { packetType } from "../../../../src/chain/frame/frame";
import { JsonBomb, requireReadable } from "../../../../src/chain/json/exactJson";
import { getBlockNumber } from "../../../../src/chain/rpc/blocks";
import { getCode } from "../../../../src/chain/rpc/contractCode";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { createWebSocketTransport } from "../../../../src/chain/transport/webSocketTransport";
import type { ChainError } from "../../../../src/errors/chainError";
import { toChainError } from "../../../../src/errors/dictionary";
import { errorOf } from "../../../support/failure";
import {
  body,
  bodyWithoutEnd,
  drip,
  gzipped,
  HostileFrameNode,
  HostileNode,
  headersWithoutEnd,
  type Malice,
  pushOf,
  silence,
} from "../../../support/hostileNode";
import { codeWithinLimit } from "../../../support/timeLimits";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function hostile(malice: (node: HostileNode) => Malice): Promise<HostileNode> {
  const node = await HostileNode.start(malice);
  closing.push(() => node.close());
  return node;
}

/** What a client says who asks it, and that the connection is gone afterwards. */
async function failure(node: HostileNode, timeoutMs = 30_000, ask = "getBlockNumber"): Promise<ChainError> {
  const transport = createHttpTransport({ url: node.url, timeoutMs });
  closing.push(() => transport.close());
  const client = createClient(transport, "group0");
  const asked: Promise<unknown> =
    ask === "getCode"
      ? getCode(client, `0x${"1".repeat(40)}`)
      : ask === "getBlockNumber"
        ? getBlockNumber(client)
        : transport.request(ask, []);
  const error = await errorOf(asked);
  expect(error.advice).toBeTruthy();
  expect(error.message.length).toBeLessThan(400);
  return error;
}

const result = (text: string): string => `{"id":1,"jsonrpc":"2.0","result":${text}}`;

describe("over HTTP", () => {
  it("a body without an end is given up, and its connection closed", async () => {
    const node = await hostile(bodyWithoutEnd);
    expect(await failure(node)).toMatchObject({ kind: "transport", code: "answerTooLarge" });
    await expect.poll(() => node.closed).toBe(1);
    expect(node.poured).toBeLessThan(32 * 1024 * 1024);
  });

  it("headers without an end are no answer", async () => {
    const node = await hostile(headersWithoutEnd);
    expect(await failure(node)).toMatchObject({ kind: "transport", code: "notANode" });
    expect(node.poured).toBeLessThan(8 * 1024 * 1024);
  });

  it.each<[string, () => Malice]>([
    ["says nothing", silence],
    ["says a byte now and then", drip],
  ])("whoever %s is given up in time, and its connection closed", async (_, malice) => {
    const node = await hostile(malice);
    expect(await codeWithinLimit(async (timeoutMs) => (await failure(node, timeoutMs)).code)).toBe("timedOut");
    await expect.poll(() => node.closed).toBeGreaterThan(0);
  });

  it.each([16_777_217, 17_000_000])("code of %i bytes is no code", async (length) => {
    const node = await hostile(() => body(result(`"0x${"60".repeat(length)}"`)));
    expect(await failure(node, 30_000, "getCode")).toMatchObject({ code: "answerTooLarge" });
  });

  it("the longest code of a chain without a limit is read", async () => {
    const code = `0x${"60".repeat(16_777_216)}`;
    const node = await hostile(() => body(result(`"${code}"`)));
    const transport = createHttpTransport({ url: node.url });
    closing.push(() => transport.close());
    const read = await getCode(createClient(transport, "group0"), `0x${"1".repeat(40)}`);
    expect(read === code).toBe(true);
  });

  it("what is compressed stays so", async () => {
    const node = await hostile(() => gzipped(" ".repeat(50_000_000)));
    expect(await failure(node)).toMatchObject({ code: "notJson" });
  });

  it.each([
    ["arrays", "[".repeat(3_000_000)],
    ["objects", '{"a":'.repeat(1_000_000)],
    ["arrays that end", "[".repeat(100_000) + "]".repeat(100_000)],
    ["arrays with whole numbers", `${"[".repeat(100_000)}12345678901234567890${"]".repeat(100_000)}`],
  ])("nested %s are not walked through", async (_, text) => {
    const node = await hostile(() => body(result(text)));
    expect(await failure(node, 30_000, "getBlockByNumber")).toMatchObject({ code: "answerTooComplex" });
  });

  it.each([
    ["objects", "{}"],
    ["numbers", "0"],
    ["texts", '""'],
  ])("an array of millions of %s is not made", async (_, value) => {
    const node = await hostile(() => body(result(`[${`${value},`.repeat(2_100_000)}0]`)));
    expect(await failure(node, 30_000, "getBlockByNumber")).toMatchObject({ code: "answerTooComplex" });
  });

  it("a deep answer that is short is no answer either", async () => {
    for (const text of [
      "[".repeat(30_000) + "]".repeat(30_000),
      `${"[".repeat(20_000)}12345678901234567890${"]".repeat(20_000)}`,
    ]) {
      const node = await hostile(() => body(result(text)));
      const { kind } = await failure(node);
      expect(["decode", "transport"]).toContain(kind);
    }
  });
});

describe("a text of JSON", () => {
  it("of a large block is read", () => {
    const transaction = {
      hash: "0x".padEnd(66, "a"),
      input: `0x${"ab".repeat(200)}`,
      to: '\\"[[[[{{{{,,,,',
      signature: ["a", "b"],
    };
    const block = { number: 1, transactions: Array.from({ length: 10_000 }, () => transaction) };
    expect(() => requireReadable(JSON.stringify(block))).not.toThrow();
    expect(() => requireReadable(`"${"[,{".repeat(3_000_000)}"`)).not.toThrow();
    expect(() => requireReadable("[".repeat(70_000))).toThrow(JsonBomb);
  });
});

const log = (block: number, index: number): object => ({
  ...{ address: "ab".repeat(20), blockNumber: block, data: "0x", logIndex: 0, topics: [], transactionIndex: 0 },
  transactionHash: `0x${index.toString(16).padStart(64, "0")}`,
});

describe("over WebSocket", () => {
  it.each([
    [
      "heights of new groups",
      (index: number) => pushOf(packetType.blockNotify, { group: `g${index}`, blockNumber: 1 }),
    ],
    ["a group with a long name", () => pushOf(packetType.blockNotify, { group: "g".repeat(1000), blockNumber: 1 })],
    [
      "events of one block",
      (index: number, id: string) =>
        pushOf(packetType.eventPush, {
          ...{ id, status: 0 },
          result: Array.from({ length: 1000 }, (_, i) => log(5, index * 1000 + i)),
        }),
    ],
    ["packets of no kind", () => pushOf(0x999, {})],
    ["a nested push", () => ({ ...pushOf(packetType.blockNotify, {}), payload: Buffer.from("[".repeat(100_000)) })],
  ])("%s without an end close the connection, say why, and are not asked for again at once", async (_, push) => {
    const node = await HostileFrameNode.start(push);
    closing.push(() => node.close());
    const transport = createWebSocketTransport({ url: node.url, minRetryMs: 1, maxRetryMs: 60_000 });
    closing.push(() => transport.close());
    const reported = new Promise<ChainError>((resolve) => {
      transport.onState((state) => {
        if (state.kind === "connecting" && state.error) resolve(state.error);
      });
    });
    let logs = 0;
    await transport.subscribeEvents("group0", {}, { onLogs: ({ length }) => (logs += length) });
    const error = await reported;
    expect(["nodeFloods", "answerTooComplex"]).toContain(error.code);
    expect(error.advice).toBeTruthy();
    expect(logs).toBeLessThanOrEqual(150_000);
    await expect.poll(() => node.server.clients.size).toBe(0);
    expect(node.connections).toBe(1);
  });

  it.each([null, undefined])("a handshake whose heights are %s tells of no group", async (heights) => {
    const node = await HostileFrameNode.start(() => pushOf(0x999, {}));
    closing.push(() => node.close());
    node.groups = heights;
    const transport = createWebSocketTransport({ url: node.url });
    closing.push(() => transport.close());
    await transport.connect();
    expect(transport.state.kind).toBe("connected");
  });

  it("a handshake with groups without an end is refused", async () => {
    const node = await HostileFrameNode.start(() => pushOf(0x999, {}));
    closing.push(() => node.close());
    node.groups = Array.from({ length: 2000 }, (_, i) => ({ [`g${i}`]: 1 }));
    const transport = createWebSocketTransport({ url: node.url });
    closing.push(() => transport.close());
    expect(await transport.connect().then(() => undefined, toChainError)).toMatchObject({ code: "nodeFloods" });
  });
});
