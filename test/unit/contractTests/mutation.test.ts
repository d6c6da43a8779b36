import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CompiledTests, compileTests } from "../../../src/contractTests/discover/compileTests";
import { type Mutant, mutantsOf } from "../../../src/contractTests/mutate/mutants";
import { operatorGroups } from "../../../src/contractTests/mutate/operators";
import { mutationJson, mutationSummary } from "../../../src/contractTests/mutationRun/mutationReport";
import {
  type MutationOptions,
  type MutationRun,
  runMutations,
} from "../../../src/contractTests/mutationRun/mutationRun";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../../src/solidity/compilerReleases/compilerStore";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const repository = resolve(import.meta.dirname, "../../..");
const root = join(repository, "test/fixtures/contractTests/mutation");
const compilerPath = join(repository, "node_modules/solc");
const operators = new Set(operatorGroups);

let artifacts: string;
const compilers: SolidityCompiler[] = [];
beforeAll(() => {
  artifacts = mkdtempSync(join(tmpdir(), "chainside-mutation-"));
});
afterAll(() => {
  for (const each of compilers) each.close();
  rmSync(artifacts, { recursive: true });
});

const newCompiler = (): SolidityCompiler => {
  const compiler = new SolidityCompiler(defaultCompilerCache(), artifacts);
  compilers.push(compiler);
  return compiler;
};

const requestFor = (folder: string, file: string) => ({
  root: folder,
  files: [join(folder, file)],
  suite: "standard" as const,
  chain: {},
  trusted: true,
  mayFetch: false,
  compiler: compilerPath,
});

async function tried(
  isWanted: (line: string, operator: string) => boolean,
  more: Partial<MutationOptions> = {},
): Promise<{ run: MutationRun; verdicts: string[] }> {
  const compiler = newCompiler();
  const request = requestFor(root, "test/Shop.t.sol");
  const tests = await compileTests(compiler, request);
  const lines = new Map(
    tests.project.modules.flatMap(({ sources }) => sources.map((each) => [each.path, each.content.split("\n")])),
  );
  const wantedOf = ({ path, line, operator }: Mutant): boolean =>
    isWanted(lines.get(path)?.[line - 1]?.trim() ?? "", operator);
  const only = await mutantsIn(tests);
  const run = await runMutations(
    { tests, request, newCompiler: (job) => (job === 0 ? compiler : newCompiler()) },
    {
      seed: "1",
      start: undefined,
      limitMs: undefined,
      timeoutMs: undefined,
      max: undefined,
      jobs: 1,
      selection: { operators, contract: undefined, isMutantWanted: wantedOf },
      ...more,
    },
  );
  expect(only.length).toBeGreaterThan(50);
  return {
    run,
    verdicts: run.results.map(({ mutant, verdict, by = "" }) =>
      `${mutant.original} -> ${mutant.replacement}: ${verdict} ${by}`.trim(),
    ),
  };
}

async function mutantsIn(tests: CompiledTests) {
  return mutantsOf(await tests.compiled(), tests.project.modules, new Set(), { operators }).mutants;
}

describe("mutation testing", () => {
  it("says which test notices a change, in what is made, inherited, linked, and built in", async () => {
    const { run, verdicts } = await tried(
      (line, operator) =>
        /require\(msg.sender|function fill|return price - |uint256 rest = |shop = new Shop\(stock\)|emit Sold/.test(
          line,
        ) && /modifier|delete|require|return|assignment|argument|sender/.test(operator),
    );
    expect(run.baseline.map(({ status }) => status)).toEqual(Array(6).fill("passed"));
    expect(verdicts).toEqual([
      "price - (price * percent) / 100 -> 0: killed ShopTest.test_Sell()",
      "value % step -> 0: killed ShopTest.test_Sell()",
      "msg.sender -> tx.origin: killed ShopTest.test_Fill()",
      "msg.sender == owner -> false: killed ShopTest.test_Fill()",
      "msg.sender == owner -> true: killed ShopTest.test_Fill()",
      "onlyOwner -> : killed ShopTest.test_Fill()",
      "emit Sold(count, price); -> {}: survived",
      "count, price -> price, count: survived",
      "shop = new Shop(stock); -> {}: killed MallTest.test_Open()",
    ]);
  }, 300_000);

  it("leaves out what no test reaches, and goes on where a run was stopped", async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const wanted = (line: string): boolean => /return 7|stock > 0;/.test(line);
    const first = await tried(wanted, { signal: stop.signal, max: 2 });
    expect(first.run.uncovered.map(({ original }) => original)).toEqual(["7", "7"]);
    expect(first.run.untried).toBeGreaterThan(0);
    const second = await tried(wanted);
    seen.push(...second.run.results.filter(({ kept }) => kept).map(({ mutant }) => mutant.original));
    expect(seen).toHaveLength(2);
    const summary = mutationSummary([second.run]);
    expect(summary).toMatchObject({ uncovered: 2, skipped: 0, total: second.run.results.length });
    expect(summary.killed + summary.survived).toBe(summary.total);
    const json = mutationJson([second.run], (path) => path.slice(root.length + 1));
    expect(json.mutants.filter(({ verdict }) => verdict === "uncovered")).toHaveLength(2);
    expect(json.survived_mutants["src/Shop.sol"]).toContainEqual({ line: 42, column: 22, original: ">", mutant: ">=" });
  }, 300_000);

  it("tries nothing while a test fails by itself, and knows endless loops, equal code, and what doesn't compile", async () => {
    const workspace = new SolidityWorkspace({
      "src/Loop.sol": `pragma solidity ^0.8.20;
contract Loop {
  function count(uint256 to) external pure returns (uint256 n) {
    unchecked { while (n < to) { n++; } }
  }
  function same(bool a) external pure returns (bool) { if (a) { } return a; }
}`,
      "test/Loop.t.sol": `pragma solidity ^0.8.20;
import "fisco/Test.sol"; import "../src/Loop.sol";
contract LoopTest is Test {
  function test_Count() public { assertEq(new Loop().count(3), 3); }
  function test_Same() public { assertTrue(new Loop().same(true)); }
}`,
      "test/Bad.t.sol": `pragma solidity ^0.8.20;
import "fisco/Test.sol"; import "../src/Loop.sol";
contract BadTest is Test { function test_Bad() public { assertEq(new Loop().count(3), 4); } }`,
    });
    const run = async (file: string): Promise<MutationRun> => {
      const compiler = newCompiler();
      const request = requestFor(workspace.folder, file);
      const tests = await compileTests(compiler, request);
      return runMutations(
        { tests, request, newCompiler: () => compiler },
        {
          seed: "1",
          start: undefined,
          limitMs: undefined,
          timeoutMs: 3000,
          max: undefined,
          jobs: 1,
          selection: { operators },
        },
      );
    };
    const bad = await run("test/Bad.t.sol");
    expect([bad.results, bad.baseline.map(({ status }) => status)]).toEqual([[], ["failed"]]);
    const verdicts = new Map(
      (await run("test/Loop.t.sol")).results.map(({ mutant, verdict }) => [
        `${mutant.original}>${mutant.replacement}`,
        verdict,
      ]),
    );
    expect(verdicts.get("++>--")).toBe("killed");
    expect(verdicts.get("n++;>{}")).toBe("timedOut");
    expect(verdicts.get("n < to>false")).toBe("killed");
    workspace.close();
  }, 300_000);
});
