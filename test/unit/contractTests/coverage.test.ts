import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type CompiledTests, compileTests } from "../../../src/contractTests/discover/compileTests";
import { coverageOf, lcovReport } from "../../../src/contractTests/measure/coverage";
import { runTests } from "../../../src/contractTests/process/testPool";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../../src/solidity/compilers/compilerStore";

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

  it("is what a person makes of it, line by line, for eleven contracts", { timeout: 300_000 }, async () => {
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
    expect([...source.lines]).toEqual([...wanted.lines]);
    expect(source.functions.map(({ line, covered }) => [line, covered])).toEqual([...wanted.functions]);
    const seen = source.branches.map(({ line, ways }) => [line, ways ? ways.map(Number).join("") : "00"]);
    expect(seen).toEqual([...wanted.branches]);
    const lcov = lcovReport([source]);
    expect(lcov).toContain(`SF:${source.path}`);
    expect(lcov).toContain(`LF:${wanted.lines.size}`);
    expect(lcov.endsWith("end_of_record\n")).toBe(true);
  });
});
