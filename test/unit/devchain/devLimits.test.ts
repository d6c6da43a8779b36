// What one request of a dev_ method may ask for.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { encodeSignedTransaction } from "../../../src/chain/encoding/signedTransaction";
import { transactionData } from "../../../src/chain/encoding/transactionData";
import { ChainInProcess } from "../../support/chainInProcess";

let chain: ChainInProcess;
beforeEach(async () => {
  chain = await ChainInProcess.start({ sealers: 1, observers: 0 });
});
afterEach(() => chain.close());

const from = `0x${"ab".repeat(20)}`;
const dev = <T>(method: string, ...params: unknown[]): Promise<T> => chain.rpc<T>(`dev_${method}`, "group0", ...params);

/** Deploys the runtime code and calls it; gives the hash of the call. */
async function run(runtime: string, data = "0x"): Promise<string> {
  const size = (runtime.length / 2).toString(16).padStart(4, "0");
  const init = `0x61${size}600e60003961${size}6000f3${runtime}`;
  const { contractAddress } = await dev<{ contractAddress: string }>("sendTransaction", { from, data: init });
  const { transactionHash } = await dev<{ transactionHash: string }>("sendTransaction", {
    from,
    to: contractAddress,
    data,
  });
  return transactionHash;
}

interface Trace {
  readonly steps: { readonly stack: string[] }[];
  readonly stepsCut: boolean;
  readonly storage: unknown[];
  readonly cut: boolean;
  readonly call: { readonly calls: unknown[] };
}

/** After the code in front counts a word on the stack down from `count` to 0, doing `body` in each round. */
function loop(count: number, body: string, before = ""): string {
  const start = (before.length / 2 + 5).toString(16).padStart(4, "0");
  return `${before}63${count.toString(16).padStart(8, "0")}5b${body}600190038061${start}5700`;
}

test.each([
  ["mine", [1e12]],
  ["mine", [-1]],
  ["mine", [10_001]],
  ["setTime", [1e18]],
  ["setTime", [-1]],
  ["setBalance", [from, `0x1${"0".repeat(64)}`]],
  ["sendTransaction", [{ from, value: `0x1${"0".repeat(64)}` }]],
  ["setFault", [{ kind: "slow", ms: 1e12 }]],
  ["setFault", [{ kind: "viewChange", times: 1e15 }]],
  ["setFault", [{ kind: "lag", node: 0, blocks: 1 }]],
  ["traceTransaction", [`0x${"be".repeat(32)}`, { steps: 1e12 }]],
  ["traceTransaction", [`0x${"be".repeat(32)}`, { steps: -1 }]],
  ["traceTransaction", [`0x${"be".repeat(32)}`, { steps: "all" }]],
])("dev_%s refuses %j", async (method, params) => {
  await expect(dev(method, ...params)).rejects.toThrow("-32602");
  expect(chain.group().blocks.head).toBe(0);
});

test("snapshots, nodes and wrong answers are counted", async () => {
  for (let i = 0; i < 1000; i++) await dev("snapshot");
  await expect(dev("snapshot")).rejects.toThrow("there are 1000 snapshots already");
  for (let i = 1; i < 256; i++) await dev("addNode");
  await expect(dev("addNode")).rejects.toThrow("256 nodes");
  for (let i = 0; i < 256; i++) await dev("setFault", { kind: "wrongAnswer", method: `m${i}`, result: 1 });
  await dev("setFault", { kind: "wrongAnswer", method: "m7", result: 2 });
  await expect(dev("setFault", { kind: "wrongAnswer", method: "more", result: 1 })).rejects.toThrow(
    "256 wrong answers",
  );
});

test("transactions that nobody signed wait in limited number while sealing is paused", async () => {
  await dev("pauseSealing");
  const waiting = Array.from({ length: 10_000 }, () => dev("sendTransaction", { from }).catch(String));
  await expect.poll(() => chain.group().pool.size).toBe(10_000);
  await expect(dev("sendTransaction", { from })).rejects.toThrow("10000 transactions waiting");
  await chain.group().restart();
  expect(waiting).toHaveLength(10_000);
});

