import type { NamedPath } from "../../files/namedPath";
import { shortened } from "../../text/shortText";
import { readParts } from "../../yaml/readYaml";
import { itemsOf, member, textOf, type YamlValue } from "../../yaml/value";
import { namedContract, namedFile } from "../document/namedFile";
import { deepestInclude, IncludeAllowance } from "../language/includes";
import type { ReadText } from "../language/readScenario";
import { adminName, givenNames } from "../language/scenario";

/** Something that a scenario names, with a few words on what it is. */
export interface NamedThing {
  readonly name: string;
  readonly kind: "account" | "variable" | "contract" | "answer" | "given";
  /** A variable's value, a contract's file, the step that answers. */
  readonly detail: string;
}

/** What is known of a scenario that may be half written, with what it includes. */
export interface Facts {
  readonly root: YamlValue;
  readonly things: readonly NamedThing[];
  /** Path of each contract's file, absolute, by the contract's name. */
  readonly contracts: ReadonlyMap<string, NamedPath>;
}

/** A value in one short line. */
export function lineOf(value: YamlValue | undefined): string {
  if (!value || value.kind === "nothing") return "";
  if (value.kind === "text") return shortened(value.text, 80);
  if (value.kind === "list") return `[${value.items.slice(0, 8).map(lineOf).join(", ")}]`;
  return `{ ${value.entries
    .slice(0, 8)
    .map((entry) => `${entry.key}: ${lineOf(entry.value)}`)
    .join(", ")} }`;
}

const entriesOf = (value: YamlValue | undefined) => (value?.kind === "map" ? value.entries : []);

class Gathering {
  readonly things = new Map<string, NamedThing>();
  readonly contracts = new Map<string, NamedPath>();
  readonly #read: ReadText;
  readonly #allowance = new IncludeAllowance();

  constructor(read: ReadText) {
    this.#read = read;
  }

  name(thing: NamedThing): void {
    if (thing.name !== "") this.things.set(thing.name, thing);
  }

  async take(root: YamlValue, file: string, above: readonly string[]): Promise<void> {
    for (const item of itemsOf(member(root, "include"))) await this.#include(item, file, above);
    for (const { key: name, value } of entriesOf(member(root, "accounts")))
      this.name({ name, kind: "account", detail: lineOf(member(value, "key")) });
    for (const { key: name, value } of entriesOf(member(root, "variables")))
      this.name({ name, kind: "variable", detail: lineOf(value) });
    for (const step of itemsOf(member(root, "steps"))) {
      const inner = member(step, "include");
      if (inner) await this.#include(inner, file, above);
      else this.#step(step, file);
    }
  }

  #step(step: YamlValue, file: string): void {
    const deployed = textOf(member(step, "deploy"));
    const name = textOf(member(step, "as")) ?? "";
    for (const { key, value } of entriesOf(member(step, "set")))
      this.name({ name: key, kind: "variable", detail: lineOf(value) });
    if (name === "") return;
    if (deployed === undefined) {
      const [first] = entriesOf(step);
      this.name({ name, kind: "answer", detail: first ? `${first.key}: ${lineOf(first.value)}` : "" });
      return;
    }
    const path = namedContract(deployed, file);
    if (path !== undefined) this.contracts.set(name, path);
    this.name({ name, kind: "contract", detail: deployed });
  }

  async #include(item: YamlValue, file: string, above: readonly string[]): Promise<void> {
    const named = textOf(item);
    const path = named === undefined ? undefined : namedFile(named, file);
    if (path === undefined || above.includes(path) || above.length >= deepestInclude) return;
    if (!this.#allowance.takesFile()) return;
    const source = await this.#read(path);
    if (source !== undefined && this.#allowance.takesText(source))
      await this.take(readParts(source, path).value, path, [...above, path]);
  }
}

/** Gathers what a scenario names; what is wrong with it does not matter here. */
export async function factsOf(source: string, file: string, read: ReadText): Promise<Facts> {
  const { value: root } = readParts(source, file);
  const gathering = new Gathering(read);
  gathering.name({ name: adminName, kind: "account", detail: "" });
  for (const name of givenNames) gathering.name({ name, kind: "given", detail: "" });
  await gathering.take(root, file, [file]);
  return { root, things: [...gathering.things.values()], contracts: gathering.contracts };
}

/** What stands at a path of a file. */
export function valueAt(root: YamlValue | undefined, path: readonly (string | number)[]): YamlValue | undefined {
  return path.reduce<YamlValue | undefined>(
    (value, key) =>
      typeof key === "number" ? (value?.kind === "list" ? value.items[key] : undefined) : member(value, key),
    root,
  );
}
