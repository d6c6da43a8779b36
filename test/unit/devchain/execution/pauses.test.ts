import { afterEach, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { encodeFrame, packetType, readFrame } from "../../../../src/chain/frame/frame";
import { bytesToHexDigits } from "../../../../src/crypto/bytes/hex";
import { TimeSlice, WorkStopped } from "../../../../src/devchain/execution/timeSlice";
import { WorkQueue } from "../../../../src/devchain/ledger/workQueue";
import type { Network } from "../../../../src/devchain/nodes/network";
import { encodeStateChanges } from "../../../../src/devchain/records/blockRecord";
import { devChainSettings } from "../../../../src/devchain/settings/options";
import { createNetwork, type DevChain, openPorts } from "../../../../src/devchain/startDevChain";
import { ChainInProcess } from "../../../support/chainInProcess";
import { creationCode } from "../../../support/creationCode";
import { seededNumbers } from "../../../support/seededNumbers";

// Executions pause for everything else, which sees the state as it was sealed last; among each other they do not mix.

const from = `0x${"1a".repeat(20)}`;
const word = (value: number): string => value.toString(16).padStart(64, "0");
const creation = (code: string): string => `0x${creationCode(code)}`;
const endless = "5b600056";
/** Adds its word to slots 1 to 3 anew, with a log; gives what slot 1 was. Fails at the end when the word is odd. */
const writes = `600154${["01", "02", "03"].map((slot) => `60${slot}6000350160${slot}55`).join("")}60006000a060005260003560011660345760206000f35b60006000fd`;

interface Outcome {
  readonly status: number;
  readonly output: string;
}

async function start(executorVersion: 0 | 1, dense: boolean) {
  const chain = await ChainInProcess.start({ executorVersion, txCountLimit: 1 });
  chain.group().clock = () => 1_700_000_000_000;
  const send = (to: string | undefined, data: string) =>
    chain.rpc<Outcome & { contractAddress: string; transactionHash: string; blockNumber: number; gasUsed: string }>(
      "dev_sendTransaction",
      "",
      { from, ...(to ? { to } : {}), data },
    );
  const at = (await send(undefined, creation(writes))).contractAddress;
  const older = await send(at, `0x${word(2)}`);
  if (dense) Object.assign(chain.group().executor.timeSlice, { sliceMs: 0, checkEvery: 0, stackGas: 7 });
  const state = (): string =>
    [...chain.group().store.rows()]
      .map((row) => bytesToHexDigits(encodeStateChanges([row])))
      .sort()
      .join("\n");
  return { chain, send, at, older, state };
}

type Asked = ["call" | "send" | "trace" | "snapshot" | "revert" | "balance", number];

function program(seed: number): Asked[] {
  const below = seededNumbers(seed);
  const kinds = ["call", "call", "send", "send", "send", "trace", "snapshot", "revert", "balance"] as const;
  return Array.from({ length: 24 }, () => [kinds[below(kinds.length)] ?? "call", below(1000)]);
}

/** Everything asked at once, or one after the other; each in the order of the queue. */
async function play(executor: 0 | 1, seed: number, atOnce: boolean): Promise<unknown> {
  const { chain, at, older, state } = await start(executor, atOnce);
  const group = chain.group();
  group.paused = true; // blocks are made where the program says, so that both ways make the same ones
  let snapshots = 0;
  const ask = ([kind, value]: Asked): Promise<unknown> => {
    const data = `0x${word(value)}`;
    switch (kind) {
      case "call":
        return chain.rpc("call", "group0", "", at, data);
      case "send": {
        const sent = chain.rpc<Record<string, unknown>>("dev_sendTransaction", "", { from, to: at, data });
        // its hash has a random nonce
        const kept = sent.then(({ status, output, gasUsed, blockNumber }) => ({
          status,
          output,
          gasUsed,
          blockNumber,
        }));
        return Promise.all([kept, chain.rpc("dev_mine", "", 1)]).then(([receipt]) => receipt);
      }
      case "trace":
        return chain.rpc("dev_traceTransaction", "", older.transactionHash, { steps: 20 });
      case "snapshot":
        snapshots++;
        return chain.group().exclusive(() => chain.rpc("dev_snapshot", ""));
      case "revert":
        return chain.rpc("dev_revert", "", `0x${(value % (snapshots + 1)).toString(16)}`).catch(String);
      case "balance":
        return chain.rpc("dev_setBalance", "", from, value);
    }
  };
  const answers: unknown[] = [];
  if (atOnce) answers.push(...(await Promise.all(program(seed).map(ask))));
  else for (const asked of program(seed)) answers.push(await ask(asked));
  const end = { answers, head: group.blocks.head, state: state() };
  chain.close();
  return end;
}

describe.each([0, 1] as const)("executor %i", (executor) => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("asked at once, all ends as one after the other (seed %i)", async (seed) => {
    expect(await play(executor, seed, true)).toEqual(await play(executor, seed, false));
  });

  test("who reads in the middle sees the latest block", async () => {
    const { chain, send, at } = await start(executor, true);
    const group = chain.group();
    const before = group.sealed.get(at.slice(2), word(1));
    const seen = new Set<unknown>();
    let unsealed = 0;
    let running = true;
    const look = (): void => {
      if (!running) return;
      seen.add(group.sealed.get(at.slice(2), word(1)));
      if (group.store.checkpoint() > 0) unsealed++;
      setImmediate(look);
    };
    const sent = send(at, `0x${word(3)}`); // fails in the end
    const called = chain.rpc("call", "group0", "", at, `0x${word(8)}`);
    look();
    await Promise.all([sent, called]);
    running = false;
    expect(unsealed).toBeGreaterThan(5);
    expect([...seen]).toEqual([before]);
    chain.close();
  });
});

