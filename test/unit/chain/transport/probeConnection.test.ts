import { createPrivateKey } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { type ProbeOptions, probeConnection } from "../../../../src/chain/probeConnection";
import { explainTlsFailure } from "../../../../src/chain/transport/explainTlsFailure";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { speaksSmTls } from "../../../../src/chain/transport/smTls";
import { createWebSocketTransport } from "../../../../src/chain/transport/webSocketTransport";
import { clientError } from "../../../../src/errors/clientError";
import { explainError } from "../../../../src/errors/dictionary";
import { createAuthority, createCertificate } from "../../../support/certificates";
import { errorOf } from "../../../support/failure";
import { answerWith, startFakeNode } from "../../../support/fakeNode";
import { listening } from "../../../support/listening";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const authority = createAuthority("chain A");
const other = createAuthority("chain B");
const sdk = createCertificate(authority, "sdk");
const foreign = createCertificate(other, "sdk");
const material = { ca: authority.pem, cert: sdk.pem, key: sdk.keyPem };
const results = {
  getGroupList: { code: 0, groupList: ["group0"], msg: "success" },
  getGroupInfo: {
    chainID: "chain0",
    groupID: "group0",
    genesisConfig: "{}",
    nodeList: [{ name: "n", nodeID: "ab".repeat(64), type: 0, iniConfig: '{"smCryptoType":false}' }],
  },
  getSystemConfigByKey: { blockNumber: 0, value: "0" },
};

async function node(secure: boolean, certificate = createCertificate(authority, "node"), answers: object = results) {
  const tls = { ca: authority.pem, cert: certificate.pem, key: certificate.keyPem };
  const started = await startFakeNode(answerWith({ ...answers }), secure ? tls : undefined);
  closing.push(started.close);
  return started.url;
}

/** A port that does with a connection what it likes. */
async function port(take: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    take(socket);
  });
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `127.0.0.1:${await listening(server)}`;
}

/** `tcp+ plain+ tls- …` and the codes of what failed. */
async function probe(options: ProbeOptions) {
  const report = await probeConnection({ timeoutMs: 60_000, ...options });
  const signs = { passed: "+", failed: "!", skipped: "-" };
  const failures = report.steps.flatMap((step) => (step.outcome === "failed" ? [step.error] : []));
  for (const { message, advice } of failures) expect(`${message} ${advice}`).toMatch(/^[^{}]{20,}$/);
  return {
    report,
    path: report.steps.map(({ name, outcome }) => name + signs[outcome]).join(" "),
    codes: failures.map(({ code }) => code),
  };
}

/** A node with `sm_ssl=true`, in what it says first: to a GM greeting (record version 0x0101) and to any other. */
function smNode(toGm: string, toOthers: string): Promise<string> {
  return port((socket) =>
    socket.once("data", (data) => {
      const gm = data[0] === 0x16 && data[1] === 1 && data[2] === 1;
      if (gm) expect(data.subarray(9, 11)).toEqual(Buffer.from([1, 1])); // the version asked for
      socket.end(Buffer.from(gm ? toGm : toOthers, "hex"));
    }),
  );
}

