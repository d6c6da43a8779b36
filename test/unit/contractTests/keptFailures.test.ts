import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { compileTests } from "../../../src/contractTests/discover/compileTests";
import { runTests } from "../../../src/contractTests/process/testPool";
import { failureFolderOf } from "../../../src/contractTests/run/keptFailures";
import type { TestResult } from "../../../src/contractTests/testProject";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../../src/solidity/compilerReleases/compilerStore";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const counter = (limit: number): string => `pragma solidity ^0.8.20;
contract Counter {
  uint256 public count; uint256 public other;
  function up(uint8 by) external { if (by > ${limit}) count += 1; }
  function noise(uint8 by) external { other = by; }
}`;

const workspace = new SolidityWorkspace({
  "src/Counter.sol": counter(250),
  "test/Counter.t.sol": `pragma solidity ^0.8.20;
import "fisco/Test.sol"; import "../src/Counter.sol";
contract CounterTest is Test {
  Counter counter;
  function setUp() public { counter = new Counter(); }
  function invariant_Low() public view { assertLt(counter.count(), 2); }
  function testFuzz_Small(uint256 value) public { counter.up(uint8(value % 256)); assertEq(counter.count(), 0); }
}`,
});
const compiler = new SolidityCompiler(defaultCompilerCache());
afterAll(() => {
  compiler.close();
  workspace.close();
});

async function tested(seed: string, runs: number): Promise<Map<string, TestResult>> {
  const tests = await compileTests(compiler, {
    root: workspace.folder,
    files: [join(workspace.folder, "test/Counter.t.sol")],
    suite: "standard",
    chain: {},
    trusted: true,
    mayFetch: false,
    compiler: resolve(import.meta.dirname, "../../../node_modules/solc"),
    fuzzRuns: runs,
    invariantRuns: runs,
  });
  const { results } = await runTests(tests, { seed, processes: 1, failureFolder: failureFolderOf(workspace.folder) });
  return new Map(results.map((result) => [result.test, result]));
}

it("what a test with random values failed with is kept, and tried first the next time", async () => {
  const first = await tested("1", 500);
  const broken = first.get("invariant_Low()");
  expect(broken?.failure?.counterexample).toHaveLength(2);
  expect(broken?.lines.at(-1)).toMatch(
    /^Kept in cache.chainside.failures.test-Counter.t-CounterTest.invariant_Low-\.json, and tried first/,
  );
  const file = join(failureFolderOf(workspace.folder), "test-Counter.t-CounterTest", "invariant_Low-.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
    contract: "test/Counter.t.sol:CounterTest",
    calls: [{ contract: "Counter" }, { contract: "Counter" }],
  });
  // another seed and one run find nothing by themselves
  const second = await tested("2", 1);
  expect(second.get("invariant_Low()")).toMatchObject({ status: "failed", runs: 1 });
  expect(second.get("testFuzz_Small(uint256)")).toMatchObject({ status: "failed", runs: 1 });
  // what is mended passes, though the code is another
  workspace.write("src/Counter.sol", counter(255));
  const third = await tested("2", 1);
  expect([...third.values()].map(({ status }) => status)).toEqual(["passed", "passed"]);
}, 300_000);
