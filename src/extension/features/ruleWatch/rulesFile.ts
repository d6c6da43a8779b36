import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import { givenPath } from "../../../files/namedPath";
import { maxBytes, readGivenText } from "../../../files/regularFile";
import { readRules } from "../../../monitoring/rules/readRules";
import type { Rule } from "../../../monitoring/watch/ruleKinds";
import { say } from "../../../text/catalogue";
import { YamlError } from "../../../yaml/complaint";
import { askChoice } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/errors/cancelled";
import { foreignFolders } from "../../kit/files/foreignFolders";
import example from "./example.watch.yaml.eta";

const pattern = "**/*.watch.yaml";

/** Opens rules to begin with, as an unsaved file. */
async function openExample(): Promise<never> {
  const first = vscode.l10n.t("Rules to watch a chain by. Save this as NAME.watch.yaml and run the command again.");
  const document = await vscode.workspace.openTextDocument({ language: "yaml", content: `# ${first}\n${example({})}` });
  await vscode.window.showTextDocument(document);
  throw new Cancelled();
}

/** @throws Cancelled */
async function askFile(): Promise<string> {
  const opened = await vscode.window.showOpenDialog({
    filters: { YAML: ["yaml", "yml", "json"] },
    title: vscode.l10n.t("Watch by Rules"),
  });
  const path = opened?.[0]?.fsPath;
  if (path === undefined) throw new Cancelled();
  return path;
}

/** The file with rules that a user chooses. @throws Cancelled, also where they get an example */
export async function askRulesFile(): Promise<string> {
  const found = await vscode.workspace.findFiles(pattern, foreignFolders.glob);
  const choice = await askChoice<string | "other" | "new">(
    [
      ...found
        .filter(({ scheme }) => scheme === "file")
        .map((uri) => ({ label: vscode.workspace.asRelativePath(uri), value: uri.fsPath })),
      { label: vscode.l10n.t("Another file…"), value: "other" },
      { label: vscode.l10n.t("New rules…"), value: "new" },
    ],
    { title: vscode.l10n.t("Watch by Rules"), placeHolder: vscode.l10n.t("Select the rules") },
  );
  if (choice === "new") return openExample();
  return choice === "other" ? askFile() : choice;
}

/** The rules of a file. @throws ChainError usage `wrongRules` with the line; the system's error */
export async function rulesOf(path: string): Promise<Rule[]> {
  try {
    return readRules(await readGivenText(path, maxBytes.scenario), givenPath(path));
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const [first] = error.complaints;
    const [line, words] = first ? [first.place.line, say(first.message)] : [1, error.message];
    throw clientError("wrongRules", { line, words }, { cause: error });
  }
}
