import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileTests } from "../../../src/contractTests/discover/compileTests";
import { gasReport } from "../../../src/contractTests/measure/gasReport";
import { runTests } from "../../../src/contractTests/process/testPool";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const tests = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
import "../src/Kinds.sol";
library Sum { function plus(uint256 a, uint256 b) public pure returns (uint256) { return a + b; } }
contract KindsTest {
    function test_Safe() public {
        Counter counter = Counter(address(new SafeLike(address(new Counter()))));
        counter.add(5);
        require(counter.total() == Sum.plus(2, 3));
    }
    function test_Extended() public {
        Extended extended = new Extended(address(new Extension()));
        extended.add(5);
        Extension(address(extended)).touch(4);
    }
    function test_Refused() public {
        (bool ok,) = address(new SafeLike(address(new Counter()))).call(abi.encodeWithSignature("none()"));
        require(!ok);
    }
}
`;

let solidity: SolidityWorkspace;
beforeAll(() => {
  const kinds = readFileSync("test/fixtures/proxies/Kinds.sol", "utf8");
  solidity = new SolidityWorkspace({ "src/Kinds.sol": kinds, "test/Kinds.t.sol": tests });
});
afterAll(() => solidity.close());

it("gas of a proxy is that of its own function and of the code that it runs, as forge reports it", async () => {
  const compiled = await compileTests(solidity.compiler, {
    root: solidity.folder,
    files: [solidity.path("test/Kinds.t.sol")],
    suite: "standard",
    chain: {},
    trusted: true,
    mayFetch: false,
  });
  const { results } = await runTests(compiled, { seed: "1", processes: 0 });
  expect(results.map(({ status, failure }) => failure ?? status)).toEqual(["passed", "passed", "passed"]);
  const report = gasReport(results, []);
  const calls = report.map(({ contract, functions }) => [
    contract.split(":")[1],
    Object.fromEntries(functions.map((each) => [each.signature, each.calls])),
  ]);
  expect(Object.fromEntries(calls)).toEqual({
    Counter: { "add(uint256)": 1, "total()": 1 },
    Extended: { "add(uint256)": 1, fallback: 1 },
    Extension: { "touch(uint256)": 1 },
    SafeLike: { fallback: 2 },
    Sum: { "plus(uint256,uint256)": 1 },
  });
});
