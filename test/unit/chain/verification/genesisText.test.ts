import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { genesisHash } from "../../../../src/chain/verification/genesisText";
import { smSuite, standardSuite } from "../../../../src/crypto/suites";
import { genesisFacts } from "../../../../src/nodeConfig/genesisFacts";

interface Recorded {
  blocks: { number: number; hash: string; extraData: string }[];
}

/** A file of the chain that was recorded: what its genesis block's text says, in another order and with a builder's remarks. */
function fileOf(text: string): string {
  const nodes = [...text.matchAll(/node\.\d+:([0-9a-f]+),(\d+)/g)].reverse();
  const version = /compatibility_version:(\S+)/.exec(text)?.[1];
  return [
    "[executor]",
    "    is_serial_execute=true",
    `    auth_admin_account=${/authAdminAccount:(\S+)/.exec(text)?.[1]}`,
    "[chain]",
    "    ; use SM crypto or not",
    `    sm_crypto=${text.includes("sm_crypto:1")}`,
    "    group_id=group0",
    "    chain_id=chain0",
    "[consensus]",
    "    consensus_type=pbft",
    "    leader_period=7",
    ...nodes.map(([, id, weight], i) => `    node.${i + 3}=${id?.toUpperCase()}: ${weight}`),
    "[version]",
    `    compatibility_version=${version}`,
    "[tx]",
    "    gas_limit=3000000000",
    "",
  ].join("\n");
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
    const facts = genesisFacts(fileOf(text));
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
