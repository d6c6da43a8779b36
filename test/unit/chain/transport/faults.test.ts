import { afterEach, describe, expect, it } from "vitest";
import { createClient, type Transport } from "../../../../src/chain/client/client";
import { getBlockNumber } from "../../../../src/chain/rpc/blocks";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import type { ChainError } from "../../../../src/errors/chainError";
import { createAuthority, createCertificate } from "../../../support/certificates";
import { errorOf } from "../../../support/failure";
import { answerWith, startFakeNode } from "../../../support/fakeNode";
import { type Fault, FaultyProxy } from "../../../support/faultyProxy";
import { codeWithinLimit } from "../../../support/timeLimits";

const authority = createAuthority();
const server = createCertificate(authority, "node");
const sdk = createCertificate(authority, "sdk");
const tls = { ca: authority.pem, cert: sdk.pem, key: sdk.keyPem };
const serverTls = { ca: authority.pem, cert: server.pem, key: server.keyPem };

const closing: (() => Promise<unknown>)[] = [];
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function proxyTo(url: string, close: () => Promise<unknown>): Promise<FaultyProxy> {
  const proxy = await FaultyProxy.start(url);
  closing.push(close, () => proxy.close());
  return proxy;
}

function transportTo(proxy: FaultyProxy, secure: boolean): Transport {
  const url = `http${secure ? "s" : ""}://127.0.0.1:${proxy.port}`;
  const transport = createHttpTransport({ url, timeoutMs: 60_000, ...(secure ? { tls } : {}) });
  closing.push(() => transport.close());
  return transport;
}

/** Only what never answers needs a short limit; the rest must be told apart from lateness on a busy machine. */
const neverAnswers = ({ kind }: Fault): boolean => kind === "stall" || kind === "drip";

type Attempt = (timeoutMs: number) => Promise<string | number>;
const patiently = (attempt: Attempt): ReturnType<Attempt> => attempt(60_000);

/** How a request fails with the limits that are tried. */
async function failure(transport: Transport, withLimits = patiently): Promise<[string, string | number]> {
  const errors: ChainError[] = [];
  const attempt: Attempt = async (timeoutMs) => {
    const error = await errorOf(getBlockNumber(createClient(transport, "group0"), { timeoutMs }));
    errors.unshift(error);
    return error.code;
  };
  await withLimits(attempt);
  const [error] = errors;
  expect(error?.advice).toBeTruthy();
  return [error?.kind ?? "", error?.code ?? ""];
}

const html = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 21\r\n\r\n<html>hello</html>\r\n\r\n";
const faults: [string, Fault, string, string | RegExp][] = [
  ["cut at the start", { kind: "cutAtStart" }, "transport", "connectionLost"],
  ["reset inside the head", { kind: "resetAfter", bytes: 20 }, "transport", "connectionLost"],
  ["reset inside the answer", { kind: "resetAfter", bytes: 150 }, "transport", "connectionLost"],
  ["ended inside the answer", { kind: "endAfter", bytes: 150 }, "transport", "connectionLost"],
  ["no answer", { kind: "stall" }, "transport", "timedOut"],
  ["an answer too slow", { kind: "drip", everyMs: 500 }, "transport", "timedOut"],
  ["another protocol", { kind: "garbage", bytes: Buffer.from("SSH-2.0-x\r\n") }, "transport", "notANode"],
  ["a TLS alert", { kind: "garbage", bytes: Buffer.from("15030300020228", "hex") }, "tls", "tlsPortByHttp"],
  ["an HTML page", { kind: "garbage", bytes: Buffer.from(html) }, "transport", "notANode"],
];

describe("a faulty connection", () => {
  it.each(faults)("%s is the right error, and the next request works", async (_name, fault, kind, code) => {
    const node = await startFakeNode(answerWith({ getBlockNumber: 12 }));
    const proxy = await proxyTo(node.url, node.close);
    proxy.fault = fault;
    const transport = transportTo(proxy, false);
    expect(await failure(transport, neverAnswers(fault) ? codeWithinLimit : undefined)).toEqual([kind, code]);
    proxy.fault = { kind: "none" };
    expect(await getBlockNumber(createClient(transport, "group0"), { timeoutMs: 60_000 })).toBe(12);
  });

  it.each<[string, Fault, string, RegExp]>([
    ["cut before the handshake", { kind: "cutAtStart" }, "tls", /^ECONNRESET$/],
    [
      "cut inside the handshake",
      { kind: "resetAfter", bytes: 100 },
      "tls|transport",
      /^(?:ECONNRESET|connectionLost)$/,
    ],
    ["stalled handshake", { kind: "stall" }, "transport", /^(?:connectTimedOut|timedOut)$/],
    [
      "garbage for a handshake",
      { kind: "garbage", bytes: Buffer.from("hello world") },
      "tls",
      /WRONG_VERSION|PACKET_LENGTH/,
    ],
  ])("over TLS: %s", async (_name, fault, kind, code) => {
    const node = await startFakeNode(answerWith({ getBlockNumber: 12 }), serverTls);
    const proxy = await proxyTo(node.url, node.close);
    proxy.fault = fault;
    const transport = transportTo(proxy, true);
    const soon = (attempt: Attempt): ReturnType<Attempt> => attempt(300);
    const [foundKind, foundCode] = await failure(transport, neverAnswers(fault) ? soon : undefined);
    expect(foundKind).toMatch(new RegExp(`^(?:${kind})$`));
    expect(String(foundCode)).toMatch(code);
    proxy.fault = { kind: "none" };
    expect(await getBlockNumber(createClient(transport, "group0"), { timeoutMs: 60_000 })).toBe(12);
  });

  it("leaves no socket, no timer and no unhandled rejection behind", async () => {
    process.on("unhandledRejection", note);
    const node = await startFakeNode(answerWith({ getBlockNumber: 12 }));
    const proxy = await proxyTo(node.url, node.close);
    const resources = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === "Timeout" || name === "TCPSocketWrap").length;
    const before = resources();
    const transport = createHttpTransport({ url: `http://127.0.0.1:${proxy.port}`, timeoutMs: 40 });
    const client = createClient(transport, "group0");
    const outcomes: boolean[] = [];
    for (const [, fault] of faults) {
      proxy.fault = fault;
      const asked = Array.from({ length: 5 }, () =>
        getBlockNumber(client).then(
          () => true,
          () => false,
        ),
      );
      outcomes.push(...(await Promise.all(asked)));
    }
    expect(outcomes).not.toContain(true);
    await transport.close();
    await expect.poll(() => proxy.open === 0 && resources() <= before).toBe(true);
    process.off("unhandledRejection", note);
    expect([proxy.open, unhandled]).toEqual([0, []]);
    expect(resources()).toBeLessThanOrEqual(before);
  });
});
