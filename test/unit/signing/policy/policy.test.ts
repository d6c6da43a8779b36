import { describe, expect, it } from "vitest";
import { hexToBytes } from "../../../../src/crypto/bytes/hex";
import type { CryptoSuiteName } from "../../../../src/crypto/cryptoSuite";
import { cryptoSuite } from "../../../../src/crypto/suites";
import { judge, judgeCall } from "../../../../src/signing/policy/judge";
import { readPolicy } from "../../../../src/signing/policy/policy";
import { receivedRequest } from "../../../../src/signing/received";
import { callData, orderOf } from "../../../support/signedRequests";

const token = `0x${"ab".repeat(20)}`;
const wallet = `0x${"cd".repeat(20)}`;
const other = `0x${"ef".repeat(20)}`;
const payee = `0x${"11".repeat(20)}`;
const transfer = "transfer(address to, uint256 amount)";
const execute = "execute(address target, uint256 value, bytes data)";
const aggregate = "aggregate((address target, bytes callData)[] calls)";

const pay = {
  name: "pay",
  keys: ["ops-1"],
  chains: [{ chainId: "chain0", groupId: "group0" }],
  contracts: [token],
  methods: [{ signature: transfer, max: { amount: "1000" }, only: { to: [payee.toUpperCase().replace("0X", "0x")] } }],
};
const base = {
  keys: { "ops-1": { file: "ops.pem", suite: "standard" } },
  people: { alice: ["aa".repeat(32)], bob: [`${"BB:".repeat(31)}BB`] },
  rules: [pay] as object[],
};
const policyOf = (rules: readonly object[]) => readPolicy(JSON.stringify({ ...base, rules }), "policy.json");

/** What a policy says of bytes: the reason of a refusal, or how many persons it takes. */
function report(
  rules: readonly object[],
  init: Parameters<typeof orderOf>[1],
  { suite = "standard", at = "2026-11-27T10:00:00Z", person = "alice", keyId = "ops-1" } = {},
): string | number {
  const { hash, request } = orderOf(suite as CryptoSuiteName, init);
  const { transaction } = receivedRequest(request, { hash });
  const verdict = judge(policyOf(rules), { transaction, keyId, person, genesisHash: undefined, at: new Date(at) });
  return verdict.allowed ? Math.max(...verdict.rules.map(({ setting }) => setting.persons)) : verdict.reason.text;
}

const wrongPolicy = (text: string): string => {
  try {
    readPolicy(text, "policy.json");
    return "read";
  } catch (error) {
    return String((error as { details: { where: string } }).details.where);
  }
};

