import { expect, it } from "vitest";
import { ArtifactIndex } from "../../../src/contractTests/chain/artifacts";

const code = { object: "00", linkReferences: {}, immutableReferences: {} };
const contract = (sourceName: string, name: string) => ({ sourceName, name, bytecode: code, deployedBytecode: code });

it("an artifact is named as Foundry names it: by its file, its name, or both", () => {
  const contracts = [
    contract("src/MyCoin.sol", "Coin"),
    contract("src/Coin.sol", "Coin"),
    contract("src/Coin.sol", "Token"),
    contract("src/other/Token.sol", "Token"),
  ];
  const index = new ArtifactIndex({ modules: [{ contracts }] } as never);
  const found = (asked: string): string | undefined => {
    const artifact = index.byName(asked);
    return artifact && `${artifact.contract.sourceName}:${artifact.contract.name}`;
  };
  expect(
    [
      "Coin",
      "Coin.sol",
      "Coin.sol:Coin",
      "Coin.sol:Token",
      "other/Token.sol",
      "out/Token.sol/Token.json",
      "out/Coin.sol/Coin.json",
      "Token.json",
      "Nothing",
    ].map(found),
  ).toEqual([
    "src/MyCoin.sol:Coin",
    "src/Coin.sol:Coin",
    "src/Coin.sol:Coin",
    "src/Coin.sol:Token",
    "src/other/Token.sol:Token",
    "src/other/Token.sol:Token",
    "src/Coin.sol:Coin",
    "src/Coin.sol:Token",
    undefined,
  ]);
});
