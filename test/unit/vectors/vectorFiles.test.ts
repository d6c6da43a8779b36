import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkVectorFile } from "../../../tools/vectors/checkVectorFile";
import type { KindOutcome } from "../../../tools/vectors/vectorKind";

const folder = join(import.meta.dirname, "../../fixtures/vectors");
const read = (name: string): Record<string, unknown[]> => JSON.parse(readFileSync(join(folder, name), "utf8"));
const summary = (outcomes: KindOutcome[]): string[] => outcomes.map((o) => `${o.kind}: ${o.matched} of ${o.total}`);

describe("official vectors", () => {
  it.each([
    ["keys.json", ["keys: 28 of 28"]],
    ["receipts.json", ["receipts: 12 of 12", "receipts, known answers: 2 of 2"]],
    ["block-headers.json", ["block headers: 9 of 9"]],
    ["merkle.json", ["Merkle trees: 22 of 22"]],
    ["contract-addresses.json", ["contract addresses: 39 of 39"]],
    ["abi-calls.json", ["ABI calls: 22 of 22"]],
    ["key-files.json", ["key files: PEM: 8 of 8", "key files: PKCS#12: 8 of 8"]],
    [
      "node-test-facts.json",
      [
        "node test facts: transaction hash: 1 of 1",
        "node test facts: create2: 2 of 2",
        "node test facts: legacy create: 1 of 1",
        "node test facts: hash: 4 of 4",
      ],
    ],
  ])("match: %s", async (name, expected) => {
    expect(summary(await checkVectorFile(read(name)))).toEqual(expected);
  });

  it("match: transactions of every version and both suites", async () => {
    expect(summary(await checkVectorFile(read("transactions.json")))).toEqual([
      "transactions version 0 secp256k1: 69 of 69",
      "transactions version 0 sm2: 69 of 69",
      "transactions version 1 secp256k1: 8 of 8",
      "transactions version 1 sm2: 8 of 8",
      "transactions version 2 secp256k1: 4 of 4",
      "transactions version 2 sm2: 4 of 4",
    ]);
  });

  it("name a function by its name or its signature, also where several have the name", async () => {
    const [vector] = read("abi-calls.json")["vectors"] as [{ method: string; abi: string }];
    const inputs = [{ name: "other", type: "uint256" }];
    const abi = JSON.stringify([
      ...JSON.parse(vector.abi),
      { type: "function", name: vector.method, inputs, outputs: [] },
    ]);
    const vectors = [
      { ...vector, abi },
      { ...vector, abi, method: `${vector.method}(string)` },
      { ...vector, abi, method: `${vector.method}(uint256)`, values: ["7"] },
    ];
    expect(summary(await checkVectorFile({ vectors }))).toEqual(["ABI calls: 2 of 3"]);
  });

  it("are told to differ when they do", async () => {
    const file = read("transactions.json");
    const vectors = structuredClone(file["vectors"]?.slice(0, 2)) as { data: { nonce: string } }[];
    for (const vector of vectors) vector.data.nonce += "1";
    const [standard] = await checkVectorFile({ vectors });
    expect(standard?.matched).toBe(0);
    expect(standard?.mismatches.join()).toContain("hash is");
  });

  it.each([
    ["receipts.json", "gasUsed"],
    ["block-headers.json", "gasUsed"],
    ["merkle.json", "root"],
    ["contract-addresses.json", "address"],
    ["keys.json", "address"],
  ])("are told to differ when one member is another: %s", async (name, member) => {
    const file = read(name);
    const list = file["vectors"] ?? file["keys"] ?? [];
    for (const vector of list as Record<string, string>[]) vector[member] = "1".repeat(vector[member]?.length || 1);
    for (const outcome of await checkVectorFile({ [name === "keys.json" ? "keys" : "vectors"]: list })) {
      expect(outcome.matched).toBe(0);
    }
  });

  it("of an unknown kind are refused", async () => {
    await expect(checkVectorFile({ vectors: [{ colour: "red" }] })).rejects.toThrow(/colour/);
    await expect(checkVectorFile({})).rejects.toThrow(/no list/);
  });
});
