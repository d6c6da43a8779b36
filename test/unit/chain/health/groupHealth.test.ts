import { describe, expect, it } from "vitest";
import type { Transport } from "../../../../src/chain/client/client";
import { createClient } from "../../../../src/chain/client/client";
import { isStopped, standsLimitMs, standstillOf } from "../../../../src/chain/health/groupHealth";
import { troublesOf } from "../../../../src/chain/health/groupTroubles";
import { readGroupHealth, watchGroupHealth } from "../../../../src/chain/health/readGroupHealth";
import { moreOf } from "../../../../src/chain/health/story";
import recorded from "../../../fixtures/health/degraded.json" with { type: "json" };
import { FakeClock } from "../../../support/fakeClock";

type Moment = keyof typeof recorded;

/** A node that answers as the recorded one did at that moment. */
function at(moment: Moment, change: (answers: Record<string, unknown>) => void = () => undefined) {
  const { consensus, sync, groupPeers } = recorded[moment];
  const answers: Record<string, unknown> = {
    getConsensusStatus: consensus,
    getSyncStatus: sync,
    getGroupPeers: groupPeers,
    getObserverList: [],
    getPendingTxSize: 0,
  };
  change(answers);
  const transport: Transport = {
    label: "http://h:1",
    request: async (method) => answers[method],
    close: async () => undefined,
  };
  return readGroupHealth(createClient(transport, "group0"));
}

/** Changes the object inside a status, which is JSON inside a text on the wire. */
function edit(
  answers: Record<string, unknown>,
  method: string,
  change: (status: Record<string, unknown>) => void,
): void {
  const status = JSON.parse(String(answers[method])) as Record<string, unknown>;
  change(status);
  answers[method] = JSON.stringify(status);
}

describe("health of a group, from a chain of four that lost its nodes one by one", () => {
  it.each([
    ["4 of 4", 4, 0, false, false],
    ["3 of 4", 3, 1, false, false],
    ["2 of 4", 2, 2, true, true],
    ["2 of 4 later", 2, 2, true, true],
    ["recovered", 4, 0, false, false],
  ] as const)("%s", async (moment, reachableWeight, lost, changingView, stopped) => {
    const health = await at(moment);
    expect(health).toMatchObject({
      reachableWeight,
      neededWeight: 3,
      totalWeight: 4,
      changingView,
      behind: [],
      ownLag: 0,
    });
    expect(health.unreachable).toHaveLength(lost);
    expect(isStopped(health)).toBe(stopped);
  });

  it("counts the changes of the leader while no block comes", async () => {
    const [first, later] = [await at("2 of 4"), await at("2 of 4 later")];
    expect(later.changes).toBeGreaterThan(first.changes);
  });

  it("names members that lag, but not those that are a few blocks behind or no members", async () => {
    const health = await at("4 of 4", (answers) =>
      edit(answers, "getSyncStatus", (status) => {
        const peers = status["peers"] as { blockNumber: number }[];
        for (const [index, peer] of peers.entries()) peer.blockNumber -= [50, 3, 0][index] ?? 0;
        peers.push({ ...peers[0], nodeID: "ab".repeat(64), blockNumber: 0 } as never);
      }),
    );
    expect(health.behind.map(({ blocks }) => blocks)).toEqual([50]);
  });

  it("tells what the asked node itself lacks", async () => {
    const health = await at("4 of 4", (answers) =>
      edit(answers, "getSyncStatus", (status) => {
        status["knownHighestNumber"] = Number(status["blockNumber"]) + 40;
      }),
    );
    expect(health.ownLag).toBe(40);
  });

  it("does not take a node that was started again for one whose changing leader", async () => {
    const restarted = await at("4 of 4", (answers) =>
      edit(answers, "getConsensusStatus", (status) => {
        Object.assign(status, { timeout: true, changeCycle: 0 });
      }),
    );
    expect(restarted.changingView).toBe(false);
    const changing = await at("4 of 4", (answers) =>
      edit(answers, "getConsensusStatus", (status) => {
        Object.assign(status, { timeout: true, changeCycle: 2 });
      }),
    );
    expect(changing.changingView).toBe(true);
  });

  it("counts sealers and weighs them", async () => {
    const health = await at("3 of 4", (answers) =>
      edit(answers, "getConsensusStatus", (status) => {
        for (const [index, sealer] of (status["consensusNodeList"] as { weight: number }[]).entries())
          sealer.weight = index + 1;
      }),
    );
    expect(health).toMatchObject({ reachableSealers: 3, totalSealers: 4, totalWeight: 10 });
    expect(health.reachableWeight).toBeLessThan(10);
  });

  it("knows a standstill by transactions that wait while no block comes, whoever is reachable", async () => {
    const health = await at("4 of 4", (answers) => {
      answers["getPendingTxSize"] = 7;
    });
    const first = standstillOf(undefined, health, 1000);
    expect(first).toEqual({ height: health.height, sinceMs: 1000 });
    expect(standstillOf(first, health, 9000)).toBe(first);
    expect(standstillOf(first, { ...health, waiting: 3 }, 9000)).toBe(first);
    expect(standstillOf(first, { ...health, waiting: 0 }, 9000)).toBeUndefined();
    expect(standstillOf(first, { ...health, height: health.height + 1 }, 9000)).toMatchObject({ sinceMs: 9000 });
    expect(isStopped(health)).toBe(false);
    expect(isStopped({ ...health, standsMs: standsLimitMs })).toBe(true);
  });

  it("misses an observer as it misses a sealer", async () => {
    const lost = "cd".repeat(64);
    const health = await at("4 of 4", (answers) => {
      answers["getObserverList"] = [lost];
    });
    expect(health.unreachable).toEqual([lost]);
    expect(isStopped(health)).toBe(false);
  });
});

