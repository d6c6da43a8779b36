import { zeroAddress } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError, excerpt } from "../../errors/clientError";
import { readLibrary } from "../artifact/linkLibraries";
import { CellReader, type SqlChart, sqlCharts, type Word } from "./cellReader";
import { readSql, sqlLine } from "./sqlText";
import { isVariable, type Variables, withVariables } from "./variables";

/** What a contract is asked or told, as it is written. */
export type ContractRequest =
  | {
      readonly kind: "call" | "send";
      readonly target: string;
      readonly function: string;
      readonly args: readonly string[];
    }
  | { readonly kind: "call" | "send"; readonly target: string; readonly data: string }
  | {
      readonly kind: "deploy";
      /** Path or name of the compiled contract. */
      readonly artifact: string;
      readonly args: readonly string[];
      readonly libraries: Readonly<Record<string, string>>;
    };

/** A word as an operation gets it: only one that was written without quotes can be an option. */
interface RequestWord {
  readonly text: string;
  readonly bare: boolean;
}

/** An operation of the catalogue, as it is written: what its words mean is said by its declaration. */
export interface OperationRequest {
  readonly kind: "operation";
  readonly noun: string;
  readonly verb: string;
  readonly words: readonly RequestWord[];
  /** Of the cell, from 1. */
  readonly line: number;
}

/** What the index of the group is asked. */
export interface SqlRequest {
  readonly kind: "sql";
  readonly sql: string;
  /** Values of its parameters, in words: what a variable holds is never read as SQL. */
  readonly parameters: Readonly<Record<string, string>>;
  /** How the answer is drawn beside its table. */
  readonly chart?: SqlChart;
}

/** One request of a notebook. */
export type NotebookRequest =
  | { readonly kind: "rpc"; readonly method: string; readonly args: readonly string[] }
  | OperationRequest
  | SqlRequest
  | (ContractRequest & {
      /** Amount to send along, as it is written: wei, or with a unit. */
      readonly value?: string | undefined;
      /** Name or address of the account that signs; for a call, whom the contract sees. */
      readonly from?: string | undefined;
    });

/** What the request above is to have done. Texts are as they are typed: lists and structs in brackets. */
export type RequestExpectation =
  | { readonly kind: "value"; readonly comparison?: ExpectedComparison; readonly values: readonly string[] }
  | { readonly kind: "event"; readonly name: string; readonly args: readonly string[] }
  /** It is refused; `words` are a part of what is said then. */
  | { readonly kind: "revert"; readonly words?: string };

/** Comparisons beside "the same", as `expect` and scenarios name them. */
export const expectedComparisons = {
  not: "$not",
  contains: "$contains",
  atLeast: "$atLeast",
  atMost: "$atMost",
} as const;
type ExpectedComparison = keyof typeof expectedComparisons;

/** The words that a request may begin with, beside the nouns of operations. */
export const requestKinds = ["rpc", "call", "send", "deploy", "sql"] as const;

/** An expectation with its line of the cell, from 0. */
interface PlacedExpectation {
  readonly line: number;
  readonly expectation: RequestExpectation;
}

/** How a request of each kind is written. */
export const requestForms: Readonly<Record<NotebookRequest["kind"], string>> = {
  operation: "NOUN VERB [FIELD…] [--FIELD VALUE] [--from ACCOUNT]",
  rpc: "rpc METHOD [PARAMETER…]",
  call: "call CONTRACT FUNCTION [ARGUMENT…] [--from ACCOUNT]",
  send: "send CONTRACT FUNCTION [ARGUMENT…] [--value AMOUNT] [--from ACCOUNT]",
  deploy: "deploy CONTRACT [ARGUMENT…] [--library NAME=0x…] [--from ACCOUNT]",
  sql: "sql [--bars|--line] SELECT …;",
};

/** How an expectation is written. */
export const expectForm =
  "expect [not|contains|atLeast|atMost] VALUE… | expect event NAME [ARGUMENT…] | expect revert [WORDS]";

