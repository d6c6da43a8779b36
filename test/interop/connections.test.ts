// How connections come and go: several at once, all cut, left alone, taken up again, on every path that speaks to a node. The addresses
// are those of relays, so that it can be tried against any chain; TLS passes through them.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../src/chain/client/client";
import { probeConnection } from "../../src/chain/probeConnection";
import { getBlockNumber } from "../../src/chain/rpc/blocks";
import { getGroupList } from "../../src/chain/rpc/groups";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { createWebSocketTransport } from "../../src/chain/transport/webSocketTransport";
import { FaultyProxy } from "../support/faultyProxy";
import { type InteropChain, interopTargets } from "./interopChain";

/** A node keeps an idle connection longer than this; what matters is that the next one is a new handshake. */
const idleMs = 1500;
const rounds = 3;

describe.each(interopTargets.filter(({ connections }) => connections))("$name", ({ open }) => {
  let chain: InteropChain;
  const relays: FaultyProxy[] = [];
  let addresses: { http: string[]; ws: string[] };

  beforeAll(async () => {
    chain = await open();
    for (const url of chain.urls) relays.push(await FaultyProxy.start(url));
    const s = chain.tls ? "s" : "";
    const of = (scheme: string): string[] => relays.map(({ port }) => `${scheme}${s}://127.0.0.1:${port}`);
    addresses = { http: of("http"), ws: of("ws") };
  });
  afterAll(async () => {
    for (const relay of relays) await relay.close();
    await chain.close();
  });

  const cutAll = (): void => {
    for (const relay of relays) relay.cutAll();
  };

  test("many requests at once, over connections that are cut and left alone in between", async () => {
    for (const url of addresses.http) {
      const transport = createHttpTransport({ url, tls: chain.tls, timeoutMs: 30_000, connections: 8 });
      const client = createClient(transport, chain.session.groupId);
      const ask = (): Promise<number[]> => Promise.all(Array.from({ length: 40 }, () => getBlockNumber(client)));
      for (let round = 0; round < rounds; round++) {
        expect(Math.min(...(await ask()))).toBeGreaterThanOrEqual(0);
        await delay(idleMs);
        expect(Math.min(...(await ask()))).toBeGreaterThanOrEqual(0);
        cutAll();
      }
      await transport.close();
    }
  });

  test("a transport after the other, all addresses of the chain in one", async () => {
    for (let round = 0; round < 2 * rounds; round++) {
      const transport = createHttpTransport({ url: addresses.http, tls: chain.tls, timeoutMs: 30_000 });
      expect(await getGroupList(createClient(transport, ""))).toContain(chain.session.groupId);
      await transport.close();
    }
  });

  test("WebSockets beside each other, cut and taken up again by themselves", async () => {
    for (const url of addresses.ws) {
      const sockets = Array.from({ length: 4 }, () =>
        createWebSocketTransport({ url, tls: chain.tls, timeoutMs: 30_000, minRetryMs: 20 }),
      );
      const clients = sockets.map((socket) => createClient(socket, chain.session.groupId));
      for (let round = 0; round < rounds; round++) {
        await Promise.all(sockets.map((socket) => socket.connect()));
        for (const client of clients) expect(await getBlockNumber(client)).toBeGreaterThanOrEqual(0);
        const reconnected = sockets.map(
          (socket) =>
            new Promise<void>((resolve) => {
              const stop = socket.onState(({ kind }) => {
                if (kind !== "connected") return;
                stop();
                resolve();
              });
            }),
        );
        cutAll();
        await Promise.all(reconnected);
      }
      await Promise.all(sockets.map((socket) => socket.close()));
    }
  });

  test("the diagnosis, again and again", async () => {
    const [url = ""] = addresses.http;
    for (let round = 0; round < rounds; round++) {
      const { steps } = await probeConnection({ url, tls: chain.tls, timeoutMs: 30_000 });
      expect(steps.flatMap((step) => (step.outcome === "failed" ? [step.error.message] : []))).toEqual([]);
    }
  });

  test("the command line, over HTTP and WebSocket", async () => {
    const folder = mkdtempSync(join(tmpdir(), "chainside-commands-"));
    const files: [option: string, pem: string | undefined][] = [
      ["ca", chain.tls?.ca],
      ["cert", chain.tls?.cert],
      ["key", chain.tls?.key],
      ["en-cert", chain.tls?.enCert],
      ["en-key", chain.tls?.enKey],
    ];
    const tls = files.flatMap(([option, pem]) => {
      if (pem === undefined) return [];
      writeFileSync(join(folder, option), pem, { mode: 0o600 });
      return [`--${option}`, join(folder, option)];
    });
    try {
      for (const url of [...addresses.http, ...addresses.ws]) {
        const options = ["--url", url, ...tls, "--group", chain.session.groupId];
        for (let round = 0; round < 2; round++) {
          const { stdout } = await promisify(execFile)(process.execPath, [
            "--import",
            "tsx",
            "src/cli/main.ts",
            "rpc",
            "getBlockNumber",
            ...options,
          ]);
          expect(stdout).toMatch(/^\d+\s*$/);
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
