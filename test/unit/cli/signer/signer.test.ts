import { X509Certificate } from "node:crypto";
import { request as httpsRequest } from "node:https";
import { afterEach, describe, expect, it } from "vitest";
import { callPreimage, signCall } from "../../../../src/chain/transaction/signCall";
import { terminalAsk } from "../../../../src/cli/connection/terminalConsent";
import { serveSigner } from "../../../../src/cli/signer/signerServer";
import { hexToBytes } from "../../../../src/crypto/bytes/hex";
import type { CryptoSuiteName } from "../../../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { cryptoSuite } from "../../../../src/crypto/suites";
import type { OpenPort } from "../../../../src/http/listening";
import { readPolicy } from "../../../../src/signing/policy/policy";
import { type Decision, SignerService } from "../../../../src/signing/server/signerService";
import { remoteSigner } from "../../../../src/signing/signers/remoteSigner";
import type { RemoteSetting } from "../../../../src/signing/signers/signerSetting";
import { writtenLines } from "../../../support/commandLine";
import { callData, orderOf, requestKey } from "../../../support/signedRequests";
import { signerCertificates } from "../../../support/signerCertificates";

const certificates = signerCertificates();
const strangers = signerCertificates();
const transfer = "transfer(address to, uint256 amount)";
const payee = `0x${"11".repeat(20)}`;

const { err } = writtenLines();
let server: OpenPort | undefined;
const answers: Decision[] = [];
afterEach(async () => {
  answers.length = 0;
  await server?.close();
  server = undefined;
});

const fingerprint = ({ cert }: { readonly cert: string }): string => new X509Certificate(cert).fingerprint256;

const pay = {
  name: "pay",
  keys: ["ops-1"],
  chains: [{ chainId: "chain0", groupId: "group0" }],
  contracts: [`0x${"ab".repeat(20)}`],
  methods: [{ signature: transfer, max: { amount: "1000" } }],
};

interface Served {
  readonly url: string;
  /** What was asked at the signer's terminal. */
  readonly questions: string[];
}

/** A signer whose person answers so. */
async function served(
  suite: CryptoSuiteName,
  rule: object = {},
  answer: (question: string) => string | Promise<string> = () => "y",
  more: readonly object[] = [],
): Promise<Served> {
  const setting = {
    keys: { "ops-1": { file: "ops.pem", suite } },
    people: {
      alice: [fingerprint(certificates.client)],
      bob: [fingerprint(certificates.second)],
      carol: ["ab".repeat(32)],
    },
    rules: [{ ...pay, ...rule }, ...more],
  };
  const questions: string[] = [];
  const question = async (words: string): Promise<string> => {
    questions.push(words);
    return answer(words);
  };
  const keys = [{ keyId: "ops-1", signer: privateKeySigner(cryptoSuite(suite), requestKey) }];
  const policy = readPolicy(JSON.stringify(setting), "policy.json");
  const service = new SignerService({
    policy,
    keys,
    ask: terminalAsk(question, false, "signs"),
    audit: undefined,
    onAnswer: (reported) => answers.push(reported),
  });
  const tls = { ...certificates.server, ca: certificates.ca };
  server = await serveSigner(service, keys, tls, { host: "127.0.0.1", port: 0 });
  return { url: `https://127.0.0.1:${server.port}`, questions };
}

/** A signer whose person takes a while. */
async function heldBack(): Promise<Served & { readonly release: () => void }> {
  let release = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  const service = await served("standard", {}, async () => {
    await promise;
    return "y";
  });
  return { ...service, release };
}

interface Answered {
  readonly status: number;
  readonly body: { readonly signature?: string; readonly reason?: string; readonly keys?: unknown };
}

/** Asks over the wire, as a client that holds to nothing. */
function post(
  url: string,
  body: unknown,
  {
    client = certificates.client,
    path = "/sign",
    method = "POST",
    signal,
  }: { client?: { cert: string; key: string }; path?: string; method?: string; signal?: AbortSignal } = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = httpsRequest(
      `${url}${path}`,
      { method, ca: certificates.ca, ...client, agent: false, ...(signal ? { signal } : {}) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
        });
      },
    );
    asked.on("error", reject);
    asked.end(typeof body === "string" ? body : JSON.stringify(body));
  });
}

const settingOf = (url: string, suite: CryptoSuiteName, address: string): RemoteSetting => ({
  kind: "remote",
  url,
  protocol: "chainside",
  keyId: "ops-1",
  address,
  suite,
  tls: { ca: "", cert: "", key: "" },
  timeoutMs: 60_000,
});

const input = (suite: CryptoSuiteName, amount = 5) => callData(suite, transfer, payee, amount);

