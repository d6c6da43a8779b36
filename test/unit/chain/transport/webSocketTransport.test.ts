import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { decodeFrame, encodeFrame, maxMessageBytes, packetType } from "../../../../src/chain/frame/frame";
import { getBlockNumber } from "../../../../src/chain/rpc/blocks";
import {
  createWebSocketTransport,
  type WebSocketTransport,
  type WebSocketTransportOptions,
} from "../../../../src/chain/transport/webSocketTransport";
import { createAuthority, createCertificate } from "../../../support/certificates";
import { codeOf, errorOf } from "../../../support/failure";
import { FakeFrameNode } from "../../../support/fakeFrameNode";
import { answerWith, startFakeNode } from "../../../support/fakeNode";
import { listening } from "../../../support/listening";
import { until } from "../../../support/until";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(options: Parameters<typeof FakeFrameNode.start>[0] = {}): Promise<FakeFrameNode> {
  const node = await FakeFrameNode.start(options);
  closing.push(() => node.close());
  return node;
}

function connect(url: string | string[], options: Partial<WebSocketTransportOptions> = {}): WebSocketTransport {
  const transport = createWebSocketTransport({ url, minRetryMs: 1, maxRetryMs: 2, timeoutMs: 60_000, ...options });
  closing.push(() => transport.close());
  return transport;
}

describe("frames", () => {
  it("have the layout of the SDK protocol", () => {
    const frame = { version: 0, type: 0x102, status: -1, seq: "ab", ext: 0, payload: Buffer.from("{}") };
    const bytes = encodeFrame(frame);
    expect(Buffer.from(bytes).toString("hex")).toBe("00000102ffff0002616200007b7d");
    const { payload, ...read } = decodeFrame(bytes);
    expect({ ...read, payload: Buffer.from(payload) }).toEqual(frame);
    expect(() => decodeFrame(Buffer.from("010203", "hex"))).toThrow(/a node frame/);
    expect(() => decodeFrame(Buffer.from("0000010200000009616200007b7d", "hex"))).toThrow(/a node frame/);
  });
});

