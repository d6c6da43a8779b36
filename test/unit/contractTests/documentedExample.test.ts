import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileTests } from "../../../src/contractTests/discover/compileTests";
import { runTests } from "../../../src/contractTests/process/testPool";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const page = readFileSync(join(resolve(import.meta.dirname, "../../.."), "docs/contract-tests.md"), "utf8");
const [, example = ""] = /```solidity\n([\s\S]*?)```/.exec(page) ?? [];

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace({ "test/Shop.t.sol": example });
});
afterAll(() => solidity.close());

it.each(["standard", "sm"] as const)(
  "the first example of the page compiles and passes as it stands, %s",
  async (suite) => {
    const tests = await compileTests(solidity.compiler, {
      root: solidity.folder,
      files: [solidity.path("test/Shop.t.sol")],
      suite,
      chain: {},
      trusted: true,
      mayFetch: false,
      invariantRuns: 2,
    });
    expect(tests.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const { results } = await runTests(tests, { seed: "1", processes: 0 });
    expect(results.map(({ test, status }) => `${test} ${status}`)).toEqual([
      "test_Sell() passed",
      "test_RevertWhen_Empty() passed",
      "testFuzz_Sell(uint256) passed",
      "invariant_StockIsNeverNegative() passed",
    ]);
  },
);
