import { nodeMethods } from "../../src/chain/rpc/methodTable";
import { web3Methods } from "../../src/chain/rpc/web3Methods";
import { loadedOperations } from "../../src/operations/loaded";
import type { Operation } from "../../src/operations/model/operation";
import type { ServiceName } from "../../src/operations/model/services";
import { consoleCommands, type NoOperation, otherCommands } from "./consoleCommands";
import { commandTitles, type EditorLocation, placeOf, readPlace, viewTitles } from "./editorLocations";
import { functionsOf, isStep, serviceFolders, servicesIn } from "./operationUse";
import { isShownInChains, otherMethods, otherServices } from "./otherFunctions";
import { testOfOperation } from "./testFiles";

/** Where the page stands, below the project. */
export const coverageFile = "docs/coverage.md";

/** How a thing is had. */
export type CoverageState =
  /** One or several operations of the catalogue, in every front. */
  | "operation"
  /** Something else, for the reason that is given. */
  | "other"
  /** A function that only steps of operations are. */
  | "step"
  /** The command line only. */
  | "commandLine"
  /** Can't be had: a mistake of the data, which a test finds. */
  | "missing";

/** A command of the console, a JSON-RPC method, or a function of `src/chain/services`. */
export interface CoverageEntry {
  readonly name: string;
  readonly state: CoverageState;
  readonly operations: readonly Operation[];
  readonly place: EditorLocation;
  readonly note: string;
}

export interface CoverageSection {
  readonly title: string;
  readonly entries: readonly CoverageEntry[];
}

/** What the page is written from. */
export interface Coverage {
  readonly operations: readonly Operation[];
  readonly console: readonly CoverageSection[];
  readonly methods: readonly CoverageEntry[];
  readonly web3: readonly CoverageEntry[];
  readonly services: readonly CoverageSection[];
}

const nowhere: EditorLocation = { commands: [], views: [] };
const united = (places: readonly EditorLocation[]): EditorLocation => ({
  commands: [...new Set(places.flatMap(({ commands }) => commands))],
  views: [...new Set(places.flatMap(({ views }) => views))],
});

function entryOf(
  name: string,
  operations: readonly Operation[],
  other: NoOperation | undefined,
  otherwise: CoverageState,
  note = "",
): CoverageEntry {
  if (operations.length > 0)
    return { name, state: "operation", operations, place: united(operations.map(placeOf)), note };
  if (other) return { name, state: "other", operations, place: readPlace(other.place), note: other.reason };
  return { name, state: otherwise, operations, place: nowhere, note };
}

/** How operations of the catalogue cover the console, the nodes' interface, and the services. */
export function coverageOf(operations: readonly Operation[]): Coverage {
  const direct = new Map(operations.map((each) => [each, functionsOf(each)]));
  const deep = new Map(operations.map((each) => [each, functionsOf(each, true)]));
  const callers = (name: string, of = direct): Operation[] => operations.filter((each) => of.get(each)?.has(name));
  const has = (list: Readonly<Record<string, NoOperation>>, name: string): NoOperation | undefined =>
    Object.hasOwn(list, name) ? list[name] : undefined;
  return {
    operations,
    console: consoleCommands.map(({ title, names }) => ({
      title,
      entries: names.map((name) => {
        const named = operations.filter(({ console: forms = [] }) => forms.some((form) => form.name === name));
        return entryOf(name, named, has(otherCommands, name), "missing");
      }),
    })),
    methods: nodeMethods.map(({ name, since }) => {
      const found = callers(name);
      const asks = callers(name, deep).filter(({ effect }) => effect === "asks");
      const other = has(otherMethods, name);
      const used = other ? [] : found.length > 0 ? found : asks;
      const shown = isShownInChains(name) ? { reason: "shown in the Chains view", place: "@chains" } : undefined;
      return entryOf(name, used, other ?? shown, "missing", since === "3.0.0" ? "" : `since ${since}`);
    }),
    web3: web3Methods.map(({ name }) => entryOf(name, [], undefined, "commandLine")),
    services: serviceFolders.map((title) => ({
      title,
      entries: servicesIn(title).map((name) =>
        entryOf(name, callers(name), has(otherServices, name), isStep(name) ? "step" : "missing"),
      ),
    })),
  };
}

/** How many entries there are of each state. */
export function countStates(entries: readonly CoverageEntry[]): Readonly<Record<CoverageState, number>> {
  const counts = { operation: 0, other: 0, step: 0, commandLine: 0, missing: 0 };
  for (const { state } of entries) counts[state] += 1;
  return counts;
}

