import { expect, test } from "vitest";
import { createAddress } from "../../../src/chain/transaction/contractAddress";
import { bytesToHexDigits, hexToBytes } from "../../../src/crypto/bytes/hex";
import { smSuite, standardSuite } from "../../../src/crypto/suites";
import { type ChainRules, readChainRules } from "../../../src/devchain/execution/chainRules";
import type { ExecutionResult } from "../../../src/devchain/execution/executionResult";
import { type PrecompiledContracts, TransactionExecutor } from "../../../src/devchain/execution/transactionExecutor";
import { StateStore } from "../../../src/devchain/state/stateStore";
import { writeSystemConfig } from "../../../src/devchain/state/systemTables";
import { creationCode } from "../../support/creationCode";

// What is expected of the EVM library's protected members: each test fails when one of them changes its meaning.

const precompiledAddress = `${"0".repeat(36)}1000`;
/** A built-in contract that answers with its caller, and refuses the input `ff`. */
const precompiledContracts: PrecompiledContracts = {
  has: (address) => address === precompiledAddress,
  prepare: (call) =>
    call.address !== precompiledAddress
      ? undefined
      : async () =>
          call.input[0] === 0xff
            ? { output: hexToBytes("08c379a0"), gasUsed: 0n, status: 15 }
            : { output: hexToBytes(call.caller.padStart(64, "0")), gasUsed: 7n, status: 0 },
  inFrame: () => false,
  makeAccount: () => undefined,
  isMade: () => false,
  isSquatted: () => false,
  mayTransfer: () => true,
  codeSeen: (address, code) => (address === precompiledAddress ? new Uint8Array(1) : code),
  check: () => undefined,
  created: () => undefined,
  seed: async () => undefined,
};

function chain(executor: 0 | 1, suite = standardSuite, feature = "", gasLimit = "3000000000") {
  const store = new StateStore();
  writeSystemConfig(store, "compatibility_version", { value: "3.16.0", enableNumber: 0 });
  if (executor === 1) writeSystemConfig(store, "executor_version", { value: "1", enableNumber: 0 });
  writeSystemConfig(store, "tx_gas_limit", { value: gasLimit, enableNumber: 0 });
  if (feature) writeSystemConfig(store, feature, { value: "1", enableNumber: 0 });
  const rules: ChainRules = readChainRules(store, 1);
  const runner = new TransactionExecutor(store, suite, precompiledContracts, (number) =>
    new Uint8Array(32).fill(number),
  );
  let index = 3;
  const run = (to: string, input: string): Promise<ExecutionResult> =>
    runner.execute(
      { sender: "11".repeat(20), to, input: hexToBytes(input), abi: "", value: 0n, ethereumNonce: undefined },
      { number: 5, timestampMs: 1234 },
      rules,
      index++,
    );
  /** Deploys runtime code. */
  const deploy = async (code: string): Promise<string> => (await run("", creationCode(code))).contractAddress;
  return { store, run, deploy };
}

const word = (result: ExecutionResult): string => bytesToHexDigits(result.output).replace(/^0+/, "");
/** Returns the word on top of the stack. */
const give = "60005260206000f3";

test("contracts get FISCO BCOS' addresses, also those made by contracts", async () => {
  const { run, deploy } = chain(1);
  const made = await deploy(`600060006000f0${give}`); // CREATE with empty code
  expect(`0x${made}`).toBe(createAddress(standardSuite, 5, 3, 0));
  expect(`0x${word(await run(made, ""))}`).toBe(createAddress(standardSuite, 5, 4, 1));
});

test("prices: cold slots, flat writes, 20 a byte of code, 21000 for a call under the baseline executor only", async () => {
  for (const [executor, base] of [
    [0, 0n],
    [1, 21_000n],
  ] as const) {
    const { run, deploy } = chain(executor);
    const writes = await deploy("600160005560026000556000545000"); // SSTORE SSTORE SLOAD POP STOP
    expect((await run(writes, "00")).gasUsed).toBe(base + 5000n + 5000n + 2100n + 2n + 5n * 3n);
    // a deployment: five opcodes of 3, a copy into one word of memory, one byte of code, nothing to begin with
    expect((await run("", "61000180600c6000396000f300")).gasUsed).toBe(5n * 3n + 9n + 20n);
  }
});

test("built-in contracts see their caller, and their refusals are reverts to a contract", async () => {
  const { run, deploy } = chain(1);
  expect(word(await run(precompiledAddress, "00"))).toBe("11".repeat(20));
  expect(await run(precompiledAddress, "ff")).toMatchObject({ status: 15, gasUsed: 21_000n });
  // CALL with one byte of input `ff`; gives the success flag
  const calls = await deploy(`60ff600053600060006001600060006110005af1${give}`);
  expect(word(await run(calls, "00"))).toBe("");
  // a compiler's check for code: EXTCODESIZE
  expect(word(await run(await deploy(`6110003b${give}`), "00"))).toBe("1");
});

