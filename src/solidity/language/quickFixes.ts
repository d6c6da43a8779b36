import { isAddress } from "../../crypto/bytes/hex";
import { standardSuite } from "../../crypto/suites";
import { SourceText } from "../program/sourceText";
import type { LocatedDiagnostic, QuickFix, TextChange } from "./questions";
import { type Token, tokensOf } from "./tokens";

type Found = Omit<QuickFix, "diagnostic">;

/** A stretch of the source that a diagnostic is about. */
interface Stretch {
  readonly index: SourceText;
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
}

const licenses = ["MIT", "Apache-2.0", "UNLICENSED"];
const visibilities = ["public", "external", "internal", "private"];
const mutabilities = ["view", "pure", "payable"];
const locations = ["memory", "calldata", "storage"];

const insert = ({ index }: Stretch, at: number, text: string): TextChange => ({ range: index.rangeOf(at, at), text });

/** Replaces a word together with the blank before it. */
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

/** An address with the capitals that compilers ask for: those of keccak256, which are taken for SM chains too. */
function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = Buffer.from(standardSuite.hash(new TextEncoder().encode(digits))).toString("hex");
  const capitals = [...digits].map((digit, i) =>
    Number.parseInt(hash[i] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${capitals.join("")}`;
}

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

function checksumFixes(stretch: Stretch): Found[] {
  const text = stretch.index.text.slice(stretch.start, stretch.end);
  if (!isAddress(text)) return [];
  const value = checksummed(text);
  return [
    { kind: "checksum", value, changes: [{ range: stretch.index.rangeOf(stretch.start, stretch.end), text: value }] },
  ];
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

/** `Did you mean "a", "b" or "c"?`: one for each name. */
function nameFixes({ index, start, end }: Stretch, message: string): Found[] {
  const [, names = ""] = message.split("Did you mean ", 2);
  return [...names.matchAll(/"([A-Za-z_$][\w$]{0,200})"/g)].map(([, value = ""]) => ({
    kind: "name",
    value,
    changes: [{ range: index.rangeOf(start, end), text: value }],
  }));
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
    default:
      break;
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
    const tokens = tokensOf(text.slice(start, end)).map((token) => ({
      ...token,
      start: token.start + start,
      end: token.end + start,
    }));
    return fixesFor({ index, start, end, tokens }, diagnostic).map((fix) => ({ ...fix, diagnostic: i }));
  });
}
