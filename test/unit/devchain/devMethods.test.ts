import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { legacyCreateAddress } from "../../../src/chain/transaction/contractAddress";
import { signTransaction } from "../../../src/chain/transaction/signTransaction";
import { bytesToHex, hexToBytes } from "../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { standardSuite } from "../../../src/crypto/suites";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import helloWorld from "../../fixtures/devchain/helloWorld.json";
import { ask } from "../../support/askNode";

let chain: DevChain;
beforeEach(async () => {
  chain = await startDevChain({ openDev: true, sealers: 4, observers: 1 });
});
afterEach(() => chain.close());

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => ask<T>(chain.url, method, params);

const from = `0x${"ab".repeat(20)}` as const;
const send = (request: Record<string, unknown>) =>
  rpc<{
    contractAddress: string;
    status: number;
    transactionHash: string;
    from: string;
    blockNumber: number;
    gasUsed: string;
  }>("dev_sendTransaction", "group0", { from, ...request });
/** A contract that logs its caller with each call. */
const logCode = "600f80600b6000396000f336600060003760026001366000a200";
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

test("with feature_evm_address an account deploys again and again, at addresses of its nonces", async () => {
  await chain.close();
  chain = await startDevChain({ openDev: true, executorVersion: 0, features: ["feature_evm_address"] });
  for (const code of [helloWorld.init, `0x${logCode}`]) {
    const { status, contractAddress, transactionHash } = await send({ data: code });
    const { nonce } = await rpc<{ nonce: string }>("getTransaction", "group0", "", transactionHash);
    const text = Buffer.from(nonce, "hex").toString();
    expect([status, contractAddress]).toEqual([0, legacyCreateAddress(from, BigInt(`0x${text}`))]);
  }
});

test("filters see the blocks that are made after going back", async () => {
  await rpc("dev_mine", "group0", 2);
  const snapshot = await rpc<string>("dev_snapshot", "group0");
  const [blocks, logs] = [
    await rpc<string>("newBlockFilter", "group0"),
    await rpc<string>("newFilter", "group0", { fromBlock: "0x4", toBlock: "latest", address: [], topics: [] }),
  ];
  const changes = (filter: string) => rpc<unknown[]>("getFilterChanges", "group0", filter);
  await rpc("dev_mine", "group0", 3);
  expect(await changes(blocks)).toHaveLength(3);
  expect(await changes(logs)).toEqual([]);
  await rpc("dev_revert", "group0", snapshot);
  const { contractAddress: to } = await send({ data: `0x${logCode}` });
  await send({ to, data: "0x01" });
  await send({ to, data: "0x01" });
  expect(await changes(blocks)).toHaveLength(3);
  expect(await changes(logs)).toHaveLength(2);
  await rpc("dev_reset", "group0");
  await rpc("dev_mine", "group0");
  expect(await changes(blocks)).toHaveLength(1);
});

