import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Transport } from "../../../../src/chain/client/client";
import { packetType } from "../../../../src/chain/frame/frame";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { createWebSocketTransport } from "../../../../src/chain/transport/webSocketTransport";
import { createAuthority, createCertificate } from "../../../support/certificates";
import { errorOf } from "../../../support/failure";
import { FakeFrameNode } from "../../../support/fakeFrameNode";
import { answerWith, startFakeNode } from "../../../support/fakeNode";
import { FaultyProxy } from "../../../support/faultyProxy";
import { until } from "../../../support/until";

/**
 * Cuts of connections that work: 280 in all, 200 of them under event subscriptions. A connection is cut only after it has answered and its
 * client knows it.
 */
const cutsEach = { http: 40, https: 40, ws: 160, wss: 40 } as const;

const authority = createAuthority();
const server = createCertificate(authority, "node");
const sdk = createCertificate(authority, "sdk");
const tls = { ca: authority.pem, cert: sdk.pem, key: sdk.keyPem };
const serverTls = { ca: authority.pem, cert: server.pem, key: server.keyPem };

let cutInAll = 0;
const complaints: unknown[] = [];
const note = (complaint: unknown): void => void complaints.push(complaint);
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  process.on("unhandledRejection", note).on("uncaughtException", note).on("warning", note);
});
afterEach(async () => {
  process.off("unhandledRejection", note).off("uncaughtException", note).off("warning", note);
  for (const close of closing.splice(0).reverse()) await close();
});

/** Sockets, timers and the like that keep something alive, by kind. */
function resources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) {
    if (/TCPSocketWrap|TLSWrap|TCPConnectWrap|Timeout/.test(name)) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

async function proxyTo(node: { url: string; close(): Promise<unknown> }): Promise<FaultyProxy> {
  const proxy = await FaultyProxy.start(node.url);
  closing.push(
    () => node.close(),
    () => proxy.close(),
  );
  return proxy;
}

/** Runs what is to leave nothing behind: no socket, timer, listener of the signal, warning or unhandled failure. */
async function leavesNothing<T extends Transport>(
  proxy: FaultyProxy,
  transport: () => T,
  work: (transport: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const before = resources();
  const { signal } = new AbortController();
  const made = transport();
  await work(made, signal);
  await made.close();
  await until(
    () => proxy.open === 0,
    () => "the sockets are gone",
  );
  const kept = (): string[] =>
    Object.entries(resources()).flatMap(([name, count]) => (count > (before[name] ?? 0) ? [name] : []));
  await until(
    () => kept().length === 0,
    () => `nothing is kept: ${kept().join()}`,
  );
  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(complaints).toEqual([]);
  cutInAll += proxy.cuts;
}

async function failureOf(promise: Promise<unknown>): Promise<[string, string | number]> {
  const { kind, code } = await errorOf(promise);
  return [kind, code];
}

describe("a working connection that is cut in the middle", () => {
  it.each(["http", "https"] as const)("over %s: a read is asked again, what was sent once is not", async (scheme) => {
    const node = await startFakeNode(
      answerWith({ getBlockNumber: 12, sendTransaction: "x".repeat(200) }),
      scheme === "https" ? serverTls : undefined,
    );
    const proxy = await proxyTo(node);
    const url = `${scheme}://127.0.0.1:${proxy.port}`;
    const make = (): Transport =>
      createHttpTransport({ url, connections: 1, timeoutMs: 60_000, ...(scheme === "https" ? { tls } : {}) });
    await leavesNothing(proxy, make, async (transport, signal) => {
      for (let round = 0; round < cutsEach[scheme]; round++) {
        expect(await transport.request("getBlockNumber", [], { signal })).toBe(12); // the connection works
        const asked = node.requests.length;
        proxy.cutNext({ bytes: (round * 37) % 150, polite: round % 3 === 0 });
        if (round % 2 === 0) {
          const failure = await failureOf(transport.request("sendTransaction", [], { signal }));
          expect(failure).toEqual(["transport", "connectionLost"]);
          expect(node.requests.length).toBe(asked + 1);
        } else {
          expect(await transport.request("getBlockNumber", [], { signal })).toBe(12);
          expect(node.requests.length).toBe(asked + 2);
        }
        expect(proxy.cuts).toBe(round + 1);
      }
    });
  });

  it.each(["ws", "wss"] as const)(
    "over %s: pushes are neither lost nor doubled, what waits is told",
    async (scheme) => {
      const secure = scheme === "wss";
      const node = await FakeFrameNode.start({ logsPerBlock: 4, ...(secure ? { tls: serverTls } : {}) });
      const json = (payload: Uint8Array): string => Buffer.from(payload).toString("utf8");
      node.answer = ({ type, payload }) =>
        type === packetType.rpcRequest && json(payload).includes("getCode") ? null : undefined;
      const proxy = await proxyTo(node);
      const url = `${secure ? "https" : "http"}://127.0.0.1:${proxy.port}`;
      const options = { url, minRetryMs: 1, maxRetryMs: 1, timeoutMs: 60_000, ...(secure ? { tls } : {}) };
      const seen: string[] = [];
      const heights: number[] = [];
      await leavesNothing(
        proxy,
        () => createWebSocketTransport(options),
        async (transport, signal) => {
          transport.onBlock(({ number }) => heights.push(number));
          await transport.subscribeEvents(
            "group0",
            {},
            { onLogs: (logs) => void seen.push(...logs.map((log) => `${log.blockNumber}.${log.logIndex}`)) },
          );
          for (let round = 0; round < cutsEach[scheme]; round++) {
            await until(
              () => transport.state.kind === "connected",
              () => "the client is connected",
            );
            const waiting = failureOf(transport.request("getCode", [], { signal }));
            // Somewhere inside the notice or the events of these blocks, a different place each time.
            proxy.cutNext({ bytes: (round * 97) % 900, polite: round % 3 === 0 });
            node.mine(1 + (round % 3));
            for (let more = 0; proxy.cuts === round; more++) {
              await new Promise((resolve) => setTimeout(resolve, 1));
              if (more % 50 === 49) node.mine();
            }
            expect(await waiting).toEqual(["transport", "connectionLost"]);
            expect(proxy.cuts).toBe(round + 1);
          }
          node.mine();
          await until(
            () => seen.length >= node.height * 4 && heights.at(-1) === node.height,
            () => "all events have come",
          );
        },
      );
      const wanted = Array.from({ length: node.height }, (_, block) =>
        [0, 1, 2, 3].map((log) => `${block + 1}.${log}`),
      );
      expect(seen).toEqual(wanted.flat());
      expect(heights).toEqual([...new Set(heights)].sort((a, b) => a - b));
      expect(node.handshakes).toBeGreaterThanOrEqual(cutsEach[scheme] + 1);
    },
  );

  it("was tried 280 times", () => {
    expect(cutInAll).toBe(280);
  });
});
