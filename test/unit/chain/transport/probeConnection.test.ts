import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type ProbeOptions, probeConnection } from "../../../../src/chain/transport/probeConnection";
import { createAuthority, createCertificate } from "../../../support/certificates";
import { answerWith, startFakeNode } from "../../../support/fakeNode";

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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** `tcp+ plain+ tls- …` and the codes of what failed. */
async function probe(options: ProbeOptions) {
  const report = await probeConnection({ timeoutMs: 1000, ...options });
  const signs = { passed: "+", failed: "!", skipped: "-" };
  const failures = report.steps.flatMap((step) => (step.outcome === "failed" ? [step.error] : []));
  for (const { message, advice } of failures) expect(`${message} ${advice}`).toMatch(/^[^{}]{20,}$/);
  return {
    report,
    path: report.steps.map(({ name, outcome }) => name + signs[outcome]).join(" "),
    codes: failures.map(({ code }) => code),
  };
}

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

  it("knows a closed port, an SM TLS port, a silent port, a web3 port and a wrong group", async () => {
    const closed = await probe({ url: "http://127.0.0.1:1" });
    expect([closed.path, closed.codes]).toEqual(["files- tcp! plain- tls- jsonRpc- group-", ["connectionRefused"]]);
    const gm = await port((socket) =>
      socket.once("data", (data) => socket.end(data[1] === 1 ? Buffer.from("16010100020200", "hex") : "")),
    );
    const sm = await probe({ url: `https://${gm}`, timeoutMs: 300 });
    expect([sm.path, sm.codes]).toEqual(["files- tcp+ plain- tls! jsonRpc- group-", ["smTls"]]);
    const mute = await probe({ url: await port((socket) => socket.once("data", () => socket.end())), timeoutMs: 300 });
    expect(mute.codes).toEqual(["noHttpAnswer"]);
    const web3 = await probe({ url: await node(false, undefined, { web3_clientVersion: "FISCO-BCOS-Web3RPC/3.16" }) });
    expect([web3.path, web3.codes]).toEqual(["files- tcp+ plain+ tls- jsonRpc! group-", ["web3Port"]]);
    const group = await probe({
      url: await node(false, undefined, { ...results, getGroupInfo: null }),
      group: "grup0",
    });
    expect([group.path, group.codes]).toEqual(["files- tcp+ plain+ tls- jsonRpc+ group!", ["unknownGroup"]]);
  });
});