describe.each(["standard", "sm"] as const)("a policy on a %s chain", (suite) => {
  const input = (amount: number, to = payee) => callData(suite, transfer, to, amount);
  const call = (target: string, amount: number, value = 0) => callData(suite, execute, target, value, input(amount));

  it("signs nothing unasked that could be sent as another call", () => {
    const note = { ...pay, methods: [{ signature: "note(string text)" }], ask: false };
    const data = (text: string) => ({ input: callData(suite, "note(string text)", text) });
    for (const text of [`see ${other}`, other.slice(2), "EF".repeat(20)]) {
      expect(report([note], data(text), { suite })).toBeTypeOf("string");
      expect(report([{ ...note, anyText: true }], data(text), { suite })).toBe(1);
      expect(report([{ ...note, ask: true }], data(text), { suite })).toBe(1);
    }
    expect(report([note], data(other.slice(0, 40)), { suite })).toBe(1);
  });

  it("allows what a rule says, and nothing else", () => {
    const options = { suite };
    expect(report([pay], { input: input(1000) }, options)).toBe(1);
    expect(report([pay], { input: input(1000), to: token.toUpperCase().replace("0X", "0x") }, options)).toBe(1);
    for (const init of [
      { input: input(1001) },
      { input: input(1, other) },
      { input: input(1), to: other },
      { input: input(1), chainId: "Chain0" },
      { input: input(1), groupId: "group1" },
      { input: input(1), version: 1, value: "0x1" },
      { input: input(1), abi: "[]" },
      { input: input(1), version: 2, extension: new Uint8Array(1) },
      { input: callData(suite, "approve(address to,uint256 amount)", payee, 1) },
      { input: "0x" },
      { input: input(1).slice(0, 6) },
      { to: "", input: input(1) },
      // Something behind the arguments, and padding that a contract may read.
      { input: `${input(1)}00` },
      { input: input(1).replace("000000000000000000000000111111", "00000000000000000000ff00111111") },
    ])
      expect(report([pay], init, options), JSON.stringify(init)).toBeTypeOf("string");
    expect(report([pay], { input: input(1) }, { ...options, keyId: "ops-2" })).toBeTypeOf("string");
    expect(report([], { input: input(1) }, options)).toBeTypeOf("string");
    expect(report([{ ...pay, by: ["bob"] }], { input: input(1) }, options)).toBeTypeOf("string");
  });

  it("reads calls within calls only where a rule says how, and judges each", () => {
    const through = (method: object) => ({ ...pay, name: "wallet", contracts: [wallet], methods: [method] });
    const nested = through({ signature: execute, nested: { data: { to: "target", value: "value" } } });
    const asked = (rules: readonly object[], data: string) => report(rules, { to: wallet, input: data }, { suite });
    expect(asked([pay, nested], call(token, 1000))).toBe(1);
    expect(asked([pay, nested], call(token, 1001))).toMatch("allows");
    expect(asked([pay, nested], call(other, 1))).toMatch("no rule");
    expect(asked([pay, nested], call(token, 1, 5))).toMatch("allows");
    expect(asked([nested], call(token, 1))).toMatch("no rule");
    // Nothing is said of the argument, or it is said to be the wallet's own call.
    expect(asked([pay, through({ signature: execute })], call(token, 1))).toMatch("may hold a call");
    expect(asked([pay, through({ signature: execute, nested: { data: { to: "self" } } })], call(token, 1))).toMatch(
      "no rule",
    );
    expect(asked([pay, through({ signature: execute, opaque: ["data"] })], call(other, 1))).toBe(1);
    // A call within a call within a call.
    expect(asked([pay, nested], callData(suite, execute, wallet, 0, call(token, 7)))).toBe(1);
    let deep: string = call(token, 1);
    for (let depth = 0; depth < 6; depth++) deep = callData(suite, execute, wallet, 0, deep);
    expect(asked([pay, nested], deep)).toMatch("calls within calls");
  });

  it("counts amounts over all calls of a transaction", () => {
    const batch = {
      ...pay,
      name: "batch",
      contracts: [wallet],
      methods: [{ signature: aggregate, nested: { "calls.callData": { to: "calls.target" } } }],
    };
    const of = (...amounts: number[]) =>
      callData(
        suite,
        aggregate,
        amounts.map((amount) => [token, input(amount)]),
      );
    expect(report([pay, batch], { to: wallet, input: of(400, 600) }, { suite })).toBe(1);
    expect(report([pay, batch], { to: wallet, input: of(400, 601) }, { suite })).toMatch("allows");
    // A rule for more has its own persons, and small amounts don't hide beside a large one.
    const large = { ...pay, name: "large", persons: 2, methods: [{ signature: transfer, max: { amount: "50000" } }] };
    expect(report([pay, large, batch], { to: wallet, input: of(400, 601) }, { suite })).toBe(2);
    expect(report([pay, large, batch], { to: wallet, input: of(40_000, 10_001, 1000) }, { suite })).toMatch("allows");
    expect(report([pay, batch], { to: wallet, input: of(...new Array(300).fill(0)) }, { suite })).toMatch(
      "calls within",
    );
  });

  it("allows deployments by the hash of what is deployed", async () => {
    const { request } = orderOf(suite, { to: "", input: "0x6001" });
    const { contracts: _, methods: __, ...rest } = pay;
    const rule = { ...rest, deployments: [request.data.hash] };
    expect(report([rule], { to: "", input: "0x6001" }, { suite })).toBe(1);
    expect(report([rule], { to: "", input: "0x6002" }, { suite })).toMatch("no rule");
  });
});

