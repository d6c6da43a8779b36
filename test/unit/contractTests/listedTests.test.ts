import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { compileTests, listTests } from "../../../src/contractTests/discover/compileTests";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../../src/solidity/compilerReleases/compilerStore";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const workspace = new SolidityWorkspace({
  "test/Market.t.sol": `pragma solidity ^0.8.20;
import "fisco/Test.sol";
struct Market { address loan; uint256[2] rates; }
enum Side { Buy, Sell }
abstract contract Base is Test { function test_Base(Side side) public { assertTrue(side <= Side.Sell); } }
contract MarketTest is Base {
  function test_Later(Market memory market) public { assertTrue(market.loan != address(1) || true); }
  /// forge-config: default.fuzz.runs = 7
  function test_Asset(Market[] memory markets, Base other) public { assertTrue(markets.length < 1000000 || address(other) == address(0)); }
}`,
});
const compiler = new SolidityCompiler(defaultCompilerCache());
afterAll(() => {
  compiler.close();
  workspace.close();
});

it("a list names tests as a run does, with their settings, in the same order", async () => {
  const request = {
    root: workspace.folder,
    files: [join(workspace.folder, "test/Market.t.sol")],
    suite: "standard" as const,
    chain: {},
    trusted: true,
    mayFetch: false,
    compiler: resolve(import.meta.dirname, "../../../node_modules/solc"),
  };
  const listed = await listTests(compiler, request, request.files);
  expect(listed.contracts[0]?.tests.map(({ signature, fuzz }) => [signature, fuzz.runs])).toEqual([
    ["test_Base(uint8)", 256],
    ["test_Later((address,uint256[2]))", 256],
    ["test_Asset((address,uint256[2])[],address)", 7],
  ]);
  const { contracts } = await compileTests(compiler, request);
  expect(listed.contracts).toEqual(contracts);
});