test("blocks and time on demand", async () => {
  expect(await rpc("dev_mine", "group0", 3)).toBe(3);
  await rpc("dev_setTime", "group0", 4_000_000_000_000);
  expect(await rpc<number>("dev_time", "group0")).toBeGreaterThanOrEqual(4_000_000_000_000);
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

test("sealing waits while it is paused, and a restart forgets what waits", async () => {
  expect(await rpc("dev_pauseSealing", "group0")).toBe(true);
  const waiting = send({ data: helloWorld.init });
  await expect.poll(() => rpc("getPendingTxSize", "group0", "")).toBe(1);
  expect(await head()).toBe(0);
  expect(await rpc("dev_pauseSealing", "group0", false)).toBe(false);
  expect((await waiting).blockNumber).toBe(1);
  await rpc("dev_pauseSealing", "group0");
  const lost = send({ data: helloWorld.init }).catch(() => undefined);
  await expect.poll(() => rpc("getPendingTxSize", "group0", "")).toBe(1);
  expect(await rpc("dev_restart", "group0")).toBe(true);
  expect(await rpc("getPendingTxSize", "group0", "")).toBe(0);
  await chain.close();
  await lost;
  chain = await startDevChain({ openDev: true });
});

test("a node that was added can be made observer and sealer", async () => {
  const consensus = "0x0000000000000000000000000000000000001003";
  const nodeId = await rpc<string>("dev_addNode", "group0");
  expect(nodeId).toMatch(/^[0-9a-f]{128}$/);
  const id = Buffer.from(nodeId).toString("hex");
  const text = `${(128).toString(16).padStart(64, "0")}${id}`;
  const word = (value: number): string => value.toString(16).padStart(64, "0");
  // addObserver(string), then addSealer(string,uint256)
  await send({ to: consensus, data: `0x2800efc0${word(32)}${text}` });
  expect(await rpc<string[]>("getObserverList", "group0", "")).toContain(nodeId);
  await send({ to: consensus, data: `0x35916856${word(64)}${word(1)}${text}` });
  const sealers = await rpc<{ nodeID: string }[]>("getSealerList", "group0", "");
  expect(sealers.map(({ nodeID }) => nodeID)).toContain(nodeId);
});

test("a full pool, leaders that do not come, slow and silent answers", async () => {
  await rpc("dev_setFault", "group0", { kind: "viewChange", times: 2 });
  expect(await rpc<string>("getConsensusStatus", "group0", "")).toContain('"changeCycle":2');
  await rpc("dev_setFault", "group0", { kind: "slow", ms: 30 });
  const before = performance.now();
  await head();
  expect(performance.now() - before).toBeGreaterThanOrEqual(25);
  await rpc("dev_setFault", "group0", { kind: "wrongAnswer", method: "getPbftView", result: 4711 });
  expect(await rpc("getPbftView", "group0", "")).toBe(4711);
  await rpc("dev_setFault", "group0", { kind: "poolFull" });
  const refused = await fetch(chain.url, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "sendTransaction", params: ["group0", "", await signed()] }),
  });
  expect(await refused.json()).toMatchObject({ error: { code: 10002, message: "TxPoolIsFull" } });
  await expect(rpc("dev_setFault", "group0", { kind: "no such" })).rejects.toThrow("no such kind of fault");
});

/** A transaction of the first development account. */
async function signed(): Promise<string> {
  const account = chain.accounts[0];
  if (!account) throw new Error("no account");
  const { signed: bytes } = await signTransaction({
    suite: standardSuite,
    signer: privateKeySigner(standardSuite, hexToBytes(account.privateKey)),
    data: { chainId: "chainside", groupId: "group0", blockLimit: 500n, nonce: "1", input: hexToBytes(helloWorld.init) },
  });
  return bytesToHex(bytes);
}

test("the storage of an account, whole or by slots", async () => {
  const { contractAddress } = await send({ data: helloWorld.init });
  const whole = await rpc<{ number: number; slots: Record<string, string>; cut: boolean }>(
    "dev_storage",
    "group0",
    contractAddress,
  );
  // "Hello" in the first slot, its doubled length at the end
  expect(whole).toMatchObject({
    cut: false,
    slots: { "0x0": `0x${`${Buffer.from("Hello").toString("hex").padEnd(62, "0")}0a`}` },
  });
  const two = await rpc<typeof whole>("dev_storage", "group0", contractAddress, ["0x0", "0x07"]);
  expect(two.slots).toEqual({ "0x0": whole.slots["0x0"], "0x7": "0x0" });
  await expect(rpc("dev_storage", "group0", contractAddress, ["7"])).rejects.toThrow("-32602");
  await expect(rpc("dev_storage", "group0", contractAddress, Array(10_001).fill("0x0"))).rejects.toThrow("-32602");
});

