import { afterEach, beforeEach, expect, test } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import helloWorld from "../../fixtures/devchain/helloWorld.json";

let chain: DevChain;
beforeEach(async () => {
  chain = await startDevChain({ sealers: 4, observers: 1 });
});
afterEach(() => chain.close());

async function rpc<T>(method: string, ...params: unknown[]): Promise<T> {
  const response = await fetch(chain.url, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const answer = (await response.json()) as { result?: T; error?: { code: number; message: string } };
  if (answer.error) throw new Error(`${answer.error.code} ${answer.error.message}`);
  return answer.result as T;
}

const from = `0x${"ab".repeat(20)}`;
const send = (request: Record<string, unknown>) =>
  rpc<{ contractAddress: string; status: number; transactionHash: string; from: string; blockNumber: number }>(
    "dev_sendTransaction",
    "group0",
    { from, ...request },
  );
const head = () => rpc<number>("getBlockNumber", "group0", "");
const get = (to: string) => rpc<{ output: string }>("call", "group0", "", to, helloWorld.get);

test("anybody's transactions, snapshots and a new beginning", async () => {
  const { contractAddress, from: sender } = await send({ data: helloWorld.init });
  expect(sender).toBe(from);
  const before = await get(contractAddress);
  const snapshot = await rpc<string>("dev_snapshot", "group0");
  await send({ to: contractAddress, data: helloWorld.set });
  expect(await get(contractAddress)).not.toEqual(before);
  expect(await rpc("dev_revert", "group0", snapshot)).toBe(true);
  expect(await get(contractAddress)).toEqual(before);
  expect(await head()).toBe(1);
  await expect(rpc("dev_revert", "group0", snapshot)).rejects.toThrow("no such snapshot");
  await rpc("dev_reset", "group0");
  expect(await head()).toBe(0);
  expect((await send({ data: helloWorld.init })).contractAddress).toBe(contractAddress);
});

test("blocks and time on demand", async () => {
  expect(await rpc("dev_mine", "group0", 3)).toBe(3);
  await rpc("dev_setTime", "group0", 4_000_000_000_000);
  await rpc("dev_mine", "group0");
  const block = await rpc<{ timestamp: number }>("getBlockByNumber", "group0", "", 4);
  expect(block.timestamp).toBeGreaterThanOrEqual(4_000_000_000_000);
  await rpc("dev_setBalance", "group0", from, "1000");
  expect(await head()).toBe(5);
});

test("a trace shows opcodes, storage and calls of an earlier transaction, and leaves no mark", async () => {
  const { contractAddress } = await send({ data: helloWorld.init });
  const { transactionHash } = await send({ to: contractAddress, data: helloWorld.set });
  await send({ to: contractAddress, data: helloWorld.set });
  const trace = await rpc<{
    status: number;
    steps: { op: string; depth: number }[];
    storage: { slot: string; value?: string }[];
    call: { type: string; to: string };
  }>("dev_traceTransaction", "group0", transactionHash);
  expect(trace.status).toBe(0);
  expect(trace.call).toMatchObject({ type: "CALL", to: contractAddress });
  expect(trace.steps[0]).toMatchObject({ op: "PUSH1", depth: 0 });
  expect(trace.storage.some(({ slot, value }) => slot === "0x0" && value !== undefined)).toBe(true);
  expect(await head()).toBe(3);
});

test("faults show what a node in trouble says", async () => {
  const peers = async () => (await rpc<string[]>("getGroupPeers", "group0")).length;
  expect(await peers()).toBe(5);
  await rpc("dev_setFault", "group0", { kind: "peerLost", node: 1 });
  expect(await peers()).toBe(4);
  await send({ data: helloWorld.init });
  await rpc("dev_setFault", "group0", { kind: "peerLost", node: 2 });
  expect(await rpc<string>("getConsensusStatus", "group0", "")).toContain('"timeout":true');
  await rpc("dev_setFault", "group0", { kind: "lag", node: 4, blocks: 1 });
  expect(await rpc<string>("getSyncStatus", "group0", "")).toContain('"blockNumber":0');
  await rpc("dev_setFault", "group0", {
    kind: "wrongAnswer",
    method: "getPendingTxSize",
    error: { code: -7, message: "x" },
  });
  await expect(rpc("getPendingTxSize", "group0", "")).rejects.toThrow("-7 x");
  await rpc("dev_clearFaults", "group0");
  expect(await rpc("getPendingTxSize", "group0", "")).toBe(0);
  expect(await peers()).toBe(5);
});