describe("while a contract loops", () => {
  let chain: DevChain | undefined;
  let network: Network | undefined;
  afterEach(() => chain?.close());

  async function open() {
    network = await createNetwork(
      devChainSettings({ openDev: true, sealers: 1, observers: 0, web3Port: 0, txGasLimit: 4_000_000_000_000n }),
    );
    chain = await openPorts(network);
    const { url } = chain;
    const ask = async <T>(method: string, ...params: unknown[]): Promise<T> => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: ["group0", ...params] });
      return ((await (await fetch(url, { method: "POST", body })).json()) as { result: T }).result;
    };
    const make = async (code: string): Promise<string> =>
      (await ask<{ contractAddress: string }>("dev_sendTransaction", { from, data: creation(code) })).contractAddress;
    const to = await make(endless);
    const logs = await make("60006000a000");
    await ask("dev_sendTransaction", { from, to: logs });
    const socket = new WebSocket(url.replace("http", "ws"));
    await new Promise((resolve) => socket.once("open", resolve));
    const group = network.groups.get("group0");
    if (!group) throw new Error("there is no group0");
    return { ask, to, logs, socket, group, url };
  }

  test.each(["call", "dev_sendTransaction"])("a %s holds up neither answers nor pushes", async (how) => {
    const { to, socket, logs } = await open();
    const order: string[] = [];
    const reported = new Promise<void>((resolve) => {
      socket.on("message", (data: Buffer) => {
        const frame = readFrame(data);
        if (typeof frame === "string") return;
        order.push(frame.type === packetType.eventPush ? "push" : frame.seq);
        if (order.includes("push") && order.includes("code")) resolve();
      });
    });
    const send = (type: number, seq: string, payload: unknown): void =>
      socket.send(encodeFrame({ type, status: 0, seq, payload: Buffer.from(JSON.stringify(payload)) }));
    const request = (seq: string, method: string, ...params: unknown[]): void =>
      send(packetType.rpcRequest, seq, { jsonrpc: "2.0", id: 1, method, params: ["group0", ...params] });
    if (how === "call") request("loop", "call", "", to, "0x");
    else request("loop", "dev_sendTransaction", { from, to });
    request("number", "getBlockNumber", "");
    for (const method of ["getConsensusStatus", "getSyncStatus", "getGroupInfo"]) request(method, method, "");
    send(packetType.eventSubscribe, "events", {
      id: "1",
      group: "group0",
      params: { fromBlock: 1, toBlock: -1, addresses: [logs.slice(2)], topics: [] },
    });
    request("code", "getCode", "", to, "");
    await reported;
    expect(order.sort()).toEqual(
      ["code", "events", "getConsensusStatus", "getGroupInfo", "getSyncStatus", "number", "push"].sort(),
    );
  });

  test("a call whose client goes is given up, in the middle and while it waits", async () => {
    const { ask, to, group, url } = await open();
    const controllers = [new AbortController(), new AbortController(), new AbortController()];
    const begun = vi.spyOn(group.executor, "execute");
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "call", params: ["group0", "", to, "0x"] });
    const calls = controllers.map(({ signal }) => fetch(url, { method: "POST", body, signal }).catch(() => "gone"));
    await expect.poll(() => begun.mock.calls.length).toBe(1);
    for (const controller of controllers) controller.abort();
    expect(await Promise.all(calls)).toEqual(["gone", "gone", "gone"]);
    expect(await ask("call", "", from, "0x")).toMatchObject({ blockNumber: 3 }); // its turn comes
    const started = begun.mock.calls.filter(([{ to: target }]) => target === to);
    expect(started.length).toBeLessThanOrEqual(3);
    expect(group.store.checkpoint()).toBe(0);
  });
});

