import { resolve } from "node:path";
import { givenPath, type NamedPath } from "../../files/namedPath";
import { text } from "../../text/catalogue";
import { type Complaint, comparePlaces, type TextPosition, YamlError } from "../../yaml/complaint";
import { readYaml } from "../../yaml/readYaml";
import { type MapEntry, member, type YamlValue } from "../../yaml/value";
import { namedFile, notLookedAt } from "../document/namedFile";
import { ScenarioCheck } from "./check";
import { deepestInclude, IncludeAllowance, maxIncludes } from "./includes";
import { readStep } from "./readSteps";
import { type AccountWish, adminName, givenNames, type Scenario, type Step } from "./scenario";
import { readChain, readVariants } from "./variants";

/** Reads a file; undefined when it is not there. */
export type ReadText = (path: NamedPath) => Promise<string | undefined>;

const keys = ["scenario", "chain", "matrix", "include", "accounts", "variables", "steps"];
const maxSteps = 10_000;

class ScenarioReader {
  readonly check = new ScenarioCheck();
  readonly accounts: AccountWish[] = [];
  readonly variables: MapEntry[] = [];
  readonly steps: Step[] = [];
  readonly #accountNames = new Set<string>();
  readonly #read: ReadText;
  readonly #allowance = new IncludeAllowance();

  constructor(read: ReadText, more: readonly string[]) {
    this.#read = read;
    for (const name of [adminName, ...givenNames, ...more]) this.check.names.add(name);
  }

  async document(file: NamedPath, from?: TextPosition): Promise<YamlValue> {
    const source = await this.#read(file);
    const position = from ?? { file, line: 1, column: 1 };
    if (source !== undefined && !this.#allowance.takesText(source)) {
      throw new YamlError([
        { place: position, message: text("The scenario and what it includes are larger than 1 MB.") },
      ]);
    }
    if (source !== undefined) return readYaml(source, file);
    throw new YamlError([{ place: position, message: text('No file "{0}" found.', file) }]);
  }

  /** Takes accounts, variables and steps of a file, those of its includes first. */
  async take(root: YamlValue, file: string, above: readonly string[]): Promise<void> {
    this.check.entries(root, "scenario", keys);
    const include = member(root, "include");
    for (const item of include?.kind === "text" ? [include] : this.check.items(include, "include")) {
      await this.include(item, file, above);
    }
    this.takeAccounts(member(root, "accounts"), file);
    for (const entry of this.check.entries(member(root, "variables"), "variables")) {
      this.check.references(entry.value);
      this.check.name(entry.key, entry.place);
      this.variables.push(entry);
    }
    for (const step of this.check.items(member(root, "steps"), "steps")) {
      const inner = member(step, "include");
      if (inner) {
        this.check.entries(step, "include", ["include"]);
        await this.include(inner, file, above);
        continue;
      }
      const read = readStep(this.check, step, this.#accountNames);
      if (read) this.steps.push(read);
      if (this.steps.length <= maxSteps) continue;
      throw new YamlError([{ place: step.place, message: text("The scenario has more than {0} steps.", maxSteps) }]);
    }
  }

  private takeAccounts(value: YamlValue | undefined, file: string): void {
    for (const { key: name, place: position, value: wish } of this.check.entries(value, "accounts")) {
      this.check.name(name, position);
      this.check.entries(wish, name, ["key", "passwordEnv"]);
      const key = this.check.word(member(wish, "key"), "key");
      const passwordEnv = this.check.word(member(wish, "passwordEnv"), "passwordEnv");
      const path = key === undefined ? undefined : namedFile(key, file);
      if (key !== undefined && path === undefined) this.check.complain(position, notLookedAt(key));
      this.#accountNames.add(name);
      this.accounts.push({
        name,
        place: position,
        ...(path === undefined ? {} : { key: path }),
        ...(passwordEnv === undefined ? {} : { passwordEnv }),
      });
    }
  }

  private async include(item: YamlValue, file: string, above: readonly string[]): Promise<void> {
    const named = this.check.word(item, "include");
    if (named === undefined) return;
    const path = namedFile(named, file);
    if (path === undefined) {
      this.check.complain(item.place, notLookedAt(named));
      return;
    }
    if (above.includes(path) || above.length >= deepestInclude) {
      this.check.complain(item.place, text('"{0}" includes itself, or is included too deeply.', named));
      return;
    }
    if (!this.#allowance.takesFile()) {
      throw new YamlError([{ place: item.place, message: text("More than {0} files are included.", maxIncludes) }]);
    }
    await this.take(await this.document(path, item.place), path, [...above, path]);
  }
}

/** A scenario as far as it can be read, with everything that is wrong with it. */
interface ReadResult {
  readonly scenario: Scenario;
  /** In the order of their places. */
  readonly complaints: readonly Complaint[];
}

/**
 * Reads a scenario and everything that it includes, as far as it goes.
 * @param more names that are given from outside
 * @throws YamlError for what is no YAML, and for files that are not there.
 */
export async function examineScenario(file: string, read: ReadText, more: readonly string[] = []): Promise<ReadResult> {
  const reader = new ScenarioReader(read, more);
  const { check } = reader;
  const path = givenPath(resolve(file));
  const root = await reader.document(path);
  const title = check.word(member(root, "scenario"), "scenario") ?? "";
  const variants = readVariants(check, readChain(check, member(root, "chain")), member(root, "matrix"));
  await reader.take(root, path, [path]);
  if (reader.steps.length === 0 && check.complaints.length === 0) {
    check.complain(root.place, text("The scenario has no steps."), "empty");
  }
  const { accounts, variables, steps } = reader;
  const scenario = { file: path, title, variants, accounts, variables, steps };
  return { scenario, complaints: [...check.complaints].sort((one, other) => comparePlaces(one.place, other.place)) };
}

/**
 * Reads a scenario and everything that it includes.
 * @param more names that are given from outside
 * @throws YamlError with everything that is wrong, each with its place.
 */
export async function readScenario(file: string, read: ReadText, more: readonly string[] = []): Promise<Scenario> {
  const { scenario, complaints } = await examineScenario(file, read, more);
  if (complaints.length > 0) throw new YamlError(complaints);
  return scenario;
}