describe("an SM TLS port", () => {
  /** ServerHello of version 0x0101 with ECC-SM4-SM3, and the alert "handshake failure". */
  const [hello, alert] = [`160101002a020000260101${"5a".repeat(32)}00e01300`, "15010100020228"];

  it.each([
    ["greets back, resets others", hello, ""],
    ["refuses by its own alert, as it does without certificate", alert, ""],
    ["greets back, refuses others by an ordinary alert", hello, "15030300020228"],
    ["greets back, refuses others by an old alert", hello, "15030100020246"],
    ["speaks its own language to everybody", hello, alert],
  ])("that %s is known by the probe, over HTTPS and over WebSocket", async (_name, toGm, toOthers) => {
    const url = `https://${await smNode(toGm, toOthers)}`;
    const probed = await probe({ url, tls: material });
    expect([probed.path, probed.codes]).toEqual(["files+ tcp+ plain- tls! jsonRpc- group-", ["smTls"]]);
    const http = createHttpTransport({ url, tls: material });
    const frames = createWebSocketTransport({ url, tls: material });
    closing.push(
      () => http.close(),
      () => frames.close(),
    );
    for (const asked of [() => http.request("getGroupList", []), () => frames.connect()]) {
      const error = await errorOf(asked());
      expect([error.kind, error.code]).toEqual(["tls", "smTls"]);
      expect(await explainTlsFailure(error, url, undefined)).toBe(error);
      const [english, chinese] = await Promise.all([explainError(error, "en"), explainError(error, "zh")]);
      expect(english.meaning).toMatch(/uses SM TLS \(TLCP\), but this connection has no certificates for it/);
      expect(english.advice).toMatch(/sm_ca\.crt.*sm_sdk\.crt.*sm_ensdk\.key.*Import Connection/);
      expect(chinese.meaning).toMatch(/国密 TLS（TLCP）.*没有配置国密证书/);
      expect(chinese.advice).toMatch(/sm_ca\.crt.*sm_ensdk\.key.*导入连接/);
    }
  });

  it("is not seen where there is ordinary TLS, or none", async () => {
    for (const url of [await node(true), await node(false), `http://${await smNode("15030100020246", "")}`]) {
      const { hostname, port: number } = new URL(url);
      expect(await speaksSmTls(hostname, Number(number), 60_000)).toBe(false);
    }
  });
});

