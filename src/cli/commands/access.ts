import { dirname, resolve } from "node:path";
import { glob } from "tinyglobby";
import { installedPatterns } from "../../files/leftOutFolders";
import { namedPath } from "../../files/namedPath";
import { maxBytes, readRegularFile } from "../../files/regularFile";
import { readAccessLists } from "../../nodeConfig/analysis/accessLists";
import { parseDocument } from "../../nodeConfig/document/iniDocument";
import { accessMatrix, type MatrixCell, type MatrixNode, type MatrixRow } from "../../nodeConfig/lists/accessMatrix";
import { explainDecision } from "../../nodeConfig/lists/decideConnection";
import { say, sayInEnglish, t, text } from "../../text/catalogue";
import { tableLines } from "../../text/columns";
import { distinctNames } from "../../text/distinctNames";
import { joinSentences, labelled, listed, noted, stopped } from "../../text/joining";
import { visibleLine } from "../../text/visibleText";
import { connectionOf } from "../connection/connectionOptions";
import {
  type ConfigReading,
  configReadingArguments,
  configReadingUsage,
  readConfigReading,
} from "../lint/configReading";
import { readFolderFacts, readNodeFolder } from "../lint/nodeFolder";
import { type CommandLine, commandOf, WrongCommandLine } from "../options/commandLine";
import { followedInGlobs, namedFiles } from "../options/filePatterns";
import { oneOf } from "../options/optionValues";
import { complain, print, printJson } from "../output/print";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: ["chainside access [options] FOLDER…", "chainside access --peers URL [--sdk FOLDER] [options] FOLDER…"],
  summary: text("Shows which node folders below FOLDER would accept each other once their config.ini is loaded."),
  options: [
    ["--peers URL", text("show instead which peers of that node, of 2.x or 3.x, their lists would refuse")],
    [
      "--sdk FOLDER",
      text("folder with ca.crt, sdk.crt, and sdk.key for HTTPS, or with sm_ca.crt and so on for SM TLS"),
    ],
    ["--format text|json", text("output format (default: text)")],
    ...configReadingUsage,
  ],
  exitCodes: text("Exit code: 0 shown, 1 a node can't start with its files, 2 wrong command line or no node folder."),
};

/** Every node folder with a config.ini, in path order. */
async function findNodes(paths: readonly string[], reading: ConfigReading): Promise<MatrixNode[]> {
  const nodes: MatrixNode[] = [];
  const folders: string[] = [];
  for (const path of await namedFiles(paths, "folders")) {
    const found = await glob(["**/config.ini"], { cwd: path, ignore: installedPatterns, ...followedInGlobs });
    for (const name of found.sort()) {
      const file = namedPath(name, resolve(path));
      if (file === undefined) continue;
      const folder = dirname(file);
      const { node, isNodeFolder, version } = await readNodeFolder(folder);
      if (!isNodeFolder) continue;
      const { certificates } = await readFolderFacts(folder);
      const nodeVersion = reading.nodeVersion ?? version;
      folders.push(folder);
      nodes.push({
        node,
        ...(certificates ? { certificates } : {}),
        document: parseDocument((await readRegularFile(file, maxBytes.configuration)).toString("utf8")),
        context: {
          identityLength: reading.identityLength,
          own: node,
          ...(nodeVersion === undefined ? {} : { nodeVersion }),
        },
      });
    }
  }
  const names = distinctNames(folders);
  return nodes.map((each, index) => ({ ...each, node: { ...each.node, name: names[index] ?? each.node.name } }));
}

function reachText(cell: MatrixCell, rows: readonly MatrixRow[]): string {
  if (cell.reach === "direct") return t("directly connected");
  if (cell.reach === "none") return t("unreachable");
  if (cell.reach === "cannotStart") {
    const names = [cell.from, cell.to].flatMap((index) => (rows[index]?.obstacle ? [rows[index].node.name] : []));
    return t("{0} can't start", listed(names));
  }
  const through = cell.through === undefined ? "" : (rows[cell.through]?.node.name ?? "");
  return t("through {0}", through);
}

const reachMarks = { direct: "●", neighbour: "○", none: "✗", cannotStart: "!" } as const;

/** The matrix at a glance: a line for each node, a column for each of its peers. */
function toGrid(rows: readonly MatrixRow[]): string[] {
  const legend = text(
    "Directly: {0}, through a neighboring node: {1}, unreachable: {2}, can't start: {3}",
    "●",
    "○",
    "✗",
    "!",
  );
  return [
    ...tableLines([
      ["", ...rows.map(({ node }) => node.name)],
      ...rows.map(({ node, cells }) => [node.name, ...cells.map((cell) => (cell ? reachMarks[cell.reach] : "·"))]),
    ]),
    say(legend),
    "",
  ];
}

