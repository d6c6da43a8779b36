import { describe, expect, it } from "vitest";
import { contractInterface } from "../../../../src/chain/abi/contractInterface";
import { errorNamedBy } from "../../../../src/chain/abi/knownErrors";
import { revertText } from "../../../../src/chain/abi/revert";
import { declaredErrors } from "../../../../src/chain/artifact/declaredErrors";
import { InterfaceNames } from "../../../../src/contractTests/chain/interfaceNames";
import { type Hex, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { cryptoSuite } from "../../../../src/crypto/suites";
import { errorAbi } from "../../../support/failingContract";

const coin = errorAbi("Short", [
  { type: "uint256", name: "has" },
  { type: "uint256", name: "needs" },
]);
// both have the selector 0x42966c68: found by trying names
const burn = errorAbi("burn", [{ type: "uint256", name: "amount" }]);
const collate = errorAbi("collate_propagate_storage", [{ type: "bytes16", name: "page" }]);
const dataOf = (abi: readonly unknown[], suite: "standard" | "sm", ...words: readonly number[]): Hex => {
  const selector = contractInterface(abi, cryptoSuite(suite)).errors[0]?.selector ?? "0x";
  return `${selector}${words.map((word) => word.toString(16).padStart(64, "0")).join("")}`;
};
const textBy = (abis: readonly (string | readonly unknown[])[], data: Hex, suite: "standard" | "sm" = "standard") => {
  const found = errorNamedBy(abis, cryptoSuite(suite), data);
  return found && revertText(found);
};

describe("errors of other contracts", () => {
  it.each(["standard", "sm"] as const)("are named by any ABI that has them, on a %s chain", (suite) => {
    const data = dataOf(coin, suite, 5, 7);
    expect(textBy([burn, JSON.stringify(coin)], data, suite)).toBe("Short(has: 5, needs: 7)");
    // code of the other suite's compiler carries the other selector
    expect(textBy([coin], data, suite === "sm" ? "standard" : "sm")).toBe("Short(has: 5, needs: 7)");
    expect(textBy([burn, "not an ABI", "[1, null]", '{"error":1}'], data, suite)).toBeUndefined();
  });

  it("are said once where several contracts declare the same, and all where one selector means several", () => {
    const data = dataOf(burn, "standard", 9);
    expect(textBy([burn, coin, JSON.stringify(burn)], data)).toBe("burn(amount: 9)");
    expect(textBy([burn, collate], data)).toBe(
      "burn(amount: 9) / collate_propagate_storage(page: 0x00000000000000000000000000000000), errors of the same selector 0x42966c68",
    );
  });
});

it("are all said where tests print why something failed, too", () => {
  const suite = cryptoSuite("standard");
  const modules = [burn, collate].map((abi) => ({ contracts: [{ abi, methodIdentifiers: {} }] }));
  const names = new InterfaceNames({ functionNames: [], modules } as never, suite);
  const message = names.revert(hexToBytes(dataOf(burn, "standard", 9).slice(2)), new Map());
  expect(message).toMatch(
    /^burn\(amount: 9\) \/ collate_propagate_storage\(.*\), errors of the same selector 0x42966c68$/,
  );
});

it("reads the errors that sources declare, with the types that they declare", () => {
  const sources = [
    `// error NotThis(uint256 x);
     string constant text = "error NorThis(uint256)";
     import "./types.sol";
     error Free();
     contract Coin { error Short(uint has, uint256[2][] needs); error For(Kinds.Kind kind, ICoin coin, Price price, address payable who);
       error OfStruct(Row row); }`,
    "library Kinds { enum Kind { A, B } } interface ICoin {} type Price is uint128; struct Row { uint256 a; }",
  ];
  const found = contractInterface(declaredErrors(sources), cryptoSuite("standard"));
  expect(found.errors.map(({ signature }) => signature)).toEqual([
    "Free()",
    "Short(uint256,uint256[2][])",
    "For(uint8,address,uint128,address)",
  ]);
});
