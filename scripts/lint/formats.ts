import { Visitor } from "oxc-parser";
import { lineOf, readSources, type SourceFile } from "./sources";

/** The one place that writes dates and numbers, and the one that asks the system for its language. */
const allowed = new Set(["src/text/formats.ts", "src/text/catalogueFile.ts"]);

/**
 * Where a file writes dates, times or numbers by itself: `toLocaleString` and its kin follow the system's locale, which the person didn't
 * choose.
 */
export function formatProblems({ path, text, program }: SourceFile): string[] {
  if (allowed.has(path)) return [];
  const found: number[] = [];
  new Visitor({
    MemberExpression({ object, property, start }) {
      if (property.type === "Identifier" && /^toLocale/.test(property.name)) found.push(start);
      if (object.type === "Identifier" && object.name === "Intl") found.push(start);
    },
  }).visit(program);
  return found.map((at) => `${path}:${lineOf(text, at)}: dates and numbers are written by src/text/formats.ts`);
}

/** Calls whose arguments fill a sentence. */
const sentences = /^(?:t|text|clientError|vscode\.l10n\.t|l10n\.t)$/;

/** Where a list goes into a sentence with the separators of English. */
export function listProblems({ path, text, program }: SourceFile): string[] {
  const found = new Set<number>();
  const joins = ({ start, end }: { start: number; end: number }): void => {
    for (const { index } of text.slice(start, end).matchAll(/\.join\("[,;.] "\)/g)) found.add(start + index);
  };
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (sentences.test(text.slice(callee.start, callee.end))) given.forEach(joins);
    },
  }).visit(program);
  return [...found].map(
    (at) =>
      `${path}:${lineOf(text, at)}: a list in a sentence is given as it is, or by listed() of src/text/joining.ts`,
  );
}

/** The rooms that may not import `crypto` say it themselves. */
const withoutCrypto = /^src\/(?:webview|nodeConfig|text|files|facts)\//;

/** Where a file tells by itself what an address, a hash or a node ID is. */
export function hexProblems({ path, text, program }: SourceFile): string[] {
  if (path === "src/crypto/bytes/hex.ts" || withoutCrypto.test(path)) return [];
  const found: number[] = [];
  new Visitor({
    MemberExpression({ object, property, start }) {
      const asked = property.type === "Identifier" && property.name === "test" && text.slice(object.start, object.end);
      if (asked && /^\/\^(?:0x\[0-9a-fA-F\]\{(?:40|64)\}|\[0-9a-fA-F\]\{128\})\$\/$/.test(asked)) found.push(start);
    },
  }).visit(program);
  return found.map(
    (at) => `${path}:${lineOf(text, at)}: isAddress, isHash and isNodeId of src/crypto/bytes/hex.ts tell it`,
  );
}

/** Where a file writes the address of no one by itself. */
function zeroProblems({ path, text }: SourceFile): string[] {
  if (path === "src/crypto/bytes/hex.ts" || withoutCrypto.test(path)) return [];
  return [...text.matchAll(/`0x\$\{"0"\.repeat\(40\)\}`/g)].map(
    ({ index }) => `${path}:${lineOf(text, index)}: zeroAddress of src/crypto/bytes/hex.ts is it`,
  );
}

/** Where a file cuts a text that is too long by itself, and perhaps a character in half. */
function cutProblems({ path, text, program }: SourceFile): string[] {
  if (path === "src/text/shortText.ts") return [];
  const found: number[] = [];
  new Visitor({
    ConditionalExpression({ test, consequent, start }) {
      const short = text.slice(consequent.start, consequent.end);
      if (!text.slice(test.start, test.end).includes(".length > ")) return;
      if (short.startsWith("`") && short.includes(".slice(0, ") && short.endsWith("}…`")) found.push(start);
    },
  }).visit(program);
  return found.map((at) => `${path}:${lineOf(text, at)}: shortened() of src/text/shortText.ts cuts a text`);
}

/** Where a file has a rule of its own that stands elsewhere: the address of no one, how a text is cut. */
export const homeProblems = (source: SourceFile): string[] => [...zeroProblems(source), ...cutProblems(source)];

/** The same for all of the product. */
export function checkFormats(): string[] {
  return readSources("src").flatMap((source) => [
    ...formatProblems(source),
    ...listProblems(source),
    ...hexProblems(source),
    ...homeProblems(source),
  ]);
}
