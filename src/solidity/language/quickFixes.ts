import { checksumAddress } from "../../chain/transaction/contractAddress";
import { isAddress } from "../../crypto/bytes/hex";
import { keccak256 } from "../../crypto/keccak256";
import { isPackageName } from "../../text/packageNames";
import { SourceText } from "../program/sourceText";
import type { LocatedDiagnostic, QuickFix, TextChange } from "./questions";
import { lex, tokenKinds } from "./syntax/lexer";
import { parseTokens } from "./syntax/parser";
import { partsAround } from "./syntax/walk";

/** A word, number, string or sign of a source; comments are left out. */
interface Token {
  readonly text: string;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  readonly kind: "word" | "number" | "string" | "sign";
}

const kinds = { [tokenKinds.word]: "word", [tokenKinds.number]: "number", [tokenKinds.string]: "string" } as const;

/** The tokens of a stretch of a source, as objects. */
function tokensOf(text: string): Token[] {
  const { words, starts, ends, kinds: of, count } = lex(text);
  return Array.from({ length: count - 1 }, (_, i) => ({
    text: words[i] ?? "",
    start: starts[i] ?? 0,
    end: ends[i] ?? 0,
    kind: kinds[(of[i] ?? 0) as keyof typeof kinds] ?? "sign",
  }));
}

type Found = Omit<QuickFix, "diagnostic">;

/** A stretch of the source that a diagnostic is about. */
interface SourceRange {
  readonly index: SourceText;
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
}

function sourceRangeOf(index: SourceText, start: number, end: number): SourceRange {
  const tokens = tokensOf(index.text.slice(start, end)).map((token) => ({
    ...token,
    start: token.start + start,
    end: token.end + start,
  }));
  return { index, start, end, tokens };
}

const licenses = ["MIT", "Apache-2.0", "UNLICENSED"];
const visibilities = ["public", "external", "internal", "private"];
const mutabilities = ["view", "pure", "payable"];
const locations = ["memory", "calldata", "storage"];

const insert = ({ index }: SourceRange, at: number, text: string): TextChange => ({
  range: index.rangeOf(at, at),
  text,
});

const replace = ({ index }: SourceRange, token: Token, text: string): TextChange => ({
  range: index.rangeOf(token.start, token.end),
  text,
});

/** Words of a function between its parameters and its body, and the end of its parameters. */
function headOf({ tokens, start }: SourceRange): { end: number; words: Token[] } | undefined {
  let depth = 0;
  let end = -1;
  const words: Token[] = [];
  for (const token of tokens) {
    if (end < 0) {
      if (token.text === "(") depth++;
      else if (token.text === ")" && --depth === 0) end = token.end;
      continue;
    }
    if (token.text === "{" || token.text === ";" || token.text === "returns") break;
    if (token.kind === "word") words.push(token);
  }
  return end < start ? undefined : { end, words };
}

/** The first quoted word of a message. */
const quotedIn = (message: string, after = ""): string | undefined => {
  const from = message.indexOf(after);
  if (from < 0) return undefined;
  const open = message.indexOf('"', from + after.length);
  const close = message.indexOf('"', open + 1);
  return open < 0 || close < 0 ? undefined : message.slice(open + 1, close);
};

/** Another text in place of the stretch. */
const instead = ({ index, start, end }: SourceRange, value: string, kind: Found["kind"] = "name"): Found => ({
  kind,
  value,
  changes: [{ range: index.rangeOf(start, end), text: value }],
});

function licenseFixes(sourceRange: SourceRange): Found[] {
  return licenses.map((value) => ({
    kind: "license",
    value,
    changes: [insert(sourceRange, 0, `// SPDX-License-Identifier: ${value}\n`)],
  }));
}