test("a recording of a transaction or of what was never sent leaves no mark", async () => {
  const { contractAddress } = await send({ data: helloWorld.init });
  const { transactionHash } = await send({ to: contractAddress, data: helloWorld.set });
  const before = await get(contractAddress);
  interface Recording {
    status: number;
    frames: { code: number }[];
    notes: string;
    storage: Record<string, Record<string, string>>;
  }
  const recording = await rpc<Recording>("dev_recordTransaction", "group0", transactionHash);
  expect(recording).toMatchObject({ status: 0, frames: [{ code: 0 }] });
  expect(recording.notes.length).toBeGreaterThan(100);
  expect(Object.keys(recording.storage)).toContain(contractAddress);
  const asked = await rpc<Recording>("dev_recordCall", "group0", { from, to: contractAddress, data: helloWorld.set });
  expect(asked.status).toBe(0);
  const other = {
    from,
    to: contractAddress,
    data: helloWorld.get,
    before: transactionHash,
    code: { [contractAddress]: "0x600160005260206000fd" },
  };
  expect(await rpc("dev_recordCall", "group0", other)).toMatchObject({
    status: 16,
    output: `0x${"1".padStart(64, "0")}`,
  });
  expect(await get(contractAddress)).toEqual(before);
  await expect(rpc("dev_recordTransaction", "group0", `0x${"77".repeat(32)}`)).rejects.toThrow("3008");
});

test("a transaction that is run again in its old place costs what it cost, whatever later blocks wrote", async () => {
  const { contractAddress } = await send({ data: helloWorld.init });
  const sent = await send({ to: contractAddress, data: helloWorld.set });
  await send({ to: contractAddress, data: helloWorld.set });
  const gas = await rpc<{ gasUsed: string }>("dev_recordTransaction", "group0", sent.transactionHash);
  const trace = await rpc<{ gasUsed: string }>("dev_traceTransaction", "group0", sent.transactionHash);
  // a storage place written for the first time in its block, which later blocks wrote, too
  expect(sent.gasUsed).toBe("46091");
  expect([gas.gasUsed, String(trace.gasUsed)]).toEqual([sent.gasUsed, sent.gasUsed]);
});

test("the page names every dev_ method and every fault, and so do these tests", () => {
  const read = (path: string): string => readFileSync(join(import.meta.dirname, "../../..", path), "utf8");
  const code = read("src/devchain/dev/devMethods.ts");
  const methods = [...code.matchAll(/^ {4}(dev_\w+):/gm)].map((found) => found[1] ?? "");
  const faults = [...code.matchAll(/kind === "(\w+)"/g)].map((found) => found[1] ?? "");
  expect(methods.length).toBeGreaterThan(10);
  expect(faults.length).toBeGreaterThan(5);
  const page = read("docs/devchain.md");
  const documented = [...page.matchAll(/^\| `(dev_\w+)` \|/gm)].map((found) => found[1] ?? "");
  expect(documented.sort()).toEqual([...methods].sort());
  const messages = [...page.matchAll(/`\{kind:"(\w+)"/g)].map((found) => found[1] ?? "");
  expect(messages.sort()).toEqual([...faults].sort());
  const tests = read("test/unit/devchain/devMethods.test.ts");
  for (const method of methods) expect(tests).toContain(`"${method}"`);
  for (const fault of faults) expect(tests).toContain(`kind: "${fault}"`);
});

test("system transactions are sealed first", async () => {
  await rpc("dev_pauseSealing", "group0");
  const config = `0x${"1000".padStart(40, "0")}`;
  const ordinary = send({ data: helloWorld.init });
  const waiting = async (count: number) => expect.poll(() => rpc<number>("getPendingTxSize", "group0", "")).toBe(count);
  await waiting(1);
  const system = send({ to: config, data: "0x00" });
  await waiting(2);
  await rpc("dev_pauseSealing", "group0", false);
  const [first, second] = [(await system).transactionHash, (await ordinary).transactionHash];
  const block = await rpc<{ transactions: string[] }>("getBlockByNumber", "group0", "", 1, false, true);
  expect(block.transactions).toEqual([first, second]);
});
