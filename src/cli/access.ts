import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { glob } from "tinyglobby";
import { parseDocument } from "../nodeConfig/document/iniDocument";
import { accessMatrix, type MatrixCell, type MatrixNode, type MatrixRow } from "../nodeConfig/lists/accessMatrix";
import { explainDecision } from "../nodeConfig/lists/decideConnection";
import { plainText, text } from "../nodeConfig/localizableText";
import {
  type ConfigReading,
  configReadingArguments,
  configReadingUsage,
  readConfigReading,
} from "./lint/configReading";
import { readFolderFacts, readNodeFolder } from "./lint/nodeFolder";
import { complain, print, printJson } from "./print";
import { loadTranslation, type Translate, terminalLocale } from "./translation";
import { askedLocale, type Usage, usageText } from "./usageText";

const usage: Usage = {
  synopsis: "chainside access [options] FOLDER…",
  summary: text("Shows which node folders below FOLDER would accept each other once their config.ini is loaded."),
  options: [["--format text|json", text("output format (default: text)")], ...configReadingUsage],
  exitCodes: text("Exit code: 0 shown, 2 wrong command line or no node folder."),
};

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: configReadingArguments,
  });
}

type Arguments = ReturnType<typeof readArguments>;

/** Every folder with a config.ini and an identity file, in path order. */
async function findNodes(paths: readonly string[], reading: ConfigReading): Promise<MatrixNode[]> {
  const nodes: MatrixNode[] = [];
  for (const path of paths) {
    const files = await glob(["**/config.ini"], { cwd: path, absolute: true, ignore: ["**/node_modules/**"] });
    for (const file of files.sort()) {
      const found = await readNodeFolder(dirname(resolve(file)));
      const { node, isNodeFolder } = found;
      if (!isNodeFolder) continue;
      const { certificates } = await readFolderFacts(dirname(resolve(file)));
      const nodeVersion = reading.nodeVersion ?? found.version;
      nodes.push({
        node,
        ...(certificates ? { certificates } : {}),
        document: parseDocument(await readFile(file, "utf8")),
        context: {
          identityLength: reading.identityLength,
          own: node,
          ...(nodeVersion === undefined ? {} : { nodeVersion }),
        },
      });
    }
  }
  return nodes;
}

function reachText(cell: MatrixCell, rows: readonly MatrixRow[], translate: Translate): string {
  if (cell.reach === "direct") return plainText(text("directly connected"), translate);
  if (cell.reach === "none") return plainText(text("unreachable"), translate);
  const through = cell.through === undefined ? "" : (rows[cell.through]?.node.name ?? "");
  return plainText(text("through {0}", through), translate);
}

const reachMarks = { direct: "●", neighbour: "○", none: "✗" } as const;

/** The matrix at a glance: a line for each node, a column for each of its peers. */
function toGrid(rows: readonly MatrixRow[], translate: Translate): string[] {
  const width = Math.max(...rows.map(({ node }) => node.name.length));
  const line = (first: string, cells: readonly string[]): string =>
    [first, ...cells]
      .map((cell) => cell.padEnd(width))
      .join("  ")
      .trimEnd();
  const legend = text("Directly: {0}, through a neighboring node: {1}, unreachable: {2}", "●", "○", "✗");
  return [
    line(
      "",
      rows.map(({ node }) => node.name),
    ),
    ...rows.map(({ node, cells }) =>
      line(
        node.name,
        cells.map((cell) => (cell ? reachMarks[cell.reach] : "·")),
      ),
    ),
    plainText(legend, translate),
    "",
  ];
}

function toText(rows: readonly MatrixRow[], translate: Translate): string {
  const lines = toGrid(rows, translate);
  for (const row of rows) {
    lines.push(row.node.name);
    for (const [index, cell] of row.cells.entries()) {
      if (!cell) continue;
      const decision = cell.decision
        ? plainText(explainDecision(cell.decision), translate)
        : plainText(text("The node ID is unknown."), translate);
      const place = cell.decision?.line === undefined ? "" : ` (config.ini:${cell.decision.line + 1})`;
      lines.push(`  → ${rows[index]?.node.name}: ${reachText(cell, rows, translate)}. ${decision}${place}`);
    }
  }
  return lines.join("\n");
}

function toJson(rows: readonly MatrixRow[]): string {
  const report = rows.map((row) => ({
    node: row.node.name,
    reload: row.reload,
    peers: row.cells.flatMap((cell, index) =>
      cell
        ? [
            {
              node: rows[index]?.node.name,
              reach: cell.reach,
              ...(cell.through === undefined ? {} : { through: rows[cell.through]?.node.name }),
              accepted: cell.decision?.accepted ?? null,
              reason: cell.decision?.reason ?? "unknownIdentity",
              ...(cell.decision?.line === undefined ? {} : { line: cell.decision.line }),
            },
          ]
        : [],
    ),
  }));
  return JSON.stringify(report, undefined, 1);
}

/** `chainside access`: the access matrix of node folders on the command line. */
export async function runAccess(args: readonly string[]): Promise<number> {
  const translate = await loadTranslation(askedLocale(args) ?? terminalLocale(process.env));
  const fail = (problem: string): number => {
    complain(`chainside access: ${problem}\n\n${usageText(usage, translate)}`);
    return 2;
  };
  let parsed: Arguments;
  try {
    parsed = readArguments(args);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  if (parsed.values.help) {
    print(usageText(usage, translate));
    return 0;
  }
  if (parsed.positionals.length === 0) return fail(plainText(text("specify at least one folder"), translate));
  const reading = readConfigReading(parsed.values, ["text", "json"]);
  if ("problem" in reading) return fail(plainText(reading.problem, translate));
  const nodes = await findNodes(parsed.positionals, reading);
  if (nodes.length === 0) {
    const none = text("the specified folders contain no node folder (config.ini with conf/*.nodeid)");
    return fail(plainText(none, translate));
  }
  const rows = accessMatrix(nodes);
  if (parsed.values.format === "json") printJson(toJson(rows));
  else print(toText(rows, translate));
  return 0;
}
