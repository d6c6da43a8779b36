import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { openSession } from "../../../../src/chain/openSession";
import { probeConnection } from "../../../../src/chain/probeConnection";
import { clientMaterial } from "../../../../src/chain/profile/importProfile";
import { getBlockNumber } from "../../../../src/chain/rpc/blocks";
import { sendTransaction } from "../../../../src/chain/rpc/transactions";
import { explainTlsFailure } from "../../../../src/chain/transport/explainTlsFailure";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { readTlsMaterial, type TlsMaterial } from "../../../../src/chain/transport/tlsMaterial";
import { createWebSocketTransport } from "../../../../src/chain/transport/webSocketTransport";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { explainError } from "../../../../src/errors/dictionary";
import { neverSent } from "../../../../src/errors/nodeError";
import { createAuthority, createCertificate } from "../../../support/certificates";
import { codeOf, errorOf } from "../../../support/failure";
import { listening } from "../../../support/listening";
import { isOwnersAlone } from "../../../support/portable";
import { smAuthority, smSide, tlsMaterialOf } from "../../../support/smChain";

const folder = mkdtempSync(join(tmpdir(), "sm-tls-"));
let chain: DevChain;
let plain: DevChain;
let standard: DevChain;
let tls: TlsMaterial;

beforeAll(async () => {
  chain = await startDevChain({ suite: "sm", smTls: join(folder, "sm") });
  plain = await startDevChain();
  standard = await startDevChain({ tls: join(folder, "rsa") });
  tls = await readTlsMaterial(await clientMaterial(join(folder, "sm")));
});
afterAll(async () => {
  await Promise.all([chain, plain, standard].map((each) => each.close()));
  rmSync(folder, { recursive: true });
});

async function failureOf(url: string, material: TlsMaterial, open = createHttpTransport) {
  const transport = open({ url, tls: material, timeoutMs: 60_000 });
  const error = await errorOf(getBlockNumber(createClient(transport, "group0")));
  await transport.close();
  return explainTlsFailure(error, url, material);
}

const stranger = tlsMaterialOf(smSide(smAuthority("stranger CA"), "stranger"));
const day = 86_400_000;
const past = { notBefore: new Date(Date.now() - 3 * day), notAfter: new Date(Date.now() - day) };

describe("a connection over SM TLS", () => {
  it("works over HTTP, many at once, with long answers and requests", async () => {
    // both sides of each handshake are computed in this thread, where ten seconds are the most that a connection may take
    const transport = createHttpTransport({ url: chain.url, tls, timeoutMs: 60_000, connections: 4 });
    const client = createClient(transport, "group0");
    expect((await openSession(client)).suite.name).toBe("sm");
    expect(await Promise.all(Array.from({ length: 50 }, () => getBlockNumber(client)))).toEqual(Array(50).fill(0));
    const long = "x".repeat(200_000);
    await expect(transport.request("noSuchMethod", [long])).rejects.toMatchObject({ code: -32601 });
    expect(JSON.stringify(await transport.request("getGroupInfoList", [])).length).toBeGreaterThan(2000);
    await transport.close();
  });

  it("works over WebSocket, and says the suite", async () => {
    const transport = createWebSocketTransport({ url: chain.url, tls, timeoutMs: 60_000 });
    expect(transport.smSuite).toBeUndefined();
    await transport.connect();
    expect(transport.smSuite).toBe("ECC_SM4_CBC_SM3");
    expect(await getBlockNumber(createClient(transport, "group0"))).toBe(0);
    await transport.close();
  });

  it("that breaks after the request went out leaves open what came of it: nothing is sent twice", async () => {
    let breaks = false;
    const proxy = createServer((socket) => {
      const behind = connect(Number(new URL(chain.url).port), "127.0.0.1");
      for (const each of [socket, behind]) each.on("error", () => undefined);
      socket.on("data", () => breaks && socket.write("no record of TLS"));
      socket.pipe(behind).pipe(socket);
    });
    const broken = `https://127.0.0.1:${await listening(proxy)}`;
    const transport = createHttpTransport({ url: [broken, chain.url], tls, timeoutMs: 60_000, connections: 1 });
    const client = createClient(transport, "group0");
    expect(await getBlockNumber(client)).toBe(0);
    breaks = true;
    const error = await errorOf(sendTransaction(client, "0x00"));
    expect([error.kind, error.code, error.details["isSent"]]).toEqual(["tls", "ERR_TLCP_NOT_SPOKEN", true]);
    expect(neverSent(error)).toBe(false);
    expect(await getBlockNumber(client)).toBe(0);
    await transport.close();
    await new Promise((resolve) => proxy.close(resolve));
  });

  it("is seen by the probe, with the suite and both certificates of the node", async () => {
    const report = await probeConnection({ url: chain.url, tls, timeoutMs: 60_000 });
    expect(report.steps.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      "files passed",
      "tcp passed",
      "plain skipped",
      "tls passed",
      "jsonRpc passed",
      "group passed",
    ]);
    expect(report.steps.find(({ name }) => name === "tls")).toMatchObject({
      facts: { protocol: "TLCP 1.1 ECC_SM4_CBC_SM3", subject: "CN=node, O=fisco-bcos, OU=agency" },
    });
    expect(report.server?.sm).toBe(true);
    expect(report.serverEncrypt?.subject).toContain("CN=ennode");
    expect(report.files).toMatchObject({
      sm: true,
      caSignsClient: true,
      caSignsEncrypt: true,
      keyMatches: true,
      encryptKeyMatches: true,
    });
  });

  it("leaves the keys of its folder to their owner, and uses the folder again", async () => {
    for (const file of ["ca/sm_ca.key", "node0/sm_ssl.key", "node0/sm_enssl.key", "sdk/sm_sdk.key", "sdk/sm_ensdk.key"])
      expect(isOwnersAlone(join(folder, "sm", file))).toBe(true);
    const before = readFileSync(join(folder, "sm/sdk/sm_sdk.crt"), "utf8");
    const again = await startDevChain({ smTls: join(folder, "sm") });
    expect(
      await getBlockNumber(createClient(createHttpTransport({ url: again.url, tls, timeoutMs: 60_000 }), "group0")),
    ).toBe(0);
    await again.close();
    expect(readFileSync(join(folder, "sm/sdk/sm_sdk.crt"), "utf8")).toBe(before);
    await expect(startDevChain({ tls: folder, smTls: folder })).rejects.toMatchObject({ code: "badOption" });
  });
});

