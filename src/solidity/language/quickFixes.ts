import { checksumAddress } from "../../chain/transaction/contractAddress";
import { isAddress } from "../../crypto/bytes/hex";
import { keccak256 } from "../../crypto/keccak256";
import { SourceText } from "../program/sourceText";
import type { LocatedDiagnostic, QuickFix, TextChange } from "./questions";
import { lex, tokenKinds } from "./syntax/lexer";
import { parseTokens } from "./syntax/parser";
import { partsAround } from "./syntax/walk";
import { type Token, tokensOf } from "./tokens";

type Found = Omit<QuickFix, "diagnostic">;

/** A stretch of the source that a diagnostic is about. */
interface Stretch {
  readonly index: SourceText;
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
}

function stretchOf(index: SourceText, start: number, end: number): Stretch {
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

const insert = ({ index }: Stretch, at: number, text: string): TextChange => ({ range: index.rangeOf(at, at), text });

const replace = ({ index }: Stretch, token: Token, text: string): TextChange => ({
  range: index.rangeOf(token.start, token.end),
  text,
});

/** Words of a function between its parameters and its body, and the end of its parameters. */
function headOf({ tokens, start }: Stretch): { end: number; words: Token[] } | undefined {
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
const instead = ({ index, start, end }: Stretch, value: string, kind: Found["kind"] = "name"): Found => ({
  kind,
  value,
  changes: [{ range: index.rangeOf(start, end), text: value }],
});

function licenseFixes(stretch: Stretch): Found[] {
  return licenses.map((value) => ({
    kind: "license",
    value,
    changes: [insert(stretch, 0, `// SPDX-License-Identifier: ${value}\n`)],
  }));
}

function pragmaFixes(stretch: Stretch, message: string): Found[] {
  const value = /pragma solidity ([^;"]{1,40});/.exec(message)?.[1];
  if (value === undefined) return [];
  const { text } = stretch.index;
  const license = text.indexOf("SPDX-License-Identifier");
  const lineEnd = license < 0 ? -1 : text.indexOf("\n", license);
  const at = lineEnd < 0 ? 0 : lineEnd + 1;
  return [{ kind: "pragma", value, changes: [insert(stretch, at, `pragma solidity ${value};\n`)] }];
}

function otherPragma(stretch: Stretch, message: string): Found[] {
  const version = /current compiler is (\d{1,3}\.\d{1,3}\.\d{1,3})/.exec(message)?.[1];
  if (version === undefined || stretch.tokens[0]?.text !== "pragma") return [];
  const value = `^${version}`;
  const changes = [{ range: stretch.index.rangeOf(stretch.start, stretch.end), text: `pragma solidity ${value};` }];
  return [{ kind: "pragma", value, changes }];
}

function visibilityFixes(stretch: Stretch, message: string): Found[] {
  const head = headOf(stretch);
  if (!head) return [];
  const wanted = quotedIn(message, "Did you intend to add") ?? quotedIn(message, "must be defined as");
  const isFunction = stretch.tokens[0]?.text === "function" && wanted !== "external";
  const values =
    wanted === undefined ? [] : isFunction ? [wanted, ...visibilities.filter((each) => each !== wanted)] : [wanted];
  const present = head.words.find(({ text }) => visibilities.includes(text));
  return values.map((value) => ({
    kind: "visibility",
    value,
    changes: [present ? replace(stretch, present, value) : insert(stretch, head.end, ` ${value}`)],
  }));
}

function locationFixes(stretch: Stretch, message: string): Found[] {
  const [choices = ""] = message.split(", but", 1);
  const wanted = locations.filter((each) => choices.includes(`"${each}"`));
  const { tokens, end } = stretch;
  const given = tokens.find(({ text }) => locations.includes(text));
  const last = tokens.at(-1);
  const named = last?.kind === "word" && tokens.length > 1 && tokens.at(-2)?.text !== ".";
  return wanted.map((value) => ({
    kind: "dataLocation",
    value,
    changes: [
      given
        ? replace(stretch, given, value)
        : named && last
          ? insert(stretch, last.start, `${value} `)
          : insert(stretch, end, ` ${value}`),
    ],
  }));
}

/** The capitals that compilers ask for: those of keccak256, which are taken for SM chains too. */
function checksumFixes(stretch: Stretch): Found[] {
  const text = stretch.index.text.slice(stretch.start, stretch.end);
  return isAddress(text) ? [instead(stretch, checksumAddress({ hash: keccak256 }, text), "checksum")] : [];
}

function mutabilityFixes(stretch: Stretch, message: string): Found[] {
  const value = /restricted to (view|pure)/.exec(message)?.[1];
  const head = headOf(stretch);
  if (value === undefined || !head) return [];
  const present = head.words.find(({ text }) => mutabilities.includes(text));
  const visible = head.words.find(({ text }) => visibilities.includes(text));
  const change = present ? replace(stretch, present, value) : insert(stretch, visible?.end ?? head.end, ` ${value}`);
  return [{ kind: "mutability", value, changes: [change] }];
}

/** Adds `override` or `virtual` behind the visibility. */
function specifierFixes(stretch: Stretch, value: string): Found[] {
  const head = headOf(stretch);
  if (!head) return [];
  const visible = head.words.find(({ text }) => visibilities.includes(text));
  return [{ kind: "specifier", value, changes: [insert(stretch, visible?.end ?? head.end, ` ${value}`)] }];
}

const quotedNames = (message: string): string[] =>
  [...message.matchAll(/"([A-Za-z_$][\w$]{0,200})"/g)].map(([, name = ""]) => name);

/** `Did you mean "a", "b" or "c"?`: one for each name. */
const nameFixes = (stretch: Stretch, message: string): Found[] =>
  quotedNames(message.split("Did you mean ", 2)[1] ?? "").map((value) => instead(stretch, value));

/** The words of the function that an expression stands in, behind its parameters. */
function functionAround({
  index,
  start,
}: Stretch): { readonly whole: Stretch; readonly words: readonly Token[] } | undefined {
  const { items } = parseTokens(lex(index.text));
  const node = partsAround(items, start).findLast((part) => part.kind === "function");
  if (node?.kind !== "function") return undefined;
  const whole = stretchOf(index, node.start, node.end);
  return { whole, words: headOf(whole)?.words ?? [] };
}

const remove = (stretch: Stretch, { text, start, end }: Token): Found => {
  const from = /\s/.test(stretch.index.text[start - 1] ?? "") ? start - 1 : start;
  return { kind: "remove", value: text, changes: [{ range: stretch.index.rangeOf(from, end), text: "" }] };
};

/** Says of the function around an expression what the expression makes of it; `undefined` takes the word away. */
function mutabilityAround(stretch: Stretch, value: string | undefined): Found[] {
  const around = functionAround(stretch);
  const present = around?.words.find(({ text }) => mutabilities.includes(text));
  if (!around) return [];
  if (value === undefined) return present ? [remove(stretch, present)] : [];
  const { whole, words } = around;
  const visible = words.find(({ text }) => visibilities.includes(text));
  const end = visible?.end ?? headOf(whole)?.end;
  if (!present && end === undefined) return [];
  return [
    {
      kind: "mutability",
      value,
      changes: [present ? replace(stretch, present, value) : insert(stretch, end ?? 0, ` ${value}`)],
    },
  ];
}

/** `Overriding function changed state mutability from "view" to "nonpayable".` */
function overriddenMutability(stretch: Stretch, message: string): Found[] {
  const value = quotedIn(message, "mutability from");
  if (value === undefined) return [];
  return mutabilityAround(stretch, value === "nonpayable" ? undefined : value);
}

/** `Function needs to specify overridden contracts "A" and "B".`, and one that overrides nothing. */
function overrideFixes(stretch: Stretch, contracts: readonly string[] | undefined): Found[] {
  const at = stretch.tokens.findIndex(({ text }) => text === "override");
  const word = stretch.tokens[at] ?? functionAround(stretch)?.words.find(({ text }) => text === "override");
  if (!word) return [];
  const rest = stretch.index.text.slice(word.end);
  const list = /^\s{0,20}\([^()]{0,2000}\)/.exec(rest)?.[0].length ?? 0;
  const whole = { ...word, end: word.end + list };
  if (!contracts) return [{ ...remove(stretch, whole), value: "override" }];
  const value = `override(${contracts.join(", ")})`;
  return contracts.length > 1 ? [{ kind: "name", value, changes: [replace(stretch, whole, value)] }] : [];
}

/** The name that ends a parameter which nothing uses. */
function unusedParameter(stretch: Stretch): Found[] {
  const last = stretch.tokens.at(-1);
  return last?.kind === "word" && stretch.tokens.length > 1 ? [remove(stretch, last)] : [];
}

/** Puts something before and behind a stretch. */
const wrapped = (stretch: Stretch, end: number): Found => ({
  kind: "specifier",
  value: "payable(…)",
  changes: [insert(stretch, stretch.start, "payable("), insert(stretch, end, ")")],
});

const isUnpaid = (message: string): boolean =>
  /\baddress is not implicitly convertible to expected type (?:\([\w ]{1,60}\) )?address payable\b/.test(message) ||
  /\bfrom address to address payable\b/.test(message);

/** `a.transfer`: what stands before its last dot. */
function payableBefore(stretch: Stretch): Found[] {
  const dot = stretch.tokens.findLast(({ text }) => text === ".");
  return dot ? [wrapped(stretch, dot.start)] : [];
}

/** A semicolon behind what stands before the place where one is missed. */
function semicolonFixes(stretch: Stretch): Found[] {
  const before = tokensOf(stretch.index.text.slice(0, stretch.start)).at(-1);
  return before ? [{ kind: "specifier", value: ";", changes: [insert(stretch, before.end, ";")] }] : [];
}

/** The quotes that a text begins with get the word before them that compilers want where it isn't ASCII. */
function unicodeFixes(stretch: Stretch): Found[] {
  const { words, kinds, starts, ends, count } = lex(stretch.index.text);
  for (let at = 0; at < count; at++) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (kinds[at] !== tokenKinds.string || end < stretch.start) continue;
    const isPlain = start <= Math.max(stretch.start, stretch.end) && /^["']/.test(words[at] ?? "");
    return isPlain ? [{ kind: "specifier", value: "unicode", changes: [insert(stretch, start, "unicode")] }] : [];
  }
  return [];
}

/** `function Coin(…)` of the contract `Coin`. */
function constructorFix(stretch: Stretch): Found[] {
  const [word, name] = stretch.tokens;
  if (word?.text !== "function" || !name) return [];
  const range = stretch.index.rangeOf(word.start, name.end);
  return [{ kind: "name", value: "constructor", changes: [{ range, text: "constructor" }] }];
}

/** Corrections of errors whose numbers tell all. */
function furtherFixes(stretch: Stretch, code: string | undefined, message: string): Found[] {
  switch (code) {
    case "2527":
      return mutabilityAround(stretch, "view");
    case "8961":
      return mutabilityAround(stretch, undefined);
    case "5887":
      return mutabilityAround(stretch, "payable");
    case "6959":
      return overriddenMutability(stretch, message);
    case "4327":
      return overrideFixes(stretch, quotedNames(message));
    case "7792":
      return overrideFixes(stretch, undefined);
    case "5667":
      return unusedParameter(stretch);
    case "3132":
      return [{ kind: "specifier", value: "emit", changes: [insert(stretch, stretch.start, "emit ")] }];
    case "5796":
      return constructorFix(stretch);
    case "7359":
      return [instead(stretch, "block.timestamp")];
    case "4538":
      return [instead(stretch, "revert()")];
    case "9862":
      return payableBefore(stretch);
    case "6359":
    case "7407":
    case "9553":
      return isUnpaid(message) ? [wrapped(stretch, stretch.end)] : [];
    case "8936":
      return unicodeFixes(stretch);
    case "2314":
      return message.startsWith("Expected ';'") ? semicolonFixes(stretch) : [];
    default:
      return [];
  }
}

function fixesFor(stretch: Stretch, { code, message, type }: LocatedDiagnostic): Found[] {
  switch (code) {
    case "1878":
      return licenseFixes(stretch);
    case "3420":
      return pragmaFixes(stretch, message);
    case "5333":
      return otherPragma(stretch, message);
    case "4937":
    case "4095":
    case "1159":
      return visibilityFixes(stretch, message);
    case "6651":
      return locationFixes(stretch, message);
    case "9429":
      return checksumFixes(stretch);
    case "2018":
      return mutabilityFixes(stretch, message);
    case "7576":
    case "7920":
      return nameFixes(stretch, message);
    case "9456":
      return specifierFixes(stretch, "override");
    case "4334":
    case "5424":
      return specifierFixes(stretch, "virtual");
    case "3656":
      return [{ kind: "specifier", value: "abstract", changes: [insert(stretch, stretch.start, "abstract ")] }];
    case "2462": {
      const word = headOf(stretch)?.words.find(({ text }) => visibilities.includes(text));
      return word
        ? [{ kind: "visibility", value: "", changes: [replace(stretch, { ...word, start: word.start - 1 }, "")] }]
        : [];
    }
    default: {
      const further = furtherFixes(stretch, code, message);
      if (further.length > 0) return further;
    }
  }
  const machine = /only available for (\w{1,30})-compatible VMs/.exec(message)?.[1];
  if (machine !== undefined) return [{ kind: "evmVersion", value: machine.toLowerCase(), changes: [] }];
  // Compilers before 0.6.6 number nothing.
  if (code !== undefined || type === "Chainside") return [];
  if (message.startsWith("SPDX license identifier not provided")) return licenseFixes(stretch);
  if (message.startsWith("Source file does not specify required compiler version"))
    return pragmaFixes(stretch, message);
  if (message.startsWith("Undeclared identifier.") || message.startsWith("Identifier not found"))
    return nameFixes(stretch, message);
  if (message.startsWith("No visibility specified")) return visibilityFixes(stretch, message);
  if (message.startsWith("Data location must be")) return locationFixes(stretch, message);
  if (message.startsWith("This looks like an address but has an invalid checksum")) return checksumFixes(stretch);
  return message.startsWith("Function state mutability can be restricted") ? mutabilityFixes(stretch, message) : [];
}

/** Corrections that compilers suggest, as changes of the text. Diagnostics of other files get none. */
export function quickFixes(text: string, diagnostics: readonly LocatedDiagnostic[]): QuickFix[] {
  const index = new SourceText(text);
  return diagnostics.flatMap((diagnostic, i) => {
    const range = diagnostic.location?.range;
    const [start, end] = range ? [index.offsetOf(range.start), index.offsetOf(range.end)] : [0, 0];
    return fixesFor(stretchOf(index, start, end), diagnostic).map((fix) => ({ ...fix, diagnostic: i }));
  });
}
