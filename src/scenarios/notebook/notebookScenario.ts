import { precompiledContracts } from "../../chain/abi/precompiledContracts";
import type { NotebookText } from "../../chain/notebook/notebookFile";
import {
  type CellRequest,
  type NotebookRequest,
  type OperationRequest,
  type RequestExpectation,
  readCell,
} from "../../chain/notebook/requestText";
import { nouns } from "../../operations/catalogue";
import type { Field, RawValue } from "../../operations/model/fields";
import { writtenOperation } from "../../operations/words/writtenOperation";
import { formOf, shortOf } from "../language/operations";
import { adminName, givenNames } from "../language/scenario";
import { decapitalized, nameOf } from "../record/names";
import { type Recorded, scalarText, valueText, Written } from "../record/recordedText";
import { chainLines, type RecordedChain } from "../record/recordScenario";
import { scenarioExpectation, typedWord } from "./expectations";

/** A notebook as a scenario, and the first lines of its requests that scenarios have no step for. */
interface NotebookScenario {
  readonly text: string;
  readonly leftOut: readonly string[];
}

/** What a notebook does not say itself. */
interface NotebookContext {
  readonly title: string;
  readonly chain: RecordedChain;
  /** The compiled contract of a name or a path, as the scenario names it beside its file. */
  artifact(name: string): Promise<string>;
  /** Name or address of the account that is `admin`. */
  readonly admin: readonly string[];
}

/** Stand around a variable's name while words are taken apart; they are never typed. */
const [opening, closing] = ["\uE0C6", "\uE0C7"];
const marked = (reference: string): string => `${opening}${reference}${closing}`;

/** References in the place of marks, all the way down. */
function withReferences(value: Recorded): Recorded {
  if (value instanceof Written || value === null) return value;
  if (typeof value === "string") {
    if (!value.includes(opening)) return value;
    const escaped = value.split("$" + "{").join("$$" + "{");
    const text = escaped.replaceAll(opening, () => "$" + "{").replaceAll(closing, "}");
    return new Written(JSON.stringify(text));
  }
  if (Array.isArray(value)) return (value as readonly Recorded[]).map(withReferences);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withReferences(each as Recorded)]));
}

/** `out/Shop.json`, `Shop.sol:Shop` → `Shop`. */
const contractOf = (artifact: string): string => (artifact.split(/[/:]/).at(-1) ?? "").replace(/\.json$/, "");

const written = (value: Recorded): string => valueText(withReferences(value));

/** `id=1, name=Ann` as a map. */
const pairsOf = (words: string): Recorded =>
  Object.fromEntries(
    words.split(",").map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [name.trim(), value.join("=").trim()];
    }),
  );

/** What a line gives for a field, in the form that a step has it in. */
function inStep(field: Field | undefined, raw: RawValue): Recorded {
  const form = field ? formOf(field) : "text";
  if (typeof raw !== "string") return typeof raw === "object" ? (raw as Recorded) : String(raw);
  if (form !== "list" && form !== "map") return raw;
  const typed = typedWord(raw);
  if (typeof typed !== "string") return typed;
  return form === "map" ? pairsOf(raw) : raw.split(",").map((item) => item.trim());
}

class Converter {
  readonly accounts = new Map<string, string>();
  readonly lines: string[] = [];
  readonly leftOut: string[] = [];
  /** Name in the scenario by the name that the notebook uses: of its variable, or of the contract. */
  readonly #contracts = new Map<string, string>();
  readonly #taken = new Set<string>([adminName, ...givenNames]);
  readonly #context: NotebookContext;

  constructor(context: NotebookContext) {
    this.#context = context;
  }

  remark(text: string): void {
    for (const line of text.split("\n")) this.lines.push(`  # ${line}`.trimEnd());
  }

  async cell(text: string): Promise<void> {
    const rows = text.split("\n");
    const requests = readCell(text, Object.keys(nouns));
    for (const [place, request] of requests.entries()) {
      const asked = request.request(marked);
      const step = await this.#step(request, asked);
      if (step) this.lines.push(...step, ...this.#expectations(request));
      else {
        // SQL goes on over lines
        const end = "sql" in asked ? (requests[place + 1]?.line ?? rows.length) : request.line + 1;
        const written = rows.slice(request.line, end);
        this.leftOut.push(written[0]?.trim() ?? "");
        this.remark(written.join("\n").trim());
      }
    }
  }

  #free(wanted: string): string {
    let name = wanted;
    for (let count = 2; this.#taken.has(name); count += 1) name = `${wanted}${count}`;
    this.#taken.add(name);
    return name;
  }

  /** A name that is given a second time is the same variable. */
  #as(name: string | undefined): string[] {
    if (name === undefined) return [];
    this.#taken.add(name);
    return [`    as: ${name}`];
  }

