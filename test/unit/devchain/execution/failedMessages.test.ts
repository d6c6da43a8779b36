import { describe, expect, test } from "vitest";
import { bytesToHexDigits, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { standardSuite } from "../../../../src/crypto/suites";
import type { ExecutionResult } from "../../../../src/devchain/execution/executionResult";
import { encodeCall } from "../../../../src/devchain/precompiled/host/contract";
import type { DevChainOptions } from "../../../../src/devchain/settings/options";
import { admin, ExecutedChain, second, stranger } from "../governance/executedChain";

// What failed messages leave: words for who sent them, gas, events (evm-differences.md, "Failed messages").

const baseline: DevChainOptions = { executorVersion: 1 };
const classic: DevChainOptions = { executorVersion: 0 };
/** The last release before the rules of 3.17 (docs/protocol/release-3.17.md). */
const before317: DevChainOptions = { nodeVersion: "3.16.4" };
const low = (digits: string): string => digits.padStart(40, "0");
const push = (hex: string): string => {
  const even = hex.length % 2 ? `0${hex}` : hex;
  return (0x5f + even.length / 2).toString(16) + even;
};
/** The word on top of the stack, then everything that came back. */
const answer = "6000523d600060203e3d6020016000f3";
const emit = (topic: string): string => `${push(topic)}60006000a1`;
const call = (to: string, gas = "5a"): string => `60006000600060006000${push(to)}${gas}f1`;
/** A call with memory's first bytes as input, of which `data` fills them. */
function callWith(to: string, data: string, gas = "5a"): string {
  const stores = (data.match(/.{1,64}/g) ?? [])
    .map((part, i) => `${push(part.padEnd(64, "0"))}${push((i * 32).toString(16))}52`)
    .join("");
  return `${stores}60006000${push((data.length / 2).toString(16))}60006000${push(to)}${gas}f1`;
}
const create = (init: string, salt?: string): string => {
  const length = push((init.length / 2).toString(16));
  const from = push((32 - init.length / 2).toString(16));
  const stored = `${push(init)}600052`;
  return salt ? `${stored}${push(salt)}${length}${from}6000f5` : `${stored}${length}${from}6000f0`;
};

const flagOf = ({ output }: ExecutionResult): bigint => BigInt(`0x${bytesToHexDigits(output.subarray(0, 32))}`);
/** What came back behind the first word: the words of an `Error(string)`, or hex. */
function backOf({ output }: ExecutionResult): string {
  const back = output.subarray(32);
  if (!bytesToHexDigits(back).startsWith("08c379a0")) return bytesToHexDigits(back);
  return Buffer.from(back.subarray(68)).toString("latin1").replace(/\0+$/, "");
}

describe("what the sender of a message that failed can read", () => {
  const ends: [name: string, code: string, words: string][] = [
    ["a lack of gas", "5b600056", "Execution out of gas."],
    ["an invalid opcode", "fe", "Execution invalid/undefined opcode."],
    ["a bad jump", "600456", "Execution has violated the jump destination restrictions."],
    ["an empty stack", "50", "Execution needs more items on EVM stack."],
    ["a full stack", "5b6001600056", "Execution stack overflow."],
    ["reading behind what came back", "6001600060003e", "Execution tried to read outside memory bounds."],
    ["a revert", "60206000fd", "0".repeat(64)],
  ];
  test.each(ends)("%s", async (_, code, words) => {
    for (const options of [classic, baseline]) {
      const chain = await ExecutedChain.start(options);
      const caller = await chain.deploy(`${call(await chain.deploy(code), "620f4240")}${answer}`);
      const result = await chain.sendRaw(caller, "00");
      expect([result.status, flagOf(result)]).toEqual([0, 0n]);
      // the baseline executor leaves the words to the receipt
      expect(backOf(result)).toBe(options === classic || code.endsWith("fd") ? words : "");
    }
  });

  test("a write in a static call says so until data version 3.9", async () => {
    for (const [compatibilityVersion, words] of [
      ["3.8.0", "Execution tried to execute an operation which is restricted in static mode."],
      ["3.9.0", ""],
    ] as const) {
      const chain = await ExecutedChain.start({ ...classic, compatibilityVersion });
      const writes = await chain.deploy("6001600055");
      const result = await chain.sendRaw(await chain.deploy(`6000600060006000${push(writes)}5afa${answer}`), "00");
      expect([flagOf(result), backOf(result)]).toEqual([0n, words]);
    }
  });

  test("creations that fail", async () => {
    const cases: [init: string, classic: string, baseline: string | undefined][] = [
      ["fe", "Execution invalid/undefined opcode.", ""],
      ["60016000fd", "00", "00"],
      ["00", "Create contract with empty code, invalid code input.", undefined],
      ["62100001" + "6000f3", "Deploy code is too large.", undefined],
    ];
    for (const [init, ...expected] of cases) {
      for (const [i, options] of [classic, baseline].entries()) {
        const chain = await ExecutedChain.start(options);
        const result = await chain.sendRaw(await chain.deploy(`${create(init)}${answer}`), "00");
        const words = expected[i];
        // undefined: the baseline executor makes it
        expect([flagOf(result) === 0n, backOf(result)]).toEqual([words !== undefined, words ?? ""]);
      }
    }
  });

  test("a creation whose code cannot be paid", async () => {
    for (const [options, words] of [
      [classic, "Exceptional Failed Code Deposit"],
      [baseline, "Execution out of gas."],
    ] as const) {
      const chain = await ExecutedChain.start(options);
      const makes = await chain.deploy(`${create("6118006000f3")}${answer}`);
      const result = await chain.sendRaw(await chain.deploy(`${call(makes, "620186a0")}503d600060003e3d6000f3`), "00");
      expect(backOf(result)).toBe(words);
    }
  });

  test("the same CREATE2 twice: words and the gas back under the classic executor, nothing and the gas back under the other before 3.17", async () => {
    const older = { ...baseline, ...before317 };
    for (const [options, words] of [
      [classic, "Contract address already used."],
      [older, ""],
      [baseline, ""],
    ] as const) {
      for (const init of ["60016000f3", ...(options === classic ? [] : ["00"])]) {
        const chain = await ExecutedChain.start(options);
        const result = await chain.sendRaw(
          await chain.deploy(`${create(init, "1")}50${create(init, "1")}${answer}`),
          "00",
        );
        expect([result.status, flagOf(result), backOf(result)]).toEqual([0, 0n, words]);
        // 63 of 64 of what was left: the rest pays what comes behind
        if (options === baseline) expect(result.gasUsed).toBeGreaterThan(2_950_000_000n);
        else expect(result.gasUsed).toBeLessThan(160_000n);
      }
    }
  });
});

describe("events of what failed", () => {
  test("the classic executor keeps them in the receipt, in order, the baseline executor drops them", async () => {
    for (const options of [classic, baseline]) {
      const chain = await ExecutedChain.start(options);
      const innermost = await chain.deploy(`${emit("3")}00`);
      const middle = await chain.deploy(`${emit("2")}${call(innermost)}${emit("4")}60006000fd`);
      const outer = await chain.deploy(`${emit("1")}${call(middle)}${emit("5")}00`);
      const reverts = await chain.deploy(`${emit("1")}${call(innermost)}60006000fd`);
      const topics = async (to: string): Promise<bigint[]> =>
        (await chain.sendRaw(to, "00")).logs.map(({ topics: [topic] }) =>
          BigInt(`0x${bytesToHexDigits(topic as Uint8Array)}`),
        );
      expect(await topics(outer)).toEqual(options === classic ? [1n, 2n, 3n, 4n, 5n] : [1n, 5n]);
      expect(await topics(reverts)).toEqual(options === classic ? [1n, 3n] : []);
    }
  });

  test("chains of data version 3.0 have none of inner messages", async () => {
    const chain = await ExecutedChain.start({ ...classic, compatibilityVersion: "3.0.0" });
    const inner = await chain.deploy(`${emit("2")}00`);
    expect((await chain.sendRaw(await chain.deploy(`${emit("1")}${call(inner)}00`), "00")).logs).toHaveLength(1);
  });
});

describe("Ethereum's own contracts with wrong input", () => {
  const word = (value: bigint | number): string => value.toString(16).padStart(64, "0");
  const rounds = (count: number, length: number): string =>
    count
      .toString(16)
      .padStart(8, "0")
      .padEnd(2 * length, "0");
  const notOnCurve = word(1) + word(1);
  const failing: [name: string, to: string, input: string, price: number, output: number][] = [
    ["addition", "6", notOnCurve + notOnCurve, 150, 64],
    ["addition, cut off", "6", notOnCurve.slice(0, 100), 150, 64],
    ["multiplication", "7", notOnCurve + word(2), 6000, 64],
    ["pairing", "8", notOnCurve + word(0).repeat(4), 79_000, 32],
    ["pairing of no whole pair", "8", word(0).repeat(7), 79_000, 32],
    ["compression, too short", "9", rounds(12, 212), 12, 0],
    ["compression, too long", "9", rounds(300, 214), 300, 0],
    ["compression, three bytes", "9", "ffffff", 0, 0],
    ["compression of a third kind", "9", `${rounds(7, 212)}02`, 7, 0],
  ];
  test.each(failing)("%s", async (_, to, input, price, length) => {
    const chain = await ExecutedChain.start(baseline);
    // sent by a contract with 500000 gas: what it cost, and what came back
    const caller = await chain.deploy(`${callWith(low(to), input, "6207a120")}${answer}`);
    const inner = await chain.sendRaw(caller, "00");
    expect([flagOf(inner), inner.output.length - 32]).toEqual([0n, length]);
    // sent as a transaction
    expect(await chain.run(low(to), hexToBytes(input), stranger)).toMatchObject({
      status: 16,
      gasUsed: 21_000n + BigInt(price),
      output: new Uint8Array(length),
    });
    // under the classic executor all of its gas is gone, and a transaction finds no code there
    const old = await ExecutedChain.start(classic);
    const loses = await old.sendRaw(await old.deploy(`${callWith(low(to), input, "6207a120")}${answer}`), "00");
    expect([flagOf(loses), loses.output.length - 32]).toEqual([0n, 0]);
    expect(loses.gasUsed).toBeGreaterThan(500_000n);
    expect((await old.run(low(to), hexToBytes(input), stranger)).status).toBe(19);
  });

  test.each([
    ["3.16.4", "Execution out of gas."],
    ["3.17.1", "Precompiled contract out of gas"],
  ])("what costs more than there is says so to the baseline executor's contracts: %s", async (nodeVersion, words) => {
    const chain = await ExecutedChain.start({ ...baseline, nodeVersion });
    for (const input of [rounds(100_000, 213), rounds(100_000, 212)]) {
      const result = await chain.sendRaw(await chain.deploy(`${callWith(low("9"), input, "6103e8")}${answer}`), "00");
      expect([flagOf(result), backOf(result)]).toEqual([0n, words]);
    }
  });

  test("a transaction calls them under the baseline executor", async () => {
    const chain = await ExecutedChain.start(baseline);
    expect(await chain.run(low("4"), hexToBytes("0102"), stranger)).toMatchObject({
      status: 0,
      gasUsed: 21_018n,
      output: hexToBytes("0102"),
    });
  });

  test("nobody is found at 0x0a, whatever is asked of it", async () => {
    const input = "00".repeat(192);
    for (const [options, sent, flag] of [
      [baseline, 16, 0n],
      [{ ...classic, features: ["feature_evm_cancun"] }, 19, 1n],
    ] as const) {
      const chain = await ExecutedChain.start(options);
      expect((await chain.run(low("a"), hexToBytes(input), stranger)).status).toBe(sent);
      const result = await chain.sendRaw(await chain.deploy(`${callWith(low("a"), input)}${answer}`), "00");
      expect([flagOf(result), backOf(result)]).toEqual([flag, "Call address error."]);
    }
  });

  test("ecrecover reads the last byte of v alone", async () => {
    const hash = "18c547e4f7b0f325ad1e56f57e26c745b09a3e503d86e00e5255ff7f715d3d1c";
    const r = "73b1693892219d736caba55bdb67216e485557ea6b6af75f37096c9aa6a5a75f";
    const s = "eeb940b1d03b21e36b0e47e79769f095fe2ab855bd91e3a38756b7d75a9c4549";
    const signer = "a94f5374fce5edbc8e2a8697c15331677e6ebf0b".padStart(64, "0");
    for (const options of [baseline, classic]) {
      const chain = await ExecutedChain.start(options);
      const asked = async (v: string): Promise<string> =>
        backOf(await chain.sendRaw(await chain.deploy(`${callWith(low("1"), hash + v + r + s)}${answer}`), "00"));
      expect(await asked(word(0x1c))).toBe(signer);
      expect(await asked(`f0${word(0x1c).slice(2)}`)).toBe(signer);
      expect(await asked(word(0x1a))).toBe("");
    }
  });
});

describe("DagTransfer", () => {
  const dag = low("100c");
  const send = (chain: ExecutedChain, signature: string, values: readonly (string | bigint)[]) =>
    chain.run(dag, encodeCall(standardSuite, signature, values), admin);
  const numbers = ({ output }: ExecutionResult): bigint[] =>
    (bytesToHexDigits(output).match(/.{64}/g) ?? []).map((each) => BigInt.asIntN(256, BigInt(`0x${each}`)));

  test("costs the memory of its answer", async () => {
    const chain = await ExecutedChain.start(classic);
    const added = await send(chain, "userAdd(string,uint256)", ["alice", 5n]);
    expect([numbers(added), added.gasUsed]).toEqual([[0n], 3n]);
    const balance = await send(chain, "userBalance(string)", ["alice"]);
    expect([numbers(balance), balance.gasUsed]).toEqual([[0n, 5n], 6n]);
    expect(await chain.run(dag, hexToBytes("12345678"), admin)).toMatchObject({
      status: 0,
      gasUsed: 0n,
      output: new Uint8Array(0),
    });
  });

  test("has no table on a chain that began with the baseline executor", async () => {
    const chain = await ExecutedChain.start(baseline);
    const added = await send(chain, "userAdd(string,uint256)", ["alice", 5n]);
    expect([numbers(added), added.gasUsed]).toEqual([[-51_406n], 21_003n]);
    expect(numbers(await send(chain, "userSave(string,uint256)", ["alice", 5n]))).toEqual([-51_406n]);
    expect(numbers(await send(chain, "userTransfer(string,string,uint256)", ["alice", "bob", 5n]))).toEqual([-51_406n]);
    expect(numbers(await send(chain, "userBalance(string)", ["alice"]))).toEqual([-51_406n, 0n]);
    // what is wrong with the arguments comes first
    expect(numbers(await send(chain, "userAdd(string,uint256)", ["", 5n]))).toEqual([-51_400n]);
    expect(numbers(await send(chain, "userTransfer(string,string,uint256)", ["alice", "alice", 5n]))).toEqual([0n]);
  });
});

test("a refused message is a success with words to the contract that sent it, under the baseline executor and on older chains", async () => {
  for (const [options, flag, words] of [
    [{ ...baseline, ...before317, auth: true }, 1n, "abcdef01"],
    // since 3.17 a failure with the reason
    [{ ...baseline, auth: true }, 0n, "Contract is frozen"],
    [{ ...classic, auth: true }, 0n, "abcdef01"],
    [{ ...classic, auth: true, compatibilityVersion: "3.15.1" }, 1n, "abcdef01"],
  ] as const) {
    const chain = await ExecutedChain.start(options);
    const frozen = await chain.deploy("6001600055");
    await chain.send(low("1005"), "setContractStatus(address,bool)", [frozen, true], admin, "int32");
    const result = await chain.sendRaw(
      await chain.deploy(`${callWith(frozen, "abcdef01")}${answer}`),
      "00",
      0n,
      second,
    );
    expect([result.status, flagOf(result), backOf(result)]).toEqual([0, flag, words]);
  }
});
