import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { getBlockNumber } from "../../../../src/chain/rpc/blocks";
import { getFilterChanges } from "../../../../src/chain/rpc/filters";
import { sendTransaction } from "../../../../src/chain/rpc/transactions";
import { createHttpTransport, type HttpTransportOptions } from "../../../../src/chain/transport/httpTransport";
import { inspectTlsMaterial, type TlsMaterial } from "../../../../src/chain/transport/tlsMaterial";
import type { ChainError } from "../../../../src/errors/chainError";
import { neverSent } from "../../../../src/errors/nodeError";
import { createAuthority, createCertificate } from "../../../support/certificates";
import { errorOf } from "../../../support/failure";
import { type Answer, answerWith, type FakeNode, startFakeNode } from "../../../support/fakeNode";
import { listening } from "../../../support/listening";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const authority = createAuthority();
const other = createAuthority();
const server = createCertificate(authority, "node");
const sdk = createCertificate(authority, "sdk");
const foreign = createCertificate(other, "sdk");
const material: TlsMaterial = { ca: authority.pem, cert: sdk.pem, key: sdk.keyPem };

async function node(secure = true, height = 12): Promise<FakeNode> {
  const tls = { ca: authority.pem, cert: server.pem, key: server.keyPem };
  const started = await startFakeNode(answerWith({ getBlockNumber: height }), secure ? tls : undefined);
  closing.push(started.close);
  return started;
}

function height(options: HttpTransportOptions): Promise<number> {
  const transport = createHttpTransport(options);
  closing.push(transport.close);
  return getBlockNumber(createClient(transport, "group0"));
}

async function failure(options: HttpTransportOptions): Promise<ChainError> {
  const error = await errorOf(height(options));
  expect(error.advice).toBeTruthy();
  expect(JSON.stringify([error.message, error.details, String(error.cause)])).not.toContain("PRIVATE KEY");
  return error;
}

describe("HTTPS transport", () => {
  it("pins the chain's CA, shows its certificate and does not mind the host name", async () => {
    const { url } = await node();
    expect(await height({ url, tls: material })).toBe(12);
  });

  it.each<[string, TlsMaterial | undefined, RegExp]>([
    ["without certificates", undefined, /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET|HANDSHAKE_FAILURE/],
    ["with the CA of another chain", { ...material, ca: other.pem }, /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET/],
    ["without a client certificate", { ca: authority.pem }, /HANDSHAKE_FAILURE/],
    [
      "with a client certificate of another chain",
      { ...material, cert: foreign.pem, key: foreign.keyPem },
      /ALERT_(?:UNKNOWN_CA|DECRYPT_ERROR)|ECONNRESET/,
    ],
    ["with a key of another certificate", { ...material, key: foreign.keyPem }, /KEY_VALUES_MISMATCH/],
    ["with files mixed up", { ...material, cert: sdk.keyPem }, /NO_START_LINE/],
  ])("fails clearly %s", async (_name, tls, code) => {
    const error = await failure({ url: (await node()).url, tls });
    expect(error.kind).toBe("tls");
    expect(String(error.code)).toMatch(code);
  });

  it("tells TLS and plain ports apart", async () => {
    const secure = await node();
    const plain = await node(false);
    const byHttp = await failure({ url: secure.url.replace("https", "http") });
    expect([byHttp.kind, byHttp.code]).toEqual(["tls", "tlsPortByHttp"]);
    const byHttps = await failure({ url: plain.url.replace("http", "https"), tls: material });
    expect([byHttps.kind, byHttps.code]).toEqual(["tls", "ERR_SSL_WRONG_VERSION_NUMBER"]);
  });

  it("says what the files are, without a connection", () => {
    expect(inspectTlsMaterial(material)).toMatchObject({
      ca: { subject: `CN=${authority.name}`, expired: false, sm: false },
      client: { subject: "CN=sdk", issuer: `CN=${authority.name}` },
      caSignsClient: true,
      keyMatches: true,
      unreadable: [],
    });
    const mixed = inspectTlsMaterial({ ca: other.pem, cert: sdk.pem, key: foreign.keyPem });
    expect(mixed).toMatchObject({ caSignsClient: false, keyMatches: false });
    expect(inspectTlsMaterial({ ca: "x", cert: "y", key: "z" }).unreadable).toEqual(["ca", "cert", "key"]);
    const old = createCertificate(authority, "old", -1);
    expect(inspectTlsMaterial({ ca: authority.pem, cert: old.pem }).client?.expired).toBe(true);
  });
});

