import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { proveLinear } from "../../../scripts/lint/expressions";
import { parseSource } from "../../../scripts/lint/sources";

const complaints = (code: string): Promise<string[]> => proveLinear([parseSource("src/chain/x.ts", code)], [], "own");

describe("lint of regular expressions", () => {
  it("lets linear ones pass, in whatever position", async () => {
    expect(await complaints("const a = /^[a-z]+$/; if (/x{1,9}/u.test(b)) c(/,[a-z]/g);")).toEqual([]);
  });

  it.each(["/\\s+$/", "/^\\s*(.*?)\\s*$/", "/(a+)+$/", "/\\[.*x.*\\] = /", "/^-?0*(\\d*)$/"])(
    "refuses %s",
    async (expression) => {
      const found = await complaints(`\nexport const slow = ${expression};`);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(/^src\/chain\/x\.ts:2 .* is not linear: /);
    },
  );

  it.each(["new RegExp(name)", "RegExp(`^x$`)", "globalThis.RegExp(name)", "text.match(`a+`)", 'text.search("a+")'])(
    "refuses one made at run time: %s",
    async (code) => {
      expect(await complaints(`x(${code});`)).toEqual([
        "src/chain/x.ts:1 an expression made at run time cannot be proven: write a literal",
      ]);
    },
  );

  it("has a list of proofs that the installed checker made: another version proves all of them again", () => {
    const { version } = createRequire(import.meta.url)("recheck/package.json") as { version: string };
    const list = resolve(import.meta.dirname, "../../../scripts/lint/provenExpressions.txt");
    expect(readFileSync(list, "utf8").split("\n")[0]).toBe(`recheck ${version}`);
  });
});