describe("WebSocket transport", () => {
  it("shakes hands and carries requests in parallel", async () => {
    const node = await start();
    node.height = 7;
    const transport = connect(node.url);
    const client = createClient(transport, "group0");
    expect(await Promise.all([getBlockNumber(client), getBlockNumber(client)])).toEqual([7, 7]);
    expect(node.handshakes).toBe(1);
    expect(await codeOf(transport.request("nope", []))).toBe(-32601);
    expect(transport.state).toEqual({ kind: "connected", endpoint: node.url.replace("http", "ws") });
  });

  it("uses mutual TLS", async () => {
    const authority = createAuthority();
    const server = createCertificate(authority, "node");
    const sdk = createCertificate(authority, "sdk");
    const node = await start({ tls: { ca: authority.pem, cert: server.pem, key: server.keyPem } });
    const tls = { ca: authority.pem, cert: sdk.pem, key: sdk.keyPem };
    expect(await getBlockNumber(createClient(connect(node.url, { tls }), "group0"))).toBe(0);
    const refused = connect(node.url, { tls: { ca: authority.pem } });
    await expect(refused.connect()).rejects.toMatchObject({ kind: "tls" });
  });

  it("fails clearly where no node is, and does not try again by itself", async () => {
    expect(await codeOf(connect("http://127.0.0.1:1").connect())).toBe("connectionRefused");
    const http = await startFakeNode(answerWith({}));
    closing.push(http.close);
    expect(await codeOf(connect(http.url).connect())).toBe("notANode");
    const silent = createServer((socket) => socket.on("error", () => undefined));
    const transport = connect(`http://127.0.0.1:${await listening(silent)}`, { timeoutMs: 30 });
    expect(await codeOf(transport.connect())).toBe("connectTimedOut");
    await transport.close();
    silent.close();
    expect(await codeOf(transport.connect())).toBe("transportClosed");
  });

  it("gives up a handshake that is not answered, a request that is cancelled or too slow", async () => {
    const node = await start();
    node.answer = (frame) => (frame.type === packetType.handshake ? null : undefined);
    // Which of the two limits is met first, that of the connection or that of the handshake, is the machine's matter.
    expect(await codeOf(connect(node.url, { timeoutMs: 300 }).connect())).toMatch(/^(?:timedOut|connectTimedOut)$/);
    node.answer = (frame) => (frame.type === packetType.rpcRequest ? null : undefined);
    const transport = connect(node.url);
    // A busy machine may take longer to connect than the request has.
    await transport.connect();
    expect(await codeOf(transport.request("getBlockNumber", [], { timeoutMs: 20 }))).toBe("timedOut");
    const controller = new AbortController();
    const asked = codeOf(transport.request("getBlockNumber", [], { signal: controller.signal }));
    setTimeout(() => controller.abort(), 5);
    expect(await asked).toBe("cancelled");
  });

  it("tells every block once, the newest again after a reconnection", async () => {
    const node = await start();
    node.height = 3;
    const transport = connect(node.url);
    const heights: number[] = [];
    const stop = transport.onBlock(({ group, number }) => heights.push(group === "group0" ? number : -1));
    await transport.connect();
    node.mine(2);
    await until(() => heights.length === 3);
    // mined while no one is connected
    node.height = 9;
    node.dropAll();
    await until(() => heights.length === 4);
    stop();
    node.mine();
    await getBlockNumber(createClient(transport, "group0"));
    expect(heights).toEqual([3, 4, 5, 9]);
  });

  it("tells the lower heights of a chain that was set back, and not those of a node behind another", async () => {
    const node = await start();
    node.height = 8;
    const transport = connect(node.url);
    const heights: number[] = [];
    transport.onBlock(({ number }) => heights.push(number));
    await transport.connect();
    node.mine(2);
    node.tell(9, "behind");
    node.height = 1;
    node.mine(2);
    await until(() => heights.at(-1) === 3);
    expect(heights).toEqual([8, 9, 10, 2, 3]);
  });

  it("waits for a connection no longer than a request may take", async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => void sockets.add(socket.on("error", () => undefined)));
    const transport = connect(`http://127.0.0.1:${await listening(silent)}`);
    const controller = new AbortController();
    const late = codeOf(transport.request("getBlockNumber", [], { timeoutMs: 20 }));
    const cancelled = codeOf(transport.request("getBlockNumber", [], { signal: controller.signal }));
    expect(await late).toBe("connectTimedOut");
    controller.abort();
    expect(await cancelled).toBe("cancelled");
    for (const socket of sockets) socket.destroy();
    await transport.close();
    silent.close();
  });

  it("rejects what waits when the connection drops, and connects again", async () => {
    const node = await start();
    const transport = connect(node.url);
    await transport.connect();
    let heard = 0;
    node.answer = (frame) => {
      if (frame.type !== packetType.rpcRequest) return undefined;
      heard += 1;
      return null;
    };
    const asked = codeOf(transport.request("getBlockNumber", []));
    await until(() => heard > 0);
    node.answer = () => undefined;
    node.dropAll();
    expect(await asked).toBe("connectionLost");
    expect(await transport.request("getBlockNumber", ["group0", ""])).toBe(0);
    node.pushRaw(Uint8Array.of(1, 2, 3));
    await until(() => transport.state.kind === "connecting");
    expect(await transport.request("getBlockNumber", ["group0", ""])).toBe(0);
  });

  it("notices a peer that went silent", async () => {
    const node = await start();
    const transport = connect(node.url, { idleMs: 100 });
    // On a busy machine a node may be silent for so long before it is greeted.
    await until(() =>
      transport.connect().then(
        () => true,
        () => false,
      ),
    );
    const lost = new Promise<void>((resolve) => {
      transport.onState(({ kind }) => {
        if (kind === "connecting") resolve();
      });
    });
    for (const socket of node.sockets.clients) socket.pong = () => undefined;
    for (const socket of node.sockets.clients) socket.removeAllListeners("ping").on("ping", () => undefined);
    for (const socket of node.sockets.clients) (socket as unknown as { _autoPong: boolean })._autoPong = false;
    await lost;
  });

  it("goes to the next endpoint", async () => {
    const node = await start();
    const transport = connect(["http://127.0.0.1:1", node.url]);
    expect(await transport.request("getBlockNumber", ["group0", ""])).toBe(0);
  });

  it("names an answer above the limit, takes one just at it, and goes on", async () => {
    const node = await start();
    const transport = connect(node.url, { timeoutMs: 20_000 });
    await transport.connect();
    let length = maxMessageBytes;
    node.answer = ({ type, seq }) => {
      if (type !== packetType.rpcRequest) return undefined;
      const head = '{"id":1,"jsonrpc":"2.0","result":"';
      const frameHead = encodeFrame({ type: 0, status: 0, seq, payload: new Uint8Array(0) }).length;
      return Buffer.from(`${head}${"x".repeat(length - frameHead - head.length - 3)}"} `);
    };
    expect(((await transport.request("getCode", [])) as string).length).toBeGreaterThan(maxMessageBytes - 100);
    length += 1;
    const error = await errorOf(transport.request("getCode", []));
    expect([error.kind, error.code]).toEqual(["transport", "answerTooLarge"]);
    expect(error.message).toContain(`getCode is longer than ${maxMessageBytes} bytes`);
    expect(error.advice).toContain("less at once");
    node.answer = () => undefined;
    expect(await transport.request("getBlockNumber", ["group0", ""])).toBe(0);
  });

  it("refuses a request above the limit before sending it, and keeps the connection", async () => {
    const node = await start();
    const transport = connect(node.url, { timeoutMs: 20_000 });
    const data = "x".repeat(maxMessageBytes);
    const error = await errorOf(transport.request("sendTransaction", [data]));
    expect([error.kind, error.code]).toEqual(["transport", "requestTooLarge"]);
    expect(error.message).toMatch(/^The request sendTransaction to ws:.* accepts at most 33554432 in one message\.$/);
    expect(await transport.request("getBlockNumber", ["group0", ""])).toBe(0);
    expect(node.handshakes).toBe(1);
  });

  it("leaves no socket behind", async () => {
    const node = await start();
    const transport = connect(node.url);
    await transport.connect();
    await transport.close();
    await until(() => node.connections === 0);
  });
});

