import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { readAsNode } from "../../../src/nodeConfig/document/nodeReading";
import { type BoostRecord, disagreement } from "./boostRecord";

const recorded = ["boost-ini.jsonl", "boost-hostile.jsonl"].flatMap((name) =>
  readFileSync(new URL(`../../fixtures/nodeConfig/${name}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as BoostRecord),
);

describe("reading as the node does", () => {
  it("gives the recorded outcome of the node's parser", () => {
    expect(recorded.length).toBeGreaterThan(1000);
    const differences = recorded.flatMap((record) => {
      const difference = disagreement(record);
      return difference === undefined ? [] : [`${record.id}: ${difference}`];
    });
    expect(differences).toEqual([]);
  });

  it("notices a difference", () => {
    const [first] = recorded.filter((record) => record.ok && (record.sections?.length ?? 0) > 0);
    expect(disagreement({ ...(first as BoostRecord), sections: [["other", []]] })).toContain("sections");
    expect(disagreement({ id: "x", text: "[a]\nb", ok: true, sections: [] })).toContain("refused");
  });

  it("takes a lone CR as a blank, as the node does", () => {
    expect(readAsNode(parseDocument("[p2p]\rlisten_port=1\n"))).toMatchObject({
      accepted: true,
      tree: { sections: new Map() },
    });
    expect(readAsNode(parseDocument("a=1\rb=2"))).toMatchObject({ tree: { root: new Map([["a", "1\rb=2"]]) } });
  });
});