const states = {
  operation: "operation",
  other: "something else, for a reason",
  step: "step of operations",
  commandLine: "command line only",
  missing: "not yet",
} as const satisfies Readonly<Record<CoverageState, string>>;

const needs: Readonly<Record<ServiceName, string>> = {
  embedded: "an embedded chain",
  archive: "an archive query service",
  inspector: "sources and a compiler",
  tracer: "sources and a compiler",
  sources: "sources and a compiler",
  nodes: "node folders",
  rehearsal: "embedded chains beside it",
};

const code = (words: readonly string[]): string => words.map((each) => `\`${each}\``).join(", ");
const inEditor = ({ commands, views }: EditorLocation): string =>
  [
    ...commands.map((command) => commandTitles.get(command) ?? command),
    ...views.map((view) => `${viewTitles.get(view) ?? view} view`),
  ].join(", ");
const lineOf = ({ noun, verb }: Operation): string => `${noun} ${verb}`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const onChain = new Set([...nodeMethods.map(({ name }) => name), ...serviceFolders.flatMap(servicesIn)]);

function operationRow(operation: Operation): readonly string[] {
  const forms = [...new Set((operation.console ?? []).map(({ name }) => name))];
  const calls = [...functionsOf(operation)].filter((name) => onChain.has(name));
  const asked = operation.needs === undefined ? "" : needs[operation.needs];
  const place = inEditor(placeOf(operation));
  return [`\`${lineOf(operation)}\``, code(calls), asked, place, code(forms), testOfOperation(operation)];
}

const entryRow = ({ name, state, operations, place, note }: CoverageEntry): readonly string[] => [
  name,
  state === "operation" ? code(operations.map(lineOf)) : states[state],
  inEditor(place),
  note,
];

const entryTable = (entries: readonly CoverageEntry[]): string =>
  table(["Name", "Operation", "In the editor", "Note"], entries.map(entryRow));
const sectionParts = (sections: readonly CoverageSection[]): string[] =>
  sections.flatMap(({ title, entries }) => [`### ${title}`, entryTable(entries)]);

function countRow(what: string, entries: readonly CoverageEntry[]): readonly string[] {
  const counts = countStates(entries);
  return [what, ...Object.keys(states).map((state) => String(counts[state as CoverageState])), String(entries.length)];
}

const all = (sections: readonly CoverageSection[]): readonly CoverageEntry[] =>
  sections.flatMap(({ entries }) => entries);

/** docs/coverage.md as the catalogue and the little that it can't say give it. */
export function coveragePage(operations: readonly Operation[] = loadedOperations): string {
  const { console: consoleSections, methods, web3, services } = coverageOf(operations);
  return `${[
    "# Coverage",
    [
      "Where each operation, each command of the official console, each JSON-RPC method and each function on the built-in contracts is found in Chainside. `npm run coverage` writes this page from the",
      "catalogue (`src/operations`), from what its source calls, and from what neither can say (`scripts/coverageData`): how the editor calls an operation, and why something is none.",
    ].join("\n"),
    [
      "Every operation is `chainside NOUN VERB`, a line of `chainside shell`, a step of scenarios, a tool of assistants, and a line of *Run Operation* (docs/operations.md). Where it takes",
      "more than a node, *Needs* says what, and it is where that can be had. *Test* names a file below `test` that does it; `unit/operations/everywhere` walks all of them through every front, and",
      "`unit/cli/operations/consoleRows` runs each command of the console.",
    ].join("\n"),
    table(
      ["", ...Object.values(states), "all"],
      [
        countRow("Console commands", all(consoleSections)),
        countRow("JSON-RPC methods", methods),
        countRow("Methods of the web3 port", web3),
        countRow("Functions on built-in contracts", all(services)),
      ],
    ),
    "## Operations",
    table(["Operation", "Calls", "Needs", "In the editor", "Official console", "Test"], operations.map(operationRow)),
    "## Commands of the console",
    "`chainside shell` takes every one of them.",
    ...sectionParts(consoleSections),
    "## JSON-RPC methods",
    "Call JSON-RPC Method and `chainside rpc` take every one of them.",
    entryTable(methods),
    "### The web3 port",
    "Asked with `chainside rpc`.",
    code(web3.map(({ name }) => name)),
    "## Functions on built-in contracts",
    "By folder of `src/chain/services`. A step has no front of its own: operations, or what is said before one, come to it.",
    ...sectionParts(services),
  ].join("\n\n")}\n`;
}