describe("connection probe", () => {
  it("passes a plain node and a TLS node", async () => {
    const plain = await probe({ url: await node(false) });
    expect(plain.path).toBe("files- tcp+ plain+ tls- jsonRpc+ group+");
    expect(plain.report).toMatchObject({ ok: true, groups: ["group0"], workingUrl: plain.report.url });
    const secure = await probe({ url: await node(true), tls: material, group: "group0" });
    expect(secure.path).toBe("files+ tcp+ plain- tls+ jsonRpc+ group+");
    expect(secure.report.server).toMatchObject({ subject: "CN=node", issuer: "CN=chain A", expired: false });
  });

  it("finds the other scheme", async () => {
    const plain = await node(false);
    const byHttps = await probe({ url: plain.replace("http", "https"), tls: material });
    expect(byHttps.path).toBe("files+ tcp+ plain+ tls! jsonRpc+ group+");
    expect(byHttps.codes).toEqual(["ERR_SSL_WRONG_VERSION_NUMBER"]);
    expect(byHttps.report).toMatchObject({ ok: false, workingUrl: plain });
    const secure = await node(true);
    const byHttp = await probe({ url: secure.replace("https", "http"), tls: material });
    expect(byHttp.path).toBe("files+ tcp+ plain! tls+ jsonRpc+ group+");
    expect(byHttp.codes).toEqual(["tlsPortByHttp"]);
    expect(byHttp.report.workingUrl).toBe(secure);
  });

  it("names the fault of certificates", async () => {
    const url = await node(true);
    const wrongCa = await probe({ url, tls: { ...material, ca: other.pem } });
    expect(wrongCa.path).toBe("files! tcp+ plain- tls! jsonRpc- group-");
    expect(wrongCa.codes[0]).toBe("clientNotOfCa");
    const noClient = await probe({ url, tls: { ca: authority.pem } });
    expect(noClient.codes).toEqual(["ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE"]);
    const otherClient = await probe({ url, tls: { ca: authority.pem, cert: foreign.pem, key: foreign.keyPem } });
    expect(otherClient.codes[0]).toBe("clientNotOfCa");
    const mixed = await probe({ url, tls: { ...material, key: foreign.keyPem } });
    expect(mixed.codes[0]).toBe("ERR_OSSL_X509_KEY_VALUES_MISMATCH");
    const expired = await probe({ url: await node(true, createCertificate(authority, "old", -1)), tls: material });
    expect(expired.codes).toEqual(["CERT_HAS_EXPIRED"]);
    expect(expired.report.server?.expired).toBe(true);
    expect(JSON.stringify(mixed.report)).not.toContain("PRIVATE");
  });

  it("sees whose node it is that refuses the files of another chain", async () => {
    const url = await node(true);
    const tls = { ca: other.pem, cert: foreign.pem, key: foreign.keyPem };
    const { path, codes, report } = await probe({ url, tls });
    expect([path, codes]).toEqual(["files+ tcp+ plain- tls! jsonRpc- group-", ["nodeOfOtherCa"]]);
    expect(report.server?.issuer).toBe("CN=chain A");
    const lost = clientError("connectionLost", { endpoint: url, method: "connect" });
    expect(await explainTlsFailure(lost, url, tls)).toMatchObject({
      code: "nodeOfOtherCa",
      message: expect.stringMatching(/is of "CN=chain A", and the files of this connection are of "CN=chain B"/),
    });
  });

  it("does not blame the certificates where the handshake works and nobody answers after it", async () => {
    const { pem, keyPem } = createCertificate(authority, "node");
    const options = { ca: authority.pem, cert: pem, key: keyPem, requestCert: true, maxVersion: "TLSv1.2" } as const;
    const p2p = createTlsServer(options, (socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.destroy());
    });
    closing.push(() => new Promise((resolve) => p2p.close(resolve)));
    const url = `https://127.0.0.1:${await listening(p2p)}`;
    const transport = createHttpTransport({ url, tls: material });
    closing.push(() => transport.close());
    const failure = await errorOf(transport.request("getGroupList", []));
    expect(await explainTlsFailure(failure, url, material)).toMatchObject({ code: "noHttpAnswer" });
    expect((await probe({ url, tls: material })).codes).toEqual(["noHttpAnswer"]);
  });

  it("goes on without files that cannot be used, and says which", async () => {
    const url = await node(true);
    const encrypted = createPrivateKey(sdk.keyPem).export({
      type: "pkcs8",
      format: "pem",
      cipher: "aes-256-cbc",
      passphrase: "secret",
    });
    const locked = await probe({ url, tls: { ...material, key: String(encrypted) } });
    expect([locked.path, locked.codes]).toEqual([
      "files! tcp+ plain- tls! jsonRpc- group-",
      ["keyEncrypted", "handshakeWithBadFiles"],
    ]);
    const torn = await probe({ url, tls: { ...material, ca: "?", key: "?" } });
    expect(torn.codes[0]).toBe("notPem");
    const [files] = torn.report.steps;
    expect(files?.outcome === "failed" && files.error.message).toMatch(/ca\.crt, sdk\.key/);
    const filesError = clientError("unreadableFile", { path: "/nowhere/sdk.key" });
    const missing = await probe({ url, filesError });
    expect(missing.codes).toEqual(["unreadableFile", "handshakeWithBadFiles"]);
  });

  it("knows a closed port, an SM TLS port, a silent port, a web3 port and a wrong group", async () => {
    const closed = await probe({ url: "http://127.0.0.1:1" });
    expect([closed.path, closed.codes]).toEqual(["files- tcp! plain- tls- jsonRpc- group-", ["connectionRefused"]]);
    const gm = await port((socket) =>
      socket.once("data", (data) => socket.end(data[1] === 1 ? Buffer.from("16010100020200", "hex") : "")),
    );
    const sm = await probe({ url: `https://${gm}` });
    expect([sm.path, sm.codes]).toEqual(["files- tcp+ plain- tls! jsonRpc- group-", ["smTls"]]);
    const mute = await probe({ url: await port((socket) => socket.once("data", () => socket.end())) });
    expect(mute.codes).toEqual(["noHttpAnswer"]);
    const web3 = await probe({ url: await node(false, undefined, { web3_clientVersion: "FISCO-BCOS-Web3RPC/3.16" }) });
    expect([web3.path, web3.codes]).toEqual(["files- tcp+ plain+ tls- jsonRpc! group-", ["web3Port"]]);
    const service = await probe({ url: await node(false, undefined, {}) });
    expect([service.path, service.codes]).toEqual(["files- tcp+ plain+ tls- jsonRpc! group-", ["notANode"]]);
    const group = await probe({
      url: await node(false, undefined, { ...results, getGroupInfo: null }),
      group: "grup0",
    });
    expect([group.path, group.codes]).toEqual(["files- tcp+ plain+ tls- jsonRpc+ group!", ["unknownGroup"]]);
  });
});
