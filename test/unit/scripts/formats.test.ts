import { describe, expect, it } from "vitest";
import { checkFormats, formatProblems, hexProblems, homeProblems, listProblems } from "../../../scripts/lint/formats";
import { parseSource } from "../../../scripts/lint/sources";

const problems = (text: string, path = "src/extension/x.ts"): string[] => formatProblems(parseSource(path, text));

describe("dates and numbers", () => {
  it.each([
    "const shown = new Date(1).toLocaleString();",
    "const shown = new Date(1).toLocaleTimeString(vscode.env.language);",
    'const shown = (5).toLocaleString("en");',
    "const zone = Intl.DateTimeFormat().resolvedOptions();",
  ])("are refused outside their place: %s", (text) => {
    expect(problems(text)).toEqual([expect.stringContaining("src/text/formats.ts")]);
    expect(problems(text, "src/text/formats.ts")).toEqual([]);
  });

  it("are refused where a list is joined inside a sentence", () => {
    const lists = (line: string): string[] => listProblems(parseSource("src/extension/x.ts", line));
    for (const call of ["t", "text", "vscode.l10n.t"])
      expect(lists(`${call}("Known: {0}", names.join(", "));`)).toEqual([expect.stringContaining("listed()")]);
    expect(lists('clientError("x", { names: names.join(", ") });')).toHaveLength(1);
    expect(lists('t("Known: {0}", names);')).toEqual([]);
    expect(lists('const code = "f(" + types.join(", ");')).toEqual([]);
  });

  it("are written in one place in the product", () => {
    expect(checkFormats()).toEqual([]);
  });
});

it("refuses a second word on what an address, a hash or a node ID is", () => {
  const report = (text: string, path = "src/chain/x.ts"): number => hexProblems(parseSource(path, text)).length;
  expect(report("const a = /^0x[0-9a-fA-F]{40}$/.test(given);")).toBe(1);
  expect(report("const a = /^0x[0-9a-fA-F]{64}$/.test(given) || /^[0-9a-fA-F]{128}$/.test(given);")).toBe(2);
  expect(report("const a = /^0x[0-9a-f]{64}$/.test(given) || isAddress(given);")).toBe(0);
  expect(report("const a = /^0x[0-9a-fA-F]{40}$/.test(given);", "src/webview/x.ts")).toBe(0);
});

it("refuses a text that is cut by hand, and an address of zeros", () => {
  const report = (text: string, path = "src/chain/x.ts"): string[] => homeProblems(parseSource(path, text));
  const cut = `const a = text.length > most ? \`\${text.slice(0, most)}…\` : text;`;
  expect(report(cut)).toEqual(["src/chain/x.ts:1: shortened() of src/text/shortText.ts cuts a text"]);
  expect(report(`const a = said.length > 60 ? \`\${word} \${said.slice(0, 60)}…\` : said;`)).toHaveLength(1);
  expect(report(cut, "src/text/shortText.ts")).toEqual([]);
  expect(report(`const a = \`\${id.slice(0, 8)}…\`;`)).toEqual([]);
  const zeros = `const nobody = \`0x\${"0".repeat(40)}\`;`;
  expect(report(zeros)).toEqual(["src/chain/x.ts:1: zeroAddress of src/crypto/bytes/hex.ts is it"]);
  expect(report(zeros, "src/nodeConfig/x.ts")).toEqual([]);
});
