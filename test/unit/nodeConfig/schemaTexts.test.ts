import { describe, expect, it } from "vitest";
import { type KeySpec, sectionSpecs } from "../../../src/nodeConfig/schema/keySpec";

const keys: (readonly [string, KeySpec])[] = (["config", "genesis"] as const).flatMap((kind) =>
  sectionSpecs(kind).flatMap(({ name, keys }) => keys.map((spec) => [`${kind} ${name}.${spec.key}`, spec] as const)),
);
/** The node's own words, which stay as they are. */
const quoted = (text: string): string[] => text.match(/"[^"]*"/g) ?? [];
const chinese = /[\u4e00-\u9fff]/;

describe("what is said of every key", () => {
  it("is said in both languages", () => {
    expect(keys.length).toBeGreaterThan(190);
    for (const [name, { en, zh }] of keys) {
      expect(en, name).not.toMatch(chinese);
      expect(zh, name).toMatch(chinese);
    }
  });

  it("tells in Chinese too how the node refuses, with the node's own words unchanged", () => {
    for (const [name, { failure, failureZh }] of keys) {
      if (failure === undefined) continue;
      if (failureZh === undefined) expect(failure, name).toMatch(/^Invalid\w+ "[^"]*"$/);
      else {
        expect(failureZh, name).toMatch(chinese);
        expect(quoted(failureZh), name).toEqual(quoted(failure));
      }
    }
  });
});
