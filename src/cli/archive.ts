import { parseArgs } from "node:util";
import type { ArchiveToolRequest } from "../chain/archive/archiveTool";
import type { ArchiveOutcome } from "../chain/archive/archiveToolOutput";
import { ChainError } from "../chain/errors/chainError";
import { clientError } from "../chain/errors/clientError";
import { toChainError } from "../chain/errors/dictionary";
import { stringifyExactJson } from "../chain/transport/exactJson";
import { argumentTrouble } from "../text/argumentTrouble";
import { t, text } from "../text/catalogue";
import { runArchiveTool } from "./archive/runArchiveTool";
import { connectionArguments, connectionUsage, timeoutOf, tlsOf } from "./connection/connectionOptions";
import { complainOfError, errorJson } from "./connection/showError";
import { complain, print, printJson } from "./print";
import { refuse, showUsage, type Usage } from "./usageText";

const usage: Usage = {
  synopsis: [
    "chainside archive status --url URL",
    "chainside archive run archive|reimport START END --tool PATH --folder NODE (--path DIR | --pd ADDRESSES)",
    "                      [--endpoint IP:PORT] [--url URL] [--dry-run]",
    "chainside archive get HASH… --service URL [--receipts]",
  ],
  summary: text(
    "Blocks from START on, without END. With --url, the range is checked against what the node has archived and its newest block.",
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
    ["--service URL", text("archive query service (default: http://127.0.0.1:8080)")],
    ["--receipts", text("receipts instead of transactions")],
    ...connectionUsage,
  ],
  exitCodes: text("Exit code: 0 done (get: all found), 1 an error or something missing, 2 wrong command line."),
};

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...connectionArguments,
      url: { type: "string" },
      tool: { type: "string", default: "archiveTool" },
      folder: { type: "string", default: "." },
      path: { type: "string" },
      pd: { type: "string" },
      endpoint: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      service: { type: "string", default: "http://127.0.0.1:8080" },
      receipts: { type: "boolean", default: false },
    },
  });
}
type Arguments = ReturnType<typeof readArguments>;

class WrongCommandLine extends Error {}

/** What the node has archived and how far it is. */
async function askNode({ values }: Arguments, url: string, timeoutMs: number) {
  const { createClient } = await import("../chain/client");
  const { openSession } = await import("../chain/openSession");
  const { createHttpTransport } = await import("../chain/transport/httpTransport");
  const { getArchivableBlocks } = await import("../chain/archive/archiveRange");
  const transport = createHttpTransport({ url, tls: await tlsOf(values), timeoutMs });
  try {
    const session = await openSession(createClient(transport, values.group ?? "", values.node ?? ""));
    return await getArchivableBlocks(session);
  } finally {
    await transport.close();
  }
}

async function status(parsed: Arguments, timeoutMs: number): Promise<number> {
  const { url, json } = parsed.values;
  if (url === undefined) throw new WrongCommandLine(t("specify the node with --url"));
  const blocks = await askNode(parsed, url, timeoutMs);
  if (json) printJson(JSON.stringify(blocks));
  else print(`${t("Archived below block: {0}", blocks.archived)}\n${t("Newest block: {0}", blocks.current)}`);
  return 0;
}

function toolRequest({ values, positionals }: Arguments): ArchiveToolRequest {
  const [, action, start, end, ...rest] = positionals;
  if ((action !== "archive" && action !== "reimport") || rest.length > 0 || start === undefined || end === undefined) {
    throw new WrongCommandLine(t("specify archive or reimport, START, and END"));
  }
  const { path, pd, endpoint } = values;
  if (action === "archive" && !endpoint)
    throw new WrongCommandLine(
      t("specify --endpoint: archive_ip and archive_port in section [storage] of the node's config.ini"),
    );
  if ((path === undefined) === (pd === undefined)) throw clientError("archiveStore");
  const store =
    path === undefined
      ? { kind: "tikv" as const, addresses: pd?.split(",") ?? [] }
      : { kind: "rocksdb" as const, path };
  const range = { start: Number(start), end: Number(end) };
  return { action, ...range, store, ...(endpoint === undefined ? {} : { endpoint }) };
}

async function run(parsed: Arguments, timeoutMs: number): Promise<number> {
  const { values } = parsed;
  const request = toolRequest(parsed);
  const { archiveToolCommand } = await import("../chain/archive/archiveTool");
  const command = archiveToolCommand(request);
  if (request.action === "archive" && values.url !== undefined) {
    const { requireArchivable } = await import("../chain/archive/archiveRange");
    requireArchivable(request, await askNode(parsed, values.url, timeoutMs));
  }
  if (command.nodeMustBeStopped) complain(t("The node must be stopped while its blocks are re-imported."));
  if (values["dry-run"]) {
    print([values.tool, ...command.args].join(" "));
    return 0;
  }
  const outcome = await runArchiveTool({ tool: values.tool, folder: values.folder, args: command.args }, request);
  if (values.json) printJson(JSON.stringify(outcome));
  else print(outcomeText(outcome));
  return outcome.kind === "archived" || outcome.kind === "reimported" ? 0 : 1;
}

async function get({ values, positionals }: Arguments, timeoutMs: number): Promise<number> {
  const hashes = positionals.slice(1);
  if (hashes.length === 0) throw new WrongCommandLine(t("specify a transaction hash"));
  const { getArchivedReceipts, getArchivedTransactions } = await import("../chain/archive/queryService");
  const ask = values.receipts ? getArchivedReceipts : getArchivedTransactions;
  const { found, missing } = await ask(values.service, hashes, { timeoutMs });
  const answer = { found: Object.fromEntries(found), missing };
  printJson(stringifyExactJson(answer, values.json ? undefined : 2));
  return missing.length === 0 ? 0 : 1;
}

const actions: Readonly<Record<string, (parsed: Arguments, timeoutMs: number) => Promise<number>>> = {
  status,
  run,
  get,
};

function outcomeText(outcome: ArchiveOutcome): string {
  switch (outcome.kind) {
    case "archived":
      return t("The blocks are archived.");
    case "reimported":
      return t("The blocks are re-imported.");
    case "notDeleted":
      return t("The blocks are in the archive, but the node didn't delete them: {0}", outcome.problem);
    case "failed":
      return t("The archive tool failed, and nothing changed in the node: {0}", outcome.problem);
  }
}

/** `chainside archive`: what a node has archived, the archive tool with a truthful outcome, and the archive query service. */
export async function runArchive(args: readonly string[]): Promise<number> {
  let json = false;
  try {
    const parsed = readArguments(args);
    const { values, positionals } = parsed;
    json = values.json;
    if (values.help) {
      return showUsage(usage);
    }
    const timeoutMs = timeoutOf(values.timeout);
    if (timeoutMs === undefined) throw new WrongCommandLine(t("--timeout must be a number of milliseconds"));
    const action = Object.hasOwn(actions, positionals[0] ?? "") ? actions[positionals[0] ?? ""] : undefined;
    if (!action) throw new WrongCommandLine(t("specify one of {0}", Object.keys(actions).join(", ")));
    return await action(parsed, timeoutMs);
  } catch (thrown) {
    const problem = thrown instanceof WrongCommandLine ? thrown.message : argumentTrouble(thrown);
    if (problem !== undefined) return refuse("archive", problem, usage);
    const error = toChainError(thrown);
    if (json) printJson(stringifyExactJson({ error: errorJson(error) }));
    else await complainOfError("archive", error);
    return error instanceof ChainError && error.kind === "usage" ? 2 : 1;
  }
}
