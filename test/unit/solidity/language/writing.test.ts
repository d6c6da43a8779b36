import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { overridingsAt } from "../../../../src/solidity/language/answers/implement";
import { natspecBlockAt } from "../../../../src/solidity/language/answers/natspecBlock";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

const source = (inside: string): string => `pragma solidity ^0.8.20;
interface IToken {
    function move(address to, uint256 amount) external returns (bool);
    function total() external view returns (uint256);
}
abstract contract Base is IToken {
    function total() external view virtual returns (uint256) { return 1; }
    function check(uint256 amount) internal virtual returns (bool) { return amount > 0; }
    function fixedOne() public {}
    function hidden() private {}
}
contract Bank is Base {
    uint256 coins;
${inside}
}
`;

describe("functions to override", () => {
  let workspace: SolidityWorkspace;
  beforeAll(() => {
    workspace = new SolidityWorkspace({});
  });
  afterAll(() => workspace.close());

  /** What may be overridden where `|` stands. */
  async function at(inside: string) {
    const text = source(inside);
    const offset = text.indexOf("|");
    workspace.write("A.sol", text.replace("|", ""));
    const found = await workspace.service.project(workspace.request("A.sol"), "around");
    return found && overridingsAt({ ...found, offset });
  }

  it("are those of all bases that are open and not overridden yet", async () => {
    const found = await at("    over|");
    expect(found?.list.map(({ label }) => label)).toEqual([
      "total() returns (uint256)",
      "check(uint256 amount) returns (bool)",
      "move(address to, uint256 amount) returns (bool)",
    ]);
    expect(found?.list.map(({ text }) => text)).toEqual([
      "function total() external view override returns (uint256) {}",
      "function check(uint256 amount) internal override returns (bool) {\n    return super.check(amount);\n}",
      "function move(address to, uint256 amount) external override returns (bool) {}",
    ]);
    const one = await at(
      "    function check(uint256 amount) internal override returns (bool) { return true; }\n    function to|",
    );
    expect(one?.withKeyword).toBe(true);
    expect(one?.list.map(({ declaration }) => declaration.name.text)).toEqual(["total", "move"]);
  });

  it("are offered where a member begins, and nowhere else", async () => {
    expect(await at("    function f() public { over| }")).toBeUndefined();
    expect(await at("    uint256 over|")).toBeUndefined();
    expect(await at("    // over|")).toBeUndefined();
    expect(await at("    struct S { over| }")).toBeUndefined();
    expect(await at("}\nover|\ncontract Other {")).toBeUndefined();
    expect(await at("    function f() public {}\n    |\n    uint256 more;")).toBeDefined();
  });
});

describe("a documentation comment", () => {
  /** The lines for what stands below `|`. */
  const linesAt = (text: string) => natspecBlockAt(text.replace("|", ""), text.indexOf("|"))?.lines;
  const below = "\n    function f(uint a, uint) external returns (uint sum, bool);\n}";

  it("has a line for all that a declaration takes and gives", () => {
    const lines = ["@notice", "@param a", "@return sum", "@return"];
    expect(linesAt(`contract A {\n    /**|${below}`)).toEqual(lines);
    expect(linesAt(`contract A {\n    /**| */${below}`)).toEqual(lines);
    expect(linesAt(`contract A {\n    ///|${below}`)).toEqual(lines);
    expect(linesAt("/**|\ncontract A {}")).toEqual(["@title", "@notice"]);
    expect(linesAt("/**|\nstruct S { uint a; }")).toEqual(["@notice", "@param a"]);
    expect(linesAt("contract A {\n /**|\n uint public total;\n /** more */ }")).toEqual(["@notice"]);
  });

  it("is begun in a line of its own, right above a declaration", () => {
    expect(linesAt(`contract A { uint a; /**|${below}`)).toBeUndefined();
    expect(linesAt(`contract A {\n    /** text|${below}`)).toBeUndefined();
    expect(linesAt("contract A {\n /**|\n }")).toBeUndefined();
    expect(linesAt("contract A { function f() public {\n /**|\n uint x; } function g() public {} }")).toBeUndefined();
  });
});
