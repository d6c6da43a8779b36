import { drawGraph } from "../../solidity/graph/drawGraph";
import { callGraph, type Graph, type GraphKind, inheritanceGraph } from "../../solidity/graph/graph";
import { graphSvg } from "../../solidity/graph/svg";
import type { FileInProject } from "../../solidity/language/names/sourceProjects";
import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { sourceTarget } from "../../text/sourceNames";
import { visibleLine } from "../../text/visibleText";
import { type CommandLine, commandOf, WrongCommandLine } from "../options/commandLine";
import { oneOf } from "../options/optionValues";
import { writeOutput } from "../output/outputFile";
import { complain, print, printJson } from "../output/print";
import type { Usage } from "../output/usageText";
import { readSource } from "../solidity/namedSources";

const usage: Usage = {
  synopsis: "chainside graph FILE.sol[:NAME] [options]",
  summary: text(
    "Draws who inherits from whom in a file and what it imports, or who calls whom from a contract's functions on. The picture is SVG and follows light and dark themes.",
  ),
  options: [
    ["--of inheritance|calls", text("what is drawn (default: inheritance)")],
    ["--format svg|dot|json", text("svg: a picture. dot: for Graphviz (default: svg)")],
    ["--out FILE", text("write a file instead of printing")],
  ],
  exitCodes: text("Exit code: 0 done, 1 an error, 2 wrong command line."),
};

const graphArguments = {
  of: { type: "string", default: "inheritance" },
  format: { type: "string", default: "svg" },
  out: { type: "string" },
} as const;

interface GraphOptions {
  readonly file: string;
  readonly name: string | undefined;
  readonly kind: GraphKind;
  readonly format: "svg" | "dot" | "json";
  readonly out: string | undefined;
}

const commandLine: CommandLine<typeof graphArguments, GraphOptions> = {
  name: "graph",
  usage,
  options: graphArguments,
  read: ({ values: { of, format, out }, positionals: [word, ...more] }) => {
    const target = word === undefined || more.length > 0 ? undefined : sourceTarget(word);
    if (!target) throw new WrongCommandLine(t("specify one Solidity file"));
    return {
      ...target,
      kind: oneOf("of", of, ["inheritance", "calls"]),
      format: oneOf("format", format, ["svg", "dot", "json"]),
      out,
    };
  },
};

/** @throws WrongCommandLine where the file has several contracts, or none of that name */
function graphOf({ project, file }: FileInProject, { kind, name }: GraphOptions): Graph {
  const contracts = file.items.filter((each) => each.kind === "contract");
  const named = contracts.filter((each) => name === undefined || each.name.text === name);
  if (name !== undefined && named.length === 0)
    throw new WrongCommandLine(t("the file has no contract {0}", visibleLine(name)));
  if (kind === "inheritance") return inheritanceGraph(project, named);
  const [contract] = named;
  if (!contract || named.length > 1)
    throw new WrongCommandLine(t("name one of the contracts: {0}", listed(contracts.map((each) => each.name.text))));
  return callGraph(project, contract);
}

const quoted = (label: string): string => `"${visibleLine(label).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

function dotOf({ nodes, edges }: Graph): string {
  return [
    "digraph {",
    "  node [shape=box];",
    ...nodes.map(({ id, label }) => `  ${id} [label=${quoted(label)}];`),
    ...edges.map(({ from, to }) => `  ${from} -> ${to};`),
    "}",
  ].join("\n");
}

function jsonOf({ nodes, edges, isCut }: Graph): string {
  const shown = nodes.map(({ id, label, style, declaration }) => ({ id, label, style, file: declaration.file.path }));
  return JSON.stringify({ nodes: shown, edges, isCut });
}

/** `chainside graph`: inheritance and calls as a picture. */
export const runGraph = commandOf(commandLine, async (options) => {
  const graph = graphOf(await readSource(options.file), options);
  if (graph.isCut) complain(t("There's more than fits into one picture: only a part is drawn."));
  const title = options.name === undefined ? options.file : `${options.file}:${options.name}`;
  const made = { svg: () => graphSvg(drawGraph(graph), title), dot: () => dotOf(graph), json: () => jsonOf(graph) }[
    options.format
  ]();
  if (options.out !== undefined) await writeOutput(options.out, made.endsWith("\n") ? made : `${made}\n`);
  else if (options.format === "json") printJson(made);
  else print(made.trimEnd());
  return 0;
});
