import { existsSync } from "node:fs";
import { amountUnits, parseAmount } from "../../chain/services/balance/amount";
import { absoluteBfsPath } from "../../chain/services/bfs/bfsPath";
import { isAddress } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { allOperations } from "../../operations/catalogue";
import type { Fields, RawValue } from "../../operations/model/fields";
import type { ConsoleForm, Operation } from "../../operations/model/operation";
import { readFields } from "../operations/fieldOptions";

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
 * What the words behind a console's command give for the fields of its operation, read as any line of operations is. A last word too many
 * may be a unit, and a path that is left out is the working folder.
 * @throws WrongCommandLine for words too many or too few; ChainError usage `invalidAmount`
 */
export function consoleGiven(
  command: ConsoleCommand,
  words: readonly string[],
  folder: string,
): Readonly<Record<string, RawValue>> {
  const { fields, effect } = command.operation;
  const { arguments: names, settled } = formFor(command, words);
  const kindAt = (at: number): string | undefined => fields[names[at] ?? ""]?.kind;
  const given = [...words];
  if (given.length === names.length + 1 && isUnit(given.at(-1))) {
    const [value = "", unit = ""] = given.splice(-2);
    given.push(withUnit(kindAt(names.length - 1), value, unit));
  }
  // "only hashes" of blocks, which is how they are told here
  if (given.length === names.length + 1 && given.at(-1) === "true" && effect === "asks") given.pop();
  if (kindAt(given.length) === "path") given.push(folder);
  const inOrder = names.flatMap((name) => {
    const field = fields[name];
    return field ? [[name, field] as const] : [];
  });
  return { ...settled, ...readFields(Object.fromEntries(inOrder), {}, given, {}) };
}

/** Words that stand for an address without being a path. */
const namesAccount = (word: string): boolean => isAddress(word) || /^(?:0x|dev\d+$)/.test(word);

/** Paths from the working folder on. */
export function fromFolder(
  fields: Fields,
  given: Readonly<Record<string, RawValue>>,
  folder: string,
): Readonly<Record<string, RawValue>> {
  const absolute = Object.entries(given).map(([name, value]): [string, RawValue] => {
    const kind = fields[name]?.kind;
    if (typeof value !== "string" || (kind !== "path" && kind !== "contract")) return [name, value];
    if (kind === "contract" && namesAccount(value)) return [name, value];
    return [name, absoluteBfsPath(value, folder)];
  });
  return Object.fromEntries(absolute);
}

/** Where the official console keeps contracts, and where projects do. */
const sourceFolders = ["", "contracts/solidity/", "contracts/", "src/"];

/** `HelloWorld` of `contracts/HelloWorld.sol`, `Hello` of `HelloWorld.sol:Hello`. */
export const plainName = (contract: string): string =>
  contract
    .split(/[\\/:]/)
    .at(-1)
    ?.replace(/\.sol$/i, "") ?? "";

/** A name alone, such as deployments are kept by. */
export const isContractName = (word: string): boolean => /^[A-Za-z_$][\w$]*$/.test(word);

function lookUp(named: string): { readonly file: string; readonly source: string | undefined } {
  const [, path = named, contract = ""] = /^(.*?)(:[A-Za-z_$][\w$]*)?$/.exec(named) ?? [];
  const file = /\.sol$/i.test(path) ? path : `${path}.sol`;
  const found = sourceFolders.map((folder) => folder + file).find((each) => existsSync(each));
  return { file, source: found && `${found}${contract || `:${plainName(path)}`}` };
}

/** {@link consoleSource}, undefined where there is no such file. */
export const consoleSourceIfAny = (named: string): string | undefined => lookUp(named).source;

/** `HelloWorld`, `HelloWorld.sol:Hello`, a path: the file that the console would take. @throws ChainError usage `fileMissing` */
export function consoleSource(named: string): string {
  const { file, source } = lookUp(named);
  if (source === undefined) throw clientError("fileMissing", { path: file });
  return source;
}
