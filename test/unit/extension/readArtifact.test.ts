import { describe, expect, it } from "vitest";
import {
  deployableCode,
  neededLibraries,
  readAbiBinPair,
  readJsonArtifact,
} from "../../../src/chain/artifact/readArtifact";
import { readDeployment } from "../../../src/chain/artifact/readDeployment";

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
      libraryNames: {},
      source: "contracts/A.sol",
    });
  });

  it("reads Foundry's file, named by its file name", () => {
    const text = JSON.stringify({ abi, bytecode: { object: "0x6002", linkReferences: {} } });
    expect(readJsonArtifact(text, "B.json")).toMatchObject({ name: "B", bytecode: "6002", libraryNames: {} });
  });

  it("reads Truffle's file", () => {
    const text = JSON.stringify({ contractName: "C", abi, bytecode: "0x6003", sourcePath: "/c/C.sol" });
    expect(readJsonArtifact(text, "C.json")).toMatchObject({ name: "C", bytecode: "6003", source: "/c/C.sol" });
    const newer = JSON.stringify({ contractName: "C", abi, sourcePath: "project:/contracts/Two.sol" });
    expect(readJsonArtifact(newer, "C.json")?.source).toBe("contracts/Two.sol");
  });

  it("reads what was compiled for SM chains here, whose code fits no other", () => {
    const artifact = readJsonArtifact(
      JSON.stringify({ contractName: "D", suite: "sm", abi, bytecode: "0x6004" }),
      "D.json",
    );
    expect(artifact && deployableCode(artifact, "sm")).toBe("6004");
    expect(() => artifact && deployableCode(artifact, "standard")).toThrow("D doesn't have bytecode");
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

  const library = "0x00000000000000000000000000000000000000Ab";
  const digits = "00000000000000000000000000000000000000ab";
  const marker = `__$${"0123456789abcdef".repeat(3).slice(0, 34)}$__`;

  it("names the libraries that the code waits for, and links them", () => {
    const artifact = readJsonArtifact(
      JSON.stringify({
        contractName: "F",
        abi,
        bytecode: `0x60${marker}6001${marker}00`,
        linkReferences: {
          "contracts/Lib.sol": {
            Lib: [
              { start: 1, length: 20 },
              { start: 23, length: 20 },
            ],
          },
        },
      }),
      "F.json",
    );
    if (!artifact) throw new Error("not read");
    expect(neededLibraries(artifact, "standard")).toEqual(["Lib"]);
    expect(() => deployableCode(artifact, "standard")).toThrow(
      expect.objectContaining({ code: "unlinkedBytecode", details: { name: "F", libraries: ["Lib"] } }),
    );
    expect(() => deployableCode(artifact, "standard", { Lib: "0x12" })).toThrow(
      expect.objectContaining({ code: "unlinkedBytecode" }),
    );
    expect(deployableCode(artifact, "standard", { Lib: library })).toBe(`60${digits}6001${digits}00`);
  });

  it("reads names out of Foundry's references, Truffle's markers and solc's comments", () => {
    const foundry = JSON.stringify({
      abi,
      bytecode: { object: `0x${marker}`, linkReferences: { "src/L.sol": { Maths: [{ start: 0, length: 20 }] } } },
    });
    const named = `__${"contracts/Lib.sol:Text".padEnd(38, "_")}`;
    const truffle = JSON.stringify({ contractName: "T", abi, bytecode: `0x6000${named}${"__Paper".padEnd(40, "_")}` });
    const bin = `6000${marker}\n\n// $${marker.slice(3, -3)}$ -> contracts/Lib.sol:Stone\n`;
    const artifacts = [
      readJsonArtifact(foundry, "G.json"),
      readJsonArtifact(truffle, "T.json"),
      readAbiBinPair(JSON.stringify(abi), "H", bin, undefined),
      readAbiBinPair(JSON.stringify(abi), "I", `6000${marker}`, undefined),
    ];
    expect(artifacts.map((each) => each && neededLibraries(each, "standard"))).toEqual([
      ["Maths"],
      ["Text", "Paper"],
      ["Stone"],
      [marker],
    ]);
  });

  it("takes a deployment apart again", () => {
    const pair = readAbiBinPair(JSON.stringify(abi), "K", `60${marker}6001${marker}00`, undefined);
    if (!pair) throw new Error("not read");
    const data = `0x60${digits}6001${digits}00abcd`;
    expect(readDeployment(pair, "standard", data)).toEqual({ libraries: { [marker]: `0x${digits}` }, args: "0xabcd" });
    expect(readDeployment(pair, "standard", data.replace("6001", "6002"))).toBeUndefined();
  });

  it("says where code is no hex", () => {
    const pair = readAbiBinPair(JSON.stringify(abi), "J", "6000zz00", undefined);
    expect(() => pair && deployableCode(pair, "standard")).toThrow(
      expect.objectContaining({ code: "badBytecode", details: { name: "J", position: 5 } }),
    );
  });
});
