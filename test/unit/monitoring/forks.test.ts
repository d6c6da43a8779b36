// Nodes of one embedded chain, each behind a transport that says what a node of its own would: it may be down, behind, or another chain.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Transport } from "../../../src/chain/client/client";
import { clientError } from "../../../src/errors/clientError";
import { givenPath } from "../../../src/files/namedPath";
import { readRules } from "../../../src/monitoring/rules/readRules";
import { Alerts, alertJson } from "../../../src/monitoring/watch/alerts";
import { Judge } from "../../../src/monitoring/watch/judge";
import { Observer } from "../../../src/monitoring/watch/observer";
import { ChainInProcess, consensus, systemConfig, transportTo } from "../../support/chainInProcess";
import { seededNumbers } from "../../support/seededNumbers";

let chain: ChainInProcess;
beforeAll(async () => {
  chain = await ChainInProcess.start({ sealers: 4, observers: 0 });
});
afterAll(() => chain.close());

let limit = 1000;
async function makeBlock(): Promise<number> {
  await chain.send(systemConfig, "setValueByKey(string,string)", ["tx_count_limit", String(++limit)]);
  return chain.group().blocks.head;
}

type Header = Record<string, unknown> & { number: number; hash: string; parentInfo: { blockHash: string }[] };

const altered = (hash: string): string => `0x${"f".repeat(8)}${hash.slice(10)}`;

class SimulatedNode {
  readonly transport: Transport;
  isUp = true;
  /** So many blocks behind the chain. */
  lacks = 0;
  /** Below it nothing can be read. */
  prunedBelow = 0;
  /** From this block on the node has others. */
  forkedFrom = Number.POSITIVE_INFINITY;
  /** What it has otherwise in that block. */
  otherwise: "stateRoot" | "txsRoot" | "receiptsRoot" = "stateRoot";
  readonly asked: number[] = [];

  constructor(
    readonly endpoint: string,
    readonly nodeId: string,
    private readonly all: readonly SimulatedNode[],
  ) {
    const inner = transportTo(chain);
    this.transport = {
      label: endpoint,
      request: async (method, params, options) => {
        if (!this.isUp) throw clientError("connectionRefused", { endpoint, method });
        if (method === "getBlockByNumber") {
          const number = Number(params[2]);
          this.asked.push(number);
          if (number > this.height || number < this.prunedBelow) throw clientError("timedOut", { endpoint, method });
          return this.block((await inner.request(method, params, options)) as Header);
        }
        const honest = await inner.request(method, params, options);
        if (method === "getGroupPeers") return this.all.flatMap((each) => (each.isUp ? [each.nodeId] : []));
        if (method !== "getSyncStatus") return honest;
        const status = JSON.parse(String(honest)) as object;
        return JSON.stringify({ ...status, nodeID: this.nodeId, blockNumber: this.height });
      },
      close: async () => undefined,
    };
  }

  get height(): number {
    return Math.max(0, chain.group().blocks.head - this.lacks);
  }

  block(header: Header): Header {
    if (header.number < this.forkedFrom) return header;
    const isFirst = header.number === this.forkedFrom;
    return {
      ...header,
      hash: altered(header.hash),
      ...(isFirst || this.otherwise === "stateRoot"
        ? { [this.otherwise]: altered(String(header[this.otherwise])) }
        : {}),
    };
  }
}

async function startNodes(): Promise<SimulatedNode[]> {
  const sealers = await chain.rpc<{ nodeID: string }[]>("getSealerList", "group0", "");
  const nodes: SimulatedNode[] = [];
  for (const [at, { nodeID }] of sealers.entries())
    nodes.push(new SimulatedNode(`http://10.0.0.${at + 1}:20200`, nodeID, nodes));
  return nodes;
}

/** What rules tell of looks, and the look itself. */
function watching(nodes: readonly SimulatedNode[], rules: string) {
  const read = readRules(`rules:\n${rules}`, givenPath("/rules.yaml"));
  const observer = new Observer(nodes, undefined, read);
  const [judge, alerts] = [new Judge(read), new Alerts()];
  return async (atMs: number): Promise<string[]> => {
    const look = await observer.look(atMs, 60_000);
    return alerts.take(judge.judge(look), atMs).map((change) => {
      const { rule, endpoint, message, state } = alertJson(change);
      return [state, rule, endpoint, message].filter(Boolean).join(" | ");
    });
  };
}

const forkRule = "  - name: fork\n    fork:\n";

