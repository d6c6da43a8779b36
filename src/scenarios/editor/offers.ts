import { dirname, relative, sep } from "node:path";
import { type AbiParameter, readsOnly } from "../../chain/abi/abiType";
import {
  type AbiEvent,
  type AbiFunction,
  type ContractInterface,
  functionsNamed,
} from "../../chain/abi/contractInterface";
import { sourceType } from "../../chain/abi/namedValue";
import type { LocalizableText } from "../../text/catalogue";
import { member, textOf, type YamlValue } from "../../yaml/value";
import { namedContract } from "../document/namedFile";
import { type AbiOf, calledIn, contractNamed, isAbi } from "../language/contracts";
import { operations, shortOf } from "../language/operations";
import type { ReadText } from "../language/readScenario";
import { stepKeys } from "../language/readSteps";
import { splitName } from "../language/references";
import { commonKeys, functionWords, namesFunction } from "../language/scenario";
import { type Cursor, cursorAt, schemasAt } from "./cursor";
import { type Facts, factsOf, valueAt } from "./facts";

/** What may stand at a place of a scenario. */
export interface Offer {
  readonly label: string;
  readonly kind: "key" | "value" | "function" | "event" | "argument" | "name" | "account" | "contract" | "file";
  /** Parameters of a function, the value of a name. */
  readonly detail: string;
  readonly doc?: LocalizableText;
  /** What is written in place of the label. */
  readonly insert?: string;
}

/** Offers, each of which takes the place of so many letters before the cursor. */
interface Offers {
  readonly offers: readonly Offer[];
  readonly replaced: number;
}

/** What is known beside the text itself. */
export interface EditorContext {
  readonly read: ReadText;
  readonly abiOf: AbiOf;
  /** Contracts of the workspace that can be deployed: absolute paths, with the name behind a colon where it is a source. */
  contracts(): Promise<readonly string[]>;
  /** Other scenarios: absolute paths. */
  scenarios(): Promise<readonly string[]>;
}

const parameterText = (inputs: readonly AbiParameter[]): string =>
  `(${inputs.map((each) => [sourceType(each), each.name].join(" ").trim()).join(", ")})`;

/** A path as a scenario in this file names it. */
export function pathFrom(file: string, path: string): string {
  const way = relative(dirname(file), path);
  return way.split(sep).join("/");
}

const actions: readonly string[] = [...Object.keys(stepKeys), ...operations.keys()];

/** One question for offers, with everything that answers it. */
class Asked {
  /** A key of a map can stand here. */
  mayBeKey = false;

  constructor(
    readonly file: string,
    readonly cursor: Cursor,
    readonly facts: Facts,
    readonly context: EditorContext,
  ) {}

  /** The step around the cursor, and the path below it. */
  get step(): { readonly value: YamlValue | undefined; readonly below: readonly (string | number)[] } | undefined {
    const { path } = this.cursor;
    if (path[0] !== "steps" || typeof path[1] !== "number") return undefined;
    return { value: valueAt(this.facts.root, path.slice(0, 2)), below: path.slice(2) };
  }

  async abi(name: string): Promise<ContractInterface | undefined> {
    const path = this.facts.contracts.get(name);
    const found = path === undefined ? undefined : await this.context.abiOf(path);
    return isAbi(found) ? found : undefined;
  }

  get contractNames(): readonly string[] {
    return [...this.facts.contracts.keys()];
  }

  /** The contract and the functions that the step around the cursor calls; the constructor where it deploys. */
  async called(): Promise<{
    abi: ContractInterface | undefined;
    functions: readonly AbiFunction[];
    inputs: AbiParameter[];
  }> {
    const none = { abi: undefined, functions: [], inputs: [] };
    const value = this.step?.value;
    const deployed = textOf(member(value, "deploy"));
    if (deployed !== undefined) {
      const path = namedContract(deployed, this.file);
      const found = path && (await this.context.abiOf(path));
      return isAbi(found) ? { abi: found, functions: [], inputs: [...found.constructorInputs] } : none;
    }
    const written = textOf(functionWords.map((word) => member(value, word)).find((each) => each !== undefined));
    if (written === undefined) return none;
    const { contract, member: called } = calledIn(value, written);
    const abi = await this.abi(contract);
    const functions = abi ? functionsNamed(abi, called) : [];
    return { abi, functions, inputs: functions.flatMap(({ inputs }) => inputs) };
  }