describe("fail-over", () => {
  const closedPort = "http://127.0.0.1:1";

  it("goes to the next endpoint when nothing listens, and stays there", async () => {
    const { url, requests } = await node(false);
    const transport = createHttpTransport({ url: [closedPort, url] });
    closing.push(transport.close);
    const client = createClient(transport, "group0");
    expect(await getBlockNumber(client)).toBe(12);
    expect(transport.label).toBe(url);
    expect(await getBlockNumber(client)).toBe(12);
    expect(requests).toHaveLength(2);
  });

  it("reports the first failure when no endpoint answers", async () => {
    expect((await failure({ url: [closedPort, "http://127.0.0.1:2"] })).message).toContain("127.0.0.1:1.");
  });

  it("asks again after a lost connection only where that changes nothing", async () => {
    let taken = 0;
    const cutting = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        taken += 1;
        socket.destroy();
      });
    });
    const port = await listening(cutting);
    closing.push(() => new Promise((resolve) => cutting.close(resolve)));
    const { url, requests } = await node(false);
    const client = (): ReturnType<typeof createClient> => {
      const transport = createHttpTransport({ url: [`http://127.0.0.1:${port}`, url] });
      closing.push(transport.close);
      return createClient(transport, "group0");
    };
    expect(await getBlockNumber(client())).toBe(12);
    expect(taken).toBeGreaterThan(0);
    await expect(sendTransaction(client(), "0x00")).rejects.toMatchObject({ code: "connectionLost" });
    await expect(getFilterChanges(client(), "0x1")).rejects.toMatchObject({ code: "connectionLost" });
    expect(requests.map(({ method }) => method)).toEqual(["getBlockNumber"]);
  });

  const ask = (
    url: readonly string[],
    options: Omit<HttpTransportOptions, "url"> = {},
  ): ReturnType<typeof createClient> => {
    const transport = createHttpTransport({ url, ...options });
    closing.push(transport.close);
    return createClient(transport, "group0");
  };

  it("sends elsewhere what a failed handshake kept back", async () => {
    const error = await errorOf(
      sendTransaction(ask([(await node()).url, closedPort], { tls: { ca: other.pem } }), "0x"),
    );
    expect([error.kind, neverSent(error)]).toEqual(["tls", true]);
    const foreign = await node();
    const good = await startFakeNode(answerWith({ sendTransaction: 1 }));
    closing.push(good.close);
    await errorOf(sendTransaction(ask([foreign.url, good.url], { tls: { ca: other.pem } }), "0x"));
    expect(foreign.requests).toHaveLength(0);
    expect(good.requests).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ["a gateway without its node", (_request, response) => void response.writeHead(502).end("<html>")],
    ["a gateway with too many requests", (_request, response) => void response.writeHead(429).end()],
    ...[-32000, -32004, -320004, -32005].map((code): [string, Answer] => [
      `error ${code}`,
      ({ id }, response) => void response.end(JSON.stringify({ error: { code, message: "" }, id, jsonrpc: "2.0" })),
    ]),
  ])("asks elsewhere behind %s, and sends nothing twice", async (_name, answer) => {
    const bad = await startFakeNode(answer);
    closing.push(bad.close);
    const good = await node(false);
    expect(await getBlockNumber(ask([bad.url, good.url]))).toBe(12);
    const client = ask([bad.url, good.url]);
    await expect(sendTransaction(client, "0x00")).rejects.toThrow();
    expect(good.requests.map(({ method }) => method)).not.toContain("sendTransaction");
    // the next request begins with the other
    expect(client.transport.label).toBe(good.url);
    expect((await errorOf(getBlockNumber(ask([bad.url, closedPort])))).code).not.toBe("connectionRefused");
    expect((await errorOf(getBlockNumber(ask([bad.url])))).message).toBeTruthy();
  });
});
