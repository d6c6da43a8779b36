import { afterAll, beforeAll, expect, it } from "vitest";
import { compileTests } from "../../../src/contractTests/discover/compileTests";
import { coverageOf } from "../../../src/contractTests/measure/coverage";
import { runTests } from "../../../src/contractTests/process/testPool";
import type { EditorTestNews } from "../../../src/contractTests/service/messages";
import { runForEditor } from "../../../src/contractTests/service/runForEditor";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../../src/solidity/compilerReleases/compilerStore";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

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

let solidity: SolidityWorkspace;
let compiler: SolidityCompiler;
beforeAll(() => {
  solidity = new SolidityWorkspace({
    "foundry.toml": '[profile.default]\nsrc = "src"\nvia_ir = true\noptimizer = true\n',
    "src/Wide.sol": wide,
    "test/Wide.t.sol": tests,
  });
  compiler = new SolidityCompiler(defaultCompilerCache());
});
afterAll(() => {
  compiler.close();
  solidity.close();
});

it("code that needs the intermediate language is covered too", async () => {
  const compiled = await compileTests(compiler, {
    root: solidity.folder,
    files: [solidity.path("test/Wide.t.sol")],
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
  expect(covered?.functions.map(({ name, count }) => [name, count])).toEqual([["Wide.sum", 1]]);
});

const values = Array.from({ length: 13 }, (_, at) => at);
const event = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Told {
    event All(${values.map((at) => `uint256 a${at}`).join(", ")});
    function tell(uint256 x) external { emit All(${values.map((at) => `x + ${at}`).join(", ")}); }
}
`;

it("only files without room on the stack are compiled as the project is, and are named", async () => {
  const other = new SolidityWorkspace({
    "src/Told.sol": event,
    "test/Told.t.sol": `pragma solidity ^0.8.20;\nimport "fisco/Test.sol";\nimport "../src/Told.sol";
contract ToldTest is Test { function test_Tell() public { new Told().tell(1); } }\n`,
    "test/Plain.t.sol": `pragma solidity ^0.8.20;\nimport "fisco/Test.sol";
contract PlainTest is Test { function test_Plain() public { assertEq(uint256(1), 1); } }\n`,
  });
  const request = {
    root: other.folder,
    files: [other.path("test/Told.t.sol"), other.path("test/Plain.t.sol")],
    suite: "standard",
    chain: {},
    trusted: true,
    mayFetch: false,
  } as const;
  try {
    const compiled = await compileTests(other.compiler, request);
    expect(compiled.failed).toEqual([]);
    expect([...compiled.fellBack].sort()).toEqual([other.path("src/Told.sol"), other.path("test/Told.t.sol")]);
    const { results } = await runTests(compiled, { seed: "1", processes: 0 });
    expect(results.map(({ status }) => status)).toEqual(["passed", "passed"]);
    const forms = (await compiled.compiled()).map(({ sources, settings }) => [
      sources.some(({ name }) => name === "test/Plain.t.sol"),
      settings.optimizer.details?.["yul"],
    ]);
    expect(forms).toContainEqual([true, false]);
    expect(forms).toContainEqual([false, undefined]);
    const reported: unknown[] = [];
    const file = other.path("test/Told.t.sol");
    const wanted = [{ file, workspace: other.folder }];
    const order = { wanted, suite: "standard", coverage: false, compilers: defaultCompilerCache() } as const;
    const take = (reply: EditorTestNews) => {
      if (reply.kind === "asProject") reported.push([...reply.files].sort());
    };
    await runForEditor(other.compiler, order, take, new AbortController().signal);
    expect(reported).toEqual([[other.path("src/Told.sol"), file]]);
    const covered = await compileTests(other.compiler, { ...request, coverage: true });
    expect(covered.fellBack).toContain(other.path("test/Told.t.sol"));
    expect(covered.fellBack).not.toContain(other.path("test/Plain.t.sol"));
  } finally {
    other.close();
  }
});
