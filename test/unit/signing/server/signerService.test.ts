import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readableCall, type SignedCall } from "../../../../src/chain/transaction/signCall";
import { openState } from "../../../../src/cli/signer/stateFile";
import { bytesToHex, hexToBytes } from "../../../../src/crypto/bytes/hex";
import type { CryptoSuiteName, Signer } from "../../../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { cryptoSuite } from "../../../../src/crypto/suites";
import type { Ask } from "../../../../src/signing/consent";
import { readPolicy } from "../../../../src/signing/policy/policy";
import { requestText } from "../../../../src/signing/requestText";
import { type ServiceAnswer, SignerService } from "../../../../src/signing/server/signerService";
import { SignerState } from "../../../../src/signing/server/signerState";
import { callData, orderOf, requestKey } from "../../../support/signedRequests";

const transfer = "transfer(address to, uint256 amount)";
const token = `0x${"ab".repeat(20)}` as const;
const payee = `0x${"11".repeat(20)}`;
const pay = {
  name: "pay",
  keys: ["ops-1"],
  chains: [{ chainId: "chain0", groupId: "group0" }],
  contracts: [token],
  methods: [{ signature: transfer, perDay: { amount: "1000" } }],
  ask: false,
};
const people = { alice: ["aa".repeat(32)], bob: ["bb".repeat(32)] };

interface Serving {
  readonly rules: readonly object[];
  readonly suite?: CryptoSuiteName;
  readonly state?: SignerState;
  readonly now?: () => Date;
  readonly ask?: Ask;
  readonly who?: Partial<typeof people>;
  readonly signer?: Signer;
}

/** A signer without its transport: asks as a person, and gives what is answered. */
function serving({ rules, suite = "standard", state, now, ask, who = people, signer }: Serving) {
  const keys = { "ops-1": { file: "ops.pem", suite } };
  const policy = readPolicy(JSON.stringify({ keys, people: who, zone: "UTC", rules }), "policy.json");
  const service = new SignerService({
    policy,
    keys: [{ keyId: "ops-1", signer: signer ?? privateKeySigner(cryptoSuite(suite), requestKey) }],
    ask,
    audit: undefined,
    ...(state ? { state } : {}),
    ...(now ? { now } : {}),
  });
  return (order: unknown, person: keyof typeof people = "alice"): Promise<ServiceAnswer> =>
    service.sign(order, { fingerprint: people[person][0] ?? "", signal: new AbortController().signal });
}

let count = 0;
const payment = (amount: number, suite: CryptoSuiteName = "standard") =>
  orderOf(suite, { input: callData(suite, transfer, payee, amount), nonce: `n${++count}` });

const noon = (day: string) => new Date(`2026-11-${day}T12:00:00Z`);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-state-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A signer that is started anew with what the one before it left on the disk. */
async function restarted<Result>(
  parts: Omit<Serving, "state">,
  work: (ask: ReturnType<typeof serving>) => Promise<Result>,
): Promise<Result> {
  const { state, close } = await openState(join(folder, "state.json"), Object.keys(parts.who ?? people));
  try {
    return await work(serving({ ...parts, state }));
  } finally {
    close();
  }
}

describe("limits of a day", () => {
  it("hold over restarts, and begin anew with the next day", async () => {
    let day = "28";
    const parts = { rules: [pay], now: () => noon(day) };
    const paid = (...amounts: number[]) =>
      restarted(parts, async (ask) => {
        const statuses: number[] = [];
        for (const amount of amounts) statuses.push((await ask(payment(amount))).status);
        return statuses;
      });
    expect(await paid(600, 401, 400)).toEqual([200, 403, 200]);
    expect(await paid(1, 0)).toEqual([403, 200]);
    day = "29";
    expect(await paid(1000, 1)).toEqual([200, 403]);
    // A clock that is set back gives nothing back.
    day = "28";
    expect(await paid(1)).toEqual([403]);
    const file = join(folder, "state.json");
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ day: "2026-11-29" });
  });

  it("are never passed by requests at the same time", async () => {
    const ask = serving({ rules: [{ ...pay, perDay: { transactions: 4 } }] });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(payment(10))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  });

  it("are counted again after the person was asked", async () => {
    const questions: string[] = [];
    const yes: Ask = async (request) => {
      questions.push((await requestText(request, undefined)).sentence);
      return { to: request, answer: "yes" };
    };
    const ask = serving({ rules: [{ ...pay, ask: true }], ask: yes });
    const answers = await Promise.all([ask(payment(600)), ask(payment(600))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(questions).toHaveLength(2);
  });

  it("are kept by one process, and nothing is signed where they can't be", async () => {
    const file = join(folder, "state.json");
    const { close } = await openState(file, []);
    await expect(openState(file, [])).rejects.toMatchObject({ code: "signerState" });
    close();
    for (const damaged of ["", "{}", '{"version":1,"approvals":{},"day":"2026-11-29","counts":{"a":"-5"}}']) {
      writeFileSync(file, damaged);
      await expect(openState(file, [])).rejects.toMatchObject({ code: "signerState" });
    }
    let signed = 0;
    const own = privateKeySigner(cryptoSuite("standard"), requestKey);
    const signer: Signer = {
      ...own,
      sign: (hash) => {
        signed++;
        return own.sign(hash);
      },
    };
    const full = new SignerState({ save: () => Promise.reject(new Error("ENOSPC")) });
    const ask = serving({ rules: [pay], state: full, signer });
    expect(await ask(payment(1))).toMatchObject({ status: 503, body: { reason: /write its state/ } });
    const two = serving({ rules: [{ ...pay, persons: 2 }], state: full, signer });
    expect(await two(payment(1))).toMatchObject({ status: 503 });
    expect(signed).toBe(0);
  });
});