describe("looking until it is known whether blocks come", () => {
  /** A node on which so many transactions wait at each look, with a block where `blocks` says so. */
  async function watched(waiting: (look: number) => number, height: (look: number) => number = () => 178) {
    const clock = new FakeClock();
    let looks = 0;
    const { consensus, sync, groupPeers } = recorded["4 of 4"];
    const transport: Transport = {
      label: "http://h:1",
      request: async (method) => {
        if (method === "getPendingTxSize") return waiting(looks);
        if (method === "getConsensusStatus") return consensus;
        if (method === "getGroupPeers") return groupPeers;
        if (method === "getObserverList") return [];
        const answer = JSON.stringify({ ...JSON.parse(sync), blockNumber: height(looks) });
        looks += 1;
        return answer;
      },
      close: async () => undefined,
    };
    let health: Awaited<ReturnType<typeof watchGroupHealth>> | undefined;
    const watching = watchGroupHealth(createClient(transport, "group0"), { clock }).then((found) => {
      health = found;
    });
    const until = clock.now() + 60_000;
    while (!health && clock.now() < until) await clock.pass(100);
    await watching;
    return { health: health as NonNullable<typeof health>, looks };
  }

  it("asks once where nothing waits", async () => {
    const { health, looks } = await watched(() => 0);
    expect([looks, isStopped(health)]).toEqual([1, false]);
  });

  it("says when the missing ones made their last block, as the overview of the group does", async () => {
    const { consensus, sync, groupPeers } = recorded["3 of 4"];
    const sealerList = (JSON.parse(consensus) as { consensusNodeList: { nodeID: string }[] }).consensusNodeList.map(
      ({ nodeID }) => `0x${nodeID}`,
    );
    const answers: Record<string, unknown> = {
      ...{ getConsensusStatus: consensus, getSyncStatus: sync, getGroupPeers: groupPeers },
      ...{ getObserverList: [], getPendingTxSize: 0 },
    };
    const root = `0x${"1".repeat(64)}`;
    const header = (number: number) => ({
      ...{ number, sealer: number % sealerList.length, sealerList, timestamp: number * 1000, hash: root },
      ...{ version: 0, extraData: "0x", gasUsed: "0", consensusWeights: [1, 1, 1, 1], parentInfo: [] },
      ...{ receiptsRoot: root, stateRoot: root, txsRoot: root, transactionsRoot: root, signatureList: [] },
    });
    const transport: Transport = {
      label: "http://h:1",
      request: async (method, parameters) =>
        method === "getBlockByNumber" ? header(Number((parameters as unknown[])[2])) : answers[method],
      close: async () => undefined,
    };
    const health = await watchGroupHealth(createClient(transport, "group0"));
    const [missing = ""] = health.unreachable;
    expect(Object.keys(health.lastSealedMs ?? {})).toHaveLength(4);
    const [trouble] = troublesOf(health);
    expect(trouble?.more).toMatch(/^It was so before this look\. The last block that .* sealed: .+\.$/);
    const last = health.lastSealedMs?.[missing] ?? 0;
    expect(health.height * 1000 - last).toBeLessThan(4000);
    expect(moreOf([{ kind: "behind", line: "node3 is 4 blocks behind" }, ...(trouble ? [trouble] : [])])).toEqual([
      trouble?.more,
      "Node3 is 4 blocks behind",
    ]);
  });

  it("sees a chain whose members are all reachable and that makes no block", async () => {
    const { health } = await watched(() => 5);
    expect(health).toMatchObject({ reachableWeight: 4, waiting: 5 });
    expect(health.standsMs).toBeGreaterThanOrEqual(standsLimitMs);
    expect(isStopped(health)).toBe(true);
  });

  it("ends with the first block, or when nothing waits any more", async () => {
    const slow = await watched(
      () => 5,
      (look) => (look < 4 ? 178 : 179),
    );
    expect([slow.health.standsMs, isStopped(slow.health)]).toEqual([0, false]);
    const taken = await watched((look) => (look < 2 ? 1 : 0));
    expect(isStopped(taken.health)).toBe(false);
  });
});
