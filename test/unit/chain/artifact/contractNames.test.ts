import { expect, test } from "vitest";
import { declaredContracts } from "../../../../src/chain/artifact/contractNames";

test("the contracts of a Solidity source are found by its declarations, not by its words", () => {
  const source = `// contract NotMe {}
/* library Nor
   contract Me2 {} */
pragma solidity ^0.8.0;
abstract contract Base {}
library Maths { function f() internal {} }
interface IThing {}
contract 代币 {} contract $Odd_1 is Base, IThing {
  string s = "contract Quoted {}"; string t = 'it\\'s contract Too {}';
  function contractName() public {}
}`;
  expect(declaredContracts(source)).toEqual([
    { name: "Base", deployable: false },
    { name: "Maths", deployable: true },
    { name: "IThing", deployable: false },
    { name: "$Odd_1", deployable: true },
  ]);
});