describe.each(["standard", "sm"] as const)("chainside signer, on a %s chain", (name) => {
  const suite = cryptoSuite(name);

  it("shows what the bytes say, asks, and signs for our own remote signer", async () => {
    const { url, questions } = await served(name);
    const { hash, request } = orderOf(name, { input: input(name) });
    const { address } = privateKeySigner(suite, requestKey);
    const tls = { ca: certificates.ca, ...certificates.client };
    const signature = await remoteSigner(settingOf(url, name, address), tls).sign(hexToBytes(hash), () => request);
    const signedBy = suite.signer(hexToBytes(hash), signature);
    expect(signedBy && suite.address(signedBy)).toBe(address);
    expect(questions).toEqual([expect.stringMatching(/^Sign\? /)]);
    const shown = err.join("\n");
    expect(shown).toMatch(`transfer(${payee}, 5)`);
    expect(shown).toMatch("┆ Asked by: alice");
    expect(shown).toMatch("┆ The asker says: Pay");
  });

  it("signs calls for our own remote signer, which shows them whole", async () => {
    const { url, questions } = await served(name, { calls: true });
    const { address } = privateKeySigner(suite, requestKey);
    const to = `0x${"ab".repeat(20)}` as const;
    const called = { chainId: "chain0", groupId: "group0", to, data: input(name) };
    const signer = remoteSigner(settingOf(url, name, address), { ca: certificates.ca, ...certificates.client });
    const signature = hexToBytes(await signCall(suite, signer, called));
    const signedBy = suite.signer(suite.hash(callPreimage(called)), signature);
    expect(signedBy && suite.address(signedBy)).toBe(address);
    expect(questions).toEqual([expect.stringMatching(/can't be sent as a transaction/)]);
    await expect(signCall(suite, signer, { ...called, groupId: "group1" })).rejects.toMatchObject({
      code: "signerRefused",
    });
  });

  it("refuses what isn't what is signed", async () => {
    const { url, questions } = await served(name);
    const honest = orderOf(name, { input: input(name) });
    const { request } = honest;
    const other = orderOf(name, { input: input(name, 6) });
    const version = orderOf(name, { input: input(name), version: 1, value: "0x0" }).request.transaction;
    const changed: readonly [object, RegExp][] = [
      [{ ...honest, hash: other.hash }, /hash/],
      [{ ...honest, request: other.request }, /hash/],
      [{ ...honest, request: { ...request, transaction: other.request.transaction } }, /data/],
      [{ ...honest, request: { ...request, to: payee } }, /: to/],
      [{ ...honest, request: { ...request, value: "0x1" } }, /value/],
      [{ ...honest, request: { ...request, chain: { ...request.chain, groupId: "group1" } } }, /groupId/],
      [{ ...honest, request: { ...request, from: payee } }, /from/],
      [{ ...honest, request: { ...request, method: "approve(address,uint256)" } }, /method/],
      // Something behind the bytes, and something that their hash doesn't cover.
      [{ ...honest, request: { ...request, transaction: `${request.transaction}fc0f` } }, /transaction/],
      [{ ...honest, request: { ...request, transaction: `${request.transaction}bc` } }, /transaction/],
      [{ ...honest, request: { ...request, transaction: version.replace(/^0x1001/, "0x1c") } }, /transaction/],
      [{ ...honest, request: { ...request, transaction: "0x" } }, /./],
      [{ ...honest, request: { ...request, suite: name === "sm" ? "standard" : "sm" } }, /./],
      [{ ...honest, suite: name === "sm" ? "standard" : "sm" }, /no such key/],
      [{ ...honest, keyId: "ops-2" }, /no such key/],
      [{ ...honest, keyId: "__proto__" }, /no such key/],
      [{ ...honest, more: true }, /form/],
      [{ ...honest, request: null }, /isn't a request/],
    ];
    for (const [body, reason] of changed) {
      const answered = await post(url, body);
      expect(answered.status, String(reason)).toBeGreaterThanOrEqual(400);
      expect(answered.body.reason).toMatch(reason);
    }
    expect((await post(url, orderOf(name, { input: input(name, 1001) }))).status).toBe(403);
    expect(questions).toEqual([]);
  });

  it("signs the same bytes once", async () => {
    const { url } = await served(name);
    const order = orderOf(name, { input: input(name) });
    expect((await post(url, order)).status).toBe(200);
    expect(await post(url, order)).toMatchObject({ status: 409, body: { reason: "this was signed before" } });
    expect((await post(url, orderOf(name, { input: input(name), nonce: "2" }))).status).toBe(200);
  });

  it("counts for a rule only who may ask by it", async () => {
    const { url } = await served(name, { persons: 2, by: ["alice", "carol"] }, () => "y", [
      { ...pay, name: "bob's", by: ["bob", "carol"], persons: 2 },
    ]);
    const order = orderOf(name, { input: input(name) });
    expect((await post(url, order, { client: certificates.second })).status).toBe(409);
    expect(await post(url, order)).toMatchObject({ status: 409, body: { reason: /1 more/ } });
  });

  it("waits for a second person, who asks for the very same bytes", async () => {
    const { url, questions } = await served(name, { persons: 2 });
    const order = orderOf(name, { input: input(name) });
    const another = orderOf(name, { input: input(name), nonce: "2" });
    // One person, however often, and the other for other bytes.
    for (let again = 0; again < 3; again++)
      expect(await post(url, order)).toMatchObject({ status: 409, body: { reason: /1 more/ } });
    expect((await post(url, another, { client: certificates.second })).status).toBe(409);
    expect(questions).toEqual([]);
    expect((await post(url, order, { client: certificates.second })).status).toBe(200);
  });
});

describe("chainside signer", () => {
  const order = () => orderOf("standard", { input: input("standard") });

  it("is reached only by those whom its authority and its policy know", async () => {
    const { url } = await served("standard", { ask: false });
    await expect(post(url, order(), { client: strangers.client })).rejects.toThrow();
    await expect(post(url, order(), { client: { cert: "", key: "" } })).rejects.toThrow();
    // A certificate of the authority that belongs to no one of the policy: the server's own.
    expect(await post(url, order(), { client: certificates.server })).toMatchObject({ status: 403 });
    expect((await post(url, order())).status).toBe(200);
  });

  it("tells its accounts, and nothing else", async () => {
    const { url } = await served("standard");
    const { address } = privateKeySigner(cryptoSuite("standard"), requestKey);
    const keys = [{ keyId: "ops-1", suite: "standard", address }];
    expect(await post(url, "", { path: "/keys", method: "GET" })).toEqual({ status: 200, body: { keys } });
    expect((await post(url, "", { path: "/", method: "GET" })).status).toBe(404);
    expect((await post(url, "", { path: "/sign", method: "GET" })).status).toBe(405);
    expect((await post(url, "", { path: "/keys", method: "GET", client: certificates.server })).status).toBe(403);
  });

  it("takes no more than an order has", async () => {
    const { url, questions } = await served("standard");
    expect((await post(url, "x".repeat(6 * 1024 * 1024))).status).toBe(413);
    expect((await post(url, "[".repeat(100_000))).status).toBe(400);
    expect((await post(url, "{")).status).toBe(400);
    expect(questions).toEqual([]);
    expect(server?.server.listening).toBe(true);
  });

  it("signs nothing where the person says no, and nothing unasked where it has to ask", async () => {
    const { url } = await served("standard", {}, () => "");
    expect(await post(url, order())).toMatchObject({ status: 403, body: { reason: /didn't agree/ } });
  });

  it("asks for the name where the asker says that it can't be undone", async () => {
    const { url, questions } = await served("standard", {}, () => "y");
    const { request, ...rest } = order();
    const heavy = { ...rest, request: { ...request, weight: "irreversible" } };
    expect((await post(url, heavy)).status).toBe(403);
    expect(questions[0]).toMatch("Type 0xababab");
  });

  it("asks one thing at a time", async () => {
    const { url, questions, release } = await heldBack();
    const first = post(url, order());
    const second = post(url, orderOf("standard", { input: input("standard"), nonce: "2" }));
    await expect.poll(() => questions.length).toBe(1);
    const same = await Promise.all([post(url, order()), post(url, order())]);
    expect(same.map(({ body }) => body.reason).filter((reason) => reason?.includes("just now"))).not.toHaveLength(0);
    expect(questions).toHaveLength(1);
    release();
    expect((await first).status).toBe(200);
    expect((await second).status).toBe(200);
    expect(questions).toHaveLength(2);
  });

  it("signs nothing for who is gone", async () => {
    const { url, questions, release } = await heldBack();
    const leaves = new AbortController();
    const first = post(url, order(), { signal: leaves.signal });
    await expect.poll(() => questions.length).toBe(1);
    leaves.abort();
    await expect(first).rejects.toThrow();
    const connections = () => new Promise((resolve) => server?.server.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(0);
    const second = post(url, orderOf("standard", { input: input("standard"), nonce: "2" }));
    release();
    expect((await second).status).toBe(200);
    expect(answers[0]).toMatchObject({ refused: { text: "the asker is gone" } });
    // It wasn't signed, so it can be asked for again.
    expect((await post(url, order())).status).toBe(200);
  });
});
