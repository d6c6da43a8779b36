import type { Field, FieldKind, Fields } from "../../operations/model/fields";
import { sayInEnglish } from "../../text/catalogue";
import type { JsonSchema } from "./tool";

/** What is said once for all tools, in the instructions of the server: fields of these names. */
export const knownFields =
  "Fields: account is an address; contract an address or a BFS path such as /apps/x; node a node ID of 128 hex digits; block a number, a hash, or latest; hash 0x and 64 hex digits; path a BFS path.";

const shapes: Readonly<Record<FieldKind, JsonSchema>> = {
  text: { type: "string" },
  path: { type: "string", description: "BFS path, such as /apps/x" },
  node: { type: "string", description: "node ID" },
  account: { type: "string", description: "address" },
  contract: { type: "string", description: "address or BFS path" },
  block: { type: "string", description: "number, hash, or latest" },
  hash: { type: "string", description: "0x and 64 hex digits" },
  integer: { type: "integer" },
  amount: { type: "string", description: "in wei, or with a unit: 1.5 ether" },
  flag: { type: "boolean" },
  texts: { type: "array", items: { type: "string" } },
  values: { type: "object", additionalProperties: { type: "string" } },
  arguments: { type: "array", items: {}, description: "arguments of a function, in order" },
  conditions: { type: "string" },
  json: { description: "any JSON value" },
};

/**
 * How a field of an operation is asked for. What a text of it must look like, and bounds that aren't met in practice, are checked by the
 * operation.
 */
function fieldSchema(name: string, { kind, label, among, from, to, usual }: Field): JsonSchema {
  const { description, ...shape } = shapes[kind];
  const words = sayInEnglish(label);
  // a list of tools is in a model's window all the time: what the name says isn't said again
  const own = words.toLowerCase() === name ? undefined : words;
  const notes = [
    own,
    name === kind ? undefined : description,
    usual === undefined ? undefined : `default: ${usual}`,
  ].filter((part) => part !== undefined);
  return {
    ...shape,
    ...(notes.length > 0 ? { description: notes.join("; ") } : {}),
    ...(among ? { enum: among } : {}),
    ...(from === undefined || from <= 1 ? {} : { minimum: from }),
    ...(to === undefined || to >= 10_000 ? {} : { maximum: to }),
  };
}

const distinctOf = (schemas: readonly JsonSchema[]): readonly JsonSchema[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
];

/** Schemas of a name that several operations use: what it is for each of them, and where they differ otherwise, any of them. */
function joined(schemas: readonly JsonSchema[]): JsonSchema {
  const shapes = distinctOf(schemas.map(({ description: _description, ...shape }) => shape));
  const distinct = distinctOf(schemas);
  const [only = {}, ...others] = distinct;
  if (others.length === 0) return only;
  const [shape] = shapes;
  return shapes.length === 1
    ? { ...shape, description: distinct.flatMap(({ description }) => description ?? []).join(" | ") }
    : { anyOf: distinct };
}

/** The fields of several operations as one object; which of them an operation takes stands in the tool's description. */
export function fieldsSchema(all: readonly Fields[]): JsonSchema {
  const named = new Map<string, JsonSchema[]>();
  for (const fields of all) {
    for (const [name, field] of Object.entries(fields)) {
      named.set(name, [...(named.get(name) ?? []), fieldSchema(name, field)]);
    }
  }
  return {
    type: "object",
    properties: Object.fromEntries([...named].map(([name, schemas]) => [name, joined(schemas)])),
  };
}
