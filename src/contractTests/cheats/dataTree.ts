import { randomUUID } from "node:crypto";
import { jsonLimits, requireBoundedJson } from "../../text/limits/boundedJson";
import { boundedToml } from "../../text/limits/boundedToml";
import { CheatError } from "./cheatError";

/** What stands in JSON or TOML. Whole numbers of any size are bigint; objects are maps, so that no key means more than it says. */
export type DataTree = null | boolean | bigint | number | string | readonly DataTree[] | DataObject;
export type DataObject = ReadonlyMap<string, DataTree>;

export const isObject = (tree: DataTree | undefined): tree is DataObject => tree instanceof Map;
export const isList = (tree: DataTree | undefined): tree is readonly DataTree[] => Array.isArray(tree);

/**
 * Stands before the digits of a number while they are still text: JSON's own numbers lose digits. No text that was written before can hold
 * it.
 */
const numberMark = randomUUID();
const isNumberCharacter = (character: string): boolean => "+-.0123456789eE".includes(character);

/** The text with its numbers as marked texts. */
function withMarkedNumbers(text: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const from = at;
    const first = text[at] ?? "";
    if (first === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
      at++;
      parts.push(text.slice(from, at));
    } else if (first === "-" || (first >= "0" && first <= "9")) {
      while (at < text.length && isNumberCharacter(text[at] ?? "")) at++;
      JSON.parse(text.slice(from, at)); // throws for what is no number
      parts.push(`"${numberMark}${text.slice(from, at)}"`);
    } else {
      parts.push(first);
      at++;
    }
  }
  return parts.join("");
}

const maxExponent = 400;
const maxDigits = 1000;

/** `1.5e3` → 1500; a number with something behind the point stays inexact. */
function numberOf(text: string): bigint | number {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const shift = Number(exponent) - fraction.length;
  if (Math.abs(shift) > maxExponent || text.length > maxDigits) return Number(text);
  const digits = BigInt(whole + fraction);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  return digits % divisor === 0n ? digits / divisor : Number(text);
}

function treeOf(value: unknown): DataTree {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean" || typeof value === "bigint" || typeof value === "number") return value;
  if (typeof value === "string") return value.startsWith(numberMark) ? numberOf(value.slice(numberMark.length)) : value;
  if (Array.isArray(value)) return value.map(treeOf);
  if (value instanceof Date) return value.toISOString();
  return new Map(Object.entries(value).map(([key, inner]) => [key, treeOf(inner)]));
}

/** @throws CheatError for a text that is no JSON. */
export function parseJson(text: string): DataTree {
  try {
    requireBoundedJson(text, jsonLimits.compiled);
    return treeOf(JSON.parse(withMarkedNumbers(text)));
  } catch (error) {
    throw new CheatError(`failed parsing JSON: ${error instanceof Error ? error.message : ""}`);
  }
}

/** @throws CheatError for a text that is no TOML. */
export async function parseToml(text: string): Promise<DataTree> {
  try {
    const bounded = boundedToml(text);
    const { parse } = await import("smol-toml");
    return treeOf(parse(bounded, { integersAsBigInt: true }));
  } catch (error) {
    throw new CheatError(`failed parsing TOML: ${error instanceof Error ? error.message : ""}`);
  }
}

/** Keys in the order of the alphabet, as structs of tests have them. */
export const sortedKeys = (object: DataObject): string[] =>
  [...object.keys()].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));

/** The tree as compact JSON, keys in the order of the alphabet. */
export function jsonText(tree: DataTree): string {
  if (isList(tree)) return `[${tree.map(jsonText).join(",")}]`;
  if (isObject(tree)) {
    const members = sortedKeys(tree).map((key) => `${JSON.stringify(key)}:${jsonText(tree.get(key) ?? null)}`);
    return `{${members.join(",")}}`;
  }
  return typeof tree === "bigint" ? String(tree) : JSON.stringify(tree);
}

/** A step of a path: a key or a place, `*` for all, and whether it may lie any depth below. */
interface Step {
  readonly name: string;
  readonly deep: boolean;
}

