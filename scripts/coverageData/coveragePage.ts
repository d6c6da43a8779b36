import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ViewName } from "../../src/extension/kit/manifest/manifestPart";
import { root } from "../lint/sources";
import { consoleCommands } from "./consoleCommands";
import type { CoverageEntry, CoverageSection, CoverageState } from "./coverageEntry";
import { consoleExercises, type Exercise, methodExercises, operationExercises } from "./exercisedBy";
import { rpcMethods, web3Coverage } from "./rpcMethods";
import { serviceOperations } from "./serviceOperations";

/** Where the page stands, below the project. */
export const coverageFile = "docs/coverage.md";

const stateTexts: Readonly<Record<CoverageState, string>> = {
  offered: "a place of its own",
  general: "through a general command",
  commandLine: "command line only",
  notNeeded: "not needed",
  notYet: "not yet",
};
const states = ["offered", "general", "commandLine", "notNeeded", "notYet"] as const satisfies readonly CoverageState[];
const viewTitles: Readonly<Record<ViewName, string>> = {
  chains: "Chains",
  contracts: "Contracts",
  accounts: "Accounts",
  governance: "Governance",
  nodes: "Nodes",
};

/** How many entries there are of each state. */
export function countStates(entries: readonly CoverageEntry[]): Readonly<Record<CoverageState, number>> {
  const counts = { offered: 0, general: 0, commandLine: 0, notNeeded: 0, notYet: 0 };
  for (const { state } of entries) counts[state] += 1;
  return counts;
}

export const consoleEntries: readonly CoverageEntry[] = consoleCommands.flatMap(({ entries }) => entries);
export const serviceEntries: readonly CoverageEntry[] = serviceOperations.flatMap(({ entries }) => entries);

/** The titles of the extension's commands by their names without `chainside.`, as the palette shows them. */
export function commandTitles(): ReadonlyMap<string, string> {
  const read = (name: string): string => readFileSync(join(root, name), "utf8");
  const manifest = JSON.parse(read("package.json")) as {
    contributes: { commands: { command: string; title: string }[] };
  };
  const texts = JSON.parse(read("package.nls.json")) as Record<string, string>;
  return new Map(
    manifest.contributes.commands.map(({ command, title }) => [
      command.replace("chainside.", ""),
      (texts[title.slice(1, -1)] ?? title).replace("…", ""),
    ]),
  );
}

interface Shown {
  readonly titles: ReadonlyMap<string, string>;
  readonly exercises: ReadonlyMap<string, Exercise>;
}

function table(entries: readonly CoverageEntry[], { titles, exercises }: Shown): string[] {
  const rows = entries.map(({ name, state, commands, views, cli, note }) => {
    const places = [
      ...commands.map((command) => titles.get(command) ?? command),
      ...views.map((view) => `${viewTitles[view]} view`),
      ...(cli === undefined ? [] : [`\`chainside ${cli}\``]),
    ].join(", ");
    return `| ${name} | ${stateTexts[state]} | ${places} | ${exercises.get(name)?.file ?? ""} | ${note ?? ""} |`;
  });
  return ["| Name | Offered as | Where | Test | Note |", "|---|---|---|---|---|", ...rows, ""];
}

function sections(parts: readonly CoverageSection[], state: Shown): string[] {
  return parts.flatMap(({ title, entries }) => [`### ${title}`, "", ...table(entries, state)]);
}

function countRow(what: string, entries: readonly CoverageEntry[]): string {
  const counts = countStates(entries);
  return `| ${[what, ...states.map((state) => counts[state]), entries.length].join(" | ")} |`;
}

/** docs/coverage.md as the data gives it. */
export function coveragePage(): string {
  const titles = commandTitles();
  return [
    "# Coverage",
    "",
    "Where each command of the official console, each JSON-RPC method and each operation on the built-in contracts is",
    "found in Chainside. `npm run coverage` writes this page from `scripts/coverageData`; a unit test holds the data against",
    "the manifest, the command line and the code. *Test* names a file below `test` that does it; the same unit test looks for",
    "what that file runs or says for it (`scripts/coverageData/exercisedBy.ts`).",
    "",
    "*A general command* is Call JSON-RPC Method, Call Contract or Send Transaction with the built-in contract named in",
    "the note: it works, but without the questions, checks and warnings that a command of its own has.",
    "",
    `| | ${states.map((state) => stateTexts[state]).join(" | ")} | all |`,
    `|---|${states.map(() => "---|").join("")}---|`,
    countRow("Console commands", consoleEntries),
    countRow("JSON-RPC methods", rpcMethods),
    countRow("Methods of the web3 port", web3Coverage),
    countRow("Operations", serviceEntries),
    "",
    "## Commands of the console",
    "",
    ...sections(consoleCommands, { titles, exercises: consoleExercises }),
    "## JSON-RPC methods",
    "",
    "Call JSON-RPC Method and `chainside rpc` take every one of them.",
    "",
    ...table(rpcMethods, { titles, exercises: methodExercises }),
    "### The web3 port",
    "",
    ...table(web3Coverage, { titles, exercises: methodExercises }),
    "## Operations",
    "",
    "By folder of `src/chain/services`.",
    "",
    ...sections(serviceOperations, { titles, exercises: operationExercises }),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}
