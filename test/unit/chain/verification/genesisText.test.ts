import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { genesisHash } from "../../../../src/chain/verification/genesisText";
import { smSuite, standardSuite } from "../../../../src/crypto/suites";
import { genesisFacts } from "../../../../src/nodeConfig/genesisFacts";
import { genesisFileOf } from "../../../support/genesisFile";

interface Recorded {
  blocks: { number: number; hash: string; extraData: string }[];
}

describe.each([
  ["standard", standardSuite],
  ["sm", smSuite],
  ["old", standardSuite],
] as const)("the genesis block of a recorded chain (%s)", (name, suite) => {
  const file = join(import.meta.dirname, `../../../fixtures/proofs/${name}.json`);
  const { blocks }: Recorded = JSON.parse(readFileSync(file, "utf8"));
  const genesis = blocks.find(({ number }) => number === 0);
  const text = Buffer.from(genesis?.extraData.slice(2) ?? "", "hex").toString();

  it("has the hash that its file gives", () => {
    const facts = genesisFacts(genesisFileOf(text));
    if (!facts) throw new Error("the file was refused");
    expect(genesisHash(suite, facts)).toBe(genesis?.hash);
    expect(genesisHash(suite, { ...facts, groupId: "group1" })).not.toBe(genesis?.hash);
  });
});

describe("a file that gives no hash", () => {
  it.each([
    [
      "a sealer of the wrong length",
      "[chain]\nchain_id=c\ngroup_id=g\n[consensus]\nnode.0=12:1\n[version]\ncompatibility_version=3.16.0\n",
    ],
    ["no sealer", "[chain]\nchain_id=c\ngroup_id=g\n[version]\ncompatibility_version=3.16.0\n"],
    ["no chain", `[consensus]\nnode.0=${"ab".repeat(64)}:1\n[version]\ncompatibility_version=3.0.0\n`],
    ["a line that nodes refuse", "[chain\nchain_id=c\n"],
  ])("%s", (_, text) => {
    expect(genesisFacts(text)).toBeUndefined();
  });

  it("is older than 3.1", () => {
    const facts = genesisFacts(
      `[chain]\nchain_id=c\ngroup_id=g\n[consensus]\nnode.0=${"ab".repeat(64)}\n[version]\ncompatibility_version=3.0.0\n`,
    );
    expect(facts?.sealers).toEqual([{ nodeId: "ab".repeat(64), weight: 1n }]);
    expect(facts && genesisHash(standardSuite, facts)).toBeUndefined();
  });
});
