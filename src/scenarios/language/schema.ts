import { chainErrorKinds } from "../../errors/chainError";
import type { Field } from "../../operations/model/fields";
import type { Operation } from "../../operations/model/operation";
import { type LocalizableText, text } from "../../text/catalogue";
import { formOf, operations, shortOf } from "./operations";
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

function fieldSchema(field: Field): Schema {
  const form = formOf(field);
  const { among, spellings = {} } = field;
  if (form === "integer") return whole;
  if (form === "flag") return { anyOf: [{ type: "boolean" }, { enum: ["true", "false"] }, reference] };
  if (form === "list") return { anyOf: [{ type: "array", items: scalar }, reference] };
  if (form === "map")
    return {
      anyOf: [{ type: "object", additionalProperties: { type: ["string", "number", "boolean", "null"] } }, reference],
    };
  const others = Object.keys(spellings);
  const spelled: Schema[] = others.length === 0 ? [] : [{ type: "string", pattern: `^(?:${others.join("|")})$` }];
  return among ? { anyOf: [{ enum: among }, ...spelled, reference] } : scalar;
}

function operationSchema(operation: Operation): Schema {
  const { summary, fields } = operation;
  const short = shortOf(operation);
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
  deploy: { ...word, description: text("A contract: FILE.sol:NAME or a compiled contract, relative to this file.") },
  link: { ...word, description: text("Path of a link below /apps.") },
  call: {
    ...word,
    description: text(
      "Calls a function without a transaction: contract.function, or only the function together with on.",
    ),
  },
  send: {
    ...word,
    description: text("Signs and sends a function call: contract.function, or only the function together with on."),
  },
  encode: {
    ...word,
    description: text(
      "Gives the call data of a function, without asking or sending anything: contract.function, or only the function together with on.",
    ),
  },
  wait: {
    description: text("Waits for a number of blocks, a block, or an event of the run."),
    ...object({ blocks: whole, block: whole, event: word, where: { type: ["object", "array"] }, timeout: scalar }),
  },
  set: { type: "object", description: text("Sets variables.") },
};

const more: Readonly<Record<string, Schema>> = {
  args,
  libraries: { type: "object", additionalProperties: word, description: text("Addresses of libraries by name.") },
  solc: { ...word, description: text("Compiler: its version or path.") },
  to: { ...word, description: text("The contract: its name, an address, or a path.") },
  on: { ...word, description: text("The contract: its name, an address, or a path.") },
  abi: { ...word, description: text("File with the ABI of the contract.") },
  value: { ...scalar, description: text("Amount to send along, such as 1.5 ether.") },
};

const expectation: Schema = {
  description: text("The expected result of the step. Without it, the step must succeed."),
  ...object({
    result: { description: text("The step's result; a map can contain only a part of it.") },
    status: { anyOf: [...(whole.anyOf ?? []), comparison], description: text("Status of the receipt; 0 is success.") },
    code: { anyOf: [...(whole.anyOf ?? []), comparison], description: text("Return code of a built-in contract.") },
    events: {
      type: "array",
      description: text("Events in order; others can occur between them. An empty list means no events."),
      items: { anyOf: [word, { type: "object", minProperties: 1, maxProperties: 1 }] },
    },
    refused: {
      description: text("The step must be refused."),
      anyOf: [
        { enum: [true, "true"] },
        object({
          kind: { enum: chainErrorKinds },
          code: scalar,
          message: { ...word, description: text("Part of the chain's message.") },
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
    name: { ...word, description: text("The step's name in reports.") },
    from: { ...word, description: text("The account that signs (default: admin).") },
    as: { ...word, description: text("A name for the step's result.") },
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
  suite: { enum: ["standard", "sm"], description: text("The chain's crypto suite.") },
  auth: { enum: [true, false], description: text("Whether permission governance is on from block 0.") },
  executor: { enum: [0, 1], description: text("Classic (0) or baseline (1) executor.") },
  nodeVersion: { ...version, description: text("Node version to imitate.") },
  compatibility: { ...version, description: text("The chain's data version.") },
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
      scenario: { ...word, description: text("Title of the scenario.") },
      chain: {
        ...object({
          ...axes,
          features: { type: "array", items: word, description: text("Enabled feature flags.") },
        }),
        description: text("The embedded chain."),
      },
      matrix: { ...object(lists), description: text("Runs every combination.") },
      include: {
        anyOf: [word, { type: "array", items: word }],
        description: text("Files whose accounts, variables, and steps come first."),
      },
      accounts: {
        type: "object",
        description: text("Accounts by name: new ones, or accounts from key files."),
        additionalProperties: { anyOf: [{ type: "null" }, object({ key: word, passwordEnv: word })] },
      },
      variables: { type: "object", description: text("Values by name, for all text that follows.") },
      steps: { type: "array", items: named("step"), description: text("The steps, in order.") },
    }),
  };
}