test("the opcodes that mean something else", async () => {
  const { run, deploy } = chain(1);
  expect(word(await run(await deploy(`42${give}`), "00"))).toBe((1234).toString(16));
  expect(word(await run(await deploy(`600440${give}`), "00"))).toBe("04".repeat(32).replace(/^0/, ""));
  expect(word(await run(await deploy(`600540${give}`), "00"))).toBe("");
  const destroys = await deploy("33ff");
  expect((await run(destroys, "00")).status).toBe(0);
  expect((await run(destroys, "00")).status).toBe(0);
});

test("KECCAK256 is the chain's hash", async () => {
  const { run, deploy } = chain(1, smSuite);
  const hashesAbc = await deploy(`62616263600052600360${"1d"}20${give}`);
  expect(bytesToHexDigits((await run(hashesAbc, "00")).output)).toBe(
    bytesToHexDigits(smSuite.hash(new TextEncoder().encode("abc"))),
  );
});

test("how execution ends: statuses and words", async () => {
  const { run, deploy } = chain(1);
  const status = async (code: string): Promise<number> => (await run(await deploy(code), "00")).status;
  expect(await status("fe")).toBe(10);
  expect(await status("600456")).toBe(12);
  const classic = chain(0);
  expect((await classic.run(await classic.deploy("600456"), "00")).status).toBe(11);
  expect(await status("600063ffffffff52")).toBe(12);
  expect(await status("50")).toBe(14);
  expect(await status("60006000fd")).toBe(16);
  expect((await run("ab".repeat(20), "00")).status).toBe(16);
  expect((await run("ab".repeat(20), "")).status).toBe(0);
  expect((await chain(0).run("ab".repeat(20), "")).status).toBe(19);
});

test("what a failed transaction wrote is gone", async () => {
  const { store, run, deploy } = chain(1);
  const address = await deploy("600160005560006000fd");
  expect((await run(address, "00")).status).toBe(16);
  expect([...store.keys(address)]).toEqual([]);
});

test("the classic executor finds contracts by 40 digits, written upper-case only since data version 3.7", async () => {
  for (const [feature, status] of [
    ["", 19],
    ["bugfix_eip55_addr", 0],
  ] as const) {
    const { run, deploy } = chain(0, standardSuite, feature);
    const address = await deploy(`602a${give}`);
    expect((await run(`0x${address}`, "00")).status).toBe(0);
    expect((await run(`0x${address.toUpperCase()}`, "00")).status).toBe(status);
    expect((await run("0x1000", "00")).status).toBe(19);
  }
});

test("the classic executor makes no contract without code, the baseline executor does", async () => {
  const classic = chain(0);
  const refused = await classic.run("", "");
  expect(refused).toMatchObject({ status: 1, contractAddress: "", gasUsed: 0n });
  expect(Buffer.from(refused.output).toString("latin1")).toContain(
    "Create contract with empty code, invalid code input.",
  );
  // CREATE with empty code inside a contract gives the zero address
  const made = await classic.deploy(`600060006000f0${give}`);
  expect(word(await classic.run(made, "00"))).toBe("");
  // 1 MiB and one byte of zeros
  expect((await classic.run("", "621000016000f3")).status).toBe(12);
  expect((await chain(1).run("", "")).status).toBe(0);
  expect((await chain(1).run("", "621000016000f3")).status).toBe(0);
});

test("before data version 3.8 the classic executor takes no gas for what ends with an exception", async () => {
  for (const [feature, gasUsed] of [
    ["", 0n],
    ["bugfix_evm_exception_gas_used", 3_000_000_000n],
  ] as const) {
    const { run } = chain(0, standardSuite, feature);
    expect(await run("", "fefefe")).toMatchObject({ status: 10, gasUsed });
    expect(await run("", "600063ffffffff52")).toMatchObject({ status: 12, gasUsed: 3_000_000_000n });
  }
});

/** How deep functions may call each other here. */
function maxFrames(): number {
  let frames = 0;
  const probe = (): void => {
    frames++;
    probe();
  };
  try {
    probe();
  } catch {
    return frames;
  }
  return 0;
}

test.each([0, 1] as const)("messages within messages go down to the 1024th, executor %i", async (executor) => {
  const { run, deploy } = chain(executor, standardSuite, "", "1000000000000000");
  const calls = { plain: "6020600060006000600030", static: "602060006000600030", borrowed: "602060006000600030" };
  for (const [send, operands] of [
    ["f1", calls.plain],
    ["fa", calls.static],
    ["f4", calls.borrowed],
  ] as const) {
    // calls itself with all gas, and gives one more than what came back
    const deep = await deploy(`${operands}5a${send}50600051600101${give}`);
    const below = (frames: number): Promise<ExecutionResult> => (frames === 0 ? run(deep, "00") : below(frames - 1));
    const result = await below(Math.floor(maxFrames() * 0.7)); // who asks has used much of JavaScript's stack already
    expect([send, result.status]).toEqual([send, 0]);
    expect(Number(`0x${word(result)}`)).toBe(1025);
  }
});
