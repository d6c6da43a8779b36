import * as vscode from "vscode";
import { type ArchivableBlocks, getArchivableBlocks, requireArchivable } from "../../../chain/archive/archiveRange";
import { type ArchiveStore, type ArchiveToolRequest, archiveToolCommand } from "../../../chain/archive/archiveTool";
import type { ArchiveOutcome } from "../../../chain/archive/archiveToolOutput";
import { requireWritableNode } from "../../flows/nodes/requireWritableNode";
import { mayRun, shownLine } from "../../flows/nodes/runNodeScript";
import { targetGroup } from "../../flows/target/askGroup";
import { nothing } from "../../flows/target/target";
import { askChoice, askInteger, askText } from "../../kit/asking/ask";
import { copyText, showError, showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { requireWritable } from "../../state/connections/signingPermit";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import { runArchiveTool } from "./archiveTask";

/** What is archived and what may be, in a sentence. */
function rangeText({ archived, current }: ArchivableBlocks): string {
  const now =
    archived > 0
      ? vscode.l10n.t("Archived so far: blocks before {0}.", archived)
      : vscode.l10n.t("No blocks are archived yet.");
  const from = archived > 0 ? archived : 1;
  const may =
    current - 1 > from
      ? vscode.l10n.t("Can be archived: blocks from {0} up to, but not including, {1}.", from, current - 1)
      : vscode.l10n.t("Nothing can be archived yet. The newest block is {0}.", current);
  return `${now} ${may}`;
}

async function askRange(title: string, known: ArchivableBlocks | undefined): Promise<{ start: number; end: number }> {
  const prefix = known ? `${rangeText(known)} ` : "";
  const first = String(known && known.archived > 0 ? known.archived : 1);
  const start = await askInteger(
    { title, prompt: `${prefix}${vscode.l10n.t("First block")}`, value: first },
    { from: 1 },
  );
  const behind = `${prefix}${vscode.l10n.t("Block after the last one (not included)")}`;
  return { start, end: await askInteger({ title, prompt: behind }, { from: start + 1 }) };
}

async function askStore(title: string): Promise<ArchiveStore> {
  const kind = await askChoice<ArchiveStore["kind"]>(
    [
      { label: "RocksDB", description: vscode.l10n.t("a folder on this machine"), value: "rocksdb" },
      { label: "TiKV", description: vscode.l10n.t("only for tools built with TiKV"), value: "tikv" },
    ],
    { title, placeHolder: vscode.l10n.t("Select where archived blocks are kept") },
  );
  const value = await askText({
    title,
    prompt:
      kind === "rocksdb"
        ? vscode.l10n.t("Archive folder, relative to the node folder")
        : vscode.l10n.t("Addresses of the placement drivers (IP:PORT), separated by commas"),
    ...(kind === "rocksdb" ? { value: "./archive" } : {}),
    validate: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a value.") : undefined),
  });
  return kind === "rocksdb"
    ? { kind, path: value.trim() }
    : { kind, addresses: value.split(",").map((address) => address.trim()) };
}

async function askTool(title: string): Promise<string> {
  const [found] = await vscode.workspace.findFiles("**/archiveTool", "**/node_modules/**", 1);
  return askText({
    title,
    prompt: vscode.l10n.t("Path of the archive tool (archiveTool, built from the node sources with TOOLS=ON)"),
    value: found?.fsPath ?? "archiveTool",
    validate: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a value.") : undefined),
  });
}

/** Address of the archive service in config.ini; undefined while it is switched off. */
function archiveEndpoint({ document }: NodeFolder): string | undefined {
  const value = (key: string): string => document.find("storage", key)?.value ?? "";
  return value("enable_archive") === "true" ? `${value("archive_ip")}:${value("archive_port")}` : undefined;
}

/** What came of it, in words. */
export function outcomeText(
  outcome: ArchiveOutcome,
  { action, start, end }: Pick<ArchiveToolRequest, "action" | "start" | "end">,
  name: string,
): string {
  switch (outcome.kind) {
    case "archived":
      return vscode.l10n.t("Archived blocks {0} to {1} of {2}. They're now only in the archive.", start, end - 1, name);
    case "reimported":
      return vscode.l10n.t(
        "Imported blocks {0} to {1} into {2} again. The archive keeps its copy, and the node still counts them as archived. You can start the node now.",
        start,
        end - 1,
        name,
      );
    case "notDeleted":
      return vscode.l10n.t(
        "Blocks {0} to {1} were written to the archive, but {2} didn't delete them, although the tool reported no error: {3}. They're in both places. You can archive the same range again.",
        start,
        end - 1,
        name,
        outcome.problem,
      );
    case "failed":
      return action === "archive"
        ? vscode.l10n.t(
            "The archive tool failed: {0}. Nothing was deleted in {1}. You can archive the same range again.",
            outcome.problem,
            name,
          )
        : vscode.l10n.t(
            "The archive tool failed: {0}. Not all blocks are back in {1}. Keep the node stopped, and import the same range again.",
            outcome.problem,
            name,
          );
  }
}

/**
 * Moves the data of old blocks of a node into an archive, or back; the exact command line is shown before anything runs.
 * @throws Cancelled; ChainError usage `readOnlyConnection` for a node that a read-only connection shows.
 */
export async function archiveBlocks(app: Chainside, folder: NodeFolder): Promise<void> {
  await requireWritableNode(app, folder);
  const title = vscode.l10n.t("Archive Blocks · {0}", folder.name);
  const action = await askChoice<ArchiveToolRequest["action"]>(
    [
      {
        label: vscode.l10n.t("Archive Blocks"),
        description: vscode.l10n.t("the node keeps running"),
        value: "archive",
      },
      {
        label: vscode.l10n.t("Import Again"),
        description: vscode.l10n.t("the node must be stopped"),
        value: "reimport",
      },
    ],
    { title },
  );
  const archive = action === "archive";
  const endpoint = archiveEndpoint(folder);
  if (archive && endpoint === undefined) {
    void showError(
      vscode.l10n.t(
        "The archive service of {0} is off. Set enable_archive=true, archive_ip, and archive_port in section [storage], and restart the node.",
        folder.name,
      ),
    );
    return;
  }
  if (!archive && (await app.nodeFolders.isRunning(folder)) === true) {
    void showError(vscode.l10n.t("{0} is running. Blocks can only be imported again while it's stopped.", folder.name));
    return;
  }
  // A stopped node answers nothing, so only archiving asks.
  const group = archive ? requireWritable(await targetGroup(app, nothing)) : undefined;
  const known = group && (await getArchivableBlocks(group.session));
  const range = await askRange(group ? `${title} · ${group.connection.name}` : title, known);
  if (known) requireArchivable(range, known);
  const store = await askStore(title);
  const request: ArchiveToolRequest = { action, ...range, store, ...(endpoint ? { endpoint } : {}) };
  const program = await askTool(title);
  const { args } = archiveToolCommand(request);
  const line = shownLine([program, ...args]);
  const enter = shownLine(["cd", folder.uri.fsPath]);
  const run = vscode.l10n.t("Run");
  const copy = vscode.l10n.t("Copy Command Line");
  const chosen = await showWarning(
    archive
      ? vscode.l10n.t("Archive blocks {0} to {1} of {2}?", range.start, range.end - 1, folder.name)
      : vscode.l10n.t("Import blocks {0} to {1} into {2} again?", range.start, range.end - 1, folder.name),
    {
      modal: true,
      detail: [
        enter,
        line,
        "",
        ...(known && group
          ? [
              rangeText(known),
              vscode.l10n.t(
                "These numbers come from the connection {0}. It must connect to this node.",
                group.connection.name,
              ),
            ]
          : [vscode.l10n.t("Keep the node stopped until the tool has finished.")]),
      ].join("\n"),
    },
    run,
    copy,
  );
  if (chosen === copy) await copyText(`${enter} && ${line}`);
  if (chosen !== run || !(await mayRun())) return;
  const outcome = await runArchiveTool({
    name: `${folder.name}: archiveTool`,
    program,
    args,
    folder: folder.uri.fsPath,
    request,
  });
  for (const each of app.connections.groups) each.noteArchived();
  const show = { archived: showInformation, reimported: showInformation, notDeleted: showWarning, failed: showError };
  void show[outcome.kind](outcomeText(outcome, request, folder.name));
}
