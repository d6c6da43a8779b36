import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkVectorFile } from "../../../scripts/vectors/checkVectorFile";
import type { KindOutcome } from "../../../scripts/vectors/vectorKind";

const folder = join(import.meta.dirname, "../../fixtures/vectors");
const read = (name: string): Record<string, unknown[]> => JSON.parse(readFileSync(join(folder, name), "utf8"));
const summary = (outcomes: KindOutcome[]): string[] => outcomes.map((o) => `${o.kind}: ${o.matched} of ${o.total}`);

describe("official vectors", () => {
  it("match: keys", () => {
    expect(summary(checkVectorFile(read("keys.json")))).toEqual(["keys: 28 of 28"]);
  });

  it("match: transactions of every version and both suites", () => {
    expect(summary(checkVectorFile(read("transactions.json")))).toEqual([
      "transactions version 0 secp256k1: 69 of 69",
      "transactions version 0 sm2: 69 of 69",
      "transactions version 1 secp256k1: 8 of 8",
      "transactions version 1 sm2: 8 of 8",
      "transactions version 2 secp256k1: 4 of 4",
      "transactions version 2 sm2: 4 of 4",
    ]);
  });

  it("are told to differ when they do", () => {
    const file = read("transactions.json");
    const vectors = structuredClone(file["vectors"]?.slice(0, 2)) as { data: { nonce: string } }[];
    for (const vector of vectors) vector.data.nonce += "1";
    const [standard] = checkVectorFile({ vectors });
    expect(standard?.matched).toBe(0);
    expect(standard?.mismatches.join()).toContain("hash is");
  });

  it("of an unknown kind are refused", () => {
    expect(() => checkVectorFile({ vectors: [{ colour: "red" }] })).toThrow(/colour/);
    expect(() => checkVectorFile({})).toThrow(/no list/);
  });
});
