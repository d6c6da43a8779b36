import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type CompiledTests, compileTests } from "../../../src/contractTests/discover/compileTests";
import { coverageOf, lcovReport } from "../../../src/contractTests/measure/coverage";
import { runTests } from "../../../src/contractTests/process/testPool";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../../src/solidity/compilerReleases/compilerStore";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const repository = resolve(import.meta.dirname, "../../..");
const root = join(repository, "test/fixtures/contractTests/coverage");

/** What stands behind the lines of a source: covered lines, functions and the two ways of branches. */
function expected(file: string) {
  const lines = new Map<number, boolean>();
  const functions = new Map<number, boolean>();
  const branches = new Map<number, string>();
  readFileSync(file, "utf8")
    .split("\n")
    .forEach((text, index) => {
      for (const word of (text.split(" // ")[1] ?? "").split(" ")) {
        if (word === "+" || word === "-") lines.set(index + 1, word === "+");
        if (word === "f+" || word === "f-") functions.set(index + 1, word === "f+");
        if (/^b[01]{2}$/.test(word)) branches.set(index + 1, word.slice(1));
      }
    });
  return { lines, functions, branches };
}

describe("coverage", () => {
  const compiler = new SolidityCompiler(defaultCompilerCache());
  afterAll(() => compiler.close());

  it("is what a person makes of it, line by line, for eleven contracts", async () => {
    const tests: CompiledTests = await compileTests(compiler, {
      root,
      files: [join(root, "test/Ten.t.sol")],
      suite: "standard",
      chain: {},
      trusted: true,
      mayFetch: false,
      coverage: true,
      compiler: join(repository, "node_modules/solc"),
    });
    expect(tests.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const run = await runTests(tests, { seed: "1", processes: 0, coverage: true });
    expect(run.results.filter(({ status }) => status !== "passed")).toEqual([]);
    const [source, ...others] = coverageOf(await tests.compiled(), tests.project, run.visits);
    if (!source) throw new Error("nothing is covered");
    expect(others).toEqual([]);
    const wanted = expected(source.path);
    expect([...source.lines].map(([line, count]) => [line, count > 0])).toEqual([...wanted.lines]);
    expect(source.functions.map(({ line, count }) => [line, count > 0])).toEqual([...wanted.functions]);
    const seen = source.branches.map(({ line, ways }) => [
      line,
      ways ? ways.map((count) => Number(count > 0)).join("") : "00",
    ]);
    expect(seen).toEqual([...wanted.branches]);
    const lcov = lcovReport([source]);
    expect(lcov).toContain(`SF:${source.path}`);
    expect(lcov).toContain(`LF:${wanted.lines.size}`);
    expect(lcov.endsWith("end_of_record\n")).toBe(true);
  });

  it("counts how often lines, functions and ways of conditions ran, and leaves out what helps tests", async () => {
    const head = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n";
    const solidity = new SolidityWorkspace({
      "src/Count.sol": `${head}contract Base { modifier even(uint256 x) { require(x % 2 == 0, "odd"); _; } }
contract Count is Base {
    uint256 public sum;
    function add(uint256 x) external even(x) {
        for (uint256 i = 0; i < x; i++) {
            sum += step();
        }
        if (x > 3) {
            sum += 1;
        }
    }
    function step() public pure returns (uint256) {
        return 1;
    }
}
`,
      "test/helpers/Pair.sol": `${head}import "../../src/Count.sol";\ncontract Pair { function both(Count c) external { c.add(2); c.add(4); } }\n`,
      "test/Count.t.sol": `${head}import "fisco/Test.sol";\nimport "./helpers/Pair.sol";
contract CountTest is Test {
    Count private count = new Count();
    function test_Both() public { new Pair().both(count); assertEq(count.sum(), 7); }
    function test_Odd() public { vm.expectRevert(bytes("odd")); count.add(3); }
    function test_Step() public { assertEq(count.step(), 1); }
}
`,
    });
    try {
      const tests = await compileTests(solidity.compiler, {
        root: solidity.folder,
        files: [solidity.path("test/Count.t.sol")],
        suite: "standard",
        chain: {},
        trusted: true,
        mayFetch: false,
        coverage: true,
      });
      expect(tests.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const run = await runTests(tests, { seed: "1", processes: 0, coverage: true });
      expect(run.results.map(({ status }) => status)).toEqual(["passed", "passed", "passed"]);
      const covered = coverageOf(await tests.compiled(), tests.project, run.visits, tests.contracts);
      expect(covered.map(({ name }) => name)).toEqual(["src/Count.sol"]);
      const [source] = covered;
      expect([...(source?.lines ?? [])]).toEqual([
        [3, 3],
        [7, 8],
        [8, 6],
        [10, 2],
        [11, 1],
        [15, 7],
      ]);
      expect(source?.functions.map(({ name, count }) => [name, count])).toEqual([
        ["Count.add", 3],
        ["Count.step", 7],
      ]);
      expect(source?.branches.map(({ line, ways }) => [line, ways])).toEqual([
        [3, [2, 1]],
        [10, [1, 1]],
      ]);
      expect(lcovReport(covered)).toContain("BRDA:3,0,0,2\nBRDA:3,0,1,1\n");
    } finally {
      solidity.close();
    }
  });
});