type OptionName = "value" | "data" | "library" | "from";
const optionsOf = {
  rpc: [],
  call: ["data", "from"],
  send: ["data", "value", "from"],
  deploy: ["library", "from"],
  sql: [],
} as const;

interface Options {
  readonly words: readonly string[];
  readonly given: Readonly<Record<OptionName, readonly string[]>>;
}

/** Tells options and other words apart. `--` ends the options. */
function readOptions(kind: (typeof requestKinds)[number], all: readonly Word[], line: number): Options {
  const words: string[] = [];
  const given: Record<OptionName, string[]> = { value: [], data: [], library: [], from: [] };
  const known: readonly OptionName[] = optionsOf[kind];
  let ended = false;
  for (let at = 0; at < all.length; at++) {
    const { text = "", bare = false } = all[at] ?? {};
    if (ended || !bare || !text.startsWith("--")) words.push(text);
    else if (text === "--") ended = true;
    else {
      const name = known.find((each) => `--${each}` === text);
      const value = all[++at]?.text;
      if (!name || value === undefined)
        throw clientError("requestOption", { line, option: excerpt(text), form: requestForms[kind] });
      given[name].push(value);
    }
  }
  return { words, given };
}

const signer = ({ from }: Options["given"]): { readonly from?: string } => {
  const account = from.at(-1);
  return account === undefined ? {} : { from: account };
};

/** @param line from 1 */
function readSqlRequest(words: readonly Word[], variables: Variables, line: number): SqlRequest {
  const { sql, references } = readSql(words.find(({ bare }) => !bare)?.text ?? "");
  if (sql === "") throw clientError("requestForm", { line, form: requestForms.sql });
  const chart = sqlCharts.find((each) => words.some(({ bare, text }) => bare && text === `--${each}`));
  const parameters = Object.entries(references).map(([name, reference]) => [name, variables(reference)] as const);
  return { kind: "sql", sql, parameters: Object.fromEntries(parameters), ...(chart === undefined ? {} : { chart }) };
}

/** @param line from 1 */
function readRequest(
  all: readonly Word[],
  variables: Variables,
  line: number,
  nouns: readonly string[],
): NotebookRequest {
  const [first, ...rest] = all;
  const kind = requestKinds.find((each) => each === first?.text);
  if (!kind && first?.bare && nouns.includes(first.text)) {
    const [verb, ...others] = rest;
    if (!verb) throw clientError("requestForm", { line, form: requestForms.operation });
    const words = others.map(({ text, bare }) => ({ text, bare }));
    return { kind: "operation", noun: first.text, verb: verb.text, words, line };
  }
  if (!kind) throw clientError("requestKind", { line, word: excerpt(first?.text ?? "") });
  if (kind === "sql") return readSqlRequest(rest, variables, line);
  const { words, given } = readOptions(kind, rest, line);
  const [subject, name, ...args] = words;
  const incomplete = (): Error => clientError("requestForm", { line, form: requestForms[kind] });
  if (subject === undefined) throw incomplete();
  if (kind === "rpc") return { kind, method: subject, args: words.slice(1) };
  if (kind === "deploy") {
    const libraries = given.library.map((each) => {
      const library = readLibrary(each);
      if (library === undefined) throw incomplete();
      return [library.name, library.address] as const;
    });
    return {
      kind,
      artifact: subject,
      args: words.slice(1),
      libraries: Object.fromEntries(libraries),
      ...signer(given),
    };
  }
  const value = given.value.at(-1);
  const amount = { ...(value === undefined ? {} : { value }), ...signer(given) };
  const data = given.data.at(-1);
  // Data takes the place of function and arguments.
  if ((data === undefined) === (name === undefined)) throw incomplete();
  if (data !== undefined) return { kind, target: subject, data, ...amount };
  return { kind, target: subject, function: name ?? "", args, ...amount };
}

