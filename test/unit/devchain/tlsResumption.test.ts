// A chain with TLS takes every session once, as a node does: anyone who speaks TLS must offer none (tls.md, "Sessions").
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../../src/chain/client/client";
import { probeConnection } from "../../../src/chain/probeConnection";
import { getBlockNumber } from "../../../src/chain/rpc/blocks";
import { parseEndpoint } from "../../../src/chain/transport/endpoint";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { speaksTls } from "../../../src/chain/transport/portCheck";
import { tlsFailureCode } from "../../../src/chain/transport/tlsFailure";
import { shakeHands } from "../../../src/chain/transport/tlsHandshake";
import { readTlsMaterial, type TlsMaterial, tlsConnectOptions } from "../../../src/chain/transport/tlsMaterial";
import { createWebSocketTransport } from "../../../src/chain/transport/webSocketTransport";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { FaultyProxy } from "../../support/faultyProxy";

const folder = mkdtempSync(join(tmpdir(), "chainside-resumption-"));
let chain: DevChain;
let tls: TlsMaterial;

beforeAll(async () => {
  chain = await startDevChain({ tls: folder, sealers: 1, observers: 0 });
  const file = (name: string): string => join(folder, "sdk", name);
  tls = await readTlsMaterial({ ca: file("ca.crt"), cert: file("sdk.crt"), key: file("sdk.key") });
});
afterAll(async () => {
  await chain.close();
  rmSync(folder, { recursive: true });
});

/** One connection and one answer; gives the session that the server handed out, or the error's code. */
function ask(session?: Buffer): Promise<Buffer | string> {
  return new Promise((resolve) => {
    let handed: Buffer | undefined;
    const { host, port } = parseEndpoint(chain.url);
    const socket = connect({ ...tlsConnectOptions(tls), host, port, ...(session ? { session } : {}) });
    socket.on("session", (given) => {
      handed = given;
    });
    socket.on("error", (error) => resolve(tlsFailureCode(error) ?? error.message));
    socket.once("data", () => {
      socket.destroy();
      resolve(handed ?? "no session");
    });
    socket.on("close", () => resolve("closed"));
    const body = '{"jsonrpc":"2.0","id":1,"method":"getGroupList","params":[]}';
    socket.write(`POST / HTTP/1.1\r\nHost: node\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  });
}

test("the server hands out a session, and refuses it with alert 80", async () => {
  const session = await ask();
  expect(session).toBeInstanceOf(Buffer);
  expect(await ask(session as Buffer)).toBe("ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR");
  expect(await ask()).toBeInstanceOf(Buffer);
});

test("nobody connects without a certificate of the chain, nor over TLS 1.3", async () => {
  const endpoint = parseEndpoint(chain.url);
  const { error } = await shakeHands(endpoint, { ca: tls.ca }, 5000);
  expect(error?.message).toContain("handshake failure");
  expect(await speaksTls(endpoint, 5000)).toBe(true);
  const key = readFileSync(join(folder, "node0", "ssl.key"), "utf8");
  const cert = readFileSync(join(folder, "node0", "ssl.crt"), "utf8");
  // any certificate of the CA is taken, a node's own too
  expect((await shakeHands(endpoint, { ca: tls.ca, cert, key, ofNode: true }, 5000)).error).toBeUndefined();
});

describe("no session is offered", () => {
  test("by the pool of HTTP connections, however many it opens", async () => {
    const proxy = await FaultyProxy.start(chain.url);
    const transport = createHttpTransport({ url: `https://127.0.0.1:${proxy.port}`, tls, connections: 8 });
    const client = createClient(transport, "group0");
    for (let round = 0; round < 3; round++) {
      const heights = await Promise.all(Array.from({ length: 24 }, () => getBlockNumber(client)));
      expect(new Set(heights)).toEqual(new Set([0]));
      expect(proxy.open).toBeGreaterThan(2);
      proxy.cutAll();
    }
    await transport.close();
    await proxy.close();
  });

  test("by pools one after the other", async () => {
    for (let round = 0; round < 4; round++) {
      const transport = createHttpTransport({ url: chain.url, tls, connections: 1 });
      expect(await getBlockNumber(createClient(transport, "group0"))).toBe(0);
      await transport.close();
    }
  });

  test("by the WebSocket, again and again", async () => {
    for (let round = 0; round < 4; round++) {
      const transport = createWebSocketTransport({ url: chain.url.replace("https", "wss"), tls });
      expect(await getBlockNumber(createClient(transport, "group0"))).toBe(0);
      await transport.close();
    }
  });

  test("by the probe", async () => {
    for (let round = 0; round < 3; round++) {
      const report = await probeConnection({ url: chain.url, tls });
      expect(report.steps.map(({ outcome }) => outcome)).not.toContain("failed");
    }
  });
});