describe("the queue", () => {
  afterEach(() => vi.useRealTimers());
  const never = (): Promise<never> => new Promise(() => undefined);

  test("refuses a client's question that has waited too long, and no other", async () => {
    vi.useFakeTimers();
    const queue = new WorkQueue(new TimeSlice());
    let finish = (): void => undefined;
    const first = queue.run(() => new Promise<void>((resolve) => (finish = resolve)));
    const own = queue.run(async () => "own");
    const late = expect(queue.run(async () => "late", { gone: false })).rejects.toMatchObject({ code: -32603 });
    await vi.advanceTimersByTimeAsync(29_999);
    const later = queue.run(async () => "later", { gone: false });
    await vi.advanceTimersByTimeAsync(1);
    await late;
    finish();
    await vi.advanceTimersByTimeAsync(10);
    expect(await Promise.all([first, own, later])).toEqual([undefined, "own", "later"]);
  });

  test("lets a limited number of clients wait", async () => {
    vi.useFakeTimers(); // a thousand refusals would come after the test's end, in whatever runs then
    const queue = new WorkQueue(new TimeSlice());
    void queue.run(never);
    const waiting = Array.from({ length: 1000 }, () => queue.run(never, { gone: false }));
    await expect(queue.run(never, { gone: false })).rejects.toMatchObject({ code: -32603 });
    expect(waiting.length).toBe(1000);
  });

  test("drops what waits for a client that is gone, and everything when it ends", async () => {
    const queue = new WorkQueue(new TimeSlice());
    const client = { gone: false };
    let finish = (): void => undefined;
    const first = queue.run(() => new Promise<void>((resolve) => (finish = resolve)));
    const dropped = expect(queue.run(async () => "done", client)).rejects.toBeInstanceOf(WorkStopped);
    const second = queue.run(async () => queue.close());
    const last = expect(queue.run(async () => "done")).rejects.toBeInstanceOf(WorkStopped);
    client.gone = true;
    finish();
    await Promise.all([first, dropped, second, last]);
    await expect(queue.run(async () => "done")).rejects.toBeInstanceOf(WorkStopped);
  });
});
