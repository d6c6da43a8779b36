import { text } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { halfWidthOf } from "../../text/halfWidth";
import type { AnalysisContext } from "../analysis/analysisContext";
import { analyze } from "../analysis/analyze";
import { type IniDocument, parseDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import type { Finding } from "../findings/finding";
import { featureFlags } from "../schema/keySpec";
import { lineRange, type TextEdit } from "../text/textRange";
import { freeListIndex } from "./appendToList";
import {
  applyEdits,
  commentOut,
  commentOutFix,
  deleteLine,
  type Fix,
  type FixMakers,
  fix,
  indentation,
  insertLineBefore,
  type MakeFixes,
  replaceName,
  replaceValue,
  touchedLines,
} from "./fix";
import { identityFixes } from "./identityFixes";
import { nameFixes } from "./nameFixes";
import { valueFixes } from "./valueFixes";

/** A line that was meant as a comment: the node knows `;` and `#` only. */
const fullWidthComment = /^[ \t\v\f\r\u3000]*[；＃]/u;

const converted = (part: string): string => Array.from(part, (each) => halfWidthOf(each) ?? each).join("");

/** Of a value only what is no text of another language: a path or a name may have any character. */
function convertedValue(value: string): string {
  const plain = converted(value);
  return /[^\0-\x7f]/.test(plain) ? value : plain;
}

/** Whether a line begins with a full-width mark of a comment, and so is an entry for the node, or nothing at all. */
const isFullWidthComment = (line: IniLine): boolean => fullWidthComment.test(line.text);

function halfWidthLine(line: string): string {
  const [blanks = ""] = /^[ \t\v\f\r\u3000]*/u.exec(line) ?? [];
  const rest = line.slice(blanks.length);
  const indent = converted(blanks);
  if (rest === "") return line;
  if (fullWidthComment.test(rest)) return indent + converted(rest[0] ?? "") + rest.slice(1);
  if (/^[;#]/.test(rest)) return line; // in a comment everything may stand
  if (/^[[［【]/u.test(rest)) return indent + converted(rest);
  const equals = rest.search(/[=＝]/u);
  if (equals < 0) return line;
  const name = converted(rest.slice(0, equals));
  const value = rest.slice(equals + 1);
  return `${indent}${/[^\0-\x7f]/.test(name) ? rest.slice(0, equals) : name}=${convertedValue(value)}`;
}

/** Converts the full-width signs of a line, where it has some that mean something: a comment stays a comment. */
function halfWidthFixes(line: IniLine, index: number): Fix[] {
  const now = halfWidthLine(line.text);
  if (now === line.text) return [];
  return [fix(text("Convert to Half-Width"), [{ range: lineRange(index, 0, line.text.length), newText: now }])];
}

const fixSealer: MakeFixes = ({ document, line, index }) => {
  if (!line.name.startsWith("node.")) {
    if (!line.block) return [];
    const number = /^node[^0-9]?(\d+)$/i.exec(line.name)?.[1];
    const kept = number !== undefined && !line.block.keys.has(`node.${number}`);
    const name = `node.${kept ? number : freeListIndex(document, line.block, "node.")}`;
    return [fix(text("Rename to {0}", name), [replaceName(line, index, name)], kept)];
  }
  const [id = "", ...weights] = line.value.split(":");
  const bare = id.replace(/\s/g, "").replace(/^0x/i, "");
  if (bare === id || !/^[0-9a-fA-F]{128}$/.test(bare)) return [];
  const title = /^0x/i.test(id) ? text("Remove the 0x") : text("Remove the spaces");
  return [fix(title, [replaceValue(line, index, [bare, ...weights].join(":"))], true)];
};

const genesisFixes: FixMakers = {
  "genesis.sealer": fixSealer,
  // A chain that runs compares the file with its block 0, so removing a line is for a person to decide.
  "genesis.duplicateSealer": ({ document, index }) => [
    fix(text("Remove the repetition"), [deleteLine(document, index)]),
  ],
  "genesis.feature": (site) => {
    const { line, index } = site;
    const meant = closestName(
      line.name,
      featureFlags.map(({ flag }) => flag),
    );
    const comment = commentOutFix(site);
    return meant === undefined || meant === line.name
      ? [comment]
      : [fix(text("Rename to {0}", meant), [replaceName(line, index, meant)]), comment];
  },
};

const commentOutLine: MakeFixes = (site) => [commentOutFix(site)];

/** `value ; words` or `[section] ; words`: the words get a comment line of their own above. */
const ownCommentLine: MakeFixes = ({ document, finding, line, index }) => {
  const { startChar, endChar } = finding.range;
  const words = line.text.slice(startChar, endChar);
  let from = startChar;
  while (from > 0 && /[ \t\v\f\r]/.test(line.text[from - 1] ?? "")) from--;
  const comment = /^[;#]/.test(words) ? words : `; ${words}`;
  const edits = [
    insertLineBefore(document, index, indentation(line) + comment),
    { range: lineRange(index, from, line.text.length), newText: "" },
  ];
  return [fix(text("Move the comment to a line of its own"), edits, true)];
};

const lexicalFixes: FixMakers = {
  "ini.noEquals": ({ line, index }) => {
    // Comments of other languages.
    const isComment = /^(\/\/|--|\/\*|rem\b)/i.test(line.text.slice(line.start));
    const before = /^[\w.]+\s*(?=[:：])/.exec(line.text.slice(line.start))?.[0];
    const colon = before === undefined ? -1 : line.start + before.length;
    const equals =
      colon < 0
        ? []
        : [fix(text("Replace the colon with ="), [{ range: lineRange(index, colon, colon + 1), newText: "=" }])];
    return [...equals, fix(text("Comment out this line"), [commentOut(line, index)], isComment)];
  },
  "ini.emptyKey": commentOutLine,
  "ini.unmatchedBracket": ({ line, index }) => [
    fix(text('Add the missing "]"'), [{ range: lineRange(index, line.end, line.end), newText: "]" }], true),
  ],
  // One that the editor hides goes when the file is saved without it.
  "ini.bom": ({ line, index }) =>
    line.from === 1
      ? [fix(text("Remove the byte order mark"), [{ range: lineRange(index, 0, 1), newText: "" }], true)]
      : [],
  "ini.bareCR": ({ document }) => [
    fix(
      text("End every line with LF"),
      document.lines.flatMap((line, index) =>
        line.eol === "\r"
          ? [
              {
                range: { startLine: index, startChar: line.text.length, endLine: index + 1, endChar: 0 },
                newText: "\n",
              },
            ]
          : [],
      ),
      true,
    ),
  ],
  "ini.keyBeforeSection": commentOutLine,
  "ini.unreadKey": (site) => (site.line.kind === "entry" ? commentOutLine(site) : []),
  "ini.sinceVersion": (site) => (site.line.kind === "entry" ? commentOutLine(site) : []),
  "ini.deprecatedKey": commentOutLine,
  "ini.inlineComment": ownCommentLine,
  "ini.textAfterSection": ownCommentLine,
  "rpc.sslConflict": ({ document, index }) => [
    fix(text("Remove the key that is ignored"), [deleteLine(document, index)], true),
  ],
};

const fixMakers: FixMakers = {
  ...lexicalFixes,
  ...nameFixes,
  ...valueFixes,
  ...identityFixes,
  ...genesisFixes,
};

/**
 * The ways to mend a finding, the best one first; none when only a person can know. `finding` must come from an analysis of
 * the document as it is now.
 */
export function fixesFor(document: IniDocument, finding: Finding, context: AnalysisContext): Fix[] {
  const index = finding.range.startLine;
  const line = document.lines[index];
  if (!line) return [];
  const others = fixMakers[finding.rule]?.({ document, context, finding, line, index }) ?? [];
  const halfWidth = halfWidthFixes(line, index);
  // What was meant as a comment isn't made an entry.
  return isFullWidthComment(line) && halfWidth.length > 0 ? halfWidth : [...halfWidth, ...others];
}

/** One fix can bring another finding to light (a repetition removed leaves a gap); more rounds than that never help. */
const rounds = 20;

/** Edits of safe fixes that leave each other alone; the rest waits for the next round. */
function safeEdits(document: IniDocument, context: AnalysisContext): TextEdit[] {
  const edits: TextEdit[] = [];
  const touched = new Set<number>();
  for (const finding of analyze(document, context)) {
    if (touched.has(finding.range.startLine)) continue;
    const fix = fixesFor(document, finding, context).find(({ safe }) => safe);
    const lines = fix?.edits.flatMap(touchedLines) ?? [];
    if (!fix || lines.some((line) => touched.has(line))) continue;
    edits.push(...fix.edits);
    for (const line of lines) touched.add(line);
  }
  return edits;
}

/**
 * Carries out every safe fix, also those that become possible through others. Gives the mended text; findings without a safe
 * fix stay as they are.
 */
export function fixAll(document: IniDocument, context: AnalysisContext): string {
  const copy = parseDocument(document.text, document.kind);
  for (let round = 0; round < rounds; round++) {
    const edits = safeEdits(copy, context);
    if (edits.length === 0) break;
    applyEdits(copy, edits);
  }
  return copy.text;
}
