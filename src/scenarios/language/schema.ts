import { type LocalizableText, text } from "../../text/catalogue";
import type { Field, Operation } from "../operations/operation";
import { operations } from "../operations/operations";
import type { stepKeys } from "./readSteps";

/** A part of a JSON schema, as far as this one uses it. Its descriptions are texts for people. */
export interface Schema {
  readonly description?: LocalizableText;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly (string | number | boolean)[];
  readonly pattern?: string;
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly $ref?: `#/definitions/${DefinitionName}`;
}

/** Parts that stand at several places. */
type Properties = Readonly<Record<string, Schema>>;
type DefinitionName = "expect" | "step";

const reference: Schema = { type: "string", pattern: "\\$\\{[^}]+\\}" };
const scalar: Schema = { type: ["string", "number", "boolean"] };
const word: Schema = { type: "string" };
const whole: Schema = { anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?[0-9]+$" }, reference] };
const comparison: Schema = { type: "object", description: text("A comparison, such as $not or $atLeast.") };
const named = (name: DefinitionName): Schema => ({ $ref: `#/definitions/${name}` });
const object = (properties: Properties, required: readonly string[] = []): Schema => ({
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
  description: text("Arguments in order, or by name."),
  anyOf: [{ type: "array" }, { type: "object" }, reference],
};

const subjects: Readonly<Record<keyof typeof stepKeys, Schema>> = {
  deploy: { ...word, description: text("A contract: FILE.sol:NAME, or a compiled artifact, beside this file.") },
  link: { ...word, description: text("Path of a link below /apps.") },
  call: { ...word, description: text("Asks a function: contract.function, or the function alone beside on.") },
  send: {
    ...word,
    description: text("Signs and sends a call of a function: contract.function, or the function alone beside on."),
  },
  wait: {
    description: text("Waits for blocks, for a block, or for an event of the run."),
    ...object({ blocks: whole, block: whole, event: word, where: { type: ["object", "array"] }, timeout: scalar }),
  },
  set: { type: "object", description: text("Gives values to variables.") },
};

const more: Readonly<Record<string, Schema>> = {
  args,
  libraries: { type: "object", additionalProperties: word, description: text("Addresses of libraries by name.") },
  solc: { ...word, description: text("Compiler: its version or path.") },
  to: { ...word, description: text("The contract: its name, an address or a path.") },
  on: { ...word, description: text("The contract: its name, an address or a path.") },
  abi: { ...word, description: text("File with the ABI of the contract.") },
  value: { ...scalar, description: text("Amount to send along, as in 1.5 ether.") },
};

const expectation: Schema = {
  description: text("What is to come of the step. Without it the step has to succeed."),
  ...object({
    result: { description: text("What the step answers; a map may name a part of it.") },
    status: { anyOf: [...(whole.anyOf ?? []), comparison], description: text("Status of the receipt; 0 is success.") },
    code: { anyOf: [...(whole.anyOf ?? []), comparison], description: text("Return code of a built-in contract.") },
    events: {
      type: "array",
      description: text("Events in order; others may stand between them. An empty list: none."),
      items: { anyOf: [word, { type: "object", minProperties: 1, maxProperties: 1 }] },
    },
    refused: {
      description: text("The step has to be refused."),
      anyOf: [
        { enum: [true, "true"] },
        object({
          kind: { enum: ["transport", "tls", "rpc", "txpool", "execution", "precompiled", "decode", "usage"] },
          code: scalar,
          message: { ...word, description: text("A part of what the chain says.") },
        }),
      ],
    },
  }),
};

function stepSchema(): Schema {
  const steps = Object.entries({
    ...subjects,
    ...Object.fromEntries([...operations].map(([name, each]) => [name, operationSchema(each)])),
  });
  const shared: Properties = {
    name: { ...word, description: text("What the step is called in reports.") },
    from: { ...word, description: text("The account that signs; admin when left out.") },
    as: { ...word, description: text("A name for what the step answers.") },
    expect: named("expect"),
  };
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(steps),
      ...more,
      ...shared,
      include: { ...word, description: text("Steps of another file.") },
    },
    additionalProperties: false,
    oneOf: [...steps.map(([name]) => ({ required: [name] })), { required: ["include"] }],
  };
}

const version: Schema = { type: "string", pattern: "^3\\.[0-9]{1,3}\\.[0-9]{1,3}$" };
const axes: Properties = {
  suite: { enum: ["standard", "sm"], description: text("Cryptography of the chain.") },
  auth: { enum: [true, false], description: text("Whether permissions are on from block 0.") },
  executor: { enum: [0, 1], description: text("Classic (0) or baseline (1) executor.") },
  nodeVersion: { ...version, description: text("Program version that is imitated.") },
  compatibility: { ...version, description: text("Data version of the chain.") },
};

/** Schema of scenario files, from what the program itself knows of them; parts by name where `$ref` names them. */
export function scenarioSchema(): {
  readonly root: Schema;
  readonly definitions: Readonly<Record<DefinitionName, Schema>>;
} {
  const lists = Object.fromEntries(
    Object.entries(axes).map(([name, items]) => [name, { type: "array", items, minItems: 1 }]),
  );
  return {
    definitions: { expect: expectation, step: stepSchema() },
    root: object({
      scenario: { ...word, description: text("What the scenario shows.") },
      chain: {
        ...object({
          ...axes,
          features: { type: "array", items: word, description: text("Feature flags that are on.") },
        }),
        description: text("The embedded chain."),
      },
      matrix: { ...object(lists), description: text("Every combination is run.") },
      include: {
        anyOf: [word, { type: "array", items: word }],
        description: text("Files whose accounts, variables and steps come first."),
      },
      accounts: {
        type: "object",
        description: text("Accounts by name: fresh ones, or those of key files."),
        additionalProperties: { anyOf: [{ type: "null" }, object({ key: word, passwordEnv: word })] },
      },
      variables: { type: "object", description: text("Values by name, for every text after them.") },
      steps: { type: "array", items: named("step"), description: text("What is done, in order.") },
    }),
  };
}
