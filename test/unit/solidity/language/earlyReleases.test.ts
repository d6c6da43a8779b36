import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callersOf } from "../../../../src/solidity/language/answers/related";
import { signatureHelpAt } from "../../../../src/solidity/language/answers/signatureHelp";
import { parse } from "../../../../src/solidity/language/syntax/parser";
import { placeIn, SolidityWorkspace } from "../../../support/solidityWorkspace";

const text = `pragma solidity ^0.4.26;

contract Coin {
    uint256 total;
    function Coin(uint256 first) public { total = first; }
    function supply() public view returns (uint256) { return total; }
}

contract Bank is Coin {
    Coin other;
    function Bank() public Coin(7) { other = new Coin(8); }
    function both() public view returns (uint256) { return Coin.supply() + other.supply(); }
}
`;

describe("constructors with the name of their contract", () => {
  let solidity: SolidityWorkspace;
  beforeAll(() => {
    solidity = new SolidityWorkspace({ "Bank.sol": text });
  });
  afterAll(() => solidity.close());

  const definition = async (range: string, ahead = 0) => {
    const position = placeIn(text, range, ahead);
    const { places } = await solidity.ask("places", "Bank.sol", { kind: "definition", position });
    return places.map(({ range }) => range.start.line + 1);
  };

  it("don't hide the contract from those that inherit from it", async () => {
    expect(await definition("Coin.supply", 5)).toEqual([6]);
    expect(await definition("other.supply", 6)).toEqual([6]);
    expect(await definition("Coin other")).toEqual([3]);
  });

  it("are what contracts are made by, and no function of the ABI", async () => {
    const found = await solidity.service.project(solidity.request("Bank.sol"), "around");
    if (!found) throw new Error("no file");
    const label = (range: string) =>
      signatureHelpAt({ ...found, offset: text.indexOf(range) + range.length })?.signatures[0]?.label;
    expect([label("new Coin("), label("public Coin(")]).toEqual(["Coin(uint256 first)", "Coin(uint256 first)"]);
    const [made] = found.file.items[0]?.constructors ?? [];
    const callers = made ? callersOf(found.project, made).map(({ with: { name } }) => name.text) : [];
    expect(callers).toEqual(["Bank"]);
    const hover = await solidity.ask("hover", "Bank.sol", { kind: "hover", position: placeIn(text, "Coin(uint256") });
    expect(hover.hover?.signature).toBeUndefined();
  });
});

it("a function without a name may have any modifiers, and is no variable that holds a function", () => {
  const { faults, items } = parse(
    `contract A {
    function() external payable guarded only(ETH) open { count++; }
    function() external guarded { count++; }
    function() external
        guarded
        payable
    {}
    function(uint256) external returns (uint256) held;
    function() internal pure saved = other;
    function() external public shared;
}`,
  );
  expect(faults).toEqual([]);
  const [contract] = items;
  const found = contract?.kind === "contract" ? contract.items : [];
  expect(found.map((each) => (each.kind === "function" ? each.form : each.kind))).toEqual([
    ...["fallback", "fallback", "fallback"],
    ...["variable", "variable", "variable"],
  ]);
});