describe.each(["standard", "sm"] as const)("limits of a day on a %s chain", (suite) => {
  const perDay = { perDay: { transactions: 3, value: "10" } };
  const keys = { "ops-1": { ...base.keys["ops-1"], perDay: { transactions: 5, value: "12" } } };
  const rule = { ...pay, value: "9", methods: [{ signature: transfer, perDay: { amount: "1000" } }], ...perDay };
  const policy = readPolicy(JSON.stringify({ ...base, keys, zone: "Asia/Shanghai", rules: [rule] }), "policy.json");

  /** What is counted, or the reason of the refusal, where this was spent before. */
  function charged(
    amount: number,
    value: number,
    before: Record<string, bigint> = {},
  ): string | Record<string, bigint> {
    const init = { input: callData(suite, transfer, payee, amount), version: 1, value: `0x${value.toString(16)}` };
    const { hash, request } = orderOf(suite, init);
    const { transaction } = receivedRequest(request, { hash });
    const asked = { transaction, keyId: "ops-1", person: "alice", genesisHash: undefined, at: new Date() };
    const verdict = judge(policy, { ...asked, spent: (counter) => before[counter] ?? 0n });
    return verdict.allowed ? Object.fromEntries(verdict.charges) : verdict.reason.text;
  }
  const counter = (rule: string, what: string): string => JSON.stringify(["ops-1", rule, what]);
  const types = "transfer(address,uint256) amount";

  it("count amounts, wei, and transactions, of rules and of keys", () => {
    expect(charged(400, 5)).toEqual({
      [counter("pay", types)]: 400n,
      [counter("pay", "transactions")]: 1n,
      [counter("pay", "value")]: 5n,
      [counter("", "transactions")]: 1n,
      [counter("", "value")]: 5n,
    });
    expect(charged(400, 5, { [counter("pay", types)]: 600n })).toBeTypeOf("object");
    for (const [name, what, spent] of [
      ["pay", types, 601n],
      ["pay", "value", 6n],
      ["pay", "transactions", 3n],
      ["", "value", 8n],
      ["", "transactions", 5n],
    ] as const)
      expect(charged(400, 5, { [counter(name, what)]: spent }), what).toMatch("a day");
  });

  it("begin at midnight of the policy's time zone", () => {
    expect(policy.dayOf(new Date("2026-11-29T15:59:59Z"))).toBe("2026-11-29");
    expect(policy.dayOf(new Date("2026-11-29T16:00:00Z"))).toBe("2026-11-30");
  });

  it("allow a bare selector, whose arguments no one reads", () => {
    const input = callData(suite, transfer, payee, 7);
    const bare = { ...pay, methods: [{ selector: input.slice(0, 10).toUpperCase().replace("0X", "0x") }] };
    expect(report([bare], { input: `${input}00` }, { suite })).toBe(1);
    expect(
      report([bare], { input: callData(suite, "approve(address to,uint256 amount)", payee, 1) }, { suite }),
    ).toMatch("no rule");
    expect(report([bare], { input: "0x" }, { suite })).toMatch("no rule");
  });

  it("keep rules for calls and rules for transactions apart", () => {
    const { methods: _, ...anything } = pay;
    const reads = { ...anything, name: "reads", calls: true };
    const input = callData(suite, transfer, payee, 7);
    const call = {
      suite: cryptoSuite(suite),
      chainId: "chain0",
      groupId: "group0",
      to: token,
      data: hexToBytes(input),
    };
    const asked = { ...call, keyId: "ops-1", person: "alice", at: new Date() };
    expect(report([reads], { input }, { suite })).toMatch("no rule");
    expect(judgeCall(policyOf([pay]), asked).allowed).toBe(false);
    expect(judgeCall(policyOf([reads]), asked).allowed).toBe(true);
    expect(judgeCall(policyOf([reads]), { ...asked, to: other }).allowed).toBe(false);
    expect(judgeCall(policyOf([reads]), { ...asked, groupId: "group1" }).allowed).toBe(false);
    const small = { ...pay, calls: true, methods: [{ signature: transfer, max: { amount: "6" } }] };
    expect(judgeCall(policyOf([small]), asked).allowed).toBe(false);
  });
});