function pragmaFixes(sourceRange: SourceRange, message: string): Found[] {
  const value = /pragma solidity ([^;"]{1,40});/.exec(message)?.[1];
  if (value === undefined) return [];
  const { text } = sourceRange.index;
  const license = text.indexOf("SPDX-License-Identifier");
  const lineEnd = license < 0 ? -1 : text.indexOf("\n", license);
  const at = lineEnd < 0 ? 0 : lineEnd + 1;
  return [{ kind: "pragma", value, changes: [insert(sourceRange, at, `pragma solidity ${value};\n`)] }];
}

function otherPragma(sourceRange: SourceRange, message: string): Found[] {
  const version = /current compiler is (\d{1,3}\.\d{1,3}\.\d{1,3})/.exec(message)?.[1];
  if (version === undefined || sourceRange.tokens[0]?.text !== "pragma") return [];
  const value = `^${version}`;
  const changes = [
    { range: sourceRange.index.rangeOf(sourceRange.start, sourceRange.end), text: `pragma solidity ${value};` },
  ];
  return [{ kind: "pragma", value, changes }];
}

function visibilityFixes(sourceRange: SourceRange, message: string): Found[] {
  const head = headOf(sourceRange);
  if (!head) return [];
  const wanted = quotedIn(message, "Did you intend to add") ?? quotedIn(message, "must be defined as");
  const isFunction = sourceRange.tokens[0]?.text === "function" && wanted !== "external";
  const values =
    wanted === undefined ? [] : isFunction ? [wanted, ...visibilities.filter((each) => each !== wanted)] : [wanted];
  const present = head.words.find(({ text }) => visibilities.includes(text));
  return values.map((value) => ({
    kind: "visibility",
    value,
    changes: [present ? replace(sourceRange, present, value) : insert(sourceRange, head.end, ` ${value}`)],
  }));
}

function locationFixes(sourceRange: SourceRange, message: string): Found[] {
  const [choices = ""] = message.split(", but", 1);
  const wanted = locations.filter((each) => choices.includes(`"${each}"`));
  const { tokens, end } = sourceRange;
  const given = tokens.find(({ text }) => locations.includes(text));
  const last = tokens.at(-1);
  const named = last?.kind === "word" && tokens.length > 1 && tokens.at(-2)?.text !== ".";
  return wanted.map((value) => ({
    kind: "dataLocation",
    value,
    changes: [
      given
        ? replace(sourceRange, given, value)
        : named && last
          ? insert(sourceRange, last.start, `${value} `)
          : insert(sourceRange, end, ` ${value}`),
    ],
  }));
}

/** The capitals that compilers ask for: those of keccak256, which are taken for SM chains too. */
function checksumFixes(sourceRange: SourceRange): Found[] {
  const text = sourceRange.index.text.slice(sourceRange.start, sourceRange.end);
  return isAddress(text) ? [instead(sourceRange, checksumAddress({ hash: keccak256 }, text), "checksum")] : [];
}

function mutabilityFixes(sourceRange: SourceRange, message: string): Found[] {
  const value = /restricted to (view|pure)/.exec(message)?.[1];
  const head = headOf(sourceRange);
  if (value === undefined || !head) return [];
  const present = head.words.find(({ text }) => mutabilities.includes(text));
  const visible = head.words.find(({ text }) => visibilities.includes(text));
  const change = present
    ? replace(sourceRange, present, value)
    : insert(sourceRange, visible?.end ?? head.end, ` ${value}`);
  return [{ kind: "mutability", value, changes: [change] }];
}

/** Adds `override` or `virtual` behind the visibility. */
function specifierFixes(sourceRange: SourceRange, value: string): Found[] {
  const head = headOf(sourceRange);
  if (!head) return [];
  const visible = head.words.find(({ text }) => visibilities.includes(text));
  return [{ kind: "specifier", value, changes: [insert(sourceRange, visible?.end ?? head.end, ` ${value}`)] }];
}

const quotedNames = (message: string): string[] =>
  [...message.matchAll(/"([A-Za-z_$][\w$]{0,200})"/g)].map(([, name = ""]) => name);

/** `Did you mean "a", "b" or "c"?`: one for each name. */
const nameFixes = (sourceRange: SourceRange, message: string): Found[] =>
  quotedNames(message.split("Did you mean ", 2)[1] ?? "").map((value) => instead(sourceRange, value));

/** The words of the function that an expression stands in, behind its parameters. */
function functionAround({
  index,
  start,
}: SourceRange): { readonly whole: SourceRange; readonly words: readonly Token[] } | undefined {
  const { items } = parseTokens(lex(index.text));
  const node = partsAround(items, start).findLast((part) => part.kind === "function");
  if (node?.kind !== "function") return undefined;
  const whole = sourceRangeOf(index, node.start, node.end);
  return { whole, words: headOf(whole)?.words ?? [] };
}

const remove = (sourceRange: SourceRange, { text, start, end }: Token): Found => {
  const from = /\s/.test(sourceRange.index.text[start - 1] ?? "") ? start - 1 : start;
  return { kind: "remove", value: text, changes: [{ range: sourceRange.index.rangeOf(from, end), text: "" }] };
};

/** Says of the function around an expression what the expression makes of it; `undefined` takes the word away. */
function mutabilityAround(sourceRange: SourceRange, value: string | undefined): Found[] {
  const around = functionAround(sourceRange);
  const present = around?.words.find(({ text }) => mutabilities.includes(text));
  if (!around) return [];
  if (value === undefined) return present ? [remove(sourceRange, present)] : [];
  const { whole, words } = around;
  const visible = words.find(({ text }) => visibilities.includes(text));
  const end = visible?.end ?? headOf(whole)?.end;
  if (!present && end === undefined) return [];
  return [
    {
      kind: "mutability",
      value,
      changes: [present ? replace(sourceRange, present, value) : insert(sourceRange, end ?? 0, ` ${value}`)],
    },
  ];
}

/** `Overriding function changed state mutability from "view" to "nonpayable".` */
function overriddenMutability(sourceRange: SourceRange, message: string): Found[] {
  const value = quotedIn(message, "mutability from");
  if (value === undefined) return [];
  return mutabilityAround(sourceRange, value === "nonpayable" ? undefined : value);
}

/** `Function needs to specify overridden contracts "A" and "B".`, and one that overrides nothing. */
function overrideFixes(sourceRange: SourceRange, contracts: readonly string[] | undefined): Found[] {
  const at = sourceRange.tokens.findIndex(({ text }) => text === "override");
  const word = sourceRange.tokens[at] ?? functionAround(sourceRange)?.words.find(({ text }) => text === "override");
  if (!word) return [];
  const rest = sourceRange.index.text.slice(word.end);
  const list = /^\s{0,20}\([^()]{0,2000}\)/.exec(rest)?.[0].length ?? 0;
  const whole = { ...word, end: word.end + list };
  if (!contracts) return [{ ...remove(sourceRange, whole), value: "override" }];
  const value = `override(${contracts.join(", ")})`;
  return contracts.length > 1 ? [{ kind: "name", value, changes: [replace(sourceRange, whole, value)] }] : [];
}

/** The name that ends a parameter which nothing uses. */
function unusedParameter(sourceRange: SourceRange): Found[] {
  const last = sourceRange.tokens.at(-1);
  return last?.kind === "word" && sourceRange.tokens.length > 1 ? [remove(sourceRange, last)] : [];
}

/** Puts something before and behind a stretch. */
const wrapped = (sourceRange: SourceRange, end: number): Found => ({
  kind: "specifier",
  value: "payable(…)",
  changes: [insert(sourceRange, sourceRange.start, "payable("), insert(sourceRange, end, ")")],
});

const isUnpaid = (message: string): boolean =>
  /\baddress is not implicitly convertible to expected type (?:\([\w ]{1,60}\) )?address payable\b/.test(message) ||
  /\bfrom address to address payable\b/.test(message);

/** `a.transfer`: what stands before its last dot. */
function payableBefore(sourceRange: SourceRange): Found[] {
  const dot = sourceRange.tokens.findLast(({ text }) => text === ".");
  return dot ? [wrapped(sourceRange, dot.start)] : [];
}

/** A semicolon behind what stands before the place where one is missed. */
function semicolonFixes(sourceRange: SourceRange): Found[] {
  const before = tokensOf(sourceRange.index.text.slice(0, sourceRange.start)).at(-1);
  return before ? [{ kind: "specifier", value: ";", changes: [insert(sourceRange, before.end, ";")] }] : [];
}

/** The quotes that a text begins with get the word before them that compilers want where it isn't ASCII. */
function unicodeFixes(sourceRange: SourceRange): Found[] {
  const { words, kinds, starts, ends, count } = lex(sourceRange.index.text);
  for (let at = 0; at < count; at++) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (kinds[at] !== tokenKinds.string || end < sourceRange.start) continue;
    const isPlain = start <= Math.max(sourceRange.start, sourceRange.end) && /^["']/.test(words[at] ?? "");
    return isPlain ? [{ kind: "specifier", value: "unicode", changes: [insert(sourceRange, start, "unicode")] }] : [];
  }
  return [];
}

/** `function Coin(…)` of the contract `Coin`. */
function constructorFix(sourceRange: SourceRange): Found[] {
  const [word, name] = sourceRange.tokens;
  if (word?.text !== "function" || !name) return [];
  const range = sourceRange.index.rangeOf(word.start, name.end);
  return [{ kind: "name", value: "constructor", changes: [{ range, text: "constructor" }] }];
}

/** Corrections of errors whose numbers tell all. */
function furtherFixes(sourceRange: SourceRange, code: string | undefined, message: string): Found[] {
  switch (code) {
    case "2527":
      return mutabilityAround(sourceRange, "view");
    case "8961":
      return mutabilityAround(sourceRange, undefined);
    case "5887":
      return mutabilityAround(sourceRange, "payable");
    case "6959":
      return overriddenMutability(sourceRange, message);
    case "4327":
      return overrideFixes(sourceRange, quotedNames(message));
    case "7792":
      return overrideFixes(sourceRange, undefined);
    case "5667":
      return unusedParameter(sourceRange);
    case "3132":
      return [{ kind: "specifier", value: "emit", changes: [insert(sourceRange, sourceRange.start, "emit ")] }];
    case "5796":
      return constructorFix(sourceRange);
    case "7359":
      return [instead(sourceRange, "block.timestamp")];
    case "4538":
      return [instead(sourceRange, "revert()")];
    case "9862":
      return payableBefore(sourceRange);
    case "6359":
    case "7407":
    case "9553":
      return isUnpaid(message) ? [wrapped(sourceRange, sourceRange.end)] : [];
    case "8936":
      return unicodeFixes(sourceRange);
    case "2314":
      return message.startsWith("Expected ';'") ? semicolonFixes(sourceRange) : [];
    default:
      return [];
  }
}

/** The package that an import lacks, by its path. */
function packageFixes(message: string): Found[] {
  const [first = "", second = ""] = (quotedIn(message, "Source ") ?? "").split("/");
  const value = first.startsWith("@") ? `${first}/${second}` : first;
  return isPackageName(value) ? [{ kind: "package", value, changes: [] }] : [];
}

function fixesFor(sourceRange: SourceRange, { code, message, type }: LocatedDiagnostic): Found[] {
  switch (code) {
    case "1878":
      return licenseFixes(sourceRange);
    case "3420":
      return pragmaFixes(sourceRange, message);
    case "5333":
      return otherPragma(sourceRange, message);
    case "4937":
    case "4095":
    case "1159":
      return visibilityFixes(sourceRange, message);
    case "6275":
      return packageFixes(message);
    case "6651":
      return locationFixes(sourceRange, message);
    case "9429":
      return checksumFixes(sourceRange);
    case "2018":
      return mutabilityFixes(sourceRange, message);
    case "7576":
    case "7920":
      return nameFixes(sourceRange, message);
    case "9456":
      return specifierFixes(sourceRange, "override");
    case "4334":
    case "5424":
      return specifierFixes(sourceRange, "virtual");
    case "3656":
      return [{ kind: "specifier", value: "abstract", changes: [insert(sourceRange, sourceRange.start, "abstract ")] }];
    case "2462": {
      const word = headOf(sourceRange)?.words.find(({ text }) => visibilities.includes(text));
      return word
        ? [{ kind: "visibility", value: "", changes: [replace(sourceRange, { ...word, start: word.start - 1 }, "")] }]
        : [];
    }
    default: {
      const further = furtherFixes(sourceRange, code, message);
      if (further.length > 0) return further;
    }
  }
  const machine = /only available for (\w{1,30})-compatible VMs/.exec(message)?.[1];
  if (machine !== undefined) return [{ kind: "evmVersion", value: machine.toLowerCase(), changes: [] }];
  // Compilers before 0.6.6 number nothing.
  if (code !== undefined || type === "Chainside") return [];
  if (message.startsWith("SPDX license identifier not provided")) return licenseFixes(sourceRange);
  if (message.startsWith("Source file does not specify required compiler version"))
    return pragmaFixes(sourceRange, message);
  if (message.startsWith("Undeclared identifier.") || message.startsWith("Identifier not found"))
    return nameFixes(sourceRange, message);
  if (/^Source ".*" not found/.test(message)) return packageFixes(message);
  if (message.startsWith("No visibility specified")) return visibilityFixes(sourceRange, message);
  if (message.startsWith("Data location must be")) return locationFixes(sourceRange, message);
  if (message.startsWith("This looks like an address but has an invalid checksum")) return checksumFixes(sourceRange);
  return message.startsWith("Function state mutability can be restricted") ? mutabilityFixes(sourceRange, message) : [];
}

/** Corrections that compilers suggest, as changes of the text. Diagnostics of other files get none. */
export function quickFixes(text: string, diagnostics: readonly LocatedDiagnostic[]): QuickFix[] {
  const index = new SourceText(text);
  return diagnostics.flatMap((diagnostic, i) => {
    const range = diagnostic.location?.range;
    const [start, end] = range ? [index.offsetOf(range.start), index.offsetOf(range.end)] : [0, 0];
    return fixesFor(sourceRangeOf(index, start, end), diagnostic).map((fix) => ({ ...fix, diagnostic: i }));
  });
}
