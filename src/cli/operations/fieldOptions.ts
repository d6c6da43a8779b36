import type { ParseArgsConfig } from "node:util";
import type { Field, Fields, RawValue } from "../../operations/model/fields";
import type { Operation } from "../../operations/model/operation";
import { say, t } from "../../text/catalogue";
import { clauses, labelled, listed } from "../../text/joining";
import { WrongCommandLine } from "../options/commandLine";
import { showNegative } from "../options/negativeWords";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values = Readonly<Record<string, unknown>>;

/** `blockNumber` as it is typed: `block-number`. */
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The option of a field; `--field-node` where every command has a `--node` that is something else. */
export const fieldOption = (name: string, taken: Options): string =>
  Object.hasOwn(taken, kebab(name)) ? `field-${kebab(name)}` : kebab(name);

const isList = ({ kind }: Field): boolean => kind === "texts" || kind === "values" || kind === "arguments";

/** The options of an operation's fields, for `util.parseArgs`. */
export function fieldArguments(fields: Fields, taken: Options): Options {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, Options[string]][] => {
      const option = fieldOption(name, taken);
      if (field.kind === "flag")
        return [
          [option, { type: "boolean" }],
          [`no-${option}`, { type: "boolean" }],
        ];
      return [[option, isList(field) ? { type: "string", multiple: true } : { type: "string" }]];
    }),
  );
}

/** In the order in which words fill them: the required fields, then the others. */
export const wordOrder = (fields: Fields): readonly (readonly [string, Field])[] => {
  const all = Object.entries(fields);
  return [...all.filter(([, { optional }]) => !optional), ...all.filter(([, { optional }]) => optional)];
};

/** `NODE`, `[PATH]`, `COLUMN=VALUE…`, as a usage shows a field. */
function fieldWord([name, field]: readonly [string, Field]): string {
  const upper = kebab(name).toUpperCase();
  const word = field.kind === "values" ? "NAME=VALUE…" : isList(field) ? `${upper}…` : upper;
  return field.optional ? `[${word}]` : word;
}

/** How an operation is called, without its options: `node add-sealer NODE WEIGHT`. */
export const callForm = ({ noun, verb, fields }: Operation): string =>
  [noun, verb, ...wordOrder(fields).map(fieldWord)].join(" ");

/** What a field takes, in the chosen language: its label, its words or numbers, what is taken without it. */
function fieldMeaning(field: Field): string {
  const { label, among, from, to, usual, optional } = field;
  const range = from === undefined ? "" : to === undefined ? t("at least {0}", from) : t("from {0} to {1}", from, to);
  const details = [among ? t("one of {0}", listed(among)) : "", range, usual ? t("default: {0}", usual) : ""];
  const said = clauses([...details, optional && usual === undefined ? t("optional") : ""]);
  return said === "" ? say(label) : labelled(say(label), said);
}

/** The options of an operation's fields as a usage shows them. */
export function fieldUsage(fields: Fields, taken: Options): readonly (readonly [string, string])[] {
  return wordOrder(fields).map(([name, field]) => {
    const option = fieldOption(name, taken);
    const flag =
      field.kind === "flag"
        ? `--${option} --no-${option}`
        : field.kind === "values"
          ? `--${option} NAME=VALUE`
          : `--${option} ${kebab(name).toUpperCase()}`;
    return [flag, fieldMeaning(field)];
  });
}

/** `name=value` words as a map. @throws WrongCommandLine */
function mapOf(words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const equals = word.indexOf("=");
      if (equals < 1) throw new WrongCommandLine(t("{0} must be NAME=VALUE", word));
      return [word.slice(0, equals), word.slice(equals + 1)];
    }),
  );
}

/** @throws WrongCommandLine */
function rawOf(field: Field, words: readonly string[]): RawValue {
  const { kind } = field;
  const [only = ""] = words;
  // the whole list or map, in the way of JSON; an argument of a function may be a list itself
  if (kind !== "arguments" && isList(field) && words.length === 1 && /^\s*[[{]/.test(only)) return only;
  if (kind === "values" && words.length === 1 && only.includes(",")) return only;
  if (kind === "values") return mapOf(words);
  if (kind === "arguments" || (kind === "texts" && words.length > 1)) return words;
  return words[0];
}

/** @throws WrongCommandLine */
function optionValue(name: string, field: Field, values: Values, taken: Options): RawValue {
  const option = fieldOption(name, taken);
  const given = values[option];
  if (field.kind === "flag") {
    if (given === true && values[`no-${option}`] === true)
      throw new WrongCommandLine(t("specify {0} or {1}, not both", `--${option}`, `--no-${option}`));
    return given === true ? true : values[`no-${option}`] === true ? false : undefined;
  }
  if (given === undefined) return undefined;
  // the whole list
  if (field.kind === "arguments" && Array.isArray(given) && given.length === 1) return String(given[0]);
  return rawOf(
    field,
    [given].flat().map((word) => showNegative(String(word))),
  );
}

/**
 * What a command line gives for the fields of an operation: words in the order of the required fields, then of the others, and options.
 * A list takes all words that no later required field needs.
 * @throws WrongCommandLine for words too many, and for a required field without a value
 */
export function readFields(
  fields: Fields,
  values: Values,
  words: readonly string[],
  taken: Options,
): Readonly<Record<string, RawValue>> {
  const order = wordOrder(fields);
  const given = new Map<string, RawValue>();
  for (const [name, field] of order) {
    const value = optionValue(name, field, values, taken);
    if (value !== undefined) given.set(name, value);
  }
  const open = order.filter(([name]) => !given.has(name));
  let left = words.map(showNegative);
  for (const [at, [name, field]] of open.entries()) {
    if (left.length === 0) break;
    const kept = open.slice(at + 1).filter(([, { optional }]) => !optional).length;
    const count = isList(field) ? Math.max(1, left.length - kept) : 1;
    given.set(name, rawOf(field, left.slice(0, count)));
    left = left.slice(count);
  }
  if (left.length > 0) throw new WrongCommandLine(t("too many arguments: {0}", left.join(" ")));
  const missing = order.filter(([name, { optional }]) => !optional && !given.has(name));
  if (missing.length > 0) {
    const named = missing.map(([name, { label }]) => `${kebab(name).toUpperCase()} (${say(label)})`);
    throw new WrongCommandLine(t("specify {0}", listed(named)));
  }
  return Object.fromEntries(given);
}
