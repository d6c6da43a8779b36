import { describe, expect, test } from "vitest";
import { createAddress } from "../../../../src/chain/transaction/contractAddress";
import { bytesToHexDigits } from "../../../../src/crypto/bytes/hex";
import { standardSuite } from "../../../../src/crypto/suites";
import type { ExecutionResult } from "../../../../src/devchain/execution/executionResult";
import { readAccount, writeAccount } from "../../../../src/devchain/execution/flatStateManager";
import { encodeCall } from "../../../../src/devchain/precompiled/host/contract";
import type { DevChainOptions } from "../../../../src/devchain/settings/options";
import { admin, ExecutedChain, stranger } from "../governance/executedChain";

// Messages between contracts, by the executors' and data versions' rules (docs/protocol/evm-differences.md).

const baseline: DevChainOptions = { executorVersion: 1 };
const classic: DevChainOptions = { executorVersion: 0 };
/** The last release before the rules of 3.17 (docs/protocol/release-3.17.md). */
const before317: DevChainOptions = { nodeVersion: "3.16.4" };
const low = (digits: string): string => digits.padStart(40, "0");
const nowhere = "ab".repeat(20);

const word = (result: ExecutionResult): string => bytesToHexDigits(result.output).replace(/^0+/, "");
const messageOf = (result: ExecutionResult): string =>
  Buffer.from(result.output.subarray(68)).toString("latin1").replace(/\0+$/, "");
const push = (hex: string): string => {
  const even = hex.length % 2 ? `0${hex}` : hex;
  return (0x5f + even.length / 2).toString(16) + even;
};
/** Returns the word on top of the stack. */
const give = "60005260206000f3";
/** Returns what the last message gave back. */
const giveBack = "3d600060003e3d6000f3";
/** CALL (f1), CALLCODE (f2), DELEGATECALL (f4), STATICCALL (fa) with the first bytes of memory as input and all gas. */
function message(opcode: string, to: string, inputLength = 0, value = ""): string {
  const sum = opcode === "f1" || opcode === "f2" ? push(value || "0") : "";
  return `60006000${push(inputLength.toString(16))}6000${sum}${push(to)}5a${opcode}`;
}
/** Creates from init code of at most 32 bytes: the address is on the stack. */
function create(init: string, salt?: string, value = "0"): string {
  const length = init.length / 2;
  const from = push((32 - length).toString(16));
  const stored = `${push(init)}600052`;
  return salt === undefined
    ? `${stored}${push(length.toString(16))}${from}${push(value)}f0`
    : `${stored}${push(salt)}${push(length.toString(16))}${from}${push(value)}f5`;
}
/** Init code of a contract of one byte of code, 00. */
const oneByte = "60016000f3";
const twoChildren = `${create(oneByte)}50${create(oneByte)}${give}`;

