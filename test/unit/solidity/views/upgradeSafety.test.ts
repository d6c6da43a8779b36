import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SolidityCompiler } from "../../../../src/solidity/compile/compiler";
import { upgradeSafety } from "../../../../src/solidity/layout/upgradeSafety";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

const source = `pragma solidity ^0.8.20;
contract Init {
  modifier initializer() { _; }
  modifier onlyInitializing() { _; }
  modifier reinitializer(uint64 v) { v; _; }
}
abstract contract One is Init { uint256 one; function __One_init() internal onlyInitializing { one = 1; } }
abstract contract Two is One { uint256 two; function __Two_init() internal onlyInitializing { two = 1; } }
contract Calls is Two { function initialize() external initializer { __One_init(); __Two_init(); } }
contract Misses is Two { function initialize() external initializer { __One_init(); } }
contract Twice is Two { function initialize() external initializer { __One_init(); __Two_init(); __One_init(); } }
contract Swaps is Two { function initialize() external initializer { __Two_init(); __One_init(); } }
contract Lacks is Two {}
contract Again is Two { function again() external reinitializer(2) {} }
contract Allows is Two {
  /// @custom:oz-upgrades-unsafe-allow missing-initializer-call
  function initialize() external initializer { __One_init(); }
}
contract Functions { struct S { function() internal f; } mapping(uint256 => S[]) held; }
library Runs { function run(address to) internal { (bool ok,) = to.delegatecall(""); ok; } }
contract Helper { function help(address to) public { _help(to); } function _help(address to) internal virtual { Runs.run(to); } }
contract Inherits is Helper {}
/// @custom:oz-upgrades-unsafe-allow-reachable delegatecall
contract Reaches is Helper {}
contract Statement {
  function end() external {
    /// @custom:oz-upgrades-unsafe-allow selfdestruct
    selfdestruct(payable(msg.sender));
  }
}
contract Empty { constructor() {} }
contract Made { uint256 a; constructor() { a = 1; } }
contract Child is Made {}
/// @custom:oz-upgrades-unsafe-allow constructor
contract Excused is Made {}
contract Spaces {
  /// @custom:storage-location erc7201:same
  struct A { uint256 a; }
  /// @custom:storage-location erc7201:same
  struct B { uint256 b; }
}`;

describe("a contract behind a proxy", () => {
  const risks = new Map<string, readonly string[]>();
  let workspace: SolidityWorkspace;
  let compiler: SolidityCompiler;
  beforeAll(async () => {
    workspace = new SolidityWorkspace({ "A.sol": source });
    compiler = new SolidityCompiler(workspace.path(".cache"));
    const request = { ...workspace.request("A.sol"), root: workspace.folder, outputs: "contracts" } as const;
    const [file] = (await compiler.compile(request)).files;
    expect(file?.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    for (const contract of file?.contracts ?? [])
      if (file?.project) {
        const found = upgradeSafety(file.project, contract).risks.map(({ kind }) => kind);
        risks.set(
          contract.name,
          found.filter((kind) => kind !== "initializers-enabled"),
        );
      }
  });
  afterAll(() => {
    compiler.close();
    workspace.close();
  });

  it.each([
    ["Calls", []],
    ["Misses", ["missing-initializer-call"]],
    ["Twice", ["duplicate-initializer-call"]],
    ["Swaps", ["incorrect-initializer-order"]],
    ["Lacks", ["missing-initializer"]],
    ["Again", ["missing-initializer"]],
    ["Allows", []],
    ["Functions", ["internal-function-storage"]],
    ["Inherits", ["delegatecall"]],
    ["Reaches", []],
    ["Statement", []],
    ["Empty", []],
    ["Child", ["constructor"]],
    ["Excused", ["constructor"]],
    ["Spaces", ["overlapping-storage"]],
  ])("%s: %j", (name, expected) => {
    expect([...new Set(risks.get(name))]).toEqual(expected);
  });
});
