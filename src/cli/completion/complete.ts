import { readdirSync } from "node:fs";
import { join } from "node:path";
import { accountFolder } from "../../crypto/keyFiles/accountFolder";
import { nouns } from "../../operations/catalogue";
import type { Field, Fields } from "../../operations/model/fields";
import type { Operation } from "../../operations/model/operation";
import { fieldOption, wordOrder } from "../../operations/words/fieldText";
import { addressInName, isKeyFileName } from "../account/keyFileNames";
import { profileNames } from "../connection/profiles";
import { outputs } from "../operations/envelope";
import { fieldArguments } from "../operations/fieldOptions";
import { localWordsOf } from "../operations/localText";
import { takenOptions } from "../operations/operationLine";
import type { Options } from "../options/commandLine";

/** The program's own commands, with the words that they begin with. */
type KnownCommands = Readonly<Record<string, { readonly words?: readonly string[] }>>;

const developmentAccounts = Array.from({ length: 5 }, (_, number) => `dev${number}`);
const keyFolders = [accountFolder("standard"), accountFolder("sm"), "account"];
const maxKeyFiles = 200;

/** Key files where this program and the official clients keep them. */
function keyFiles(): string[] {
  return keyFolders.flatMap((folder) => {
    try {
      const files = readdirSync(folder, { withFileTypes: true });
      return files
        .filter((entry) => entry.isFile() && isKeyFileName(entry.name))
        .slice(0, maxKeyFiles)
        .map(({ name }) => join(folder, name));
    } catch {
      return [];
    }
  });
}

/** The addresses that names of key files tell. */
const knownAddresses = (): string[] => keyFiles().flatMap((file) => addressInName(file) ?? []);

/** Commands whose first word is a contract. */
const ofContracts = new Set(["call", "send", "storage", "verify"]);

const folders = ["/apps/", "/tables/", "/shards/", "/sys/"];

/** Of contracts those that a shell deployed, and where links stand. */
async function contracts(): Promise<readonly string[]> {
  const { deployedAddresses } = await import("../shell/deployments");
  return [...(await deployedAddresses()), "/apps/"];
}

async function valuesOfField({ kind, among }: Field): Promise<readonly string[]> {
  if (among) return among;
  switch (kind) {
    case "flag":
      return ["true", "false"];
    case "account":
      return [...developmentAccounts, ...knownAddresses()];
    case "contract":
      return contracts();
    case "path":
      return folders;
    default:
      return [];
  }
}

/** The field that an option fills. */
const fieldOf = (fields: Fields, name: string): Field | undefined =>
  Object.entries(fields).find(([each]) => fieldOption(each, takenOptions) === name)?.[1];

/** Whether a value stands behind an option. */
function takesValue(fields: Fields, option: string, options: Options = takenOptions): boolean {
  const name = option.replace(/^--/, "");
  const field = fieldOf(fields, name);
  if (field) return field.kind !== "flag";
  return options[name]?.type === "string";
}

/** What may stand behind an option that takes a value; none where nothing is known of it. */
async function valuesOfOption(fields: Fields, option: string, typed: readonly string[]): Promise<readonly string[]> {
  const name = option.replace(/^--/, "");
  switch (name) {
    case "connection":
      return profileNames(typed.includes("--workspace") ? process.cwd() : undefined);
    case "key":
      return [...developmentAccounts, ...keyFiles()];
    case "output":
      return outputs;
    case "locale":
      return ["en", "zh-cn"];
    case "time-zone":
      return ["UTC", "Asia/Shanghai", "+08:00"];
  }
  const field = fieldOf(fields, name);
  return field ? valuesOfField(field) : [];
}

const asOption = (name: string): string => `--${name}`;

async function ofOperation({ fields }: Operation, words: readonly string[], last: string): Promise<readonly string[]> {
  const options = { ...takenOptions, ...fieldArguments(fields, takenOptions) };
  if (last.startsWith("-")) return Object.keys(options).map(asOption);
  const before = words.at(-1) ?? "";
  if (before.startsWith("--") && takesValue(fields, before)) return valuesOfOption(fields, before, words);
  // which field the next word is: options with their values count for none
  let taken = 0;
  for (const [at, word] of words.entries()) {
    const option = words[at - 1] ?? "";
    if (word.startsWith("-") || (option.startsWith("--") && takesValue(fields, option))) continue;
    taken++;
  }
  const open = wordOrder(fields).filter(([name]) => !words.includes(asOption(fieldOption(name, takenOptions))));
  const next = open[taken]?.[1];
  return next ? valuesOfField(next) : [];
}

/** An empty word that PowerShell hands over: since 7.3 its quotes come along. */
const withoutQuotes = (word: string): string => (word === '""' ? "" : word);

/**
 * What a command line may go on with, in the order of help; the words are those behind `chainside`, the last one unfinished. Nothing is
 * asked of a node.
 */
export async function complete(
  typed: readonly string[],
  commands: KnownCommands,
  optionsOf: (name: string, words: readonly string[]) => Promise<Options>,
): Promise<string[]> {
  const words = typed.map(withoutQuotes);
  const last = words.at(-1) ?? "";
  const [name = "", verb = "", ...rest] = words;
  const fitting = (candidates: readonly string[]): string[] =>
    [...new Set(candidates)].filter((candidate) => candidate.startsWith(last));
  if (words.length <= 1) return fitting([...Object.keys(commands), ...Object.keys(nouns)]);
  const operations = Object.hasOwn(nouns, name) ? ((await nouns[name]?.load()) ?? []) : [];
  const own = Object.hasOwn(commands, name) ? (commands[name]?.words ?? []) : [];
  if (words.length === 2 && !last.startsWith("-")) {
    const called = ofContracts.has(name) ? await contracts() : [];
    const local = localWordsOf(name).map(([word]) => word);
    return fitting([...own, ...operations.map((operation) => operation.verb), ...local, ...called]);
  }
  const operation = operations.find((each) => each.verb === verb);
  if (operation) return fitting(await ofOperation(operation, rest.slice(0, -1), last));
  const before = words.at(-2) ?? "";
  if (!last.startsWith("-") && !before.startsWith("--")) return [];
  const options = {
    ...(await optionsOf(name, words.slice(1, -1))),
    help: takenOptions.help,
    locale: takenOptions.locale,
  };
  if (last.startsWith("-")) return fitting(Object.keys(options).map(asOption));
  return takesValue({}, before, options) ? fitting(await valuesOfOption({}, before, words)) : [];
}
