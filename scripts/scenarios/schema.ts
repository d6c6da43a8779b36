import type { stepKeys } from "../../src/scenarios/language/readSteps";
import type { Field, Operation } from "../../src/scenarios/operations/operation";
import { operations } from "../../src/scenarios/operations/operations";

type Schema = Readonly<Record<string, unknown>>;

const reference = { type: "string", pattern: "\\$\\{[^}]+\\}" };
const scalar = { type: ["string", "number", "boolean"] };
const word = { type: "string" };
const whole = { anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?[0-9]+$" }, reference] };
const named = (name: string): Schema => ({ $ref: `#/definitions/${name}` });
const object = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...(required.length === 0 ? {} : { required }),
});

function fieldSchema({ kind, among }: Field): Schema {
  if (kind === "number") return whole;
  if (kind === "boolean") return { anyOf: [{ type: "boolean" }, { enum: ["true", "false"] }, reference] };
  if (kind === "texts") return { anyOf: [{ type: "array", items: scalar }, reference] };
  if (kind === "values")
    return {
      anyOf: [{ type: "object", additionalProperties: { type: ["string", "number", "boolean", "null"] } }, reference],
    };
  return among ? { anyOf: [{ enum: among }, reference] } : scalar;
}

function operationSchema({ summary, fields, short }: Operation): Schema {
  const names = Object.keys(fields);
  const required = names.filter((name) => !fields[name]?.optional);
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]));
  const whole = object(properties, required);
  const forms = [whole, ...(short === undefined ? [] : [scalar]), ...(names.length === 0 ? [{ type: "null" }] : [])];
  return { description: summary, ...(forms.length === 1 ? whole : { anyOf: forms }) };
}

const args: Schema = {
  description: "Arguments in order, or by name.",
  anyOf: [{ type: "array" }, { type: "object" }, reference],
};

const subjects: Readonly<Record<keyof typeof stepKeys, Schema>> = {
  deploy: { ...word, description: "A contract: FILE.sol:NAME, or a compiled artifact, beside this file." },
  link: { ...word, description: "Path of a link below /apps." },
  call: { ...word, description: "Asks a function: contract.function, or the function alone beside on." },
  send: {
    ...word,
    description: "Signs and sends a call of a function: contract.function, or the function alone beside on.",
  },
  wait: {
    description: "Waits for blocks, for a block, or for an event of the run.",
    ...object({ blocks: whole, block: whole, event: word, where: { type: ["object", "array"] }, timeout: scalar }),
  },
  set: { type: "object", description: "Gives values to variables." },
};

const more: Readonly<Record<string, Schema>> = {
  args,
  libraries: { type: "object", additionalProperties: word, description: "Addresses of libraries by name." },
  solc: { ...word, description: "Compiler: its version or path." },
  to: { ...word, description: "The contract: its name, an address or a path." },
  on: { ...word, description: "The contract: its name, an address or a path." },
  abi: { ...word, description: "File with the ABI of the contract." },
  value: { ...scalar, description: "Amount to send along, as in 1.5 ether." },
};

const expectation: Schema = object({
  result: { description: "What the step answers; a map may name a part of it." },
  status: { ...whole, description: "Status of the receipt; 0 is success." },
  code: { ...whole, description: "Return code of a built-in contract." },
  events: {
    type: "array",
    description: "Events in order; others may stand between them. An empty list: none.",
    items: { anyOf: [word, { type: "object", minProperties: 1, maxProperties: 1 }] },
  },
  refused: {
    description: "The step has to be refused.",
    anyOf: [
      { enum: [true, "true"] },
      object({
        kind: { enum: ["transport", "tls", "rpc", "txpool", "execution", "precompiled", "decode", "usage"] },
        code: scalar,
        message: { ...word, description: "A part of what the chain says." },
      }),
    ],
  },
});

function stepSchema(): Schema {
  const steps = Object.entries({
    ...subjects,
    ...Object.fromEntries([...operations].map(([name, each]) => [name, operationSchema(each)])),
  });
  const shared = { name: word, from: word, as: word, expect: named("expect") };
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(steps),
      ...more,
      ...shared,
      include: { ...word, description: "Steps of another file." },
    },
    additionalProperties: false,
    oneOf: [...steps.map(([name]) => ({ required: [name] })), { required: ["include"] }],
  };
}

const version = { type: "string", pattern: "^3\\.[0-9]{1,3}\\.[0-9]{1,3}$" };
const axes: Schema = {
  suite: { enum: ["standard", "sm"] },
  auth: { enum: [true, false] },
  executor: { enum: [0, 1] },
  nodeVersion: version,
  compatibility: version,
};

/** The JSON schema of scenario files, from what the program itself knows of them. */
export function scenarioSchema(): Schema {
  const lists = Object.fromEntries(
    Object.entries(axes).map(([name, items]) => [name, { type: "array", items, minItems: 1 }]),
  );
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "FISCO BCOS scenario",
    definitions: { expect: expectation, step: stepSchema() },
    ...object({
      scenario: { ...word, description: "What the scenario shows." },
      chain: { ...object({ ...axes, features: { type: "array", items: word } }), description: "The embedded chain." },
      matrix: { ...object(lists), description: "Every combination is run." },
      include: {
        anyOf: [word, { type: "array", items: word }],
        description: "Files whose accounts, variables and steps come first.",
      },
      accounts: {
        type: "object",
        description: "Accounts by name: fresh ones, or those of key files.",
        additionalProperties: { anyOf: [{ type: "null" }, object({ key: word, passwordEnv: word })] },
      },
      variables: { type: "object", description: "Values by name, for every text after them." },
      steps: { type: "array", items: named("step") },
    }),
  };
}