describe("numbers of messages, in the addresses of contracts made by contracts", () => {
  const cases: [name: string, options: DevChainOptions, code: string, seq: number][] = [
    ["the first creation", baseline, `${create(oneByte)}${give}`, 1],
    ["the second creation", baseline, twoChildren, 2],
    ["the second creation with permissions", { ...baseline, auth: true }, twoChildren, 3],
    ["the second creation with permissions, classic", { ...classic, auth: true }, twoChildren, 3],
    ["the first creation with permissions, classic", { ...classic, auth: true }, `${create(oneByte)}${give}`, 1],
    ["after 0x4", baseline, `${message("f1", low("4"))}50${create(oneByte)}${give}`, 2],
    ["after 0x4, classic", classic, `${message("f1", low("4"))}50${create(oneByte)}${give}`, 1],
    ["after Cast", baseline, `${message("f1", low("100f"))}50${create(oneByte)}${give}`, 2],
    [
      "after Cast, which runs in the caller's frame",
      classic,
      `${message("f1", low("100f"))}50${create(oneByte)}${give}`,
      1,
    ],
    ["after code borrowed from nowhere", baseline, `${message("f4", nowhere)}50${create(oneByte)}${give}`, 2],
    ["after code borrowed from nowhere, classic", classic, `${message("f4", nowhere)}50${create(oneByte)}${give}`, 1],
    ["after CREATE2", { ...classic, auth: true }, `${create(oneByte, "7")}50${create(oneByte)}${give}`, 3],
    [
      "after CREATE2, which the baseline executor does not ask for",
      { ...baseline, ...before317, auth: true },
      `${create(oneByte, "7")}50${create(oneByte)}${give}`,
      2,
    ],
    [
      "after CREATE2, which it does since 3.17",
      { ...baseline, auth: true },
      `${create(oneByte, "7")}50${create(oneByte)}${give}`,
      3,
    ],
  ];
  test.each(cases)("%s", async (_, options, code, seq) => {
    const chain = await ExecutedChain.start(options);
    const maker = await chain.deploy(code);
    const made = word(await chain.sendRaw(maker, "00")).padStart(40, "0");
    expect(`0x${made}`).toBe(createAddress(standardSuite, chain.number, 0, seq));
  });

  test.each([
    ["baseline: the call and the link, then the call that finds a table", baseline, 4],
    ["classic: the table itself too", classic, 5],
  ])("messages of built-in contracts, %s", async (_, options, seq) => {
    const chain = await ExecutedChain.start(options);
    const pass = "6000600036600060006110025af150"; // passes its input on to TableManager
    const maker = await chain.deploy(`366000600037${pass}${pass}${create(oneByte)}${give}`);
    const input = encodeCall(standardSuite, "createKVTable(string,string,string)", ["t", "k", "v"]);
    const made = word(await chain.sendRaw(maker, bytesToHexDigits(input))).padStart(40, "0");
    expect(`0x${made}`).toBe(createAddress(standardSuite, chain.number, 0, seq));
  });

  test("a constructor that makes a contract comes after its own permission", async () => {
    const chain = await ExecutedChain.start({ ...baseline, auth: true });
    chain.number = 1;
    const made = await chain.run("", Buffer.from(`${create(oneByte)}${give}`, "hex"), admin);
    const child = readAccount(chain.store, createAddress(standardSuite, 1, 0, 2).slice(2));
    expect(made.status).toBe(0);
    expect(child?.codeHash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("calls to nowhere", () => {
  const outcome = async (options: DevChainOptions, opcode: string, inputLength: number): Promise<string> => {
    const chain = await ExecutedChain.start(options);
    const call = message(opcode, nowhere, inputLength);
    // memory holds ff…; the success flag, and what came back
    const flag = await chain.deploy(`${push("ff".repeat(32))}600052${call}${give}`);
    const back = await chain.deploy(`${push("ff".repeat(32))}600052${call}50${giveBack}`);
    const given = await chain.sendRaw(back, "00");
    const text = given.output.length > 68 ? messageOf(given) : bytesToHexDigits(given.output);
    return `${word(await chain.sendRaw(flag, "00")) || "0"} ${text}`.trim();
  };
  const old = (compatibilityVersion: string): DevChainOptions => ({ ...classic, compatibilityVersion });
  const cases: [string, DevChainOptions, string, number, string][] = [
    ["CALL without input", baseline, "f1", 0, "1"],
    ["CALL with input", baseline, "f1", 4, "0 Call address error."],
    ["STATICCALL", baseline, "fa", 4, "1"],
    ["DELEGATECALL", baseline, "f4", 4, "1"],
    ["CALL without input, classic", classic, "f1", 0, "1 Call address error."],
    ["CALL with input, classic", classic, "f1", 4, "1 Call address error."],
    ["CALL, 3.0", old("3.0.0"), "f1", 4, "0 ffffffff"],
    ["STATICCALL, 3.0", old("3.0.0"), "fa", 4, "0 ffffffff"],
    ["STATICCALL, classic before the correction", old("3.5.0"), "fa", 4, "1 Call address error."],
    ["STATICCALL, classic", classic, "fa", 4, "1"],
    ["STATICCALL, classic before 3.9", old("3.6.0"), "fa", 4, "1 ffffffff"],
    ["DELEGATECALL, classic", classic, "f4", 4, "1"],
    ["CALLCODE, classic", classic, "f2", 4, "1"],
    ["DELEGATECALL, classic before the correction", old("3.5.0"), "f4", 4, "0"],
    ["DELEGATECALL, 3.0", old("3.0.0"), "f4", 4, "0"],
  ];
  test.each(cases)("%s", async (_, options, opcode, length, expected) => {
    expect(await outcome(options, opcode, length)).toBe(expected);
  });

  test("nobody borrows the code of Ethereum's contracts", async () => {
    for (const options of [baseline, classic]) {
      const chain = await ExecutedChain.start(options);
      const borrows = await chain.deploy(`${push("ff".repeat(32))}600052${message("f4", low("4"), 32)}50${giveBack}`);
      expect((await chain.sendRaw(borrows, "00")).output).toHaveLength(0);
      const calls = await chain.deploy(`${push("ff".repeat(32))}600052${message("f1", low("4"), 32)}50${giveBack}`);
      expect((await chain.sendRaw(calls, "00")).output).toHaveLength(32);
    }
  });
});

describe("creations inside contracts that fail", () => {
  const twice = `${create(oneByte, "1")}${push("20")}52${create(oneByte, "1")}600052${"5a6040526060"}6000f3`;

  test.each([
    ["baseline before 3.17", { ...baseline, ...before317 }, true],
    ["baseline, which takes 63 of 64", baseline, false],
    ["classic", classic, true],
  ])("the same CREATE2 twice gives the zero address, and keeps the gas: %s", async (_, options, keeps) => {
    const chain = await ExecutedChain.start(options);
    const result = await chain.sendRaw(await chain.deploy(twice), "00");
    const words = (bytesToHexDigits(result.output).match(/.{64}/g) ?? []).map((each) => BigInt(`0x${each}`));
    expect(result.status).toBe(0);
    expect(words[0]).toBe(0n);
    expect(words[1]).not.toBe(0n);
    expect(Number(words[2]) > (keeps ? 2_999_000_000 : 3_000_000_000 / 64)).toBe(keeps);
    expect(words[2]).toBeGreaterThan(46_000_000n);
  });

  test("a creation that the deploy policy forbids gives the zero address and the words", async () => {
    for (const options of [baseline, classic, { ...baseline, ...before317 }]) {
      const chain = await ExecutedChain.start({ ...options, auth: true });
      // the address and how many bytes came back
      const maker = await chain.deploy(`${create(oneByte)}6000523d60205260406000f3`);
      const maker2 = await chain.deploy(`${create(oneByte, "5")}${give}`);
      await chain.send(low("10001"), "createSetDeployAuthTypeProposal(uint8,uint256)", [1n, 1000n], admin);
      const refused = await chain.sendRaw(maker, "00", 0n, stranger);
      expect(refused.status).toBe(0);
      expect(BigInt(`0x${bytesToHexDigits(refused.output.subarray(0, 32))}`)).toBe(0n);
      // Error("Create permission denied.")
      expect(BigInt(`0x${bytesToHexDigits(refused.output.subarray(32))}`)).toBe(100n);
      expect(refused.gasUsed).toBeLessThan(100_000n);
      // the baseline executor did not look at CREATE2
      const salted = await chain.sendRaw(maker2, "00", 0n, stranger);
      expect(word(salted) === "").toBe(options === classic || options === baseline);
    }
  });

  test("init code beyond 49152 bytes lacks gas since Shanghai", async () => {
    for (const [options, status] of [
      [baseline, 12],
      [classic, 0],
    ] as const) {
      const chain = await ExecutedChain.start(options);
      const maker = await chain.deploy(`61c00160006000f000`);
      expect((await chain.sendRaw(maker, "00")).status).toBe(status);
    }
  });

  test("code may begin with ef", async () => {
    const chain = await ExecutedChain.start(baseline);
    expect(await chain.deploy("ef00")).not.toBe("");
  });

  test("who cannot pay for its code", async () => {
    const setLimit = (chain: ExecutedChain) =>
      chain.send(low("1000"), "setValueByKey(string,string)", ["tx_gas_limit", "100000"], admin, "int32");
    const big = "611800" + "6000f3"; // 6144 bytes of zeros: 122880 for them
    for (const [options, gasUsed] of [
      [{ ...baseline, ...before317 }, 0n],
      [baseline, 100_000n],
    ] as const) {
      const made = await ExecutedChain.start(options);
      await setLimit(made);
      expect(await made.sendRaw("", big)).toMatchObject({ status: 12, gasUsed });
      expect(messageOf(await made.sendRaw("", big))).toBe("Execution out of gas.");
    }
    const old = await ExecutedChain.start(classic);
    await setLimit(old);
    const refused = await old.sendRaw("", big);
    expect(messageOf(refused)).toBe("Exceptional Failed Code Deposit");
    expect(refused.status).toBe(12);
    expect(refused.gasUsed).toBeLessThan(2000n);
  });
});

describe("what code is seen", () => {
  const see = async (chain: ExecutedChain, opcode: string, address: string): Promise<string> =>
    word(await chain.sendRaw(await chain.deploy(`${push(address)}${opcode}${give}`), "00"));

  test("built-in contracts have one byte and no hash, also those that are off under the baseline executor", async () => {
    const chain = await ExecutedChain.start({ ...baseline, ...before317 });
    const old = await ExecutedChain.start(classic);
    expect([await see(chain, "3b", low("1000")), await see(chain, "3f", low("1000"))]).toEqual(["1", ""]);
    expect([await see(chain, "3b", low("1011")), await see(old, "3b", low("1011"))]).toEqual(["1", ""]);
    expect(await see(old, "3b", low("1"))).toBe("");
    // since 3.17 what is off has no code
    const audited = await ExecutedChain.start(baseline);
    expect([await see(audited, "3b", low("1000")), await see(audited, "3b", low("1011"))]).toEqual(["1", ""]);
  });

  test("an account without code has no hash, whatever it owns", async () => {
    for (const options of [baseline, classic]) {
      const chain = await ExecutedChain.start(options);
      writeAccount(chain.store, nowhere, { balance: 5n });
      expect(await see(chain, "3f", nowhere)).toBe("");
    }
  });

  test("the record of a person's account is seen by the baseline executor only, and since 3.17.1 not by it either", async () => {
    for (const [options, size] of [
      [{ ...baseline, nodeVersion: "3.17.0", compatibilityVersion: "3.17.0" }, 100],
      [baseline, 0],
      [classic, 0],
      [{ ...classic, compatibilityVersion: "3.6.0" }, 100],
    ] as const) {
      const chain = await ExecutedChain.start({ ...options, auth: true });
      await chain.send(low("10003"), "setAccountStatus(address,uint8)", [nowhere, 0n], admin, "int32");
      expect(Number.parseInt((await see(chain, "3b", nowhere)) || "0", 16)).toBe(size);
    }
  });
});

describe("gas", () => {
  test("ends that the baseline executor does not know cost what came before the code, and all since 3.17", async () => {
    const chain = await ExecutedChain.start({ ...baseline, ...before317 });
    const audited = await ExecutedChain.start(baseline);
    // a bad jump, reading behind what came back
    for (const code of ["600456", "6001600060003e"]) {
      expect(await chain.sendRaw(await chain.deploy(code), "00")).toMatchObject({ status: 12, gasUsed: 21_000n });
      const lost = await audited.sendRaw(await audited.deploy(code), "00");
      expect(lost).toMatchObject({ status: 1, gasUsed: 3_000_000_000n });
    }
    const old = await ExecutedChain.start(classic);
    const reads = await old.sendRaw(await old.deploy("6001600060003e"), "00");
    expect(reads).toMatchObject({ status: 14, gasUsed: 3_000_000_000n });
    expect(messageOf(reads)).toBe("Execution tried to read outside memory bounds.");
    const writes = await chain.deploy("6001600055");
    const asks = await chain.deploy(`${message("fa", writes)}50${"5a"}${give}`);
    const left = BigInt(`0x${word(await chain.sendRaw(asks, "00"))}`);
    expect(left).toBeGreaterThan(2_999_000_000n);
  });

  test("a built-in contract that lacks gas", async () => {
    for (const [options, flag] of [
      [baseline, ""],
      [classic, ""],
      [{ ...classic, compatibilityVersion: "3.15.1" }, "1"],
    ] as const) {
      const chain = await ExecutedChain.start(options);
      // openTable(string), which takes 200 for itself, with 100 gas
      const input = `f23f63c9${"0".repeat(62)}20${"0".repeat(62)}0174${"0".repeat(62)}`;
      const stores = (input.match(/.{1,64}/g) ?? [])
        .map((part, i) => `${push(part.padEnd(64, "0"))}${push((i * 32).toString(16))}52`)
        .join("");
      const code = `${stores}600060006064600060006110026064f1${give}`;
      expect(word(await chain.sendRaw(await chain.deploy(code), "00"))).toBe(flag);
    }
    const chain = await ExecutedChain.start(baseline);
    const reads = await chain.deploy(`60006000610100600060006004600af1${give}`); // 0x4 with 10 gas
    expect(word(await chain.sendRaw(reads, "00"))).toBe("");
  });

  test("modular exponentiation costs what it did in Istanbul", async () => {
    const used: bigint[] = [];
    for (const options of [baseline, classic]) {
      const chain = await ExecutedChain.start(options);
      // 32 bytes each for base, exponent and modulus
      const stores = ["20", "20", "20", "3", "f".repeat(64), "f".repeat(63)]
        .map((part, i) => `${push(part)}${push((i * 32).toString(16))}52`)
        .join("");
      const measured = `${stores}5a${message("f1", low("5"), 192)}505a9003${give}`;
      used.push(BigInt(`0x${word(await chain.sendRaw(await chain.deploy(measured), "00"))}`));
    }
    const around = 2600n + 8n * 3n - 6n;
    // ⌊32² · 255 / 20⌋
    for (const each of used) expect(each - 13_056n - around).toBeLessThan(20n);
    for (const each of used) expect(each).toBeGreaterThan(13_056n);
  });
});

describe("value", () => {
  const fund = (chain: ExecutedChain, who: string, balance: bigint): void =>
    writeAccount(chain.store, who, { balance });
  const balanceOf = (chain: ExecutedChain, who: string): bigint => readAccount(chain.store, who)?.balance ?? 0n;
  const money: DevChainOptions = { ...classic, features: ["feature_balance"] };

  test("the classic executor takes 21000 for every transaction with value and runs the recipient's code", async () => {
    const chain = await ExecutedChain.start({ ...money, ...before317 });
    fund(chain, admin, 100n);
    const keeps = await chain.deploy(`34600055`); // stores CALLVALUE
    expect(await chain.sendRaw(keeps, "", 7n)).toMatchObject({ status: 0, gasUsed: 21_000n + 2n + 3n + 5000n });
    expect(await chain.sendRaw(keeps, "00", 7n)).toMatchObject({ status: 0, gasUsed: 21_000n + 2n + 3n + 5000n });
    expect([balanceOf(chain, keeps), balanceOf(chain, admin)]).toEqual([14n, 86n]);
    expect(await chain.sendRaw(stranger, "", 5n)).toMatchObject({ status: 0, gasUsed: 21_000n });
    expect(balanceOf(chain, stranger)).toBe(5n);
    // before data version 3.9 a transfer without data runs nothing
    const old = await ExecutedChain.start({ ...money, compatibilityVersion: "3.6.0" });
    fund(old, admin, 100n);
    const idle = await old.deploy(`34600055`);
    expect(await old.sendRaw(idle, "", 7n)).toMatchObject({ status: 0, gasUsed: 21_000n });
    expect(balanceOf(old, idle)).toBe(7n);
  });

  test("a contract of the classic executor pays persons and what it destroys", async () => {
    const chain = await ExecutedChain.start(money);
    fund(chain, admin, 100n);
    const pays = await chain.deploy(`${message("f1", stranger, 0, "3")}${give}`);
    expect(word(await chain.sendRaw(pays, "00", 10n))).toBe("1");
    expect([balanceOf(chain, pays), balanceOf(chain, stranger)]).toEqual([7n, 3n]);
    const ends = await chain.deploy(`${push(stranger)}ff`);
    await chain.sendRaw(ends, "00", 4n);
    expect([balanceOf(chain, ends), balanceOf(chain, stranger)]).toEqual([0n, 7n]);
    chain.finishBlock();
    expect(await chain.sendRaw(ends, "00")).toMatchObject({ status: 19 });
  });

  test("feature_balance_policy2 of the classic executor lets value go only from and to registered callers", async () => {
    const options: DevChainOptions = {
      features: ["feature_balance", "feature_balance_precompiled", "feature_balance_policy2"],
    };
    const balance = low("1011");
    const free = await ExecutedChain.start({ ...baseline, ...options });
    fund(free, admin, 100n);
    expect(await free.sendRaw(stranger, "", 5n)).toMatchObject({ status: 0 });

    const chain = await ExecutedChain.start({ ...classic, ...options });
    fund(chain, admin, 100n);
    const pays = await chain.deploy(`${push("ff".repeat(32))}600052${message("f1", stranger, 4, "3")}${giveBack}`);
    fund(chain, pays, 100n);
    const refused = await chain.sendRaw(stranger, "1234", 5n);
    expect(refused).toMatchObject({ status: 18, gasUsed: 0n, logs: [] });
    expect(bytesToHexDigits(refused.output)).toBe("1234");
    expect(await chain.run("", Buffer.from(oneByte, "hex"), admin, false, 5n)).toMatchObject({
      status: 18,
      gasUsed: 0n,
      contractAddress: "",
    });
    // a contract gets its input back
    expect(bytesToHexDigits((await chain.sendRaw(pays, "00")).output)).toBe("ffffffff");
    expect([balanceOf(chain, admin), balanceOf(chain, pays), balanceOf(chain, stranger)]).toEqual([100n, 100n, 0n]);
    expect(await chain.send(balance, "registerCaller(address)", [stranger], admin, "int32")).toEqual([0n]);
    expect(await chain.sendRaw(stranger, "", 5n)).toMatchObject({ status: 0, gasUsed: 21_000n });
    const gives = await chain.deploy(`${message("f1", stranger, 0, "3")}${give}`);
    fund(chain, gives, 3n);
    expect(word(await chain.sendRaw(gives, "00"))).toBe("1");
    expect([balanceOf(chain, admin), balanceOf(chain, gives), balanceOf(chain, stranger)]).toEqual([95n, 0n, 8n]);
    expect((await chain.sendRaw(pays, "00", 5n)).status).toBe(18);
  });

  test("nobody asks what somebody has who sends to itself, under the baseline executor", async () => {
    const chain = await ExecutedChain.start(baseline);
    expect((await chain.sendRaw(admin, "", 5n)).status).toBe(0);
    expect((await chain.sendRaw(stranger, "", 5n)).status).toBe(7);
  });

  test("borrowed code moved the value once more before data version 3.16", async () => {
    for (const [compatibilityVersion, moved] of [
      ["3.16.0", 10n],
      ["3.15.0", 20n],
    ] as const) {
      const chain = await ExecutedChain.start({ ...baseline, compatibilityVersion });
      fund(chain, admin, 100n);
      const stop = await chain.deploy("00");
      const proxy = await chain.deploy(`${message("f4", stop)}${give}`);
      await chain.sendRaw(proxy, "00", 10n);
      expect(balanceOf(chain, proxy)).toBe(moved);
    }
  });

  test("who cannot pay for its gas keeps its events before data version 3.16.4", async () => {
    for (const [compatibilityVersion, logs] of [
      ["3.16.0", 1],
      ["3.16.4", 0],
    ] as const) {
      const chain = await ExecutedChain.start({ ...baseline, compatibilityVersion });
      const tells = await chain.deploy("60006000a0");
      await chain.send(low("1000"), "setValueByKey(string,string)", ["tx_gas_price", "0x1"], admin, "int32");
      const unpaid = await chain.sendRaw(tells, "00");
      expect(unpaid.status).toBe(7);
      expect(unpaid.logs).toHaveLength(logs);
    }
  });
});