describe("a policy", () => {
  it("has hours, also past midnight", () => {
    const input = callData("standard", transfer, payee, 1);
    const at = (hours: object, time: string) => report([{ ...pay, hours }], { input }, { at: time });
    const day = { days: ["Fri"], from: "09:00", to: "17:30", zone: "Asia/Shanghai" };
    expect(at(day, "2026-11-27T01:00:00Z")).toBe(1);
    expect(at(day, "2026-11-27T00:59:00Z")).toMatch("no rule");
    expect(at(day, "2026-11-27T09:30:00Z")).toMatch("no rule");
    expect(at(day, "2026-11-28T02:00:00Z")).toMatch("no rule");
    const night = { days: ["Fri"], from: "22:00", to: "04:00", zone: "UTC" };
    expect(at(night, "2026-11-27T23:00:00Z")).toBe(1);
    expect(at(night, "2026-11-28T03:59:00Z")).toBe(1);
    expect(at(night, "2026-11-27T03:00:00Z")).toMatch("no rule");
  });

  it("is asked for the genesis that the asker names", () => {
    const genesisHash = `0x${"12".repeat(32)}`;
    const policy = policyOf([{ ...pay, chains: [{ chainId: "chain0", groupId: "group0", genesisHash }] }]);
    const { hash, request } = orderOf("standard", { input: callData("standard", transfer, payee, 1) });
    const { transaction } = receivedRequest(request, { hash });
    const asked = { transaction, keyId: "ops-1", person: "alice", at: new Date() };
    expect(judge(policy, { ...asked, genesisHash }).allowed).toBe(true);
    expect(judge(policy, { ...asked, genesisHash: undefined }).allowed).toBe(false);
  });

  it.each([
    ["a misspelt limit", { ...pay, methods: [{ signature: transfer, maximum: { amount: "1" } }] }],
    ["a misspelt argument", { ...pay, methods: [{ signature: transfer, max: { amounts: "1" } }] }],
    ["a limit of what is no number", { ...pay, methods: [{ signature: transfer, max: { to: "1" } }] }],
    ["a limit below zero", { ...pay, methods: [{ signature: transfer, max: { amount: "-1" } }] }],
    ["a limit as a number", { ...pay, methods: [{ signature: transfer, max: { amount: 1000 } }] }],
    ["a limit of a signed number", { ...pay, methods: [{ signature: "f(int256 a)", max: { a: "1" } }] }],
    ["no function", { ...pay, methods: [{ signature: "transfer" }] }],
    ["no type", { ...pay, methods: [{ signature: "f(uint257 a)" }] }],
    ["two arguments of one name", { ...pay, methods: [{ signature: "f(uint256 a,uint256 a)", max: { a: "1" } }] }],
    ["calls in what is no bytes", { ...pay, methods: [{ signature: transfer, nested: { amount: { to: "to" } } }] }],
    ["calls of no address", { ...pay, methods: [{ signature: execute, nested: { data: { to: "value" } } }] }],
    [
      "calls that may be anything",
      { ...pay, methods: [{ signature: execute, nested: { data: { to: "self" } }, opaque: ["data"] }] },
    ],
    ["a misspelt key of a rule", { ...pay, person: 2 }],
    ["a key that isn't there", { ...pay, keys: ["ops-9"] }],
    ["a person who isn't there", { ...pay, by: ["carol"] }],
    ["more persons than there are", { ...pay, persons: 3 }],
    ["one of several persons", { ...pay, by: ["alice", "alice"], persons: 2 }],
    ["contracts without methods", { ...pay, methods: undefined }],
    ["no time zone", { ...pay, hours: { from: "09:00", to: "10:00", zone: "Mars/One" } }],
    ["no hours at all", { ...pay, hours: { from: "09:00", to: "09:00", zone: "UTC" } }],
    ["a limit of a day by another name", { ...pay, perDay: { transaction: 1 } }],
    ["a limit of a day of what is no number", { ...pay, methods: [{ signature: transfer, perDay: { to: "1" } }] }],
    ["a method without a name", { ...pay, methods: [{ max: { amount: "1" } }] }],
    ["a method of two names", { ...pay, methods: [{ signature: transfer, selector: "0xa9059cbb" }] }],
    ["limits of a bare selector", { ...pay, methods: [{ selector: "0xa9059cbb", max: { amount: "1" } }] }],
    ["a selector of three bytes", { ...pay, methods: [{ selector: "0xa9059c" }] }],
    ["calls that wait for two", { ...pay, calls: true, persons: 2 }],
    ["calls that pay", { ...pay, calls: true, value: "1" }],
    ["calls that are counted", { ...pay, calls: true, perDay: { transactions: 1 } }],
    [
      "calls of a genesis",
      { ...pay, calls: true, chains: [{ ...pay.chains[0], genesisHash: `0x${"12".repeat(32)}` }] },
    ],
    ["calls of no contract", { ...pay, calls: true, contracts: undefined, methods: undefined }],
    ["a day that isn't one", { ...pay, hours: { days: ["Friday"], from: "09:00", to: "10:00", zone: "UTC" } }],
  ])("can't be used with %s", (_, rule) => {
    expect(wrongPolicy(JSON.stringify({ ...base, zone: "UTC", rules: [rule] }))).toMatch(/^rules\.0/);
  });

  it("can't be used with limits of a day whose time zone isn't named", () => {
    const rule = { ...pay, perDay: { transactions: 1 } };
    expect(wrongPolicy(JSON.stringify({ ...base, rules: [rule] }))).toBe("zone");
    expect(wrongPolicy(JSON.stringify({ ...base, zone: "Mars/One", rules: [rule] }))).toMatch(/^zone/);
    expect(wrongPolicy(JSON.stringify({ ...base, zone: "UTC", rules: [rule] }))).toBe("read");
  });

  it("has keys on devices by the members of a file of signers", () => {
    const device = { kind: "pkcs11", module: "/opt/vendor.so", label: "mine", address: token, suite: "standard" };
    const wrong = (more: object) => wrongPolicy(JSON.stringify({ ...base, keys: { "ops-1": { ...device, ...more } } }));
    expect(wrong({})).toBe("read");
    expect(wrong({ label: undefined })).toBe("keys.ops-1: label, id");
    expect(wrong({ pin: "1234" })).toMatch(/^keys\.ops-1/);
    expect(wrong({ kind: "remote" })).toMatch(/^keys\.ops-1/);
    expect(wrong({ suite: "sm" })).toBe("keys.ops-1: mechanism");
  });

  it("can't be used where a reader could see something else in it", () => {
    expect(wrongPolicy(JSON.stringify(base))).toBe("read");
    expect(wrongPolicy("{")).toBe("JSON");
    expect(wrongPolicy(JSON.stringify({ ...base, rule: [] }))).toMatch("rule");
    expect(wrongPolicy(JSON.stringify(base).replace('"name":"pay"', '"name":"pay","value":"0","value":"9"'))).toBe(
      "rules.0.value",
    );
    // One certificate for two persons, written in two ways.
    const people = { alice: ["bb".repeat(32)], bob: base.people.bob };
    expect(wrongPolicy(JSON.stringify({ ...base, people }))).toMatch("people.bob");
  });
});
