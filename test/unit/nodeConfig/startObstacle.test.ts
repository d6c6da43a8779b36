import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startObstacle } from "../../../src/nodeConfig/analysis/analyze";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { genesisFacts } from "../../../src/nodeConfig/genesisFacts";

const obstacle = (text: string) => startObstacle(parseDocument(text), { identityLength: 512 });

it("finds what keeps a node from starting, and nothing in what only misleads", () => {
  expect(obstacle("\uFEFF[p2p]\nlisten_port=30300\n")?.rule).toBe("ini.bom");
  expect(obstacle("[p2p]\nlisten_port=30300\nlisten_port=30301\n")?.rule).toBe("ini.duplicateKey");
  expect(obstacle("[p2p]\nlisten_port=30300\n[certificate_whitelist]\ncal.0=abc\nwrong=1\n")).toBeUndefined();
});

it("misses the first governor also where config.genesis has no [executor]", () => {
  const sealer = `[consensus]\nnode.0=${"1".repeat(128)}\n`;
  const missing = (text: string) =>
    startObstacle(parseDocument(text, "genesis"), { identityLength: "auto" })?.range.startLine;
  expect(missing(`${sealer}[version]\ncompatibility_version=3.16.4\n`)).toBe(2);
  expect(missing(`${sealer}[version]\ncompatibility_version=3.16.4\n[executor]\nis_wasm=false\n`)).toBe(4);
  expect(missing(`${sealer}[version]\ncompatibility_version=3.2.0\n`)).toBeUndefined();
});

it("takes no blank for one that the node takes for a part of a weight", () => {
  const genesis = (weight: string) =>
    `[chain]\nchain_id=chain0\ngroup_id=group0\n[consensus]\nnode.0=${"1".repeat(128)}:${weight}\n[version]\ncompatibility_version=3.2.0\n`;
  const rule = (weight: string) =>
    startObstacle(parseDocument(genesis(weight), "genesis"), { identityLength: "auto" })?.rule;
  expect([rule(" 1\t"), genesisFacts(genesis(" 1\t"))?.sealers.length]).toEqual([undefined, 1]);
  for (const weight of ["1\u3000", "\u00a01"])
    expect([rule(weight), genesisFacts(genesis(weight))]).toEqual(["genesis.sealer", undefined]);
});

it("takes nothing of a config.genesis that stops a node", () => {
  const genesis = (more: string, sealer = "") =>
    `[chain]\nchain_id=chain0\ngroup_id=group0\n[version]\ncompatibility_version=3.2.0\n[tx]\n${more}[consensus]\nnode.0=${"1".repeat(128)}${sealer}\n`;
  const isTaken = (text: string) => [
    genesisFacts(text) !== undefined,
    startObstacle(parseDocument(text, "genesis"), { identityLength: "auto" }) === undefined,
  ];
  expect(isTaken(genesis(""))).toEqual([true, true]);
  expect(isTaken(genesis("", ":1:0"))).toEqual([true, true]);
  const wrong = [
    ...[genesis("gas_limit=3e9\n"), genesis("", "\nleader_period=")],
    ...[genesis("", ":1:-1"), genesis("", ":1:x"), genesis("", ":")],
  ];
  for (const text of wrong) expect(isTaken(text), text).toEqual([false, false]);
});

it("says so wherever a rule marks it, and marks it wherever it says so", () => {
  const folder = "src/nodeConfig/analysis";
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const texts = sources.flatMap((source) => [
    ...source.matchAll(/(noStart\(\s*)?\btext\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g),
  ]);
  const saying = texts.filter(([, , words]) =>
    /\b(?:refuses to|doesn't|can't|won't|never|not) start\b/.test(words ?? ""),
  );
  expect(saying.length).toBeGreaterThan(50);
  for (const [, mark, words] of texts)
    expect([words, mark !== undefined]).toEqual([words, saying.some(([, , one]) => one === words)]);
});
