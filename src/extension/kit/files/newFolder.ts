import * as vscode from "vscode";
import { askText } from "../asking/ask";
import { Cancelled } from "../errors/cancelled";
import { onButton, showInformation } from "../messages/notify";
import { meantFolder } from "./workspaceFolder";

/** What is asked of a folder that will be made. */
interface NewFolder {
  readonly title: string;
  readonly prompt: string;
  /** The name that is offered. */
  readonly value: string;
  /** Whether a name will do. */
  readonly isName: (name: string) => boolean;
}

/** The folder that will be made: its parent from the dialog, its name as typed. @throws Cancelled */
export async function askNewFolder({ title, prompt, value, isName }: NewFolder): Promise<vscode.Uri> {
  const name = await askText({
    ...{ title, prompt, value },
    validate: (text) =>
      isName(text)
        ? undefined
        : vscode.l10n.t("Enter lowercase letters and digits, with - between, such as my-service."),
  });
  const openLabel = vscode.l10n.t("Create Here");
  const folder = meantFolder()?.uri;
  const [parent] =
    (await vscode.window.showOpenDialog({
      ...{ title, openLabel, canSelectFiles: false, canSelectFolders: true },
      ...(folder ? { defaultUri: folder } : {}),
    })) ?? [];
  if (!parent) throw new Cancelled();
  return vscode.Uri.joinPath(parent, name);
}

/** Says where something new is, and offers to open it in a window of its own. */
export function offerToOpen(folder: vscode.Uri, words: string, failed: (error: unknown) => unknown): void {
  const open = vscode.l10n.t("Open Folder");
  onButton(
    showInformation(words, open),
    open,
    () => vscode.commands.executeCommand("vscode.openFolder", folder, { forceNewWindow: true }),
    failed,
  );
}