  async events(): Promise<readonly { event: AbiEvent; contract: string }[]> {
    const found: { event: AbiEvent; contract: string }[] = [];
    for (const contract of this.contractNames)
      for (const event of (await this.abi(contract))?.events ?? []) found.push({ event, contract });
    return found;
  }
}

const parameterOffers = (inputs: readonly AbiParameter[]): Offer[] =>
  inputs
    .filter(({ name }) => name !== "")
    .map(({ name, ...each }) => ({
      label: name,
      kind: "argument",
      detail: sourceType(each),
      insert: `${name}: `,
    }));

/** Names that `${…}` may hold. */
const referenceOffers = (facts: Facts): Offer[] =>
  facts.things.map(({ name, kind, detail }) => ({
    label: name,
    kind: kind === "account" ? "account" : kind === "contract" ? "contract" : "name",
    detail,
  }));

function keyOffers({ cursor }: Asked): Offer[] {
  const { path } = cursor;
  const siblings = cursor.typing === "key" ? cursor.siblings : [];
  const found = schemasAt(path);
  const isStep = path[0] === "steps" && path.length === 2;
  const action = siblings.find((key) => actions.includes(key));
  const kind = Object.keys(stepKeys).find((each) => each === action) as keyof typeof stepKeys | undefined;
  const allowed = (name: string): boolean => {
    if (!isStep) return true;
    if (action === undefined) return actions.includes(name) || name === "include" || commonKeys.includes(name);
    return commonKeys.includes(name) || (kind !== undefined && stepKeys[kind].includes(name));
  };
  const offers = new Map<string, Offer>();
  for (const { properties } of found) {
    for (const [name, { description }] of Object.entries(properties ?? {})) {
      if (siblings.includes(name) || !allowed(name)) continue;
      const fields = isStep ? operations.get(name)?.fields : undefined;
      const detail = fields ? Object.keys(fields).join(", ") : "";
      offers.set(name, {
        label: name,
        kind: "key",
        detail,
        insert: `${name}: `,
        ...(description ? { doc: description } : {}),
      });
    }
  }
  return [...offers.values()];
}

function enumOffers({ cursor }: Asked): Offer[] {
  return schemasAt(cursor.path).flatMap(({ enum: values = [] }) =>
    values.map((value): Offer => ({ label: String(value), kind: "value", detail: "" })),
  );
}

async function callOffers(asked: Asked, kind: string): Promise<Offer[]> {
  const value = asked.step?.value;
  const on = textOf(member(value, "on"));
  const names = on === undefined ? asked.contractNames : [contractNamed(on)];
  const offers: Offer[] = [];
  for (const name of names) {
    const functions = (await asked.abi(name))?.functions ?? [];
    for (const each of functions) {
      if (kind === "send" && readsOnly(each)) continue;
      const alone = functions.filter((other) => other.name === each.name).length === 1;
      const called = alone ? each.name : each.signature;
      offers.push({
        label: on === undefined ? `${name}.${called}` : called,
        kind: "function",
        detail: `${parameterText(each.inputs)}${each.outputs.length > 0 ? ` → ${parameterText(each.outputs)}` : ""}`,
      });
    }
  }
  return offers;
}

const namesOf = (asked: Asked, kinds: readonly string[]): Offer[] =>
  asked.facts.things
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ name, kind, detail }) => ({ label: name, kind: kind === "account" ? "account" : "contract", detail }));

const fileOffers = (file: string, paths: readonly string[]): Offer[] =>
  paths.filter((path) => path !== file).map((path) => ({ label: pathFrom(file, path), kind: "file", detail: "" }));

