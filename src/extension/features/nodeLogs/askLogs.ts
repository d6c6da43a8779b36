import { basename, dirname } from "node:path";
import * as vscode from "vscode";
import { writtenTime } from "../../../pages/nodeLogs/logTimes";
import { listed } from "../../../text/joining";
import type { LogsContent } from "../../../webview/nodeLogs/messages";
import { askChoice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";

type Place = Pick<LogsContent, "paths" | "title">;

/** The nodes beside each other in one folder, as a builder of chains leaves them: their logs are read together. */
function neighbors(folders: readonly NodeFolder[]): Place[] {
  const groups = new Map<string, NodeFolder[]>();
  for (const folder of folders) {
    if (folder.uri.scheme !== "file") continue;
    const parent = dirname(folder.uri.fsPath);
    const known = groups.get(parent);
    if (known) known.push(folder);
    else groups.set(parent, [folder]);
  }
  return [...groups].map(([parent, own]) => ({
    paths: own.map(({ uri }) => uri.fsPath).sort(),
    title: own.length === 1 ? (own[0]?.place ?? parent) : vscode.workspace.asRelativePath(parent),
  }));
}

/** @throws Cancelled */
async function openLogs(): Promise<Place> {
  const opened = await vscode.window.showOpenDialog({
    canSelectFolders: true,
    canSelectFiles: true,
    canSelectMany: true,
    title: vscode.l10n.t("Analyze Node Logs"),
    openLabel: vscode.l10n.t("Analyze"),
  });
  if (!opened || opened.length === 0) throw new Cancelled();
  return { paths: opened.map(({ fsPath }) => fsPath), title: listed(opened.map(({ fsPath }) => basename(fsPath))) };
}

/** @throws Cancelled */
async function askLocation(app: Chainside, target: Target): Promise<Place> {
  const found = neighbors(await app.nodeFolders.list());
  if (target.kind === "nodeFolder") {
    const own = target.folder.uri.fsPath;
    return found.find(({ paths }) => paths.includes(own)) ?? { paths: [own], title: target.folder.place };
  }
  if (found.length === 0) return openLogs();
  const choice = await askChoice<Place | undefined>(
    [
      ...found.map((place) => ({
        label: place.title,
        description: vscode.l10n.t("{0} nodes", place.paths.length),
        value: place,
      })),
      { label: vscode.l10n.t("Other folders or files…"), value: undefined },
    ],
    { title: vscode.l10n.t("Analyze Node Logs") },
  );
  return choice ?? openLogs();
}

/** Which logs a user wants to see. @throws Cancelled */
export async function askLogs(app: Chainside, target: Target): Promise<LogsContent> {
  const place = await askLocation(app, target);
  if (target.kind !== "range") return place;
  return { ...place, range: { from: writtenTime(target.from), to: writtenTime(target.to) } };
}
