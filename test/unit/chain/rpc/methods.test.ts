import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type ChainClient, createClient } from "../../../../src/chain/client/client";
import { getBlockLimit } from "../../../../src/chain/rpc/blockLimit";
import {
  getBlockByHash,
  getBlockByNumber,
  getBlockHashByNumber,
  getBlockNumber,
} from "../../../../src/chain/rpc/blocks";
import { call } from "../../../../src/chain/rpc/call";
import { getABI, getCode } from "../../../../src/chain/rpc/contractCode";
import {
  getFilterChanges,
  getFilterLogs,
  newBlockFilter,
  newFilter,
  uninstallFilter,
} from "../../../../src/chain/rpc/filters";
import { getPeers } from "../../../../src/chain/rpc/getPeers";
import { getGroupPeers, getSystemConfigByKey } from "../../../../src/chain/rpc/groups";
import { getLogs } from "../../../../src/chain/rpc/logs";
import { getNodeListByType, getSealerList } from "../../../../src/chain/rpc/members";
import { nodeMethods } from "../../../../src/chain/rpc/methodTable";
import { getConsensusStatus, getSyncStatus } from "../../../../src/chain/rpc/nodeStatus";
import {
  getTotalTransactionCount,
  getTransaction,
  getTransactionReceipt,
  sendTransaction,
} from "../../../../src/chain/rpc/transactions";
import type { WireMethod } from "../../../../src/chain/rpc/wireMethod";
import { nodeError } from "../../../../src/errors/nodeError";
import { errorOf } from "../../../support/failure";

const hash = `0x${"ab".repeat(32)}`;
const address = `0x${"12".repeat(20)}`;
const nodeId = "cd".repeat(64);

/** A client that notes what it is asked and answers with what it is given. */
function client(answer: unknown | ((method: string, params: readonly unknown[]) => unknown)) {
  const asked: [string, readonly unknown[]][] = [];
  const made: ChainClient = createClient(
    {
      label: "test",
      close: async () => undefined,
      request: async (method, params) => {
        asked.push([method, params]);
        return typeof answer === "function" ? answer(method, params) : answer;
      },
    },
    "group0",
    "node0",
  );
  return { made, asked };
}

const lead = ["group0", "node0"];
type Call = readonly [(client: ChainClient) => Promise<unknown>, readonly unknown[]];

/** The functions of methods that want parameters of their own, and what must go over the wire. */
const parameterized: Readonly<Record<string, Call>> = {
  call: [(c) => call(c, { to: address, data: "0x01" }), [...lead, address, "0x01"]],
  sendTransaction: [(c) => sendTransaction(c, "0x01"), [...lead, "0x01", false]],
  getCode: [(c) => getCode(c, address), [...lead, address]],
  getABI: [(c) => getABI(c, address), [...lead, address]],
  getBlockHashByNumber: [(c) => getBlockHashByNumber(c, 5), [...lead, 5]],
  getBlockByNumber: [(c) => getBlockByNumber(c, 5), [...lead, 5, false, true]],
  getBlockByHash: [(c) => getBlockByHash(c, hash, "transactions"), [...lead, hash, false, false]],
  getTransaction: [(c) => getTransaction(c, hash, true), [...lead, hash, true]],
  getTransactionReceipt: [(c) => getTransactionReceipt(c, hash), [...lead, hash, false]],
  getSystemConfigByKey: [(c) => getSystemConfigByKey(c, "tx_gas_limit"), [...lead, "tx_gas_limit"]],
  getNodeListByType: [(c) => getNodeListByType(c, "consensus_sealer"), [...lead, "consensus_sealer"]],
  newFilter: [
    (c) => newFilter(c, { fromBlock: 1, addresses: [address.toUpperCase().replace("0X", "")], topics: [null, [hash]] }),
    ["group0", { fromBlock: "0x1", toBlock: "latest", address: [address], topics: [null, [hash]] }],
  ],
  uninstallFilter: [(c) => uninstallFilter(c, "0x1"), ["group0", "0x1"]],
  getFilterChanges: [(c) => getFilterChanges(c, "0x1"), ["group0", "0x1"]],
  getFilterLogs: [(c) => getFilterLogs(c, "0x1"), ["group0", "0x1"]],
  getLogs: [
    (c) => getLogs(c, { fromBlock: 3, toBlock: 4 }),
    ["group0", { fromBlock: "0x3", toBlock: "0x4", address: [], topics: [] }],
  ],
};

