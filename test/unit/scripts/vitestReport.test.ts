import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../../scripts/lint/sources";
import { failuresIn } from "../../../scripts/test/vitestReport";

const file = join(root, "test/unit/some.test.ts");

it("names each test that failed, with the beginning of its message", () => {
  const message = [
    "\u001b[31mAssertionError\u001b[39m: expected 1 to be 2",
    "",
    "    at test/unit/some.test.ts:3:1",
    "    at node_modules/vitest/x.js:1:1",
    ...Array.from({ length: 40 }, (_, index) => `line ${index}`),
  ].join("\n");
  const failures = failuresIn({
    testResults: [
      {
        name: file,
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "adds" },
          { status: "failed", fullName: "takes away", failureMessages: [message] },
        ],
      },
    ],
  });
  expect(failures).toHaveLength(1);
  const lines = failures[0]?.split("\n") ?? [];
  expect(lines.slice(0, 4)).toEqual([
    "test/unit/some.test.ts > takes away",
    "    AssertionError: expected 1 to be 2",
    "        at test/unit/some.test.ts:3:1",
    "    line 0",
  ]);
  expect(lines).toHaveLength(13);
});

it("names a file that could not be loaded", () => {
  const report = {
    testResults: [{ name: file, status: "failed", message: "Cannot find module", assertionResults: [] }],
  };
  expect(failuresIn(report)).toEqual(["test/unit/some.test.ts\n    Cannot find module"]);
});

it("finds nothing in a report without failures", () => {
  expect(
    failuresIn({ testResults: [{ name: file, status: "passed", assertionResults: [{ status: "passed" }] }] }),
  ).toEqual([]);
});