/** `expect …` taken apart. @param line from 1 */
function readExpectation([first, ...rest]: readonly Word[], line: number): RequestExpectation {
  const texts = rest.map(({ text }) => text);
  const incomplete = (): Error => clientError("requestForm", { line, form: expectForm });
  if (!first) throw incomplete();
  if (first.bare && first.text === "revert") {
    if (texts.length > 1) throw incomplete();
    return { kind: "revert", ...(texts[0] === undefined ? {} : { words: texts[0] }) };
  }
  if (first.bare && first.text === "event") {
    const [name, ...args] = texts;
    if (name === undefined) throw incomplete();
    return { kind: "event", name, args };
  }
  const comparison = Object.keys(expectedComparisons).find((each) => first.bare && each === first.text);
  if (comparison === undefined) return { kind: "value", values: [first.text, ...texts] };
  if (texts.length !== 1) throw incomplete();
  return { kind: "value", comparison: comparison as ExpectedComparison, values: texts };
}

/** The words that begin a line name no variable. */
const mayBeNamed = (word: string): boolean =>
  isVariable(word) && word !== "expect" && !requestKinds.some((kind) => kind === word);

/** Stands for any value while only the form of a line is looked at. */
const anyValue: Variables = () => zeroAddress;
const noValue: Variables = () => "";

/** A line of a cell, taken apart when its turn comes: then the variables before it have their values. */
class CellLine {
  readonly name: string | undefined;
  readonly isExpectation: boolean;
  readonly #words: readonly Word[];

  constructor(
    readonly line: number,
    words: readonly Word[],
    readonly nouns: readonly string[],
  ) {
    const [name, equals] = words;
    const assigns = equals?.bare === true && equals.text === "=" && name?.bare === true && mayBeNamed(name.text);
    this.name = assigns ? name.text : undefined;
    this.#words = assigns ? words.slice(2) : words;
    this.isExpectation = this.#words[0]?.bare === true && this.#words[0].text === "expect";
  }

  request(variables: Variables): NotebookRequest {
    return readRequest(this.#filled(variables), variables, this.line + 1, this.nouns);
  }

  expectation(variables: Variables): RequestExpectation {
    return readExpectation(this.#filled(variables).slice(1), this.line + 1);
  }

  /** Without `NAME =`. */
  get words(): readonly Word[] {
    return this.#words;
  }

  /** Whether some of its words have their values only when its turn comes. */
  get usesVariables(): boolean {
    return this.#words.some(
      ({ text, literal }) => !literal && withVariables(text, anyValue) !== withVariables(text, noValue),
    );
  }

  #filled(variables: Variables): Word[] {
    return this.#words.map((word) => {
      if (word.literal || !word.text.includes("$")) return word;
      const text = withVariables(word.text, variables);
      // What a variable holds is no option.
      return text === word.text ? word : { ...word, text, bare: false };
    });
  }
}

/** A request of a cell with the expectations below it, as they are written. */
export interface CellRequest {
  /** From 0. */
  readonly line: number;
  readonly name: string | undefined;
  readonly expectsRevert: boolean;
  /** The request while its variables have no values yet. */
  readonly draft: NotebookRequest;
  request(variables: Variables): NotebookRequest;
  expected(variables: Variables): PlacedExpectation[];
}

/**
 * The requests of a cell, whose `$name` get their values when each has its turn. Every line is looked at before.
 * @param nouns of the catalogue's operations, which a line may begin with
 * @throws ChainError usage `requestKind`, `requestForm`, `requestOption`, `requestQuotes`, `requestBrackets`, `requestExpect`, each naming
 * the line.
 */
export function readCell(text: string, nouns: readonly string[] = []): CellRequest[] {
  const lines = new CellReader(text).lines().map(({ line, words }) => new CellLine(line, words, nouns));
  return lines.flatMap((each, at): CellRequest[] => {
    if (each.isExpectation) {
      if (at === 0 || each.name !== undefined) throw clientError("requestExpect", { line: each.line + 1 });
      return [];
    }
    const draft = each.request(anyValue);
    const end = lines.findIndex((other, index) => index > at && !other.isExpectation);
    const below = lines.slice(at + 1, end < 0 ? lines.length : end);
    const expected = (variables: Variables): PlacedExpectation[] =>
      below.map((one) => ({ line: one.line, expectation: one.expectation(variables) }));
    const expectsRevert = expected(anyValue).some(({ expectation }) => expectation.kind === "revert");
    const { line, name } = each;
    return [{ line, name, expectsRevert, draft, request: (variables) => each.request(variables), expected }];
  });
}

