import type { AbiParameter } from "../../../chain/abi/abiType";
import type { JavaType } from "../../java/javaType";
import { bodyNames, hasSample } from "../base/sampleValue";
import { jsonSamples, type SpringContract } from "./springContract";

/** A schema of OpenAPI 3.0. */
type Schema = Readonly<Record<string, unknown>>;

/** Components have letters, digits, `.`, `-`, `_` in their names. */
const component = (name: string): string => name.replaceAll("$", "-");

/** `Kiosk.stock.input`: what a function takes, gives (`result`), or gives of its transaction (`receipt`). */
export const schemaName = (contract: string, route: string, what: "input" | "result" | "receipt"): string =>
  component(`${contract}.${route}.${what}`);

function plainSchema(codec: string): Schema {
  if (codec === "bool") return { type: "boolean" };
  if (codec === "string") return { type: "string" };
  if (codec === "address") return { type: "string", pattern: "^0x[0-9a-fA-F]{40}$", description: codec };
  if (codec === "bytes") return { type: "string", pattern: "^0x([0-9a-fA-F]{2})*$", description: codec };
  if (codec.startsWith("bytes")) {
    return { type: "string", pattern: `^0x[0-9a-fA-F]{${2 * Number(codec.slice(5))}}$`, description: codec };
  }
  return { type: "string", pattern: codec.startsWith("int") ? "^-?[0-9]{1,78}$" : "^[0-9]{1,78}$", description: codec };
}

function schemaOf(contract: string, type: JavaType): Schema {
  if (type.kind === "struct") return { $ref: `#/components/schemas/${component(`${contract}.${type.struct.name}`)}` };
  if (type.kind === "plain") return plainSchema(type.codec);
  const length = type.length === undefined ? {} : { minItems: type.length, maxItems: type.length };
  return { type: "array", items: schemaOf(contract, type.element), ...length };
}

function objectSchema(
  contract: string,
  members: readonly { readonly type: JavaType }[],
  parameters: readonly AbiParameter[],
): Schema {
  const names = bodyNames(parameters);
  const properties = members.map(({ type }, at): [string, Schema] => {
    const schema = schemaOf(contract, type);
    const doc = parameters[at]?.doc;
    return [names[at] ?? "", doc && !("$ref" in schema) ? { ...schema, description: doc } : schema];
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(names.length === 0 ? {} : { required: names }),
    additionalProperties: false,
  };
}

/** What every failure looks like. */
const errorSchema: Schema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        place: { type: "string", description: "item.prices[1]: where the body is wrong" },
        error: {
          type: "object",
          description: "the contract's own error",
          properties: {
            name: { type: "string" },
            signature: { type: "string" },
            values: { type: "object" },
          },
        },
      },
      required: ["code", "message"],
    },
  },
  required: ["error"],
};

const eventSchema: Schema = {
  type: "object",
  properties: { event: { type: "string", description: "its signature" }, values: { type: "object" } },
  required: ["event", "values"],
};

/** `openapi-schemas.json`: the types of all contracts, by the names that controllers name them by. */
export function openApiSchemasText(contracts: readonly SpringContract[]): string {
  const schemas: Record<string, Schema> = { Error: errorSchema, Event: eventSchema };
  for (const { name, structs, functions } of contracts) {
    for (const { struct, members } of structs)
      schemas[component(`${name}.${struct.name}`)] = objectSchema(name, struct.members, members);
    for (const { own, found } of functions) {
      const { inputs, outputs } = found.declared;
      if (inputs.length > 0) {
        const input = objectSchema(name, own.inputs, inputs);
        const example = hasSample(inputs) ? { example: jsonSamples(inputs) } : {};
        schemas[schemaName(name, found.route, "input")] = { ...input, ...example };
      }
      const [only] = own.outputs;
      const nothing: Schema = { type: "object", nullable: true };
      const several = (): Schema => objectSchema(name, own.outputs, outputs);
      const result = !only ? nothing : own.outputs.length === 1 ? schemaOf(name, only.type) : several();
      const answer = (properties: Readonly<Record<string, Schema>>): Schema => ({
        type: "object",
        properties,
        required: Object.keys(properties),
      });
      schemas[schemaName(name, found.route, "result")] = answer({ result });
      if (found.reads) continue;
      schemas[schemaName(name, found.route, "receipt")] = answer({
        transactionHash: { type: "string" },
        blockNumber: { type: "string" },
        result,
        events: { type: "array", items: { $ref: "#/components/schemas/Event" } },
      });
    }
  }
  return `${JSON.stringify({ schemas }, undefined, 2)}\n`;
}