describe("a fork", () => {
  it("is an alarm with the block that differs, names node, first height and what differs, and ends with it", async () => {
    const nodes = await startNodes();
    const look = watching(nodes, forkRule);
    await makeBlock();
    expect(await look(0)).toEqual([]);
    const [first, , third] = nodes;
    if (!first || !third) throw new Error("four nodes");
    third.forkedFrom = await makeBlock();
    const others = [first, ...nodes.slice(1)].filter((each) => each !== third).map(({ endpoint }) => endpoint);
    const messageOf = (state: string, words: string): string =>
      `${state} | fork | ${third.endpoint} | Blocks differ from those of ${others.join(", ")} since block ${third.forkedFrom}${words}`;
    const state = ": the same transactions, another state root.";
    const over = messageOf("ended", state);
    expect(await look(1)).toEqual([messageOf("began", state)]);
    // while it doesn't answer nothing is known to be better, and nothing is told twice
    third.isUp = false;
    expect(await look(2)).toEqual([]);
    third.isUp = true;
    await makeBlock();
    expect(await look(3)).toEqual([]);
    third.forkedFrom = Number.POSITIVE_INFINITY;
    expect(await look(4)).toEqual([over]);
  });

  it("that began long ago is found by halving", async () => {
    const nodes = await startNodes();
    while ((await makeBlock()) < 40);
    const [forked] = nodes;
    if (!forked) throw new Error("four nodes");
    forked.forkedFrom = 17;
    forked.otherwise = "txsRoot";
    const look = watching(nodes, forkRule);
    const others = nodes.slice(1).map(({ endpoint }) => endpoint);
    expect(await look(0)).toEqual([
      `began | fork | ${forked.endpoint} | Blocks differ from those of ${others.join(", ")} since block 17, which has other transactions.`,
    ]);
    expect(new Set(forked.asked).size).toBeLessThan(12);
    const before = forked.asked.length;
    expect(await look(1)).toEqual([]);
    // the block's metrics and the one comparison: where it began is known
    expect(forked.asked.length - before).toBeLessThanOrEqual(2);
  });

  it("is said as far as it can be read, and another genesis as another chain", async () => {
    const nodes = await startNodes();
    while ((await makeBlock()) < 40);
    const [one, two] = nodes;
    if (!one || !two) throw new Error("four nodes");
    two.forkedFrom = 17;
    two.prunedBelow = 30;
    const pair = [one, two];
    expect(await watching(pair, forkRule)(0)).toEqual([
      `began | fork | ${two.endpoint} | Blocks differ from those of ${one.endpoint}, first between 0 and ${chain.group().blocks.head}.`,
    ]);
    two.prunedBelow = 0;
    two.forkedFrom = 0;
    expect(await watching(pair, forkRule)(0)).toEqual([
      `began | fork | ${two.endpoint} | The genesis block differs from that of ${one.endpoint}: these are different chains.`,
    ]);
  });
});

it("a sealer that isn't reached and nodes that die again and again are told", async () => {
  const nodes = await startNodes();
  const [, , , four] = nodes;
  if (!four) throw new Error("four nodes");
  const look = watching(
    nodes,
    "  - name: alone\n    unreachable: { seconds: 30 }\n  - name: dies\n    restarts: { moreThan: 1, seconds: 600 }\n",
  );
  expect(await look(0)).toEqual([]);
  four.isUp = false;
  expect(await look(10_000)).toEqual([]);
  const others = nodes.slice(0, 3).map(({ endpoint }) => endpoint);
  const missed = `alone | Sealer ${four.nodeId} isn't reached by ${others.join(", ")}.`;
  expect(await look(40_000)).toEqual([`began | ${missed}`]);
  four.isUp = true;
  expect(await look(50_000)).toEqual([`ended | ${missed}`]);
  four.isUp = false;
  expect(await look(60_000)).toEqual([
    `began | dies | ${four.endpoint} | The node stopped answering 2 times in 600 s.`,
  ]);
});

it("24 hours of restarts, syncs from nothing, lags and rotated sealers raise no alarm, and a fork after them does", async () => {
  const nodes = await startNodes();
  const below = seededNumbers(23);
  const look = watching(
    nodes,
    `${forkRule}  - name: alone\n    unreachable:\n  - name: stands\n    heightStands: { seconds: 300 }\n  - name: down\n    down: { seconds: 300 }\n`,
  );
  const looks = 24 * 30;
  const messages: string[] = [];
  let [restarts, syncs, rotations] = [0, 0, 0];
  let before: SimulatedNode | undefined;
  for (let at = 0; at < looks; at++) {
    // a node is away for one look, or for as long as nothing is asked
    for (const node of nodes) node.isUp = true;
    const node = nodes[below(nodes.length)];
    if (node && node !== before && below(10) === 0) {
      node.isUp = false;
      restarts++;
    }
    for (const each of nodes) each.lacks = Math.max(0, each.lacks - 1 - below(3));
    if (node && below(60) === 0) {
      node.lacks = below(3) === 0 ? chain.group().blocks.head : 1 + below(20);
      node.prunedBelow = below(2) === 0 ? 0 : Math.max(0, node.height - 5);
      syncs++;
    }
    before = node;
    if (below(10) === 0) await makeBlock();
    if (below(50) === 0) {
      rotations++;
      const id = nodes[below(4)]?.nodeId;
      const weight = BigInt(1 + below(3));
      await chain.send(consensus, "setWeight(string,uint256)", [id ?? "", weight]);
    }
    messages.push(...(await look(at * 120_000)));
  }
  expect(messages).toEqual([]);
  expect([restarts, syncs, rotations].every((count) => count > 5)).toBe(true);
  const [forked] = nodes;
  if (!forked) throw new Error("four nodes");
  for (const node of nodes) Object.assign(node, { isUp: true, lacks: 0 });
  forked.forkedFrom = await makeBlock();
  expect(await look(looks * 120_000)).toHaveLength(1);
});