/** A line of a cell while it is written: what it asks for, or why that can't be told. */
export interface WrittenLine {
  /** From 0. */
  readonly line: number;
  /** Without `NAME =`. Empty where the line can't be taken apart into words. */
  readonly words: readonly Word[];
  /** Some words have their values only when the line has its turn. */
  readonly usesVariables: boolean;
  /** Undefined for an expectation. */
  readonly request?: NotebookRequest;
  /** Of the reader (`readCell`), for this line alone. */
  readonly refused?: ChainError;
}

/** What `readCell` finds in each line by itself: of a cell in which some are wrong, the others are told all the same. */
export function writtenLines(text: string, nouns: readonly string[] = []): WrittenLine[] {
  const { found, refused } = new CellReader(text).linesRead();
  const lines = found.map(({ line, words }, at): WrittenLine => {
    const each = new CellLine(line, words, nouns);
    const { usesVariables, isExpectation } = each;
    const written = { line, words: each.words, usesVariables };
    try {
      if (!isExpectation) return { ...written, request: each.request(anyValue) };
      if (at === 0 || each.name !== undefined) throw clientError("requestExpect", { line: line + 1 });
      each.expectation(anyValue);
      return written;
    } catch (error) {
      if (error instanceof ChainError) return { ...written, refused: error };
      throw error;
    }
  });
  if (!refused) return lines;
  const line = Number(refused.details["line"] ?? 1) - 1;
  return [...lines, { line, words: [], usesVariables: false, refused }];
}

/** Whether a text without quotes is read as one word, the text itself: its brackets fit together. */
function isOneWord(text: string): boolean {
  try {
    const [only, ...others] = new CellReader(text).lines().flatMap(({ words }) => words);
    return only?.text === text && others.length === 0;
  } catch {
    return false;
  }
}

/** A text as one word that is read back as the same. */
export function requestWord(text: string): string {
  // A variable in it would get a value.
  if (text.includes("$")) return JSON.stringify(text.replaceAll("$", () => "$$"));
  if (/^(?!--)[^\s"'#[\](){}\\][^\s[\](){}\\]*$/.test(text)) return text;
  return /^[[{]/.test(text) && !/[\n\r]/.test(text) && isOneWord(text) ? text : JSON.stringify(text);
}

/** The line that `readCell` reads as this request. */
export function requestLine(request: NotebookRequest): string {
  // A signature such as set(string) needs no quotes.
  const name = (text: string): string =>
    /^[A-Za-z_]\w*\([\w,[\]()]*\)$/.test(text) && isOneWord(text) ? text : requestWord(text);
  if (request.kind === "operation") {
    const { noun, verb, words } = request;
    return [noun, verb, ...words.map(({ text, bare }) => (bare ? text : requestWord(text)))].join(" ");
  }
  if (request.kind === "sql") return sqlLine(request.sql, request.parameters, request.chart);
  const words = ((): string[] => {
    if (request.kind === "rpc") return [name(request.method), ...request.args.map(requestWord)];
    const amount = [
      ...(request.value === undefined ? [] : ["--value", requestWord(request.value)]),
      ...(request.from === undefined ? [] : ["--from", requestWord(request.from)]),
    ];
    if (request.kind === "deploy") {
      const { artifact, args, libraries } = request;
      const linked = Object.entries(libraries).flatMap(([key, address]) => [
        "--library",
        requestWord(`${key}=${address}`),
      ]);
      return [requestWord(artifact), ...args.map(requestWord), ...linked, ...amount];
    }
    if ("data" in request) return [requestWord(request.target), "--data", request.data, ...amount];
    return [requestWord(request.target), name(request.function), ...request.args.map(requestWord), ...amount];
  })();
  return [request.kind, ...words].join(" ");
}
