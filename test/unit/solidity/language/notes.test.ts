import { afterAll, beforeAll, expect, it } from "vitest";
import { contractInterface } from "../../../../src/chain/abi/contractInterface";
import { decodedTexts } from "../../../../src/chain/abi/namedValue";
import { withNotes } from "../../../../src/chain/artifact/sourceNotes";
import { standardSuite } from "../../../../src/crypto/suites";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

const head = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n";
const kinds = `${head}interface IShop { enum Kind { Tea, Coffee } }\n`;
const shop = `${head}import "./Kinds.sol";
contract Shop {
  struct Item { IShop.Kind kind; uint64 count; }
  /// @notice What is on the shelf.
  /// @param id of the shelf
  /// @return item what lies there
  function shelf(uint64 id) external pure returns (Item memory item) { return Item(IShop.Kind.Coffee, id); }
}
`;

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace({ "Kinds.sol": kinds, "Shop.sol": shop });
});
afterAll(() => solidity.close());

it("code compiled here brings the comments of its source, and the enums of what it imports", async () => {
  const wish = { code: true, hashUses: false };
  const [file] = await solidity.service.check(solidity.request("Shop.sol"), wish, () => undefined);
  const contract = file?.contracts.find(({ name }) => name === "Shop");
  const abi = contractInterface(withNotes(contract?.abi ?? [], contract?.notes), standardSuite);
  const shelf = abi.getFunction("shelf");
  expect([shelf.doc, shelf.inputs[0]?.doc]).toEqual(["What is on the shelf.", "of the shelf"]);
  const decoded = abi.decodeOutput("shelf", abi.encodeOutput("shelf", [["1", "3"]]));
  expect(decodedTexts(decoded)).toBe('item: {"kind":"1 (Coffee)","count":"3"}');
  expect(decoded.map(({ source }) => source?.doc)).toEqual(["what lies there"]);
});
