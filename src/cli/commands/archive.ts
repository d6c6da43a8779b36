import { resolve as resolvePath } from "node:path";
import * as v from "valibot";
import { type ArchiveToolRequest, archiveToolCommand, namedStore } from "../../chain/archive/archiveTool";
import { type ArchiveOutcome, ArchiveToolOutput } from "../../chain/archive/archiveToolOutput";
import { startArchiveTool } from "../../chain/archive/startArchiveTool";
import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { withSession } from "../connection/connect";
import {
  type Connection,
  connectionOf,
  connectionUsage,
  namesChain,
  nodeArguments,
  timeoutOf,
  usualArchive,
} from "../connection/connectionOptions";
import { operationNamed } from "../operations/envelope";
import { type ReportedCommand, type Telling, tellResult } from "../operations/tellResult";
import { type CommandLine, commandOf, type Given, WrongCommandLine } from "../options/commandLine";
import { complain, print } from "../output/print";
import { printAnswer } from "../output/showError";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: [
    "chainside archive status [options]",
    "chainside archive run archive|reimport START END --tool PATH --folder NODE (--path DIR | --pd ADDRESSES)",
    "                      [--endpoint IP:PORT] [--url URL] [--dry-run]",
    "chainside archive get HASH… --service URL [--receipts]",
  ],
  summary: text(
    "Blocks from START up to, but not including, END. With --url, the range is checked against what the node has archived and its newest block.",
  ),
  options: [
    ["--url URL", text("RPC address of the node")],
    ["--tool PATH", text("the archiveTool program")],
    ["--folder NODE", text("node folder with its config.ini (default: this folder)")],
    ["--path DIR", text("archive in a RocksDB folder")],
    ["--pd ADDRESSES", text("archive in TiKV; IP:PORT of its placement drivers, separated by commas")],
    [
      "--endpoint IP:PORT",
      text("the node's archive service, archive_ip and archive_port in its config.ini; required for archive"),
    ],
    ["--dry-run", text("print the command line and run nothing")],
    ["--service URL", text("archive query service (default: that of --connection, else {0})", usualArchive)],
    ["--receipts", text("receipts instead of transactions")],
    ...connectionUsage,
  ],
  exitCodes: text("Exit code: 0 done (get: all found), 1 an error or something missing, 2 wrong command line."),
};

const archiveArguments = {
  ...nodeArguments,
  tool: { type: "string", default: "archiveTool" },
  folder: { type: "string", default: "." },
  path: { type: "string" },
  pd: { type: "string" },
  endpoint: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  service: { type: "string" },
  receipts: { type: "boolean", default: false },
} as const;

interface Typed extends Pick<Given<typeof archiveArguments>, "values"> {
  /** What stands behind the action. */
  readonly words: readonly string[];
  /** The node, where it is named. */
  readonly connection: Connection | undefined;
}

/** Does what was asked for, and gives the exit code. */
type Work = () => Promise<number>;

/** What the node has archived and how far it is. */
async function askNode(connection: Connection) {
  const { getArchivableBlocks } = await import("../../chain/archive/archiveRange");
  return withSession(connection, getArchivableBlocks);
}

function toolRequest({ values, words }: Typed): ArchiveToolRequest {
  const [action, start, end, ...rest] = words;
  if ((action !== "archive" && action !== "reimport") || rest.length > 0 || start === undefined || end === undefined) {
    throw new WrongCommandLine(t("specify archive or reimport, START, and END"));
  }
  const { path, pd, endpoint } = values;
  if (action === "archive" && !endpoint)
    throw new WrongCommandLine(
      t("specify --endpoint: archive_ip and archive_port in section [storage] of the node's config.ini"),
    );
  const store = namedStore(path, pd?.split(","));
  const range = { start: Number(start), end: Number(end) };
  return { action, ...range, store, ...(endpoint === undefined ? {} : { endpoint }) };
}

/** What came of the tool, which runs on this machine: no operation on a chain does that. */
const ran: ReportedCommand = {
  noun: "archive",
  verb: "run",
  result: v.object({
    kind: v.picklist(["archived", "reimported", "notDeleted", "failed"]),
    problem: v.optional(v.string()),
  }),
};

interface ToolRun {
  readonly tool: string;
  /** The node's folder: the tool reads its configuration relative to it. */
  readonly folder: string;
  readonly args: readonly string[];
}

/** Whether a program is named by its path, not to be looked for on the PATH. Windows takes either slash. */
export function isPath(program: string, platform: string = process.platform): boolean {
  return program.includes("/") || (platform === "win32" && program.includes("\\"));
}