/** `.a.b[0]['c d']`, with or without a `$` before it. */
function stepsOf(path: string): Step[] {
  const refuse = (): CheatError => new CheatError(`failed to parse path "${path}"`);
  const steps: Step[] = [];
  const text = path.startsWith("$") ? path.slice(1) : path;
  for (let at = 0; at < text.length; ) {
    const deep = text.startsWith("..", at);
    if (deep) at++;
    if (text[at] === "[" || (deep && text[at + 1] === "[")) {
      if (text[at] !== "[") at++;
      const quote = text[at + 1] === "'" || text[at + 1] === '"' ? (text[at + 1] ?? "") : "";
      const end = text.indexOf(`${quote}]`, at + 1 + quote.length);
      if (end < 0) throw refuse();
      steps.push({ name: text.slice(at + 1 + quote.length, end), deep });
      at = end + quote.length + 1;
      continue;
    }
    if (text[at] === ".") at++;
    else if (at > 0) throw refuse();
    const from = at;
    while (at < text.length && text[at] !== "." && text[at] !== "[") at++;
    // a lone dot is the whole
    if (at > from) steps.push({ name: text.slice(from, at), deep });
    else if (at < text.length && text[at] !== "[") throw refuse();
  }
  return steps;
}

const childrenOf = (tree: DataTree): readonly DataTree[] =>
  isList(tree) ? tree : isObject(tree) ? sortedKeys(tree).map((key) => tree.get(key) ?? null) : [];

function taken(tree: DataTree, { name, deep }: Step): DataTree[] {
  const found: DataTree[] = [];
  if (name === "*") found.push(...childrenOf(tree));
  else if (isList(tree)) {
    const place = Number(name);
    const value = Number.isInteger(place) ? tree.at(place) : undefined;
    if (value !== undefined) found.push(value);
  } else if (isObject(tree)) {
    const value = tree.get(name);
    if (value !== undefined) found.push(value);
  }
  return deep ? [...found, ...childrenOf(tree).flatMap((child) => taken(child, { name, deep }))] : found;
}

/** Everything that a path leads to. @throws CheatError for a path that is none. */
export const select = (tree: DataTree, path: string): DataTree[] =>
  stepsOf(path).reduce<DataTree[]>((found, step) => found.flatMap((each) => taken(each, step)), [tree]);

/** A type as `encodeType` of EIP-712 describes it. */
export interface DescribedType {
  /** Canonical, structs as tuples: `(string,uint256)[]`. */
  readonly canonical: string;
  /** Of a struct, or of what a list holds of structs. */
  readonly members?: readonly { readonly name: string; readonly type: DescribedType }[];
  /** Of a list. */
  readonly element?: DescribedType;
  /** Name of a struct. */
  readonly struct?: string;
}

type Definitions = ReadonlyMap<string, readonly { readonly type: string; readonly name: string }[]>;

/** `Mail(Person from,string text)Person(string name)` → its structs, the first first. */
function definitionsOf(description: string): Definitions {
  const found = new Map<string, { type: string; name: string }[]>();
  for (let at = 0; at < description.length; ) {
    const open = description.indexOf("(", at);
    const close = description.indexOf(")", open);
    if (open < 0 || close < 0) throw new CheatError(`failed to parse type description "${description}"`);
    const members = description
      .slice(open + 1, close)
      .split(",")
      .filter((part) => part.trim() !== "");
    const parts = members.map((member) =>
      member
        .trim()
        .split(" ")
        .filter((word) => word !== ""),
    );
    found.set(
      description.slice(at, open).trim(),
      parts.map(([type = "", name = ""]) => ({ type, name })),
    );
    at = close + 1;
  }
  return found;
}

const deepest = 32;

/** The type that a name stands for. @throws CheatError for structs that hold themselves. */
function resolveType(name: string, definitions: Definitions, depth = 0): DescribedType {
  if (depth > deepest) throw new CheatError(`the type ${name} holds itself`);
  if (name.endsWith("]")) {
    const at = name.lastIndexOf("[");
    const element = resolveType(name.slice(0, at), definitions, depth + 1);
    return { canonical: element.canonical + name.slice(at), element };
  }
  const own = definitions.get(name);
  if (!own) return { canonical: name === "uint" || name === "int" ? `${name}256` : name };
  const members = own.map((each) => ({ name: each.name, type: resolveType(each.type, definitions, depth + 1) }));
  return { canonical: `(${members.map(({ type }) => type.canonical).join(",")})`, members, struct: name };
}

/** `uint256[]`, or structs with the one that is meant first. */
export function describedType(description: string): DescribedType {
  if (!description.includes("(")) return resolveType(description.trim(), new Map());
  const definitions = definitionsOf(description);
  const [first = ""] = definitions.keys();
  return resolveType(first, definitions);
}
