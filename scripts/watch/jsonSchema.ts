import { type RuleField, type RuleKind, ruleKinds } from "../../src/monitoring/watch/ruleKinds";

const text = { type: "string" };
const scalar = { type: ["string", "number", "boolean"] };

const event = {
  contract: {
    type: "string",
    pattern: "^(0x[0-9a-fA-F]{40}|/(apps|tables)/.+)$",
    description: "Address of the contract, or its path in BFS.",
  },
  signature: { ...text, description: "Event as Solidity declares it: Transfer(address indexed from, uint256 value)." },
  where: {
    type: "object",
    additionalProperties: scalar,
    description: "What parameters have to be: a value, or one of >=, <=, >, <, =, != before it.",
  },
};

function propertyOf(field: Exclude<RuleField, { type: "event" }>): object {
  const description = field.about;
  if (field.type === "words") return { type: "array", items: text, maxItems: 200, description };
  if (field.type === "folders") return { type: "array", items: text, minItems: 1, maxItems: 200, description };
  if (field.type === "flag") return { type: "boolean", default: field.usual, description };
  const usual = field.usual === undefined ? {} : { default: field.usual };
  return { type: "integer", minimum: field.min, maximum: field.max, ...usual, description };
}

function kindSchema(kind: RuleKind): object {
  const fields = Object.entries<RuleField>(ruleKinds[kind].fields);
  const properties = Object.assign(
    {},
    ...fields.map(([name, field]) => (field.type === "event" ? event : { [name]: propertyOf(field) })),
  ) as object;
  const required = fields.flatMap(([name, field]) => {
    if (field.type === "event") return ["contract", "signature"];
    if (field.type === "folders") return [name];
    return field.type === "number" && field.usual === undefined ? [name] : [];
  });
  const type = required.length > 0 ? "object" : ["object", "null"];
  return { type, description: ruleKinds[kind].about, properties, required, additionalProperties: false };
}

/** The schema of files of rules, from the table that the reader has. */
export function watchJsonSchema(): Readonly<Record<string, unknown>> {
  const kinds = Object.keys(ruleKinds) as RuleKind[];
  const rule = {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, maxLength: 200, description: "The rule's name, which no other has." },
      group: { ...text, description: "The only group that the rule is about." },
      ...Object.fromEntries(kinds.map((kind) => [kind, kindSchema(kind)])),
    },
    required: ["name"],
    oneOf: kinds.map((kind) => ({ required: [kind] })),
    additionalProperties: false,
  };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Rules of chainside watch",
    type: "object",
    properties: { rules: { type: "array", items: rule, minItems: 1, maxItems: 200 } },
    required: ["rules"],
    additionalProperties: false,
  };
}
