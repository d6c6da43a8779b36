import { expect, it } from "vitest";
import { quorumOf, sealerSet as trustedSet } from "../../../../src/chain/verification/sealerSet";
import { sealerSet, signingSealers } from "../../../../src/devchain/ledger/members";

const nodes = (weights: readonly number[]) =>
  weights.map((weight, index) => ({
    nodeId: String(index).repeat(128),
    type: "consensus_sealer" as const,
    weight,
    termWeight: 0,
    enableNumber: 0,
  }));
const max = Number.MAX_SAFE_INTEGER;

it.each([[[1, 1, 1, 1]], [[1, 1, 2]], [[max, max, max, max]], [[max, max, max, 1]]])(
  "sealers of the weights %j sign by the quorum by which their headers are verified",
  (weights) => {
    const set = sealerSet(nodes(weights), 1);
    const verified = trustedSet(nodes(weights).map(({ nodeId, weight }) => ({ nodeId, weight: BigInt(weight) })));
    expect(set.required).toBe(quorumOf(verified));
    expect([set.totalWeight - set.maxFaulty, signingSealers(set, 0, () => true)?.length]).toEqual([
      set.required,
      expect.any(Number),
    ]);
  },
);

it("sealers without weight make no block", () => {
  expect(signingSealers(sealerSet(nodes([0, 0]), 1), 0, () => true)).toBeUndefined();
});
