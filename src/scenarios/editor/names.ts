import { isMap, isScalar, isSeq, type Node, type Scalar } from "yaml";
import { OutOfBounds } from "../../text/limits/outOfBounds";
import { parseBoundedYaml } from "../../yaml/boundedYaml";
import { operations, shortOf } from "../language/operations";
import { isName, leadingName } from "../language/references";
import { functionWords } from "../language/scenario";

/** A place where a name of a scenario stands: offsets in the text, behind the last letter. */
export interface NamePosition {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** It is given here: by `accounts`, `variables`, `set` or `as`. */
  readonly declares: boolean;
}

/** Names stand before the dot of what is called or waited for, unless `on` has the contract. */
const dotted: readonly string[] = functionWords;
/** Fields of steps that hold a name alone. */
const alone: readonly string[] = ["from", "on", "to"];

type Pairs = readonly { readonly key: unknown; readonly value: unknown }[];

const pairsOf = (node: unknown): Pairs => (isMap(node) ? (node.items as Pairs) : []);
const itemsOf = (node: unknown): readonly unknown[] => (isSeq(node) ? node.items : []);
const wordOf = (node: unknown): string | undefined =>
  isScalar(node) && (typeof node.value === "string" || typeof node.value === "number") ? String(node.value) : undefined;

class Search {
  readonly found: NamePosition[] = [];

  constructor(private readonly source: string) {}

  /** A scalar that is a name as a whole, or begins with one before a dot. */
  #take(node: unknown, declares: boolean, before = ""): void {
    if (!isScalar(node)) return;
    const { start, end } = innerRange(node, this.source);
    const written = this.source.slice(start, end);
    const at = before === "" ? -1 : written.indexOf(before);
    const name = at < 0 ? written : written.slice(0, at);
    if (isName(name)) this.found.push({ name, start, end: start + name.length, declares });
  }

  top(root: unknown): void {
    for (const { key, value } of pairsOf(root)) {
      const word = wordOf(key);
      if (word === "accounts" || word === "variables") for (const each of pairsOf(value)) this.#take(each.key, true);
      if (word === "steps") for (const step of itemsOf(value)) this.#step(step);
      this.#references(value);
    }
  }

  #step(step: unknown): void {
    const pairs = pairsOf(step);
    const words = new Map(pairs.map(({ key, value }) => [wordOf(key), value]));
    for (const [word = "", value] of words) {
      if (word === "set") for (const each of pairsOf(value)) this.#take(each.key, true);
      else if (word === "as") this.#take(value, true);
      else if (alone.includes(word)) this.#take(value, false);
      else if (dotted.includes(word) && !words.has("on")) this.#take(value, false, ".");
      else if (word === "wait")
        this.#take(pairsOf(value).find(({ key }) => wordOf(key) === "event")?.value, false, ".");
      else this.#operation(word, value);
    }
  }

  /** Fields that want an account or a contract. */
  #operation(word: string, value: unknown): void {
    const operation = operations.get(word);
    if (!operation) return;
    const wants = (field: string | undefined): boolean =>
      ["account", "contract"].includes(operation.fields[field ?? ""]?.kind ?? "");
    if (isScalar(value)) {
      if (wants(shortOf(operation))) this.#take(value, false);
    } else for (const { key, value: given } of pairsOf(value)) if (wants(wordOf(key))) this.#take(given, false);
  }

  /** `${name}`, `${name.part}` and `${name[0]}` in any text. Calls itself no deeper than the limits of what was parsed. */
  #references(node: unknown): void {
    if (isScalar(node)) {
      const { start, end } = innerRange(node, this.source);
      const text = this.source.slice(start, end);
      for (let at = text.indexOf("${"); at >= 0; at = text.indexOf("${", at + 2)) {
        if (text[at - 1] === "$") continue;
        const from = at + 2 + (/^ */.exec(text.slice(at + 2, at + 66))?.[0].length ?? 0);
        const name = leadingName(text.slice(from, from + 130));
        if (name !== "")
          this.found.push({ name, start: start + from, end: start + from + name.length, declares: false });
      }
      return;
    }
    for (const item of itemsOf(node)) this.#references(item);
    for (const { key, value } of pairsOf(node)) {
      this.#references(key);
      this.#references(value);
    }
  }
}

/** Where the words of a scalar stand, without their quotes. */
function innerRange(node: Scalar, source: string): { readonly start: number; readonly end: number } {
  const [start = 0, end = 0] = node.range ?? [];
  const quote = source[start];
  return (quote === '"' || quote === "'") && end - start >= 2 ? { start: start + 1, end: end - 1 } : { start, end };
}

/** All places of names in a scenario, by their order in the text; of one that is no YAML what can be read of it. */
export function namePositions(source: string): readonly NamePosition[] {
  const search = new Search(source);
  try {
    search.top(parseBoundedYaml(source).contents as Node | null);
  } catch (error) {
    if (!(error instanceof OutOfBounds)) throw error;
  }
  const byStart = new Map(search.found.map((place) => [place.start, place]));
  return [...byStart.values()].sort((left, right) => left.start - right.start);
}

/** The name at an offset, also right behind it. */
export const nameAt = (source: string, offset: number): NamePosition | undefined =>
  namePositions(source).find(({ start, end }) => start <= offset && offset <= end);
