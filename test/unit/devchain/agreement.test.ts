import fc from "fast-check";
import { expect, it } from "vitest";
import { bytesToHexDigits } from "../../../src/crypto/bytes/hex";
import type { BlockRecord } from "../../../src/devchain/records/blockRecord";
import type { DevChainOptions } from "../../../src/devchain/settings/options";
import { ChainInProcess, consensus, systemConfig } from "../../support/chainInProcess";
import { headerFaults } from "../../support/offlineProof";
import type { RpcBlockHeader } from "../../support/printedObjects";

/** What is done to a group. `node` chooses among the known ones and a stranger, whose key the chain does not have. */
interface Step {
  readonly kind: (typeof kinds)[number];
  readonly group: number;
  readonly node: number;
  readonly number: number;
}

const kinds = [
  "addNode",
  "addObserver",
  "addSealer",
  "addSealer",
  "remove",
  "setWeight",
  "setTermWeight",
  "peerLost",
  "peerLost",
  "peerBack",
  "lag",
  "viewChange",
  "clearFaults",
  "mine",
  "mine",
  "leaderPeriod",
  "rpbft",
  "epochSealers",
  "snapshot",
  "revert",
  "reset",
] as const;

interface Member {
  readonly nodeID: string;
  readonly weight: number;
}

interface Block extends RpcBlockHeader {
  readonly hash: string;
  readonly sealerList: readonly string[];
  readonly consensusWeights: readonly number[];
}

interface Status {
  readonly nodeID: string;
  readonly blockNumber: number;
  readonly hash: string;
  readonly index: number;
  readonly isConsensusNode: boolean;
  readonly leaderIndex: number;
  readonly view: number;
  readonly changeCycle: number;
  readonly timeout: boolean;
  readonly consensusNodesNum: number;
  readonly maxFaultyQuorum: number;
  readonly minRequiredQuorum: number;
  readonly connectedNodeList: number;
  readonly consensusNodeList: readonly (Member & { readonly index: number })[];
}

interface SyncStatus {
  readonly blockNumber: number;
  readonly genesisHash: string;
  readonly latestHash: string;
  readonly knownHighestNumber: number;
  readonly peers: readonly { nodeID: string; blockNumber: number; latestHash: string; genesisHash: string }[];
}

interface Gateway {
  readonly endPoint: string;
  readonly groupNodeIDInfo: readonly { group: string; nodeIDList: readonly string[] }[];
}

const stranger = "ab".repeat(64);
const sorted = (members: readonly Member[]): Member[] =>
  members.map(({ nodeID, weight }) => ({ nodeID, weight })).sort((a, b) => (a.nodeID < b.nodeID ? -1 : 1));

/** Plays steps on one group and compares all that the chain answers about it. */
class GroupWatch {
  readonly #chain: ChainInProcess;
  readonly #id: string;
  /** Sealers in force in each block. */
  readonly #inForce = new Map<number, Member[]>();
  #fresh: number[] = [];
  /** Nodes that sealed or signed though they could not be reached. */
  readonly #absent: string[] = [];
  #waiting = 0;
  #snapshots: string[] = [];

  constructor(chain: ChainInProcess, id: string) {
    this.#chain = chain;
    this.#id = id;
    const group = chain.group(id);
    group.on("block", ({ header }: BlockRecord) => {
      this.#note();
      this.#fresh.push(header.number);
      for (const index of [header.sealer, ...header.signers]) {
        const nodeId = bytesToHexDigits(header.sealers[index] as Uint8Array);
        if (!group.members.isUp(nodeId)) this.#absent.push(`${nodeId} had a part in block ${header.number}`);
      }
    });
    this.#note();
  }