/** Values and names that stand behind the words of steps. */
async function stepOffers(asked: Asked): Promise<Offer[]> {
  const below = asked.step?.below ?? [];
  const [first, second] = below;
  if (below.length === 1) {
    if (first === "from") return namesOf(asked, ["account"]);
    if (namesFunction(first)) return callOffers(asked, first);
    if (first === "on" || first === "to") return namesOf(asked, ["contract"]);
    if (first === "deploy") return fileOffers(asked.file, await asked.context.contracts());
    if (first === "include") return fileOffers(asked.file, await asked.context.scenarios());
  }
  if (first === "args" && asked.mayBeKey && below.length === 1) return parameterOffers((await asked.called()).inputs);
  if (first === "wait" && second === "event")
    return (await asked.events()).map(({ event, contract }) => ({
      label: `${contract}.${event.name}`,
      kind: "event",
      detail: parameterText(event.inputs),
    }));
  if (first === "wait" && second === "where" && asked.mayBeKey) return whereOffers(asked);
  if (first === "expect") return expectOffers(asked, below.slice(1));
  const field =
    typeof first === "string" && typeof second === "string" ? operations.get(first)?.fields[second] : undefined;
  const whole = typeof first === "string" && below.length === 1 ? operations.get(first) : undefined;
  const kind = field?.kind ?? (whole ? whole.fields[shortOf(whole) ?? ""]?.kind : undefined);
  return kind === "account" || kind === "contract" ? namesOf(asked, ["account", "contract"]) : [];
}

async function whereOffers(asked: Asked): Promise<Offer[]> {
  const { contract, member: name } = splitName(textOf(member(member(asked.step?.value, "wait"), "event")) ?? "");
  const event = (await asked.abi(contract))?.events.find((each) => each.name === name || each.signature === name);
  return parameterOffers(event?.inputs ?? []);
}

async function expectOffers(asked: Asked, below: readonly (string | number)[]): Promise<Offer[]> {
  const [first, second, third] = below;
  const typesKey = asked.mayBeKey;
  if (first === "result" && below.length === 1 && typesKey) {
    const { functions } = await asked.called();
    return parameterOffers(functions.flatMap(({ outputs }) => outputs));
  }
  if (first !== "events" || typeof second !== "number") return [];
  const events = await asked.events();
  if (typeof third === "string" && typesKey) {
    const event = events.find((each) => each.event.name === third || each.event.signature === third)?.event;
    return parameterOffers(event?.inputs ?? []);
  }
  if (below.length > 2) return [];
  return [...new Map(events.map(({ event }) => [event.name, event])).values()].map((event) => ({
    label: event.name,
    kind: "event",
    detail: parameterText(event.inputs),
  }));
}

async function topOffers({ file, cursor, context }: Asked): Promise<Offer[]> {
  return cursor.path[0] === "include" ? fileOffers(file, await context.scenarios()) : [];
}

/** The reference that is being written: what stands behind the last open `${` of the line. */
function openReference(line: string): string | undefined {
  const start = line.lastIndexOf("$" + "{");
  return start < 0 || line.indexOf("}", start) >= 0 ? undefined : line.slice(start + 2);
}

/** What may stand at an offset of a scenario that may be half written. */
export async function offersAt(source: string, offset: number, file: string, context: EditorContext): Promise<Offers> {
  const line = source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset);
  const reference = openReference(line);
  const facts = await factsOf(source, file, context.read);
  if (reference !== undefined) {
    const end = source[offset] === "}" ? "" : "}";
    const offers = referenceOffers(facts).map((each) => ({ ...each, insert: `${each.label}${end}` }));
    return { offers, replaced: reference.length };
  }
  const cursor = cursorAt(source, offset);
  if (!cursor) return { offers: [], replaced: 0 };
  const asked = new Asked(file, cursor, facts, context);
  const replaced = cursor.before.length;
  // Behind a key and its colon only a value can stand.
  asked.mayBeKey =
    cursor.typing === "key" ||
    line
      .slice(0, line.length - replaced)
      .replaceAll("-", "")
      .trim() === "";
  const special = asked.step ? await stepOffers(asked) : await topOffers(asked);
  const keys = asked.mayBeKey ? keyOffers(asked) : [];
  const all = [...special, ...keys, ...(cursor.typing === "value" ? enumOffers(asked) : [])];
  return { offers: [...new Map(all.map((each) => [each.label, each])).values()], replaced };
}
