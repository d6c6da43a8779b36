import { afterAll, beforeAll, expect, it } from "vitest";
import { testLine } from "../../../src/cli/contractTests/testOptions";
import { type CompiledTests, compileTests } from "../../../src/contractTests/discover/compileTests";
import { usualLimitMs } from "../../../src/contractTests/process/testPool";
import { ItemRunner } from "../../../src/contractTests/run/itemRun";
import type { TestResult } from "../../../src/contractTests/testProject";
import { take } from "../../support/commandLine";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
import "fisco/Test.sol";
contract EndlessTest is Test {
    uint256 private left = 7;
    function test_Before() public { assertEq(left, 7); left = 1; }
    function test_Endless() public { left = 2; while (true) { left++; } }
    function test_After() public view { assertEq(left, 7); }
    function testFuzz_Endless(uint256 seed) public pure { while (seed == seed) {} }
}
contract EndlessSetUpTest is Test {
    function setUp() public pure { while (true) {} }
    function test_Nothing() public {}
}
`;

let solidity: SolidityWorkspace;
let tests: CompiledTests;
beforeAll(async () => {
  solidity = new SolidityWorkspace({ "Endless.t.sol": source });
  tests = await compileTests(solidity.compiler, {
    root: solidity.folder,
    files: [solidity.path("Endless.t.sol")],
    suite: "standard",
    chain: {},
    trusted: true,
    mayFetch: false,
    coverage: false,
  });
});
afterAll(() => solidity.close());

/** A clock that goes on by one whenever a user looks: a machine may be as slow as it likes. */
async function run(looks: number): Promise<Record<string, string>> {
  const runner = new ItemRunner(tests.project, tests.enums, "1");
  let time = 0;
  runner.now = () => ++time;
  runner.limitMs = looks;
  const results: TestResult[] = [];
  for (const contract of tests.contracts) {
    await runner.run({ contract, tests: contract.tests }, (result) => results.push(result));
  }
  return Object.fromEntries(results.map(({ test, status, failure }) => [test, failure?.message ?? status]));
}

it("a test that doesn't end is stopped and said, and the others run on their own state", async () => {
  const late = "Stopped after 0.02 s. Allow more time with --test-timeout SECONDS.";
  expect(await run(20)).toEqual({
    "test_Before()": "passed",
    "test_Endless()": late,
    "test_After()": "passed",
    "testFuzz_Endless(uint256)": late,
    "test_Nothing()": late,
  });
});

it("the command line says how long", async () => {
  const limit = async (...args: string[]) => (await take(testLine, args)).order?.limitMs;
  expect(await limit()).toBe(usualLimitMs);
  expect(await limit("--test-timeout", "7")).toBe(7000);
  expect(await limit("--test-timeout", "0")).toBeUndefined();
});
