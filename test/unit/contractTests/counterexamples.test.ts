import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { compileTests } from "../../../src/contractTests/discover/compileTests";
import { runTests } from "../../../src/contractTests/process/testPool";
import { keepCounterexamples, readCounterexamples } from "../../../src/contractTests/run/counterexamples";
import { failureFolderOf } from "../../../src/contractTests/run/keptFailures";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../../src/solidity/compilerReleases/compilerStore";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const workspace = new SolidityWorkspace({
  "test/Odd.t.sol": `pragma solidity ^0.8.20;
import "fisco/Test.sol";
contract OddTest is Test {
  function test_Square(uint256 n) public { vm.assume(n > 10 && n < type(uint128).max); assertTrue(n * n != 2 ** 126); }
  function test_Parts(bool yes, int16 depth, bytes2 mark, address who) public {
    assertFalse(yes && depth == -2 && mark == 0xab01 && who == address(0x77));
  }
  function test_Text(string memory said) public { assertTrue(bytes(said).length < 1000000); }
  function test_Unit() public { assertTrue(true); }
}`,
});
const compiler = new SolidityCompiler(defaultCompilerCache());
afterAll(() => {
  compiler.close();
  workspace.close();
});

/** A variable of a model, as Halmos 0.3.3 writes it: its value is a number of any length. */
const variable = (name: string, type: string, value: bigint): string =>
  `"p_${name}_${type}_8fd73fc_00": {"full_name": "p_${name}_${type}_8fd73fc_00", "variable_name": "${name}", "solidity_type": "${type}", "smt_type": "BitVec 256", "size_bits": 256, "value": ${value}}`;
const test = (name: string, valid: boolean, ...variables: string[]): string =>
  `{"name": "${name}", "exitcode": 1, "num_models": 1, "models": [{"model": {${variables.join(", ")}}, "is_valid": ${valid}}]}`;
const written = (...tests: string[]): string =>
  `{"exitcode": 1, "test_results": {"test/Odd.t.sol:OddTest": [${tests.join(", ")}]}}`;

// its square is the number above; it has more digits than a number of JSON keeps
const root = 2n ** 63n;

it("counterexamples of a symbolic engine are tried first, whatever the form of their values", async () => {
  const tests = await compileTests(compiler, {
    root: workspace.folder,
    files: [join(workspace.folder, "test/Odd.t.sol")],
    suite: "standard",
    chain: {},
    trusted: true,
    mayFetch: false,
    compiler: resolve(import.meta.dirname, "../../../node_modules/solc"),
    fuzzRuns: 1,
  });
  const failureFolder = failureFolderOf(workspace.folder);
  const run = () => runTests(tests, { seed: "1", processes: 1, failureFolder });
  expect((await run()).results.map(({ status }) => status)).toEqual(["passed", "passed", "passed", "passed"]);

  const file = join(workspace.folder, "halmos.json");
  const parts = [
    variable("yes", "bool", 1n),
    variable("depth", "int16", 2n ** 256n - 2n),
    variable("mark", "bytes2", 0xab01n << 240n),
    variable("who", "address", 0x77n),
  ];
  const text = variable("said_length", "string", 32n);
  writeFileSync(
    file,
    written(
      test("test_Square(uint256)", true, variable("n", "uint256", root)),
      test("test_Parts(bool,int16,bytes2,address)", true, ...parts),
      test("test_Text(string)", true, text),
    ),
  );
  const found = readCounterexamples(readFileSync(file, "utf8"));
  expect(await keepCounterexamples(tests.project, tests.contracts, found)).toEqual({
    kept: 2,
    left: ["OddTest.test_Text(string)"],
  });
  const { results } = await run();
  expect(results.map(({ test: name, status, runs }) => [name, status, runs])).toEqual([
    ["test_Square(uint256)", "failed", 1],
    ["test_Parts(bool,int16,bytes2,address)", "failed", 1],
    ["test_Text(string)", "passed", 1],
    ["test_Unit()", "passed", 1],
  ]);
  expect(results[0]?.failure?.counterexample?.join()).toContain(String(root));
});

it("what isn't a counterexample of these tests keeps nothing", () => {
  expect(readCounterexamples("{}").size).toBe(0);
  expect(readCounterexamples('{"test_results": {"a": [{"name": 1}, null], "b": "c"}}').size).toBe(0);
  const doubtful = written(test("test_Square(uint256)", false, variable("n", "uint256", root)));
  expect(readCounterexamples(doubtful).size).toBe(0);
  const odd = written(test("test_Square(uint256)", true, variable("n", "uint256", 1n).replace(/1\}$/, '"one"}')));
  expect(readCounterexamples(odd).get("test/Odd.t.sol:OddTest")?.get("test_Square(uint256)")?.size).toBe(0);
  expect(() => readCounterexamples("no JSON")).toThrow();
});
