import { expect, it } from "vitest";
import { fileAndName, sourceTarget } from "../../../src/text/sourceNames";

it("tells a Solidity file from the contract in it", () => {
  expect(sourceTarget("C:/a.sol:b/Coin.SOL:Coin")).toEqual({ file: "C:/a.sol:b/Coin.SOL", name: "Coin" });
  expect(sourceTarget("Coin.sol")).toEqual({ file: "Coin.sol", name: undefined });
  expect(["Coin.json", "Coin.sol:", "Coin.sol:1", "Coin"].map(sourceTarget)).toEqual(Array(4).fill(undefined));
  expect(fileAndName("Coin.json")).toEqual({ file: "Coin.json", name: undefined });
});
