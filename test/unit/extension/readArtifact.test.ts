import { describe, expect, it } from "vitest";
import { deployableCode, readAbiBinPair, readJsonArtifact } from "../../../src/chain/artifact/readArtifact";

const abi = [{ type: "function", name: "get", inputs: [], outputs: [], stateMutability: "view" }];

describe("compiled contracts of different tools", () => {
  it("reads Hardhat's file", () => {
    const text = JSON.stringify({
      contractName: "A",
      sourceName: "contracts/A.sol",
      abi,
      bytecode: "0x6001",
      linkReferences: {},
    });
    expect(readJsonArtifact(text, "A.json")).toEqual({
      name: "A",
      abi,
      bytecode: "6001",
      unlinked: [],
      source: "contracts/A.sol",
    });
  });

  it("reads Foundry's file, named by its file name", () => {
    const text = JSON.stringify({ abi, bytecode: { object: "0x6002", linkReferences: {} } });
    expect(readJsonArtifact(text, "B.json")).toMatchObject({ name: "B", bytecode: "6002", unlinked: [] });
  });

  it("reads Truffle's file", () => {
    const text = JSON.stringify({ contractName: "C", abi, bytecode: "0x6003", sourcePath: "/c/C.sol" });
    expect(readJsonArtifact(text, "C.json")).toMatchObject({ name: "C", bytecode: "6003", source: "/c/C.sol" });
  });

  it("leaves foreign JSON alone", () => {
    for (const text of ["{", "[]", '{"abi": 1}', '{"abi": [1]}', '{"name": "package"}']) {
      expect(readJsonArtifact(text, "x.json")).toBeUndefined();
    }
  });

  it("takes the code of the chain's suite from a pair", () => {
    const pair = readAbiBinPair(JSON.stringify(abi), "D", "6004\n", "6005");
    expect(pair && deployableCode(pair, "standard")).toBe("6004");
    expect(pair && deployableCode(pair, "sm")).toBe("6005");
  });

  it("refuses to deploy what has no code", () => {
    const pair = readAbiBinPair(JSON.stringify(abi), "E", undefined, undefined);
    expect(() => pair && deployableCode(pair, "standard")).toThrow(expect.objectContaining({ code: "noBytecode" }));
  });

  it("names the libraries that are not linked yet", () => {
    const artifact = readJsonArtifact(
      JSON.stringify({
        contractName: "F",
        abi,
        bytecode: "0x60__$1234567890$__",
        linkReferences: { "contracts/Lib.sol": { Lib: [{ start: 1, length: 20 }] } },
      }),
      "F.json",
    );
    expect(artifact?.unlinked).toEqual(["Lib"]);
    expect(() => artifact && deployableCode(artifact, "standard")).toThrow(
      expect.objectContaining({ code: "unlinkedBytecode", details: { name: "F", libraries: "Lib" } }),
    );
  });
});
