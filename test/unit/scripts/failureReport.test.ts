import { expect, it } from "vitest";
import { failureReport } from "../../../scripts/test/failureReport";

const passed = Array.from({ length: 100 }, (_, index) => ` ✓ unit test/unit/${index}.test.ts`);

it("begins where vitest lists what failed", () => {
  const list = ["⎯⎯⎯ Failed Tests 1 ⎯⎯⎯", "", " FAIL  unit  a.test.ts > adds", "AssertionError: expected 1 to be 2"];
  const printed = [...passed, "\u001b[31m⎯⎯⎯\u001b[39m\u001b[41m Failed Tests 1 \u001b[49m⎯⎯⎯", ...list.slice(1), ""];
  expect(failureReport(printed.join("\n"))).toBe(list.join("\n"));
});

it("begins where mocha lists what failed", () => {
  expect(failureReport([...passed, "  2 passing (3s)", "  1 failing", "", "  1) starts:"].join("\n"))).toBe(
    "  1 failing\n\n  1) starts:",
  );
});

it("is the end of what another suite printed", () => {
  const lines = failureReport([...passed, "FAIL types", "src/a.ts(1,1): error"].join("\n")).split("\n");
  expect(lines).toHaveLength(30);
  expect(lines.slice(-2)).toEqual(["FAIL types", "src/a.ts(1,1): error"]);
});

it("is cut where it is long", () => {
  const many = Array.from({ length: 1000 }, () => " FAIL  unit  a.test.ts");
  expect(failureReport(["⎯ Failed Tests 1000 ⎯", ...many].join("\n")).split("\n")).toHaveLength(150);
});
