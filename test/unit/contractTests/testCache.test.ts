import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileTests, listTests, type TestRequest } from "../../../src/contractTests/discover/compileTests";
import { coverageOf } from "../../../src/contractTests/measure/coverage";
import { runTests } from "../../../src/contractTests/process/testPool";
import type { CompileProgress } from "../../../src/solidity/compile/compileRequest";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const counter = "pragma solidity ^0.8.20;\ncontract Counter { uint256 public n; function add() public { n++; } }\n";
const tests = `pragma solidity ^0.8.20;
import "../src/Counter.sol";
contract CounterTest {
    Counter private counter;
    function setUp() public { counter = new Counter(); }
    function test_Adds() public { counter.add(); require(counter.n() == 1, "not one"); }
    /// forge-config: default.fuzz.runs = 7
    function testFuzz_Adds(uint8) public { counter.add(); }
}
`;

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace({ "src/Counter.sol": counter, "test/Counter.t.sol": tests });
});
afterAll(() => solidity.close());

/** One run in a process that knows nothing yet, and how often a compiler was asked. */
async function run(change: Partial<TestRequest> = {}) {
  const compiler = new SolidityCompiler(join(solidity.folder, ".cache"), join(solidity.folder, ".cache/artifacts"));
  let compiled = 0;
  try {
    const request: TestRequest = {
      root: solidity.folder,
      files: [solidity.path("test/Counter.t.sol")],
      suite: "standard",
      chain: {},
      trusted: true,
      mayFetch: false,
      ...change,
    };
    const count = (progress: CompileProgress): void => {
      if (progress.kind === "compiling" && progress.running.length > 0) compiled++;
    };
    const found = await compileTests(compiler, request, count);
    const { results } = await runTests(found, { seed: "1", processes: 0 });
    const trees = await found.compiled();
    const facts = results.map(({ durationMs: _, ...result }) => result);
    return { compiled, failed: found.failed, written: found.written, results: facts, trees: trees.length };
  } finally {
    compiler.close();
  }
}

it("loads no compiler again where nothing was changed, and comes to the same", async () => {
  const first = await run();
  expect(first.compiled).toBe(1);
  expect(first.results.map(({ status, runs }) => [status, runs])).toEqual([
    ["passed", 1],
    ["passed", 7],
  ]);
  expect(first.written.get("src/Counter.sol:Counter.add()")).toEqual(["src/Counter.sol", "Counter", "add"]);
  expect(await run()).toEqual({ ...first, compiled: 0 });
  // how often values are tried is nothing that a compiler knows
  const more = await run({ fuzzRuns: 3 });
  expect([more.compiled, more.results.map(({ runs }) => runs)]).toEqual([0, [1, 7]]);
});

it("lists tests by what a run of all or an earlier list has left, without a compiler, until a source changes", async () => {
  solidity.write(
    "test/Other.t.sol",
    "pragma solidity ^0.8.20;\ncontract OtherTest { function test_Other() public {} }\n",
  );
  const all = [solidity.path("test/Counter.t.sol"), solidity.path("test/Other.t.sol")];
  const list = async (files: readonly string[]) => {
    const compiler = new SolidityCompiler(join(solidity.folder, ".cache"), join(solidity.folder, ".cache/artifacts"));
    let compiled = 0;
    try {
      const request = { root: solidity.folder, suite: "standard", chain: {}, trusted: true, mayFetch: false } as const;
      const listed = await listTests(compiler, { ...request, files }, all, ({ kind }) => {
        if (kind === "compiling") compiled++;
      });
      return { compiled: compiled > 0, names: listed.contracts.map(({ name }) => name), contracts: listed.contracts };
    } finally {
      compiler.close();
    }
  };
  const first = await list(all);
  expect([first.compiled, first.names]).toEqual([true, ["CounterTest", "OtherTest"]]);
  expect(await list(all)).toEqual({ ...first, compiled: false });
  solidity.write(
    "test/Other.t.sol",
    "pragma solidity ^0.8.20;\ncontract OthersTest { function test_Other() public {} }\n",
  );
  await run({ files: all });
  expect(await list(all.slice(1))).toMatchObject({ compiled: false, names: ["OthersTest"] });
  solidity.write(
    "test/Other.t.sol",
    "pragma solidity ^0.8.20;\ncontract MoreTest { function test_Other() public {} }\n",
  );
  expect(await list(all.slice(1))).toMatchObject({ compiled: true, names: ["MoreTest"] });
});