  /** The sealers that the state names now are those of the next block. */
  #note(): void {
    const { members, blocks } = this.#chain.group(this.#id);
    const next = blocks.head + 1;
    this.#inForce.set(
      next,
      members.sealersOf(next).sealers.map(({ nodeId, weight }) => ({ nodeID: nodeId, weight })),
    );
  }

  #rpc<T>(method: string, ...params: unknown[]): Promise<T> {
    return this.#chain.rpc<T>(method, this.#id, "", ...params);
  }

  #dev<T>(method: string, ...params: unknown[]): Promise<T> {
    return this.#chain.rpc<T>(method, this.#id, ...params);
  }

  /** Sent and, where there are enough sealers, in a block. */
  async #send(to: string, signature: string, values: readonly (string | bigint)[]): Promise<void> {
    const group = this.#chain.group(this.#id);
    const alive = group.hasQuorum();
    this.#waiting++;
    const sent = this.#chain.send(to, signature, values, { id: this.#id }).then(() => this.#waiting--);
    if (alive) await sent;
  }

  async step({ kind, node, number }: Step): Promise<void> {
    const ids = [...this.#chain.network.nodes.map(({ nodeId }) => nodeId), stranger];
    const id = ids[node % ids.length] as string;
    const own = this.#chain.network.nodes[0]?.nodeId;
    const fault = async (value: object): Promise<void> => {
      if (id !== stranger && id !== own) await this.#dev("dev_setFault", { ...value, node: id });
    };
    switch (kind) {
      case "addNode":
        if (ids.length < 14) await this.#dev("dev_addNode");
        break;
      case "addObserver":
        await this.#send(consensus, "addObserver(string)", [id]);
        break;
      case "addSealer":
        await this.#send(consensus, "addSealer(string,uint256)", [id, BigInt(number % 20)]);
        break;
      case "remove":
        await this.#send(consensus, "remove(string)", [id]);
        break;
      case "setWeight":
      case "setTermWeight":
        await this.#send(consensus, `${kind}(string,uint256)`, [id, BigInt(number)]);
        break;
      case "peerLost":
        await fault({ kind: "peerLost" });
        break;
      case "peerBack":
        await fault({ kind: "peerLost", down: false });
        break;
      case "lag":
        await fault({ kind: "lag", blocks: number % 7 });
        break;
      case "viewChange":
        await this.#dev("dev_setFault", { kind: "viewChange", times: number % 5 });
        break;
      case "clearFaults":
        await this.#dev("dev_clearFaults");
        break;
      case "mine":
        await this.#dev("dev_mine", 1 + (number % 3));
        break;
      case "leaderPeriod":
        await this.#send(systemConfig, "setValueByKey(string,string)", ["consensus_leader_period", `${number % 4}`]);
        break;
      case "rpbft":
        await this.#send(systemConfig, "setValueByKey(string,string)", ["feature_rpbft", "1"]);
        break;
      case "epochSealers": {
        const key = number % 2 === 0 ? "feature_rpbft_epoch_sealer_num" : "feature_rpbft_epoch_block_num";
        await this.#send(systemConfig, "setValueByKey(string,string)", [key, `${number % 6}`]);
        break;
      }
      case "snapshot":
        this.#snapshots.push(await this.#dev("dev_snapshot"));
        break;
      case "revert": {
        const snapshot = this.#snapshots.pop();
        if (snapshot === undefined) break;
        await this.#dev("dev_revert", snapshot);
        this.#note();
        break;
      }
      case "reset":
        await this.#dev("dev_reset");
        this.#snapshots = [];
        this.#waiting = 0;
        this.#note();
        break;
    }
    await this.#settle();
  }

  /** Until nothing waits that could be sealed. */
  async #settle(): Promise<void> {
    const group = this.#chain.group(this.#id);
    while (group.pool.size > 0 && group.hasQuorum()) {
      group.schedule();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async check(): Promise<void> {
    const members = await this.#checkMembers();
    const status = await this.#checkConsensus(members);
    await this.#checkNetwork(status);
    for (const number of this.#fresh.splice(0)) {
      if (number <= status.blockNumber) await this.#checkBlock(number);
    }
    expect(this.#absent).toEqual([]);
    expect(await this.#rpc("getPendingTxSize")).toBe(this.#waiting);
  }

  async #checkMembers(): Promise<Member[]> {
    const sealers = await this.#rpc<Member[]>("getSealerList");
    const observers = await this.#rpc<string[]>("getObserverList");
    const ofType = (type: string) => this.#rpc<Member[]>("getNodeListByType", type);
    const candidates = await ofType("consensus_candidate_sealer");
    expect(await ofType("consensus_sealer")).toEqual(sealers);
    expect((await ofType("consensus_observer")).map(({ nodeID }) => nodeID)).toEqual(observers);
    const everybody = [...[...sealers, ...candidates].map(({ nodeID }) => nodeID), ...observers];
    expect(new Set(everybody).size).toBe(everybody.length);
    // where no one works any more, the first candidate stands in
    return sorted(sealers.length > 0 ? sealers : candidates.slice(0, 1));
  }

  async #checkConsensus(members: Member[]): Promise<Status> {
    const status = JSON.parse(await this.#rpc<string>("getConsensusStatus")) as Status;
    const head = await this.#rpc<number>("getBlockNumber");
    expect(sorted(status.consensusNodeList)).toEqual(members);
    expect(status.consensusNodeList.map(({ index }) => index)).toEqual(members.map((_, index) => index));
    expect(this.#inForce.get(head + 1)).toEqual(members);
    const total = members.reduce((sum, { weight }) => sum + weight, 0);
    expect(status.consensusNodesNum).toBe(total);
    expect(status.maxFaultyQuorum).toBe(Math.floor((total - 1) / 3));
    expect(status.minRequiredQuorum).toBe(total - status.maxFaultyQuorum);
    expect([status.blockNumber, `0x${status.hash}`]).toEqual([head, await this.#rpc("getBlockHashByNumber", head)]);
    expect(status.view).toBe(await this.#rpc("getPbftView"));
    const own = members.findIndex(({ nodeID }) => nodeID === status.nodeID);
    expect([status.isConsensusNode, status.isConsensusNode ? status.index : -1]).toEqual([own >= 0, own]);
    const period = Number(
      (await this.#rpc<{ value: string }>("getSystemConfigByKey", "consensus_leader_period")).value,
    );
    expect(status.leaderIndex).toBe((Math.floor((head + 1) / period) + status.view) % members.length);
    const reachable = await this.#dev<string[]>("getGroupPeers");
    const up = members.filter(({ nodeID }) => reachable.includes(nodeID));
    expect(status.connectedNodeList).toBe(up.length);
    const enough = up.reduce((sum, { weight }) => sum + weight, 0) >= status.minRequiredQuorum;
    expect(status.timeout).toBe(status.changeCycle > 0 || !enough);
    expect(this.#waiting > 0 && enough).toBe(false);
    return status;
  }

  async #checkNetwork(status: Status): Promise<void> {
    const sync = JSON.parse(await this.#rpc<string>("getSyncStatus")) as SyncStatus;
    const reachable = await this.#dev<string[]>("getGroupPeers");
    const gateway = await this.#chain.rpc<Gateway & { readonly peers: readonly Gateway[] }>("getPeers");
    const here = [gateway, ...gateway.peers].flatMap(({ groupNodeIDInfo }) =>
      groupNodeIDInfo.filter(({ group }) => group === this.#id).flatMap(({ nodeIDList }) => nodeIDList),
    );
    expect(here.sort()).toEqual(reachable);
    expect(new Set([gateway, ...gateway.peers].map(({ endPoint }) => endPoint)).size).toBe(gateway.peers.length + 1);
    expect([sync.blockNumber, sync.knownHighestNumber]).toEqual([status.blockNumber, status.blockNumber]);
    expect(sync.latestHash).toBe(status.hash);
    const group = this.#chain.group(this.#id);
    const stored = new Set(
      [
        ...(await this.#rpc<Member[]>("getSealerList")),
        ...(await this.#rpc<Member[]>("getNodeListByType", "consensus_candidate_sealer")),
        ...(await this.#rpc<Member[]>("getNodeListByType", "consensus_observer")),
      ].map(({ nodeID }) => nodeID),
    );
    expect(sync.peers.map(({ nodeID }) => nodeID).sort()).toEqual(
      reachable.filter((nodeId) => nodeId !== status.nodeID && stored.has(nodeId)),
    );
    for (const peer of sync.peers) {
      expect(peer.blockNumber).toBe(Math.max(0, sync.blockNumber - group.members.lagOf(peer.nodeID)));
      expect(`0x${peer.latestHash}`).toBe(await this.#rpc("getBlockHashByNumber", peer.blockNumber));
      expect(peer.genesisHash).toBe(sync.genesisHash);
    }
  }

  async #checkBlock(number: number): Promise<void> {
    const block = await this.#rpc<Block>("getBlockByNumber", number, true, true);
    const inForce = block.sealerList.map((nodeId, index) => ({
      nodeID: nodeId.replace(/^0x/, ""),
      weight: block.consensusWeights[index],
    }));
    expect(inForce).toEqual(this.#inForce.get(number));
    expect(headerFaults(this.#chain.network.suite, block)).toEqual([]);
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  group: fc.nat(2),
  node: fc.nat(13),
  number: fc.oneof(fc.nat(30), fc.nat(2 ** 31 - 1)),
});

const shape: fc.Arbitrary<DevChainOptions> = fc.record({
  sealers: fc.constantFrom(1, 2, 4, 7, 10),
  observers: fc.nat(2),
  groups: fc.constantFrom(["group0"], ["group0", "second", "third"]),
  consensus: fc.constantFrom("pbft" as const, "pbft" as const, "rpbft" as const),
  epochSealers: fc.constantFrom(1, 3, 4),
  epochBlocks: fc.constantFrom(1, 4, 1000),
  suite: fc.constantFrom("standard" as const, "standard" as const, "sm" as const),
});

/** More of them by hand: `AGREEMENT_RUNS=2000 npx vitest run --project unit test/unit/devchain/agreement.test.ts`. */
const runs = Number(process.env["AGREEMENT_RUNS"] ?? 15);

it("whatever happens to members and nodes, all answers agree and every block verifies", {
  timeout: 900_000 + runs * 10_000,
}, async () => {
  const property = fc.asyncProperty(
    shape,
    fc.array(step, { minLength: 10, maxLength: 40, size: "max" }),
    async (options, steps) => {
      const chain = await ChainInProcess.start(options);
      try {
        const watches = [...chain.network.groups.keys()].map((id) => new GroupWatch(chain, id));
        for (const one of steps) {
          await watches[one.group % watches.length]?.step(one);
          for (const watch of watches) await watch.check();
        }
      } finally {
        chain.close();
      }
    },
  );
  await fc.assert(property, { numRuns: runs, ...(runs === 15 ? { seed: 6 } : {}) });
});
