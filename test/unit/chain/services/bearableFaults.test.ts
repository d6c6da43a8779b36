import { expect, test } from "vitest";
import { maxFaultyNodes } from "../../../../src/chain/services/consensus/membershipEffects";

test.each([
  [[], 0],
  [[1], 0],
  [[1, 1, 1], 0],
  [[1, 1, 1, 1], 1],
  [[1, 1, 1, 1, 1, 1, 1], 2],
  [[2, 2, 2, 2], 1],
  // One sealer outweighs a third of all: without it nothing is agreed on.
  [[10, 1, 1, 1, 1, 1, 1], 0],
  [[3n, 3, 3, 3, 1, 1, 1], 1],
])("sealers of the weights %s bear %i faulty ones", (weights, faults) => {
  expect(maxFaultyNodes(weights)).toBe(faults);
});