it("compiles anew what was changed, for another chain, and what did not compile", async () => {
  await run();
  expect((await run({ suite: "sm" })).compiled).toBe(1);
  solidity.write("src/Counter.sol", counter.replace("n++", "n += 2"));
  const changed = await run();
  expect(changed.compiled).toBe(1);
  expect(changed.results[0]?.failure?.message).toBe("not one");
  solidity.write("src/Counter.sol", counter.replace("n++", "m++"));
  expect((await run()).failed).toHaveLength(2);
  expect((await run()).failed).toHaveLength(2);
  solidity.write("src/Counter.sol", counter);
  expect((await run()).results.map(({ status }) => status)).toEqual(["passed", "passed"]);
});

it("measures a source once that an earlier compilation and a new one hold", async () => {
  const other =
    "pragma solidity ^0.8.20;\ncontract Other { function get() public pure returns (uint256) { return 1; } }\n";
  const compiler = new SolidityCompiler(join(solidity.folder, ".cache"), join(solidity.folder, ".cache/artifacts"));
  solidity.write("src/Other.sol", other);
  const request = { root: solidity.folder, suite: "standard", trusted: true, mayFetch: false } as const;
  const measured = { ...request, files: [solidity.path("test/Counter.t.sol")], chain: {}, coverage: true };
  try {
    // all of the project at once, as an editor compiles it; then the tests alone are changed
    const files = ["src/Counter.sol", "src/Other.sol", "test/Counter.t.sol"].map((file) => solidity.path(file));
    const chain = { executorVersion: 1 } as const;
    await compiler.compile({ ...request, files, chain, outputs: "contracts", code: "plain" });
    solidity.write("test/Counter.t.sol", tests.replace("not one", "not 1"));
    const found = await compileTests(compiler, measured);
    const { visits } = await runTests(found, { seed: "1", processes: 0, coverage: true });
    const covered = coverageOf(await found.compiled(), found.project, visits);
    expect(covered.map(({ name, lines }) => [name, [...lines]])).toEqual([["src/Counter.sol", [[2, 8]]]]);
  } finally {
    compiler.close();
  }
});

it("lets everything else have its turn while a test runs, and is stopped in the middle of one", async () => {
  const compiler = new SolidityCompiler(join(solidity.folder, ".cache"), join(solidity.folder, ".cache/artifacts"));
  try {
    const found = await compileTests(compiler, {
      root: solidity.folder,
      files: [solidity.path("test/Counter.t.sol")],
      suite: "standard",
      chain: {},
      trusted: true,
      mayFetch: false,
    });
    const endless = found.contracts.map((contract) => ({
      ...contract,
      tests: contract.tests.map((test) => ({ ...test, fuzz: { ...test.fuzz, runs: Number.MAX_SAFE_INTEGER } })),
    }));
    const stop = new AbortController();
    let runs = 0;
    const progress = (_contract: string, _test: string, done: number): void => {
      if (runs === 0) setTimeout(() => stop.abort(new Error("enough")), 1);
      runs = done;
    };
    const run = runTests(
      { ...found, contracts: endless },
      { seed: "1", processes: 1, signal: stop.signal },
      { progress },
    );
    await expect(run).rejects.toThrow("enough");
    expect(runs).toBeGreaterThan(0);
  } finally {
    compiler.close();
  }
});

it("measures no tests, whatever their file is called", async () => {
  const compiler = new SolidityCompiler(join(solidity.folder, ".cache"), join(solidity.folder, ".cache/artifacts"));
  solidity.write("test/Checks.sol", tests);
  const request = { root: solidity.folder, suite: "standard", trusted: true, mayFetch: false } as const;
  try {
    const files = [solidity.path("test/Checks.sol")];
    const found = await compileTests(compiler, { ...request, files, chain: {}, coverage: true });
    const { visits } = await runTests(found, { seed: "1", processes: 0, coverage: true });
    const covered = coverageOf(await found.compiled(), found.project, visits, found.contracts);
    expect(covered.map(({ name }) => name)).toEqual(["src/Counter.sol"]);
  } finally {
    compiler.close();
  }
});
