import { expect, test } from "vitest";
import type { RehearsedCase, RehearsedRun } from "../../../../src/operations/model/rehearsal";
import { compareRuns, differingFiles } from "../../../../src/operations/upgrade/compareRuns";

const oneCase = (more: Partial<RehearsedCase>): RehearsedCase => ({
  kind: "test",
  file: "Coin.t.sol",
  name: "CoinTest.test_Give()",
  outcome: "passed",
  reason: "",
  gas: ["100"],
  events: [],
  ownChain: false,
  ...more,
});
const runOf = (...cases: Partial<RehearsedCase>[]): RehearsedRun => ({ cases: cases.map(oneCase), problems: [] });

test("what is the same is only counted", () => {
  expect(compareRuns(runOf({}), runOf({}))).toEqual({ compared: 1, differing: [], varying: [], ownChain: 0 });
});

test("outcome, reason, gas and the first event that differs are named", () => {
  const today = runOf({ events: ["0x1 a", "0x1 b"] });
  const later = runOf({ outcome: "failed", reason: "no code", gas: ["120"], events: ["0x1 a", "0x1 c"] });
  expect(compareRuns(today, later).differing).toEqual([
    {
      kind: "test",
      file: "Coin.t.sol",
      name: "CoinTest.test_Give()",
      differences: [
        { member: "outcome", today: "passed", later: "failed" },
        { member: "reason", today: "", later: "no code" },
        { member: "gas", today: "100", later: "120" },
        { member: "events", today: "#2 0x1 b", later: "#2 0x1 c" },
      ],
    },
  ]);
});

test("a case that one run lacks didn't run there", () => {
  const [only] = compareRuns(runOf({}), runOf()).differing;
  expect(only?.differences[0]).toEqual({ member: "outcome", today: "passed", later: "notRun" });
  expect(compareRuns(runOf(), runOf({})).differing).toHaveLength(1);
});

test("what varies under the same rules proves nothing, and the rest of the case still does", () => {
  const today = runOf({ events: ["0x1 time1"] });
  const later = runOf({ events: ["0x1 time2"], gas: ["120"] });
  expect(differingFiles(today, later)).toEqual(["Coin.t.sol"]);
  const reported = compareRuns(today, later, runOf({ events: ["0x1 time3"] }));
  expect(reported.differing.map(({ differences }) => differences.map(({ member }) => member))).toEqual([["gas"]]);
  expect(reported.varying.map(({ differences }) => differences.map(({ member }) => member))).toEqual([["events"]]);
});

test("another run of some files says nothing of the others", () => {
  const today = runOf({}, { file: "Other.t.sol" });
  const later = runOf({ gas: ["7"] }, { file: "Other.t.sol" });
  expect(compareRuns(today, later, runOf({}))).toMatchObject({
    compared: 2,
    varying: [],
    differing: [{ file: "Coin.t.sol" }],
  });
});

test("who names a chain of its own isn't compared", () => {
  const reported = compareRuns(runOf({ ownChain: true }), runOf({ ownChain: true, gas: ["7"] }));
  expect(reported).toEqual({ compared: 0, differing: [], varying: [], ownChain: 1 });
});