describe("what is wrong with SM TLS is named", () => {
  it.each([["HTTP", createHttpTransport] as const, ["WebSocket", createWebSocketTransport] as const])(
    "over %s: files of another chain",
    async (_name, open) => {
      const error = await failureOf(chain.url, stranger, open as typeof createHttpTransport);
      expect([error.kind, error.code]).toEqual(["tls", "ERR_TLCP_UNKNOWN_CA"]);
      const { meaning, advice } = await explainError(error, "zh");
      expect(meaning).toMatch(/节点的国密证书不是由此 CA/);
      expect(advice).toMatch(/sdk 目录/);
    },
  );

  it("a client of another chain that trusts this one", async () => {
    const error = await failureOf(chain.url, { ...stranger, ca: tls.ca });
    expect(error.code).toBe("clientNotOfCa"); // the files tell it before the node's alert does
  });

  it.each([
    ["without the pair for encryption", { enCert: undefined, enKey: undefined }, "smEncryptMissing"],
    ["without the key for encryption", { enKey: undefined }, "smEncryptMissing"],
    ["with the keys exchanged", { key: "enKey", enKey: "key" }, "smKeysMixedUp"],
    ["with the pairs exchanged", { cert: "enCert", key: "enKey", enCert: "cert", enKey: "key" }, "smPairsMixedUp"],
    ["with a key where a certificate should be", { enCert: "enKey" }, "notPem"],
  ] as const)("files %s", async (_name, changes, code) => {
    const changed = Object.fromEntries(
      Object.entries(changes).map(([name, from]) => [
        name,
        from === undefined ? undefined : tls[from as keyof TlsMaterial],
      ]),
    );
    const error = await failureOf(chain.url, { ...tls, ...changed });
    expect([error.kind, error.code]).toEqual(["tls", code]);
    const report = await probeConnection({ url: chain.url, tls: { ...tls, ...changed } });
    expect(report.steps[0]).toMatchObject({ name: "files", outcome: "failed", error: { code } });
  });

  it("certificates out of their time, by file", async () => {
    const authority = smAuthority();
    for (const [kind, file] of [
      ["sign", "sm_sdk.crt"],
      ["encrypt", "sm_ensdk.crt"],
    ] as const) {
      const old = tlsMaterialOf(smSide(authority, "old", { [kind]: past }));
      const report = await probeConnection({ url: chain.url, tls: old });
      expect(report.steps[0]).toMatchObject({ error: { code: "certificateOverdue", details: { file } } });
    }
  });

  it("a port without TLS, with standard TLS, with something else", async () => {
    const plainUrl = plain.url.replace("http:", "https:");
    expect((await failureOf(plainUrl, tls)).code).toBe("ERR_SSL_WRONG_VERSION_NUMBER");
    expect((await failureOf(standard.url, tls)).code).toBe("standardTls");
    const probed = await probeConnection({ url: standard.url, tls });
    expect(probed.steps.find(({ outcome }) => outcome === "failed")).toMatchObject({ error: { code: "standardTls" } });
    const sockets = new Set<Socket>();
    const odd = createServer((socket) => {
      sockets.add(socket.on("error", () => undefined));
      socket.end("SSH-2.0-OpenSSH\r\n");
    });
    const port = await listening(odd);
    expect((await failureOf(`https://127.0.0.1:${port}`, tls)).code).toBe("ERR_TLCP_NOT_SPOKEN");
    for (const socket of sockets) socket.destroy();
    odd.close();
  });

  it("an SM TLS port asked with standard files, or with none", async () => {
    const authority = createAuthority();
    const sdk = createCertificate(authority, "sdk");
    const rsa = { ca: authority.pem, cert: sdk.pem, key: sdk.keyPem };
    for (const material of [rsa, undefined]) {
      const report = await probeConnection({ url: chain.url, tls: material });
      expect(report.steps.find(({ name }) => name === "tls")).toMatchObject({ error: { code: "smTls" } });
    }
    expect((await failureOf(chain.url, rsa)).code).toBe("smTls");
  });

  it("a port that says nothing: the connection gives up in time", async () => {
    const silent = createServer((socket) => socket.on("error", () => undefined));
    const url = `https://127.0.0.1:${await listening(silent)}`;
    const transport = createHttpTransport({ url, tls, timeoutMs: 400 });
    expect(await codeOf(transport.request("getGroupList", []))).toBe("connectTimedOut");
    await transport.close();
    const pushed = createWebSocketTransport({ url: [url, chain.url], tls, timeoutMs: 2000 });
    await pushed.connect();
    expect(pushed.label).toBe(chain.url.replace("http", "ws"));
    await pushed.close();
    silent.close();
  });
});
