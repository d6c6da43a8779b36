import { amountUnits, parseAmount } from "../../chain/services/balance/amount";
import { absoluteBfsPath } from "../../chain/services/bfs/bfsPath";
import { isAddress } from "../../crypto/bytes/hex";
import { allOperations } from "../../operations/catalogue";
import type { Fields, RawValue } from "../../operations/model/fields";
import type { ConsoleForm, Operation } from "../../operations/model/operation";
import { t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { WrongCommandLine } from "../options/commandLine";

/** A command of the official console, and the operation that it is. */
export interface ConsoleCommand {
  readonly operation: Operation;
  /** By number of arguments, the most first. */
  readonly forms: readonly ConsoleForm[];
}

/** The console's commands that operations of the catalogue declare, by name. */
export async function consoleCommands(): Promise<ReadonlyMap<string, ConsoleCommand>> {
  const found = new Map<string, ConsoleCommand>();
  for (const operation of await allOperations()) {
    for (const form of operation.console ?? []) {
      const before = found.get(form.name)?.forms ?? [];
      const forms = [...before, form].sort((a, b) => b.arguments.length - a.arguments.length);
      found.set(form.name, { operation, forms });
    }
  }
  return found;
}

const isUnit = (word: string | undefined): boolean =>
  word !== undefined && (amountUnits as readonly string[]).includes(word.toLowerCase());

/** A value with its unit, as a field takes it: amounts know units, any other field has wei. */
const withUnit = (kind: string | undefined, value: string, unit: string): string =>
  kind === "amount" ? `${value} ${unit}` : String(parseAmount(value, unit.toLowerCase() as never));

function formFor({ forms }: ConsoleCommand, words: readonly string[]): ConsoleForm {
  const fitting = forms.find((form) => form.arguments.length <= words.length);
  const form = fitting ?? forms.at(-1);
  if (!form) throw new TypeError("a console command has a form");
  return form;
}

/**
 * What the words behind a console's command give for the fields of its operation. A last word too many may be a unit.
 * @throws WrongCommandLine for words too many or too few; ChainError usage `invalidAmount`
 */
export function consoleGiven(command: ConsoleCommand, words: readonly string[]): Readonly<Record<string, RawValue>> {
  const { fields } = command.operation;
  const form = formFor(command, words);
  const names = form.arguments;
  const list = fields[names.at(-1) ?? ""]?.kind;
  const takesRest = list === "texts" || list === "arguments";
  let given = [...words];
  if (given.length === names.length + 1 && isUnit(given.at(-1))) {
    const unit = given.pop() ?? "";
    given = [...given.slice(0, -1), withUnit(list, given.at(-1) ?? "", unit)];
  }
  // "only hashes" of blocks, which is how they are told here
  if (given.length === names.length + 1 && given.at(-1) === "true" && command.operation.effect === "asks") given.pop();
  if (given.length > names.length && !takesRest)
    throw new WrongCommandLine(t("too many arguments: {0}", given.slice(names.length).join(" ")));
  const pairs = names.slice(0, given.length).map((name, at): [string, RawValue] => {
    const last = at === names.length - 1 && takesRest;
    return [name, last ? given.slice(at) : given[at]];
  });
  const missing = names.slice(given.length).filter((name) => !fields[name]?.optional && fields[name]?.kind !== "path");
  if (missing.length > 0) throw new WrongCommandLine(t("specify {0}", listed(missing)));
  return { ...form.settled, ...Object.fromEntries(pairs) };
}

/** Words that stand for an address without being a path. */
const namesAccount = (word: string): boolean => isAddress(word) || /^(?:0x|dev\d+$)/.test(word);

/**
 * Paths from the working folder on; a path that is left out is that folder.
 * @param filled the fields that are the working folder where nothing is given
 */
export function fromFolder(
  fields: Fields,
  given: Readonly<Record<string, RawValue>>,
  folder: string,
  filled: readonly string[],
): Readonly<Record<string, RawValue>> {
  const added = filled.filter((name) => fields[name]?.kind === "path" && given[name] === undefined);
  const absolute = Object.entries(given).map(([name, value]): [string, RawValue] => {
    const kind = fields[name]?.kind;
    if (typeof value !== "string" || (kind !== "path" && kind !== "contract")) return [name, value];
    if (kind === "contract" && namesAccount(value)) return [name, value];
    return [name, absoluteBfsPath(value, folder)];
  });
  return { ...Object.fromEntries(absolute), ...Object.fromEntries(added.map((name) => [name, folder])) };
}

/** The fields that a console's command takes as words. */
export const argumentsOfForms = ({ forms }: ConsoleCommand): readonly string[] => forms[0]?.arguments ?? [];
