import type { ParseArgsConfig } from "node:util";
import type { Field, Fields, RawValue } from "../../operations/model/fields";
import {
  fieldOption,
  fieldsOfArguments,
  kebab,
  takesList,
  WrongArguments,
  wordOrder,
} from "../../operations/words/fieldText";
import { say, t } from "../../text/catalogue";
import { clauses, labelled, listed } from "../../text/joining";
import { WrongCommandLine } from "../options/commandLine";
import { showNegative } from "../options/optionValues";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values = Readonly<Record<string, unknown>>;

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
      return [[option, takesList(field) ? { type: "string", multiple: true } : { type: "string" }]];
    }),
  );
}

/** What a field takes, in the chosen language: its label, its words or numbers, what is taken without it. */
function fieldMeaning(field: Field): string {
  const { label, among, from, to, usual, optional } = field;
  const range = from === undefined ? "" : to === undefined ? t("at least {0}", from) : t("from {0} to {1}", from, to);
  const details = [among ? t("one of {0}", listed(among)) : "", range, usual ? t("default: {0}", usual) : ""];
  const message = clauses([...details, optional && usual === undefined ? t("optional") : ""]);
  return message === "" ? say(label) : labelled(say(label), message);
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

/** A value as it was typed. */
const shown = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(shown) : typeof value === "string" ? showNegative(value) : value;

/** What a command line gives for the fields of an operation. @throws WrongCommandLine */
export function readFields(
  fields: Fields,
  values: Values,
  words: readonly string[],
  taken: Options,
): Readonly<Record<string, RawValue>> {
  const typed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)]));
  try {
    return fieldsOfArguments(fields, typed, words.map(showNegative), taken);
  } catch (error) {
    if (error instanceof WrongArguments) throw new WrongCommandLine(error.message);
    throw error;
  }
}