/**
 * Runs the archive tool, shows how far it is on standard error, and says what came of it: its exit status alone does not tell.
 * @throws ChainError usage `archiveToolMissing` when the program or the folder is not there.
 */
function runArchiveTool({ tool, folder, args }: ToolRun, request: ArchiveToolRequest): Promise<ArchiveOutcome> {
  const output = new ArchiveToolOutput(request);
  return new Promise((resolve, reject) => {
    // A path is meant from here, not from the node's folder; a bare name is looked for on the PATH.
    const program = isPath(tool) ? resolvePath(tool) : tool;
    let shown = -1;
    const feed = (piece: string): void => {
      const { block, fraction } = output.feed(piece);
      const percent = Math.floor(fraction * 100);
      if (percent === shown || block === undefined) return;
      shown = percent;
      complain(t("Block {0}, {1}%", block, percent));
    };
    startArchiveTool(
      { program, args, folder },
      {
        report: feed,
        failed: reject,
        ended: (status) => resolve(output.outcome(status)),
      },
    );
  });
}

async function runTool(request: ArchiveToolRequest, { values, connection }: Typed): Promise<Telling> {
  const { args, nodeMustBeStopped } = archiveToolCommand(request);
  if (request.action === "archive" && connection !== undefined) {
    const { requireArchivable } = await import("../../chain/archive/archiveRange");
    requireArchivable(request, await askNode(connection));
  }
  if (nodeMustBeStopped) complain(t("The node must be stopped while its blocks are re-imported."));
  const { tool, folder } = values;
  if (values["dry-run"])
    return { result: { arguments: [...args], nodeMustBeStopped }, show: () => print([tool, ...args].join(" ")) };
  const result = await runArchiveTool({ tool, folder, args }, request);
  const done = result.kind === "archived" || result.kind === "reimported";
  return { result, show: () => print(outcomeText(result, request.action)), code: done ? 0 : 1 };
}

function run(typed: Typed): Work {
  const request = toolRequest(typed);
  const { json, "dry-run": dry } = typed.values;
  return async () =>
    tellResult(dry ? await operationNamed("archive", "plan") : ran, json, () => runTool(request, typed));
}

function get({ values, words: hashes, connection }: Typed): Work {
  if (hashes.length === 0) throw new WrongCommandLine(t("specify a transaction hash"));
  const { receipts, service = connection?.archive ?? usualArchive, timeout, json } = values;
  return async () =>
    tellResult(await operationNamed("archive", receipts ? "receipts" : "transactions"), json, async () => {
      const { getArchivedReceipts, getArchivedTransactions } = await import("../../chain/archive/queryService");
      const ask = receipts ? getArchivedReceipts : getArchivedTransactions;
      const { found, missing } = await ask(service, hashes, { timeoutMs: connection?.timeoutMs ?? timeoutOf(timeout) });
      const result = { found: Object.fromEntries(found), missing };
      return { result, show: () => printAnswer(result), code: missing.length === 0 ? 0 : 1 };
    });
}

/** What is no operation: `chainside archive status` is one. */
const actions: ReadonlyMap<string, (typed: Typed) => Work> = new Map([
  ["run", run],
  ["get", get],
]);

function outcomeText(outcome: ArchiveOutcome, action: ArchiveToolRequest["action"]): string {
  switch (outcome.kind) {
    case "archived":
      return t("The blocks are archived.");
    case "reimported":
      return t("The blocks are re-imported.");
    case "notDeleted":
      return t("The blocks are in the archive, but the node didn't delete them: {0}", outcome.problem);
    case "failed":
      return action === "archive"
        ? t("The archive tool failed, and nothing changed in the node: {0}", outcome.problem)
        : t(
            "The archive tool failed, and not all blocks are back in the node: {0}. Keep the node stopped, and re-import the same range again.",
            outcome.problem,
          );
  }
}

const commandLine: CommandLine<typeof archiveArguments, Work> = {
  name: "archive",
  usage,
  options: archiveArguments,
  read: ({ values, positionals: [word = "", ...words] }) => {
    const connection = connectionOf(values);
    const action = actions.get(word);
    if (!action) throw new WrongCommandLine(t("specify one of {0}", listed(["status", ...actions.keys()])));
    // that of the environment has a name, too
    const isNamed = namesChain({ url: values.url, connection: connection.name });
    return action({ values, words, connection: isNamed ? connection : undefined });
  },
};

/** `chainside archive`: what a node has archived, the archive tool with a truthful outcome, and the archive query service. */
export const runArchive = commandOf(commandLine, (work) => work());
