import { expect, test } from "vitest";
import { removals } from "../../../src/facts/releases/removals";
import type { Evaluation } from "../../../src/nodeConfig/analysis/evaluation";
import { removalFindings, restingLines } from "../../../src/nodeConfig/analysis/removalRules";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { say } from "../../../src/text/catalogue";

const keyed = removals.filter(({ kind }) => kind === "key").map(({ name }) => name.split(".") as [string, string]);
const sections = [...new Set(keyed.map(([section]) => section))];
const config = parseDocument(
  [
    ...sections.flatMap((name) => [
      `[${name}]`,
      ...keyed.flatMap(([section, key]) => (section === name ? [`${key}=1`] : [])),
    ]),
    ...["[redis]", "db=0", "[storage]", "type=TiKV", "[failover]", "enable=true"],
  ].join("\n"),
);
const genesis = parseDocument("[executor]\nis_wasm=true", "genesis");
const evaluation = (version: string): Evaluation => ({
  kind: "config",
  identityLength: 128,
  version,
  role: "air",
  roleIsCertain: false,
  secondGeneration: false,
});
const found = (version: string) =>
  [config, genesis].flatMap((document) =>
    removalFindings(document, evaluation(version)).map(
      ({ line, finding }) => `${finding.severity} ${line.name}: ${say(finding.message)}`,
    ),
  );

test("every fact of what goes away finds its line, but for a light node, which has none", () => {
  const kinds = [config, genesis].flatMap(restingLines).map(({ fact }) => fact);
  expect(kinds.map(({ name }) => name)).toEqual(
    removals
      .filter(({ kind }) => kind !== "lightNode" && kind !== "wasm")
      .map(({ name }) => name)
      .concat("WASM"),
  );
});

test("what a release deprecates is information, what it no longer has is a warning with what becomes of it", () => {
  expect(found("3.16.4")).toEqual([]);
  const deprecated = found("3.17.1");
  expect(deprecated).toContain("information redis: [redis] is deprecated: 3.18.0 is the first release without it.");
  expect(deprecated).toHaveLength(7);
  const gone = found("3.18.0");
  expect(gone).toHaveLength(removals.length - 1);
  expect(gone).toContain("warning redis: 3.18.0 no longer has [redis].");
  expect(gone).toContain("warning is_wasm: A node refuses to start where config.genesis has is_wasm=true.");
  expect(gone.filter((each) => !each.startsWith("warning "))).toEqual([]);
});
