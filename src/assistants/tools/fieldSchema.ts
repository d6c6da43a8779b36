import type { Field, FieldKind, Fields } from "../../operations/model/fields";
import { sayInEnglish } from "../../text/catalogue";
import type { JsonSchema } from "./tool";

const shapes: Readonly<Record<FieldKind, JsonSchema>> = {
  text: { type: "string" },
  path: { type: "string", description: "path of the chain's file system, such as /apps/x" },
  node: { type: "string", description: "node ID, 128 hex digits" },
  account: { type: "string", description: "account: an address of 0x and 40 hex digits" },
  contract: { type: "string", description: "contract: an address of 0x and 40 hex digits, or a BFS path" },
  block: { type: "string", description: "block number, block hash, or latest" },
  hash: { type: "string", description: "0x and 64 hex digits" },
  integer: { type: "integer" },
  amount: { type: "string", description: "amount in wei, or with a unit: 1.5 ether" },
  flag: { type: "boolean" },
  texts: { type: "array", items: { type: "string" } },
  values: { type: "object", additionalProperties: { type: "string" }, description: "texts by name" },
  arguments: { type: "array", items: {}, description: "arguments of a function, in order" },
  conditions: { type: "string", description: "conditions as SQL has them behind where: price > 10 and name like 'x%'" },
  json: { description: "any JSON value" },
};

/** How a field of an operation is asked for. What a text of it must look like is checked by the operation. */
function fieldSchema({ kind, label, among, from, to, usual }: Field): JsonSchema {
  const { description, ...shape } = shapes[kind];
  const said = [sayInEnglish(label), description, usual === undefined ? undefined : `default: ${usual}`];
  return {
    ...shape,
    description: said.filter((part) => part !== undefined).join("; "),
    ...(among ? { enum: among } : {}),
    ...(from === undefined ? {} : { minimum: from }),
    ...(to === undefined ? {} : { maximum: to }),
  };
}

/** Schemas of a name that several operations use; where they differ, any of them. */
function joined(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only = {}, ...others] = distinct;
  return others.length === 0 ? only : { anyOf: distinct };
}

/** The fields of several operations as one object; which of them an operation takes stands in the tool's description. */
export function fieldsSchema(all: readonly Fields[]): JsonSchema {
  const named = new Map<string, JsonSchema[]>();
  for (const fields of all) {
    for (const [name, field] of Object.entries(fields)) {
      named.set(name, [...(named.get(name) ?? []), fieldSchema(field)]);
    }
  }
  return {
    type: "object",
    properties: Object.fromEntries([...named].map(([name, schemas]) => [name, joined(schemas)])),
    additionalProperties: false,
  };
}
