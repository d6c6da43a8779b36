import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChainClient, createClient, type Transport } from "../../../src/chain/client/client";
import { maxCode } from "../../../src/chain/evm/codeSize";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { type ForkRequest, planFork } from "../../../src/fork/openFork";
import { ForkChain } from "../../support/forkChain";

const source = readFileSync(resolve(import.meta.dirname, "../../fixtures/contracts/History.sol"), "utf8");
let chain: ForkChain;
let hash = "";
let place = "";
beforeAll(async () => {
  chain = await ForkChain.start(source, { web3Port: 0 });
  place = (await chain.deploy("History")).contractAddress;
  for (let i = 0; i < 4; i++) await chain.send(place, "History", "push", [i]);
  hash = (await chain.send(place, "History", "step", [7])).transactionHash;
});
afterAll(() => chain.close());

type Lie = (method: string, params: readonly unknown[], truth: () => Promise<unknown>) => Promise<unknown>;

const lying = (transport: Transport, lie: Lie): Transport => ({
  label: transport.label,
  request: (method, params, options) => lie(method, params, () => transport.request(method, params, options)),
  close: () => transport.close(),
});

/** Runs it against a node that lies. */
async function tried(lie: Lie, request: Partial<ForkRequest> = {}) {
  const honest = chain.client();
  const client: ChainClient = createClient(lying(honest.transport, lie), "group0");
  try {
    return (await (await planFork({ client, transaction: hash, ...request })).carryOut()).verdict;
  } finally {
    await honest.transport.close();
  }
}

/** Changes the answers to one method. */
const answering =
  (wanted: string, change: (answer: Record<string, unknown>, params: readonly unknown[]) => unknown): Lie =>
  async (method, params, truth) => {
    const answer = (await truth()) as Record<string, unknown>;
    return method === wanted ? change(answer, params) : answer;
  };

interface Shown {
  readonly number: number;
  readonly transactions?: Record<string, unknown>[];
}
const blocks = (change: (block: Shown) => unknown): Lie =>
  answering("getBlockByNumber", (block) => change(block as unknown as Shown));

/** Changes the transactions of blocks that are shown whole. */
const transactions = (change: (all: Record<string, unknown>[], block: Shown) => unknown[]): Lie =>
  blocks((block) =>
    typeof block.transactions?.[0] === "object" ? { ...block, transactions: change(block.transactions, block) } : block,
  );

test("a block of another number, without the transaction, or without its sender is refused", async () => {
  await expect(tried(blocks((block) => ({ ...block, number: block.number + 1 })))).rejects.toThrow(/returned block/);
  await expect(tried(blocks((block) => (block.number === 6 ? { ...block, transactions: [] } : block)))).rejects.toThrow(
    "Block 6 of the node doesn't contain the transaction.",
  );
  const without = transactions((all) => all.map((each) => ({ ...each, from: "0x12" })));
  await expect(tried(without)).rejects.toThrow(/shows no sender/);
});

test("answers of another shape are named", async () => {
  await expect(tried(blocks((block) => ({ ...block, timestamp: "soon" })))).rejects.toThrow(/timestamp/);
  await expect(tried(answering("getTransactionReceipt", () => ({ status: {} })))).rejects.toThrow();
  await expect(tried(answering("getBlockNumber", () => "many"))).rejects.toThrow();
  await expect(tried(answering("getGroupInfo", () => 7))).rejects.toThrow();
});

test("a history that was changed is noticed, in the receipts of others and in its own", async () => {
  const other = transactions((all, { number }) =>
    number === 3 ? all.map((each) => ({ ...each, input: "0xffffffff" })) : all,
  );
  const changed = await tried(other);
  expect(changed.certainty).toBe("equal");
  expect(changed.doubts.join()).toMatch(/transactions before it end differently here, the first is 0x\w+ in block 3/);
  const receipt = await tried(
    answering("getTransactionReceipt", (answer) => ({ ...answer, status: 16, output: "0x01" })),
  );
  expect(receipt.certainty).toBe("differs");
  expect(receipt.differences.map(({ member }) => member)).toEqual(["status", "output"]);
  const gas = await tried(answering("getTransactionReceipt", (answer) => ({ ...answer, gasUsed: "1" })));
  expect(gas.differences).toMatchObject([{ member: "gasUsed", receipt: "1" }]);
});

test("more transactions, bytes or time than may be are too much", async () => {
  await expect(tried(async (_, __, truth) => truth(), { limits: { transactions: 3 } })).rejects.toThrow(
    /takes more than 3 transactions/,
  );
  await expect(tried(async (_, __, truth) => truth(), { limits: { bytes: 100 } })).rejects.toThrow(/MiB of chain data/);
  await expect(tried(async (_, __, truth) => truth(), { limits: { fetches: 5 } })).rejects.toThrow(
    /takes more than 5 requests/,
  );
  const many = transactions(([first]) => Array.from({ length: 9000 }, () => first));
  await expect(tried(many)).rejects.toThrow(/takes more than 50000 transactions/);
  const silent: Lie = (method, _, truth) =>
    method === "getBlockByNumber"
      ? new Promise((_resolve, reject) => setTimeout(reject, 50, new Error("late")))
      : truth();
  await expect(tried(silent, { limits: { ms: 1 } })).rejects.toThrow(/time limit/);
});

test("whoever waits can cancel", async () => {
  const stop = new AbortController();
  const silent: Lie = async (method, _, truth) => {
    if (method === "getObserverList") stop.abort();
    stop.signal.throwIfAborted();
    return truth();
  };
  await expect(tried(silent, { signal: stop.signal })).rejects.toThrow("Canceled.");
});

test("code and words that are too long are refused where the state is fetched", async () => {
  const limits = { blocks: 2 };
  const web3 = createHttpTransport({ url: chain.chain.web3Url ?? "" });
  const huge = `0x${"60".repeat(maxCode + 1)}`;
  await expect(
    tried(
      answering("getCode", () => huge as never),
      { web3, limits },
    ),
  ).rejects.toThrow(/getCode|larger|longer|long/);
  const long = lying(web3, (method, _, truth) =>
    method === "eth_getStorageAt" ? Promise.resolve(`0x${"11".repeat(33)}`) : truth(),
  );
  await expect(tried(async (_, __, truth) => truth(), { web3: long, limits })).rejects.toThrow(
    "eth_getStorageAt returned a value longer than 32 bytes.",
  );
  const strange = lying(web3, (method, _, truth) =>
    method === "eth_getStorageAt" ? Promise.resolve({ word: 1 }) : truth(),
  );
  await expect(tried(async (_, __, truth) => truth(), { web3: strange, limits })).rejects.toThrow();
  await expect(tried(async (_, __, truth) => truth(), { limits })).rejects.toThrow(/specify the node's Ethereum port/);
  await web3.close();
});
