import * as vscode from "vscode";
import { type LogLevel, logLevels } from "../../../nodeConfig/logs/logEntries";
import { labelled, listed } from "../../../text/joining";
import { askChoice, askChoices, type Choice } from "../../kit/asking/ask";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import { type LogSubject, type LogView, nodesOf, readLogUri } from "./logView";

const levelText = (min: LogLevel | undefined): string =>
  min === undefined ? vscode.l10n.t("all levels") : vscode.l10n.t("{0} and above", min);

async function askLevel({ min }: LogSubject, title: string): Promise<LogLevel | undefined> {
  const choices = [undefined, ...logLevels].map(
    (level): Choice<LogLevel | undefined> => ({
      label: levelText(level),
      description: level === min ? vscode.l10n.t("now") : "",
      value: level,
    }),
  );
  return askChoice(choices, { title, placeHolder: vscode.l10n.t("Select the levels to show") });
}

async function askModules(
  { modules }: LogSubject,
  found: readonly string[],
  title: string,
): Promise<readonly string[]> {
  const all = [...new Set([...modules, ...found])].sort();
  return askChoices(
    all.map((module) => ({ label: module, picked: modules.includes(module), value: module })),
    { title, placeHolder: vscode.l10n.t("Select the modules to show. If none is selected, all are shown") },
  );
}

/** The nodes whose logs are shown together; none chosen leaves those that are. @throws Cancelled */
async function askLogNodes(
  shown: readonly { readonly uri: string }[],
  folders: readonly NodeFolder[],
  title: string,
): Promise<LogSubject["nodes"]> {
  const chosen = await askChoices(
    folders.map((folder) => ({
      label: folder.name,
      description: folder.place,
      picked: shown.some(({ uri }) => uri === folder.uri.toString()),
      value: folder,
    })),
    { title, placeHolder: vscode.l10n.t("Select the nodes whose logs to show together, ordered by time") },
  );
  return nodesOf(chosen);
}

/** Asks what of a log is shown: the least level, modules, nodes. @throws Cancelled */
export async function filterLog(view: LogView, folders: readonly NodeFolder[], uri: vscode.Uri): Promise<void> {
  const subject = readLogUri(uri);
  if (!subject) return;
  const title = vscode.l10n.t("Filter Node Log");
  const { nodes, min, modules } = subject;
  const none = vscode.l10n.t("all modules");
  const what = await askChoice<"level" | "modules" | "nodes">(
    [
      { label: `$(filter) ${labelled(vscode.l10n.t("Level"), levelText(min))}`, value: "level" },
      {
        label: `$(symbol-namespace) ${labelled(vscode.l10n.t("Modules"), listed(modules) || none)}`,
        value: "modules",
      },
      {
        label: `$(vm) ${labelled(vscode.l10n.t("Nodes"), listed(nodes.map(({ name }) => name)))}`,
        value: "nodes",
      },
    ],
    { title },
  );
  if (what === "level") {
    const level = await askLevel(subject, title);
    await view.change(uri, { nodes, modules, ...(level ? { min: level } : {}) });
  } else if (what === "modules") {
    await view.change(uri, { ...subject, modules: await askModules(subject, view.modulesOf(uri), title) });
  } else {
    const chosen = await askLogNodes(nodes, folders, title);
    if (chosen.length > 0) await view.change(uri, { ...subject, nodes: chosen });
  }
}
