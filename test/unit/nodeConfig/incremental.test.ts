import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnalysisContext } from "../../../src/nodeConfig/analysis/analysisContext";
import { analyze } from "../../../src/nodeConfig/analysis/analyze";
import { type IniDocument, parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import type { TextEdit } from "../../../src/nodeConfig/text/textRange";

const id = (digit: string): string => digit.repeat(128);
const context: AnalysisContext = { identityLength: 128, own: { name: "node0", smTlsId: id("a") } };

/** Everything that later work depends on: text, lines, sections, keys, findings. */
function state(document: IniDocument): unknown {
  return {
    text: document.text,
    lines: document.lines.map((line) => [line.text, line.eol, line.kind, line.block?.name, line.block?.header?.text]),
    blocks: document.blocks.map((block) => [block.name, block.keys.size]),
    shared: document.lines.map((line) => [line.sharesName, line.sharesIdentity]),
    findings: analyze(document, context),
  };
}

const snippets = [
  "[p2p]",
  "[certificate_whitelist]",
  "[certificate_blacklist]",
  "[cal]",
  "[rpc]",
  "listen_port=30300",
  "listen_port=80",
  `cal.0=${id("a")}`,
  `cal.1=${id("A")}`,
  `cal.2=0x${id("b")}`,
  `crl.0=${id("a")}`,
  "sm_ssl=true",
  "; 注释 😀",
  "=",
  "]",
  "[",
  "\n",
  "\r\n",
  "\r",
  "\ufeff",
  "\t",
  " ",
  "",
  "enable_ssl=false",
  "disable_ssl=false",
  "键=值",
  "cal.0=",
];
const piece = fc.array(fc.constantFrom(...snippets), { maxLength: 4 }).map((parts) => parts.join(""));
const edit = fc.record({
  startLine: fc.nat(14),
  startChar: fc.nat(30),
  lines: fc.integer({ min: 0, max: 3 }),
  endChar: fc.nat(30),
  newText: piece,
});

/** What an editor does with the same change: offsets in the whole text. */
function applyToText(text: string, { range, newText }: TextEdit): string {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
  const offset = (line: number, char: number): number => {
    const start = starts[line];
    if (start === undefined) return text.length;
    const end = starts[line + 1] ?? text.length;
    return start + Math.min(char, text.slice(start, end).replace(/[\r\n]+$/, "").length);
  };
  const [a, b] = [offset(range.startLine, range.startChar), offset(range.endLine, range.endChar)];
  return text.slice(0, Math.min(a, b)) + newText + text.slice(Math.max(a, b));
}

describe("edits", () => {
  it("leave the same as reading the new text", () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(edit, { minLength: 1, maxLength: 12 }),
        (pieces, edits) => {
          let text = pieces.join("\n");
          const document = parseDocument(text);
          analyze(document, context);
          for (const { startLine, startChar, lines, endChar, newText } of edits) {
            const change = { range: { startLine, startChar, endLine: startLine + lines, endChar }, newText };
            document.applyEdit(change);
            text = applyToText(text, change);
            expect(state(document)).toEqual(state(parseDocument(text)));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("leave the same after 10,000 of them in one document", () => {
    let seed = 20_261;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const document = parseDocument(snippets.join("\n"));
    for (let count = 1; count <= 10_000; count++) {
      const startLine = random(document.lines.length + 1);
      // Long texts lose more than they get.
      const lines = document.lines.length > 80 ? random(4) : Math.max(0, random(4) - 2);
      const range = { startLine, startChar: random(30), endLine: startLine + lines, endChar: random(30) };
      const newText = Array.from({ length: random(3) }, () => snippets[random(snippets.length)] ?? "").join("");
      document.applyEdit({ range, newText: random(3) === 0 ? `${newText}\n` : newText });
      if (count % 250 === 0) expect(state(document)).toEqual(state(parseDocument(document.text)));
      else if (count % 10 === 0) analyze(document, context);
    }
    expect(document.lines.length).toBeGreaterThan(20);
  });

  it("never make reading or judging fail, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 120 }),
        fc.constantFrom("config" as const, "genesis" as const),
        (text, kind) => {
          const document = parseDocument(text, kind);
          expect(document.text).toBe(text);
          expect(Array.isArray(analyze(document, context))).toBe(true);
        },
      ),
      { numRuns: 80 },
    );
  });
});