describe("who asked", () => {
  const rules = [{ ...pay, persons: 2 }];

  it("is known after a restart, for the very same bytes", async () => {
    const [order, another] = [payment(5), payment(5)];
    const asks = (person: keyof typeof people, what: unknown = order, parts: Partial<Serving> = {}) =>
      restarted({ rules, ...parts }, async (ask) => (await ask(what, person)).status);
    expect(await asks("alice")).toBe(409);
    expect(await asks("alice")).toBe(409);
    expect(await asks("bob", another)).toBe(409);
    expect(await asks("bob")).toBe(200);
    // Both had asked; for the next signature both have to ask again.
    expect(await asks("bob")).toBe(409);
  });

  it("is forgotten after an hour, and with the person", async () => {
    const order = payment(5);
    let at = noon("28").getTime();
    const now = () => new Date(at);
    const asks = (person: keyof typeof people) =>
      restarted({ rules, now }, async (ask) => (await ask(order, person)).status);
    expect(await asks("alice")).toBe(409);
    at += 3_600_001;
    expect(await asks("bob")).toBe(409);
    expect(await asks("alice")).toBe(200);
    expect(await asks("bob")).toBe(409);
    const carol = { alice: people.alice, carol: ["cc".repeat(32)] };
    const reasonable = [{ ...pay, persons: 2, by: ["alice", "carol"] }];
    await restarted({ rules: reasonable, now, who: carol }, async (ask) =>
      expect(await ask(order)).toMatchObject({ status: 409, body: { reason: /1 more/ } }),
    );
  });
});

describe.each(["standard", "sm"] as const)("a signed call on a %s chain", (name) => {
  const suite = cryptoSuite(name);
  const { address } = privateKeySigner(suite, requestKey);
  const { methods: _, ...anything } = pay;
  const reads = { ...anything, name: "reads", calls: true };
  const called: SignedCall = {
    chainId: "chain0",
    groupId: "group0",
    to: token,
    data: callData(name, "balanceOf(address owner)", payee),
  };
  function callOrder(more: Partial<SignedCall> = {}) {
    const request = readableCall(suite, address, { ...called, ...more });
    const text = Buffer.concat([Buffer.from(request.to.slice(2)), hexToBytes(request.data.hex)]);
    return { keyId: "ops-1", suite: name, hash: bytesToHex(suite.hash(text)), request };
  }

  it("is signed as often as it is asked for, where the policy allows calls", async () => {
    const ask = serving({ rules: [reads], suite: name });
    for (let again = 0; again < 2; again++) {
      const { status, body } = await ask(callOrder());
      expect(status).toBe(200);
      const signature = "signature" in body ? hexToBytes(body.signature) : new Uint8Array();
      const key = suite.signer(hexToBytes(callOrder().hash), signature);
      expect(key && suite.address(key)).toBe(address);
    }
  });

  it("isn't signed by a rule for transactions, nor a transaction by a rule for calls", async () => {
    expect((await serving({ rules: [pay], suite: name })(callOrder())).status).toBe(403);
    expect((await serving({ rules: [], suite: name })(callOrder())).status).toBe(403);
    expect((await serving({ rules: [reads], suite: name })(payment(1, name))).status).toBe(403);
  });

  it("is hashed here, and refused where anything says something else", async () => {
    const ask = serving({ rules: [reads], suite: name });
    const { request, ...rest } = callOrder();
    const { hash } = payment(1, name);
    for (const order of [
      { ...rest, hash, request },
      { ...rest, request: { ...request, to: payee } },
      { ...rest, request: { ...request, to: token.slice(0, -2) } },
      { ...rest, request: { ...request, data: { ...request.data, hex: "0x00" } } },
      { ...rest, request: { ...request, data: { ...request.data, bytes: 1 } } },
      { ...rest, request: { ...request, data: { ...request.data, hash } } },
      { ...rest, request: { ...request, from: payee } },
      { ...rest, request: { ...request, suite: name === "sm" ? "standard" : "sm" } },
      { ...rest, request: { kind: "call" } },
      // A transaction that calls itself a call.
      { ...payment(1, name), request: { ...payment(1, name).request, kind: "call" } },
    ])
      expect((await ask(order)).status, JSON.stringify(order)).toBe(400);
  });

  it("is shown as what it is, and refused by who is asked", async () => {
    const shown: string[] = [];
    const no: Ask = async (request) => {
      const { sentence, reported } = await requestText(request, undefined);
      shown.push(sentence, ...reported.map(({ label, value }) => `${label}: ${value}`));
      return { to: request, answer: "no" };
    };
    const known = { ...pay, calls: true, ask: true, methods: [{ signature: "balanceOf(address owner)" }] };
    const ask = serving({ rules: [known], suite: name, ask: no });
    expect(await ask(callOrder())).toMatchObject({ status: 403, body: { reason: /didn't agree/ } });
    expect(shown.join("\n")).toMatch(/can't be sent as a transaction/);
    expect(shown.join("\n")).toMatch(`balanceOf(${payee})`);
    expect(shown.join("\n")).toMatch("Asked by: alice");
    const nobody = serving({ rules: [{ ...reads, ask: true }], suite: name });
    expect(await nobody(callOrder())).toMatchObject({ status: 403, body: { reason: /no one is at the signer/ } });
  });
});
