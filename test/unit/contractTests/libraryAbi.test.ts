import { afterAll, beforeAll, expect, it } from "vitest";
import { contractInterface } from "../../../src/chain/abi/contractInterface";
import { artifactInterface } from "../../../src/chain/artifact/artifactInterface";
import { compileTests } from "../../../src/contractTests/discover/compileTests";
import { runTests } from "../../../src/contractTests/process/testPool";
import { functionsOf } from "../../../src/contractTests/run/functionsOf";
import { standardSuite } from "../../../src/crypto/suites";
import { contractNotes } from "../../../src/solidity/artifact/contractName";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

/** Every kind of type that keeps its name in the signatures of a library. */
const library = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.19;
type Money is uint128;
interface IFeed { function price() external view returns (int256); }
contract Feed is IFeed { function price() external pure returns (int256) { return 7; } }
library Lib {
    enum Color { Red, Green }
    struct Set { uint256 size; address owner; }
    /// @notice reads the feed
    function read(IFeed feed) public view returns (int256) { return feed.price(); }
    function next(Color color) public pure returns (Color) { return color == Color.Red ? Color.Green : Color.Red; }
    function all(Color[] memory colors, IFeed[2][] memory) public pure returns (uint256) { return colors.length; }
    function size(Set memory set, Set[] memory more) public pure returns (uint256) { return set.size + more.length; }
    function half(Money money) public pure returns (Money) { return Money.wrap(Money.unwrap(money) / 2); }
    function grow(Set storage set, mapping(uint256 => uint256) storage map, uint256[] storage list) public { set.size++; map[1]++; list.push(); }
}
`;
const tests = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.19;
import "fisco/Test.sol";
import "../src/Lib.sol";
contract LibTest is Test {
    Lib.Set private set;
    mapping(uint256 => uint256) private map;
    uint256[] private list;
    function test_Read() public { assertEq(Lib.read(new Feed()), 7); }
    function test_Next() public { assertEq(uint8(Lib.next(Lib.Color.Red)), 1); }
    function test_Half() public { assertEq(uint256(Money.unwrap(Lib.half(Money.wrap(8)))), 4); }
    function test_Grow() public { Lib.grow(set, map, list); assertEq(set.size + map[1] + list.length, 3); }
    function test_Fails() public { Lib.Set memory none; Lib.Set[] memory more; assertEq(Lib.size(none, more), 1); }
}
`;

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace({ "src/Lib.sol": library, "test/Lib.t.sol": tests });
});
afterAll(() => solidity.close());

it("libraries with public functions of contracts, enums, structs and places in storage are tested", async () => {
  const compiled = await compileTests(solidity.compiler, {
    root: solidity.folder,
    files: [solidity.path("test/Lib.t.sol")],
    suite: "standard",
    chain: {},
    trusted: true,
    mayFetch: false,
  });
  const { results } = await runTests(compiled, { seed: "1", processes: 0 });
  expect(results.map(({ test, status }) => `${test} ${status}`)).toEqual([
    "test_Read() passed",
    "test_Next() passed",
    "test_Half() passed",
    "test_Grow() passed",
    "test_Fails() failed",
  ]);
  expect(results[4]?.failure?.trace.join("\n")).toContain("Lib.size(set: (size: 0, owner: 0x");
});

it("selectors of a library's functions are those of the compiler", async () => {
  const { files } = await solidity.compiler.compile({
    files: [solidity.path("src/Lib.sol")],
    root: solidity.folder,
    suite: "standard",
    trusted: true,
    mayFetch: false,
    outputs: "contracts",
  });
  const [file] = files;
  const compiled = file?.contracts.find(({ name }) => name === "Lib");
  if (!compiled) throw new Error("Lib is not there");
  const abi = artifactInterface({ abi: compiled.abi, ...contractNotes(compiled, file?.project) }, standardSuite);
  const known = Object.entries(compiled.methodIdentifiers).map(([signature, hash]) => [signature, `0x${hash}`]);
  for (const { signature, selector } of abi.functions) expect(known).toContainEqual([signature, selector]);
  expect(abi.functions.map(({ signature }) => signature)).toEqual([
    "all(Lib.Color[],IFeed[2][])",
    "half(uint128)",
    "next(Lib.Color)",
    "read(IFeed)",
    "size(Lib.Set,Lib.Set[])",
  ]);
  expect(abi.getFunction("read").doc).toBe("reads the feed");
  expect(abi.encodeCall("next", ["Green"]).slice(-2)).toBe("01");
  for (const { signature, selector } of functionsOf(compiled))
    expect(compiled.methodIdentifiers[signature]).toBe(selector);
});

it("what compilers before 0.5.11 write of a library is understood, and a slip of the pen still isn't", () => {
  const of = (type: string) =>
    contractInterface([{ type: "function", name: "f", inputs: [{ name: "x", type }] }], standardSuite);
  for (const type of [
    "IFeed",
    "Lib.Color[]",
    "Lib.Set storage",
    "mapping(uint256 => uint256[]) storage",
    "bytes storage",
  ])
    expect(of(type).functions[0]?.signature).toBe(`f(${type})`);
  for (const type of ["unit256", "uint257", "strng", "mapping(uint256 => uint256)"])
    expect(() => of(type)).toThrow(type);
});
