import { afterAll, beforeAll, expect, it } from "vitest";
import { compileTests } from "../../../src/contractTests/discover/compileTests";
import { coverageOf } from "../../../src/contractTests/measure/coverage";
import { runTests } from "../../../src/contractTests/process/testPool";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../../src/solidity/compilers/compilerStore";
import { SolidityGround } from "../../support/solidityGround";

const many = Array.from({ length: 20 }, (_, at) => at);
const wide = `// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0;
contract Wide {
    function sum(uint256 x) external pure returns (uint256) {
${many.map((at) => `        uint256 v${at} = x + ${at};`).join("\n")}
        if (x > 100) return 0;
        return ${many.map((at) => `v${at}`).join(" + ")};
    }
}
`;
const tests = `// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0;
import "fisco/Test.sol";
import "../src/Wide.sol";
contract WideTest is Test {
    function test_Sum() public { assertEq(new Wide().sum(1), 210); }
}
`;

let ground: SolidityGround;
let compiler: SolidityCompiler;
beforeAll(() => {
  ground = new SolidityGround({
    "foundry.toml": '[profile.default]\nsrc = "src"\nvia_ir = true\noptimizer = true\n',
    "src/Wide.sol": wide,
    "test/Wide.t.sol": tests,
  });
  compiler = new SolidityCompiler(defaultCompilerCache());
});
afterAll(() => {
  compiler.close();
  ground.close();
});

it("code that needs the intermediate language is covered too", { timeout: 120_000 }, async () => {
  const compiled = await compileTests(compiler, {
    root: ground.folder,
    files: [ground.path("test/Wide.t.sol")],
    suite: "standard",
    chain: {},
    trusted: true,
    mayFetch: false,
    coverage: true,
  });
  expect(compiled.failed).toEqual([]);
  const { results, visits } = await runTests(compiled, { seed: "1", processes: 0, coverage: true });
  expect(results.map(({ status }) => status)).toEqual(["passed"]);
  const [covered] = coverageOf(await compiled.compiled(), compiled.project, visits);
  expect(covered?.functions.map(({ name, covered: ran }) => [name, ran])).toEqual([["Wide.sum", true]]);
});