const leading = { groupAndNode: lead, group: ["group0"], none: [] };

const folder = resolve(import.meta.dirname, "../../../../src/chain/rpc");
const functions = new Map<string, unknown>();
for (const file of readdirSync(folder).map((name) => name.replace(/\.ts$/, "")))
  for (const [name, value] of Object.entries(await import(`../../../../src/chain/rpc/${file}.ts`)))
    functions.set(name, value);

/** One that wants none is the function of its name. */
function plainCall({ name, leading: first }: WireMethod): Call {
  const found = functions.get(name) as Call[0] | undefined;
  return [(c) => found?.(c) ?? expect.fail(`no file has ${name}`), leading[first]];
}

const isPlain = ({ parameters }: WireMethod): boolean => parameters.every(({ optional }) => optional);

const calls: readonly (readonly [name: string, ...Call])[] = nodeMethods.map((method) => [
  method.name,
  ...(isPlain(method) ? plainCall(method) : (parameterized[method.name] ?? expect.fail(method.name))),
]);

describe("JSON-RPC methods", () => {
  it("have a function each", () => {
    const withParameters = nodeMethods.filter((method) => !isPlain(method));
    expect(Object.keys(parameterized).sort()).toEqual(withParameters.map(({ name }) => name).sort());
  });

  it.each(calls)("%s asks as the node wants it and refuses an odd answer", async (name, run, params) => {
    const { made, asked } = client({ odd: true });
    const error = await errorOf(run(made));
    expect(asked).toEqual([[name, params]]);
    expect([error.kind, error.code]).toEqual(["decode", "unexpectedShape"]);
    expect(error.details["path"]).toMatch(/^result/);
  });

  it("refuse wrong parameters before asking", async () => {
    const { made, asked } = client(null);
    const refused = [
      () => getBlockByNumber(made, -1),
      () => getBlockByNumber(made, 1.5),
      () => getBlockByHash(made, "0x12"),
      () => getTransaction(made, "hello"),
      () => getCode(made, "/apps/x"),
      () => call(made, { to: address, data: "0x123" }),
      () => sendTransaction(made, ""),
      () => getSystemConfigByKey(made, ""),
      () => newFilter(made, { addresses: ["0x12"] }),
      () => newFilter(made, { topics: [null, null, null, null, null] }),
      () => getLogs(made, { fromBlock: -1, toBlock: 3 }),
    ];
    for (const run of refused) expect((await errorOf(run())).code).toBe("wrongParameter");
    expect(asked).toEqual([]);
  });

  it("keep exact what JavaScript would round", async () => {
    const status = {
      nodeID: nodeId,
      index: 18446744073709551615n,
      leaderIndex: 0,
      consensusNodesNum: 4,
      maxFaultyQuorum: 1,
      minRequiredQuorum: 3,
      isConsensusNode: false,
      blockNumber: 7,
      hash: "ab",
      timeout: false,
      changeCycle: 0,
      view: 1,
      connectedNodeList: 4,
      consensusNodeList: [{ index: 0, nodeID: nodeId, weight: 1 }],
    };
    const text = JSON.stringify({ ...status, index: 0 }).replace(
      '"index":0,"leader',
      '"index":18446744073709551615,"leader',
    );
    expect(await getConsensusStatus(client(`${text}\n`).made)).toEqual(status);
    const sealers = [{ nodeID: nodeId, weight: 2n ** 63n, termWeight: 0, later: "added" }];
    expect(await getSealerList(client(sealers).made)).toEqual(sealers);
    const broken = await errorOf(getSyncStatus(client("{not json").made));
    expect(broken.message).toContain("expected JSON text");
  });

  it.each([2 ** 32, Number.MAX_SAFE_INTEGER])("read no events up to the block %i", async (height) => {
    const { made, asked } = client((method: string) => (method === "getBlockNumber" ? height : []));
    expect(await errorOf(getLogs(made, {}))).toMatchObject({ kind: "decode", code: "unexpectedShape" });
    const given = await errorOf(getLogs(made, { fromBlock: 1, toBlock: height }));
    expect(given).toMatchObject({ code: "wrongParameter", details: { parameter: "toBlock" } });
    expect(asked.map(([method]) => method)).toEqual(["getBlockNumber"]);
  });

  it("ask for the pages of a long range one after the other", async () => {
    const { made } = client(async () => Promise.reject(await nodeError(-32602, "no")));
    expect((await errorOf(getLogs(made, { fromBlock: 0, toBlock: 2 ** 32 - 1 }))).code).toBe(-32602);
  });

  it("give totals under both names", async () => {
    const total = { blockNumber: 3, transactionCount: 9, failedTransactionCount: 2 };
    expect(await getTotalTransactionCount(client(total).made)).toEqual({ ...total, txSum: 9, failedTxSum: 2 });
  });

  it("tell the peers of an older node from those of a 3.x node", async () => {
    const records = [{ Agency: "a", IPAndPort: "127.0.0.1:30301", Node: "node1", NodeID: nodeId, Topic: [] }];
    expect(await getPeers(client(records).made)).toEqual({ variant: "2.x", records });
    const { made, asked } = client(async (_method: string, params: readonly unknown[]) => {
      if (params.length === 0) throw await nodeError(-32602, "Invalid params");
      return records;
    });
    expect(await getPeers(made)).toMatchObject({ variant: "2.x" });
    expect(asked.map(([, params]) => params)).toEqual([[], [1]]);
    const gateway = { p2pNodeID: "ab", endPoint: "0.0.0.0:30300", groupNodeIDInfo: null, peers: null };
    expect(await getPeers(client(gateway).made)).toEqual({ variant: "gateway", ...gateway, peers: [] });
    const hidden = { p2pNodeID: "ab", groupNodeIDInfo: [], peers: [{ p2pNodeID: "cd" }] };
    expect(await getPeers(client(hidden).made)).toMatchObject({ peers: [{ p2pNodeID: "cd" }] });
  });

  it("page the logs beyond the ten blocks a node looks at", async () => {
    const log = (block: number) => ({
      address: "12".repeat(20),
      blockNumber: `0x${block.toString(16)}`,
      data: "0x",
      logIndex: "0x0",
      topics: [],
      transactionHash: hash,
      transactionIndex: "0x0",
    });
    const { made, asked } = client((method: string, params: readonly unknown[]) => {
      if (method === "getBlockNumber") return 37;
      const { fromBlock, toBlock } = params[1] as { fromBlock: string; toBlock: string };
      const [from, to] = [Number(fromBlock), Math.min(Number(toBlock), Number(fromBlock) + 9)];
      return Array.from({ length: to - from + 1 }, (_, index) => log(from + index));
    });
    const progress: number[] = [];
    const logs = await getLogs(made, { fromBlock: 5 }, { onProgress: (done) => progress.push(done) });
    expect(logs.map(({ blockNumber }) => blockNumber)).toEqual(Array.from({ length: 33 }, (_, index) => index + 5));
    expect(logs[0]?.address).toBe(address);
    expect(progress.at(-1)).toBe(33);
    expect(asked.filter(([method]) => method === "getLogs")).toHaveLength(4);
    expect(await getLogs(made, { fromBlock: 9, toBlock: 8 })).toEqual([]);
  });

  it("do not take an unknown group for one without peers", async () => {
    const answer = (method: string): unknown => (method === "getGroupList" ? { groupList: ["group1"] } : []);
    expect((await errorOf(getGroupPeers(client(answer).made))).code).toBe("unknownGroup");
  });

  it("say since when a method exists that the node does not know", async () => {
    const unknown = client(async () => {
      throw await nodeError(-32601, "The method does not exist/is not available.");
    }).made;
    expect(await errorOf(newBlockFilter(unknown))).toMatchObject({ code: "methodTooNew", details: { since: "3.9.0" } });
    expect((await errorOf(getBlockNumber(unknown))).code).toBe(-32601);
  });

  it("count the block limit from the height", async () => {
    expect(await getBlockLimit(client(12).made)).toBe(512n);
  });

  it("take an old node's answers: addresses without 0x, members that came later", async () => {
    const old = {
      blockNumber: 2,
      contractAddress: "12".repeat(20),
      gasUsed: "1",
      status: 0,
      output: "0x",
      message: "",
      transactionHash: hash,
      hash,
      version: 0,
      logEntries: [{ address: "12".repeat(20), topics: [], data: "0x" }],
    };
    const receipt = await getTransactionReceipt(client(old).made, hash);
    expect(receipt).toMatchObject({ contractAddress: address, logEntries: [{ address }] });
  });
});
