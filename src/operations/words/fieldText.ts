import { say, t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import type { Field, Fields, RawValue } from "../model/fields";
import type { Operation } from "../model/operation";

/** Names that options of a front have already, so that no field's option may have them. */
type TakenOptions = Readonly<Record<string, unknown>>;

/** Options of fields by name, as they were written: texts, several where it was repeated, true for a flag. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** What is wrong with the words of a line, in words for the one who wrote it. */
export class WrongArguments extends Error {}

/** `blockNumber` as it is typed: `block-number`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The option of a field; `--field-node` where every line of the front has a `--node` that is something else. */
export const fieldOption = (name: string, taken: TakenOptions): string =>
  Object.hasOwn(taken, kebab(name)) ? `field-${kebab(name)}` : kebab(name);

/** Whether a field takes several words. */
export const takesList = ({ kind }: Field): boolean => kind === "texts" || kind === "values" || kind === "arguments";

/** In the order in which words fill them: the required fields, then the others. */
export const wordOrder = (fields: Fields): readonly (readonly [string, Field])[] => {
  const all = Object.entries(fields);
  return [...all.filter(([, { optional }]) => !optional), ...all.filter(([, { optional }]) => optional)];
};

/** `NODE`, `[PATH]`, `COLUMN=VALUE…`, as a usage shows a field. */
function fieldWord([name, field]: readonly [string, Field]): string {
  const upper = kebab(name).toUpperCase();
  const word = field.kind === "values" ? "NAME=VALUE…" : takesList(field) ? `${upper}…` : upper;
  return field.optional ? `[${word}]` : word;
}

/** How an operation is called, without its options: `node add-sealer NODE WEIGHT`. */
export const callForm = ({ noun, verb, fields }: Operation): string =>
  [noun, verb, ...wordOrder(fields).map(fieldWord)].join(" ");

/** What the official console calls an operation, each name once: several forms may share it. */
export const consoleNames = ({ console: forms = [] }: Operation): readonly string[] => [
  ...new Set(forms.map(({ name }) => name)),
];

/** `name=value` words as a map. @throws WrongArguments */
function mapOf(words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const equals = word.indexOf("=");
      if (equals < 1) throw new WrongArguments(t("{0} must be NAME=VALUE", word));
      return [word.slice(0, equals), word.slice(equals + 1)];
    }),
  );
}

/** @throws WrongArguments */
function rawOf(field: Field, words: readonly string[]): RawValue {
  const { kind } = field;
  const [only = ""] = words;
  // the whole list or map, in the way of JSON; an argument of a function may be a list itself
  if (kind !== "arguments" && takesList(field) && words.length === 1 && /^\s*[[{]/.test(only)) return only;
  if (kind === "values" && words.length === 1 && only.includes(",")) return only;
  if (kind === "values") return mapOf(words);
  if (kind === "arguments" || (kind === "texts" && words.length > 1)) return words;
  return words[0];
}

/** @throws WrongArguments */
function optionValue(name: string, field: Field, values: OptionValues, taken: TakenOptions): RawValue {
  const option = fieldOption(name, taken);
  const given = values[option];
  if (field.kind === "flag") {
    if (given === true && values[`no-${option}`] === true)
      throw new WrongArguments(t("specify {0} or {1}, not both", `--${option}`, `--no-${option}`));
    return given === true ? true : values[`no-${option}`] === true ? false : undefined;
  }
  if (given === undefined) return undefined;
  // the whole list
  if (field.kind === "arguments" && Array.isArray(given) && given.length === 1) return String(given[0]);
  return rawOf(field, [given].flat().map(String));
}

/**
 * What a line gives for the fields of an operation: words in the order of the required fields, then of the others, and options. A list
 * takes all words that no later required field needs.
 * @throws WrongArguments for words too many, and for a required field without a value
 */
export function fieldsOfArguments(
  fields: Fields,
  values: OptionValues,
  words: readonly string[],
  taken: TakenOptions,
): Readonly<Record<string, RawValue>> {
  const order = wordOrder(fields);
  const given = new Map<string, RawValue>();
  for (const [name, field] of order) {
    const value = optionValue(name, field, values, taken);
    if (value !== undefined) given.set(name, value);
  }
  const open = order.filter(([name]) => !given.has(name));
  let left = words;
  for (const [at, [name, field]] of open.entries()) {
    if (left.length === 0) break;
    const kept = open.slice(at + 1).filter(([, { optional }]) => !optional).length;
    const count = takesList(field) ? Math.max(1, left.length - kept) : 1;
    given.set(name, rawOf(field, left.slice(0, count)));
    left = left.slice(count);
  }
  if (left.length > 0) throw new WrongArguments(t("too many arguments: {0}", left.join(" ")));
  const missing = order.filter(([name, { optional }]) => !optional && !given.has(name));
  if (missing.length > 0) {
    const named = missing.map(([name, { label }]) => `${kebab(name).toUpperCase()} (${say(label)})`);
    throw new WrongArguments(t("specify {0}", listed(named)));
  }
  return Object.fromEntries(Object.keys(fields).flatMap((name) => (given.has(name) ? [[name, given.get(name)]] : [])));
}