test("a trace keeps what fits into an answer, and says what is missing", async () => {
  // every round works on a stack of a thousand words
  const deep = loop(400, "", "6001".repeat(1000));
  const trace = await dev<Trace>("traceTransaction", await run(deep), { steps: 1_000_000 });
  expect(trace.stepsCut).toBe(true);
  expect(JSON.stringify(trace).length).toBeLessThan(40 * 1024 * 1024);
  expect(trace.steps.length).toBeGreaterThan(100);
});

test("storage accesses of a trace are limited as well", async () => {
  const trace = await dev<Trace>("traceTransaction", await run(loop(100_000, "60005450")), { steps: 0 });
  expect([trace.stepsCut, trace.cut, trace.steps.length]).toEqual([true, true, 0]);
  expect(trace.storage.length).toBeLessThan(100_000);
});

test("a transaction that runs too long is not traced; others have their turn, and nothing stays", async () => {
  const hash = await run(loop(400_000, ""));
  const before = chain.group().blocks.head;
  const answered: string[] = [];
  const traced = dev("traceTransaction", hash, { steps: 10 }).finally(() => answered.push("trace"));
  const other = new Promise((resolve) => setImmediate(resolve)).then(() => answered.push("other"));
  await expect(traced).rejects.toThrow("more than 2000000 opcodes");
  await other;
  expect(answered).toEqual(["other", "trace"]);
  expect(chain.group().blocks.head).toBe(before);
  const short = await run("600160025500");
  const trace = await dev<Trace>("traceTransaction", short);
  expect([trace.steps.length, trace.stepsCut, trace.cut, trace.storage.length]).toEqual([4, false, false, 1]);
});

test("a recording has no more messages than it may, and says that some are missing", async () => {
  // one message each round, with all that is left of the gas
  const code = { [from]: `0x${loop(100_500, "5f5f5f5f5f60045af150")}` };
  const asked = {
    sender: "",
    to: from.slice(2),
    input: new Uint8Array(),
    abi: "",
    value: 0n,
    ethereumNonce: undefined,
  };
  const { frames, cut, status } = await chain.group().dryRuns.recordCall(asked, undefined, { code });
  expect([frames.length, cut, status]).toEqual([100_000, true, 0]);
  expect(frames.at(0)).toMatchObject({ parent: -1, output: "0x", gasUsed: expect.stringMatching(/^\d{9}$/) });
  expect(frames.at(-1)).toMatchObject({ parent: 0, gasUsed: "15" });
}, 60_000);

test("a trace tells borrowed code from a call", async () => {
  const hash = await run("5f5f5f5f5f60045af25f5f5f5f60045af45f5f5f5f60045afa00");
  const { call } = await dev<{ call: { calls: { type: string }[] } }>("traceTransaction", hash);
  expect(call.calls.map(({ type }) => type)).toEqual(["CALLCODE", "DELEGATECALL", "STATICCALL"]);
});

test("dev_mine makes no block of what stops a chain", async () => {
  const group = chain.group();
  await dev("pauseSealing");
  const { chainId } = chain.network.settings;
  const data = transactionData({ chainId, groupId: "group0", blockLimit: 500n, nonce: "1", to: "hello" });
  const unsigned = { data, dataHash: new Uint8Array(32), signature: new Uint8Array(65) };
  void group.submitAs(encodeSignedTransaction(unsigned), from.slice(2));
  expect([await dev("mine", 3), group.stalled, group.pool.size]).toEqual([0, true, 1]);
  expect(await dev("mine", 3)).toBe(0);
  await dev("restart");
  expect(await dev("mine", 3)).toBe(3);
});

test("a chain that is closed waits for no block", async () => {
  const slow = await ChainInProcess.start({ sealers: 1, observers: 0, blockIntervalMs: 600_000 });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    void slow.rpc("dev_sendTransaction", "group0", { from });
    expect([slow.group().pool.size, vi.getTimerCount()]).toEqual([1, 1]);
    slow.close();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
