import { isMap, isScalar, isSeq, type Node } from "yaml";
import { OutOfBounds } from "../../text/limits/outOfBounds";
import { parseBoundedYaml } from "../../yaml/boundedYaml";
import { type Schema, scenarioSchema } from "../language/schema";

/** Where a user types in a scenario. */
export interface Cursor {
  /** Keys and indexes from the top to the map whose key, or to the value, that is typed. */
  readonly path: readonly (string | number)[];
  readonly typing: "key" | "value";
  /** What of the word stands before the cursor. */
  readonly before: string;
  /** Keys of the map that is typed into; of the map around a value likewise. */
  readonly siblings: readonly string[];
}

/** No scenario has it: a private letter of Unicode. */
const mark = "\uE0C5cursor";

class Search {
  found: Cursor | undefined;

  look(node: Node | null | undefined, path: readonly (string | number)[], siblings: readonly string[]): void {
    if (this.found || !node) return;
    if (isScalar(node)) this.#take(textOf(node), path, "value", siblings);
    else if (isSeq(node))
      node.items.forEach((item, index) => {
        this.look(item as Node, [...path, index], []);
      });
    else if (isMap(node)) {
      const keys = node.items.map(({ key }) => (isScalar(key) ? textOf(key) : ""));
      const others = keys.filter((key) => key !== "" && !key.includes(mark));
      for (const [index, { value }] of node.items.entries()) {
        const key = keys[index] ?? "";
        if (key.includes(mark)) this.#take(key, path, "key", others);
        this.look(value as Node | null, [...path, key], others);
      }
    }
  }

  #take(text: string, path: readonly (string | number)[], typing: Cursor["typing"], siblings: readonly string[]): void {
    const at = text.indexOf(mark);
    if (at < 0) return;
    this.found = { path, typing, before: text.slice(0, at), siblings };
  }
}

const textOf = ({ source, value }: { readonly source?: string; readonly value: unknown }): string =>
  typeof value === "string" ? value : (source ?? "");

/**
 * Finds out what is typed at an offset of a text that may be half written. A lone word in a list, or where a map begins, is a value here:
 * it may become a key.
 */
export function cursorAt(source: string, offset: number): Cursor | undefined {
  const marked = `${source.slice(0, offset)}${mark}${source.slice(offset)}`;
  const search = new Search();
  try {
    search.look(parseBoundedYaml(marked).contents, [], []);
  } catch (error) {
    if (!(error instanceof OutOfBounds)) throw error;
  }
  return search.found;
}

let known: ReturnType<typeof scenarioSchema> | undefined;

/** The schemas that a value at a path may fit: each of several forms. */
export function schemasAt(path: readonly (string | number)[]): readonly Schema[] {
  known ??= scenarioSchema();
  return path.reduce<readonly Schema[]>(
    (schemas, key) => schemas.flatMap((schema) => forms(below(schema, key))),
    forms(known.root),
  );
}

function below(schema: Schema, key: string | number): Schema | undefined {
  if (typeof key === "number") return schema.items;
  const own = schema.properties?.[key];
  if (own) return own;
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** A schema taken apart into its forms, with the description of the whole where a form has none. */
function forms(schema: Schema | undefined): readonly Schema[] {
  if (!schema) return [];
  if (schema.$ref) {
    const name = schema.$ref.slice("#/definitions/".length);
    return forms(name === "expect" || name === "step" ? known?.definitions[name] : undefined);
  }
  if (!schema.anyOf) return [schema];
  const { description } = schema;
  return schema.anyOf.flatMap((form) => forms(description && !form.description ? { ...form, description } : form));
}
