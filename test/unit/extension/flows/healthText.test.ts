import { describe, expect, it } from "vitest";
import type { GroupHealth } from "../../../../src/chain/health/groupHealth";
import { troubleAdvice, troubles } from "../../../../src/chain/health/healthText";

const well: GroupHealth = {
  reachableWeight: 4,
  neededWeight: 3,
  totalWeight: 4,
  reachableSealers: 4,
  totalSealers: 4,
  unreachable: [],
  behind: [],
  ownLag: 0,
  changingView: false,
  changes: 0,
  view: 1,
  height: 178,
  waiting: 0,
  standsMs: 0,
  answerMs: 5,
};

describe("what is wrong with a group, in words", () => {
  it("is nothing when it is well", () => {
    expect(troubles(well)).toEqual([]);
  });

  it("tells of a chain that stands though all are reachable", () => {
    const health = { ...well, waiting: 5, standsMs: 75_000 };
    expect(troubles(health)).toEqual(["no new blocks, though transactions are waiting"]);
    expect(troubleAdvice(health)).toEqual([
      expect.stringMatching(/^Transactions in the pool: 5\. No block since height 178, for 75 s or more/),
    ]);
  });

  it("counts sealers where each weighs one", () => {
    const health = { ...well, reachableWeight: 2, reachableSealers: 2 };
    expect(troubles(health)).toEqual(["no new blocks: 2 of 4 sealers reachable; needed: 3"]);
  });

  it("does not take weight for a count of sealers", () => {
    const health = { ...well, reachableWeight: 3, totalWeight: 8, neededWeight: 6, reachableSealers: 3 };
    expect(troubles(health)).toEqual(["no new blocks: 3 of 4 sealers reachable, with weight 3 of 8; needed: 6"]);
  });
});
