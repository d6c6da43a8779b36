import { expect, it } from "vitest";
import { isContractNamed } from "../../../src/solidity/artifact/contractName";

it("a contract is meant by its name, and by the end of its path in whole names", () => {
  const coin = { name: "Coin", sourceName: "src/MyCoin.sol" };
  const names = ["Coin", "MyCoin.sol:Coin", "src/MyCoin.sol:Coin", String.raw`src\MyCoin.sol:Coin`];
  expect(names.filter((asked) => !isContractNamed(coin, asked))).toEqual([]);
  const others = ["MyCoin", "Coin.sol:Coin", "c/MyCoin.sol:Coin", "MyCoin.sol:MyCoin"];
  expect(others.filter((asked) => isContractNamed(coin, asked))).toEqual([]);
});