  #from(from: string | undefined): string[] {
    if (from === undefined || this.#context.admin.includes(from)) return [];
    let name = this.accounts.get(from);
    if (name === undefined) {
      name = this.#free(nameOf(from, "account"));
      this.accounts.set(from, name);
    }
    return [`    from: ${name}`];
  }

  #args(args: readonly string[]): string[] {
    return args.length === 0 ? [] : [`    args: ${written(args.map(typedWord))}`];
  }

  /** An operation of the catalogue is a step by its word. */
  async #operation(cell: CellRequest, request: OperationRequest): Promise<string[]> {
    const { operation, given, from } = await writtenOperation(request);
    const { word, fields } = operation;
    const values = Object.entries(given).map(([name, raw]): [string, Recorded] => [name, inStep(fields[name], raw)]);
    const short = shortOf(operation);
    const [only] = values;
    const alone = values.length === 1 && only && only[0] === short && typeof only[1] === "string";
    const subject = alone ? written(only[1]) : values.length === 0 ? "" : written(Object.fromEntries(values));
    return [`  - ${word}: ${subject}`.trimEnd(), ...this.#from(from), ...this.#as(cell.name)];
  }

  async #step(cell: CellRequest, request: NotebookRequest): Promise<string[] | undefined> {
    if (request.kind === "operation") return this.#operation(cell, request);
    if (request.kind === "rpc" || request.kind === "sql" || "data" in request) return undefined;
    if (request.kind === "deploy") {
      const path = await this.#context.artifact(request.artifact);
      const name = cell.name ?? this.#free(nameOf(decapitalized(contractOf(request.artifact)), "contract"));
      this.#taken.add(name);
      this.#contracts.set(request.artifact, name);
      if (cell.name !== undefined) this.#contracts.set(marked(cell.name), name);
      const libraries =
        Object.keys(request.libraries).length === 0 ? [] : [`    libraries: ${written(request.libraries)}`];
      return [
        `  - deploy: ${scalarText(path)}`,
        ...this.#from(request.from),
        ...this.#args(request.args),
        ...libraries,
        `    as: ${name}`,
      ];
    }
    const own = this.#contracts.get(request.target);
    const precompiled = Object.entries(precompiledContracts).find(([name]) => name === request.target)?.[1];
    const address = precompiled && "address" in precompiled ? precompiled.address : request.target;
    const called =
      own === undefined
        ? [`  - ${request.kind}: ${scalarText(request.function)}`, `    on: ${written(address)}`]
        : [`  - ${request.kind}: ${scalarText(`${own}.${request.function}`)}`];
    return [
      ...called,
      ...this.#from(request.from),
      ...this.#args(request.args),
      ...(request.value === undefined ? [] : [`    value: ${written(request.value)}`]),
      ...this.#as(cell.name),
    ];
  }

  /** Events come together, in their order; of several values one stands in the step, the others as remarks. */
  #expectations(cell: CellRequest): string[] {
    const all = cell
      .expected(marked)
      .map(({ expectation }: { readonly expectation: RequestExpectation }) => scenarioExpectation(expectation));
    const keys = new Map<string, Recorded>();
    const others: string[] = [];
    for (const { key, value } of all) {
      const known = keys.get(key);
      if (known === undefined) keys.set(key, value);
      else if (key === "events") keys.set(key, [...(known as readonly Recorded[]), ...(value as readonly Recorded[])]);
      else others.push(`    # ${key}: ${written(value)}`);
    }
    const lines = [...keys].map(([key, value]) => `      ${key}: ${written(value)}`);
    return [...others, ...(lines.length === 0 ? [] : ["    expect:", ...lines])];
  }
}

/**
 * A scenario that does what a notebook's requests do; its texts become remarks.
 * @throws ChainError usage for a request that is not right; what `artifact` throws.
 */
export async function notebookScenario({ cells }: NotebookText, context: NotebookContext): Promise<NotebookScenario> {
  const converter = new Converter(context);
  for (const { kind, text } of cells) {
    if (kind === "text") converter.remark(text);
    else await converter.cell(text);
  }
  const accounts = [...converter.accounts.values()].map((name) => `  ${name}:`);
  const text = [
    `scenario: ${scalarText(context.title)}`,
    ...chainLines(context.chain),
    ...(accounts.length === 0 ? [] : ["accounts:", ...accounts]),
    "steps:",
    ...converter.lines,
    "",
  ].join("\n");
  return { text, leftOut: converter.leftOut };
}