describe("event subscription", () => {
  it("replays a range, ends, and refuses a wrong group", async () => {
    const node = await start();
    node.height = 5;
    const transport = connect(node.url);
    const blocks: number[] = [];
    await new Promise<void>((resolve, reject) => {
      const onLogs = (logs: readonly { blockNumber: number }[]): void =>
        void blocks.push(...logs.map((log) => log.blockNumber));
      transport.subscribeEvents("group0", { fromBlock: 2, toBlock: 4 }, { onLogs, onEnd: resolve }).catch(reject);
    });
    expect(blocks).toEqual([2, 2, 3, 3, 4, 4]);
    const refused = transport.subscribeEvents("group9", { fromBlock: 1 }, { onLogs: () => undefined });
    await expect(refused).rejects.toMatchObject({ kind: "rpc", code: "unknownGroup", details: { groups: ["group0"] } });
    const topics = transport.subscribeEvents("group0", { topics: ["0x12"] }, { onLogs: () => undefined });
    await expect(topics).rejects.toMatchObject({ code: "wrongParameter" });
  });

  it("starts with the next block and stops when asked", async () => {
    const node = await start();
    node.height = 5;
    const transport = connect(node.url);
    const blocks: number[] = [];
    const stop = await transport.subscribeEvents(
      "group0",
      {},
      { onLogs: ([first]) => blocks.push(first?.blockNumber ?? -1) },
    );
    node.mine(2);
    await until(() => blocks.length === 2);
    stop();
    node.mine();
    await transport.request("getBlockNumber", ["group0", ""]);
    expect(blocks).toEqual([6, 7]);
  });
});
