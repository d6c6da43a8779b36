import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../../src/solidity/compilerReleases/compilerStore";
import { checkProject } from "../../../tools/contractTestCheck/checkProject";

const root = resolve(import.meta.dirname, "../../..");
const fixtures = join(root, "test/fixtures/contractTests");
/** The repository's own compiler: nothing is fetched. */
const solc = join(root, "node_modules/solc");

describe("sample projects", () => {
  const compiler = new SolidityCompiler(defaultCompilerCache());
  afterAll(() => compiler.close());

  for (const suite of ["standard", "sm"] as const) {
    it(`what only FISCO BCOS has is green on a ${suite} chain`, async () => {
      const check = await checkProject(join(fixtures, "fisco"), compiler, { suite, seed: "1", processes: 0, solc });
      expect(check.problems).toEqual([]);
      expect(check.passed).toBeGreaterThan(35);
    });
  }

  it("the contract of the workspace that `npm start` opens does what its tests say", async () => {
    const options = { suite: "standard", seed: "1", processes: 0, solc } as const;
    const check = await checkProject(join(root, "test/fixtures/sample"), compiler, options);
    expect(check.problems).toEqual([]);
    expect(check.passed).toBe(4);
  });

  it("every fault is found, with its words and its line", async () => {
    const options = { suite: "standard", seed: "1", processes: 0, solc } as const;
    const check = await checkProject(join(fixtures, "faults"), compiler, options);
    expect(check.problems).toEqual([]);
    expect(check.passed).toBe(27);
    const again = await checkProject(join(fixtures, "faults"), compiler, options);
    const facts = (results: typeof check.results): unknown =>
      results.map(({ test, gas, runs, failure }) => ({
        test,
        gas,
        runs,
        message: failure?.message,
        values: failure?.counterexample,
      }));
    expect(facts(again.results)).toEqual(facts(check.results));
  });

  for (const suite of ["standard", "sm"] as const) {
    it(`cheat codes do what Foundry's do on a ${suite} chain`, async () => {
      const check = await checkProject(join(fixtures, "foundry"), compiler, { suite, seed: "1", processes: 0, solc });
      expect(check.problems).toEqual([]);
      expect(check.passed).toBeGreaterThan(30);
    });
  }

  it("settings, fixtures, tables and targets are those of Foundry", async () => {
    const options = { suite: "standard", seed: "1", processes: 0, solc } as const;
    const check = await checkProject(join(fixtures, "conventions"), compiler, options);
    expect(check.problems).toEqual([]);
    expect(check.passed).toBe(16);
  });

  it("tests in the style of Foundry pass on OpenZeppelin's contracts", async () => {
    const options = { suite: "standard", seed: "7", processes: 2, solc } as const;
    const check = await checkProject(join(fixtures, "openzeppelin"), compiler, options);
    expect(check.problems).toEqual([]);
    expect(check.passed).toBeGreaterThan(100);
  });
});