function toText(rows: readonly MatrixRow[]): string {
  const lines = toGrid(rows);
  for (const row of rows) {
    lines.push(row.node.name);
    const { obstacle } = row;
    if (obstacle) {
      const place = obstacle.line === undefined ? "" : `config.ini:${obstacle.line + 1}`;
      lines.push(`  ! ${noted(joinSentences(stopped(t("This node can't start")), say(obstacle.message)), place)}`);
    }
    for (const [index, cell] of row.cells.entries()) {
      if (!cell) continue;
      const decision = cell.decision ? say(explainDecision(cell.decision)) : t("The node ID is unknown.");
      if (cell.reach === "cannotStart") {
        lines.push(`  → ${labelled(rows[index]?.node.name ?? "", stopped(reachText(cell, rows)))}`);
        continue;
      }
      const place = cell.decision?.line === undefined ? "" : `config.ini:${cell.decision.line + 1}`;
      const why = noted(joinSentences(stopped(reachText(cell, rows)), decision), place);
      lines.push(`  → ${labelled(rows[index]?.node.name ?? "", why)}`);
    }
  }
  return lines.join("\n");
}

function toJson(rows: readonly MatrixRow[]): string {
  const report = rows.map((row) => ({
    node: row.node.name,
    reload: row.reload,
    ...(row.obstacle
      ? {
          cannotStart: {
            reason: sayInEnglish(row.obstacle.message),
            ...(row.obstacle.line === undefined ? {} : { line: row.obstacle.line }),
          },
        }
      : {}),
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

/** What the lists of each node say to the peers of another one. */
async function showPeers(
  nodes: readonly MatrixNode[],
  url: string,
  sdk: string | undefined,
  json: boolean,
): Promise<number> {
  const [{ listPeers, olderNodeNote }, { decidePeers, peerDecisionLines }, { clientOf, withTransport }] =
    await Promise.all([
      import("../../chain/services/network/listPeers"),
      import("../../nodeConfig/lists/decidePeers"),
      import("../connection/connect"),
    ]);
  const connection = connectionOf({ url, sdk });
  return withTransport(connection, async (transport) => {
    const { variant, peers } = await listPeers(clientOf(connection, transport));
    if (variant === "2.x") complain(say(olderNodeNote(visibleLine(transport.label))));
    const decided = nodes.map(({ node, document, context }) => {
      const lists = readAccessLists(document, context);
      return { node, lists, peers: decidePeers(lists, peers) };
    });
    if (json)
      printJson(
        JSON.stringify(
          decided.map(({ node, peers }) => ({
            node: node.name,
            peers: peers.map(({ peer, identity, decision }) => ({
              ...peer,
              identity: identity ?? null,
              accepted: decision?.accepted ?? null,
              reason: decision?.reason ?? "unknownIdentity",
              ...(decision?.line === undefined ? {} : { line: decision.line }),
            })),
          })),
          undefined,
          1,
        ),
      );
    else {
      print(peers.length === 0 ? t("The node has no peers.") : peerDecisionLines(decided).map(visibleLine).join("\n"));
    }
    return 0;
  });
}

interface AccessOrder {
  readonly peers: string | undefined;
  readonly sdk: string | undefined;
  readonly folders: readonly string[];
  readonly reading: ConfigReading;
  readonly format: "text" | "json";
}

async function showAccess({ folders, reading, format, peers, sdk }: AccessOrder): Promise<number> {
  const nodes = await findNodes(folders, reading);
  if (nodes.length === 0)
    throw new WrongCommandLine(t("the specified folders contain no node folder (the config.ini of a node)"));
  if (peers !== undefined) return showPeers(nodes, peers, sdk, format === "json");
  const rows = accessMatrix(nodes);
  if (format === "json") printJson(toJson(rows));
  else print(toText(rows));
  return rows.some(({ obstacle }) => obstacle) ? 1 : 0;
}

const accessArguments = { ...configReadingArguments, peers: { type: "string" }, sdk: { type: "string" } } as const;

const commandLine: CommandLine<typeof accessArguments, AccessOrder> = {
  name: "access",
  usage,
  options: accessArguments,
  read: ({ values, positionals: folders }) => {
    if (folders.length === 0) throw new WrongCommandLine(t("specify at least one folder"));
    const { peers, sdk } = values;
    if (sdk !== undefined && peers === undefined) throw new WrongCommandLine(t("--{0} requires {1}", "sdk", "--peers"));
    const format = oneOf("format", values.format, ["text", "json"]);
    return { folders, reading: readConfigReading(values), format, peers, sdk };
  },
};

/** `chainside access`: the access matrix of node folders on the command line. */
export const runAccess = commandOf(commandLine, showAccess);
