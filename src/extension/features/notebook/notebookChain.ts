import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import {
  chainOf,
  connectedGroup,
  fits,
  type NotebookChain,
  namedChain,
  nameOfEmbedded,
  notebookName,
} from "../../flows/notebook/notebookChain";
import { targetGroup } from "../../flows/target/askGroup";
import { nothing } from "../../flows/target/target";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { runCommand } from "../../kit/commands/commands";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";

/** `production · group0`: where the requests of a notebook go now. Undefined without any chain. */
export function chainText(app: Chainside, notebook: vscode.NotebookDocument): string | undefined {
  const wanted = namedChain(notebook);
  if (wanted.connection !== undefined) {
    const name = wanted.connection === nameOfEmbedded ? vscode.l10n.t("Embedded chain") : wanted.connection;
    return [name, wanted.group].filter(Boolean).join(" · ");
  }
  const group = app.connections.activeGroup;
  return group && groupTitle(group);
}

/**
 * The group that a notebook works on: the one it names, connected when it is not yet, else the active one.
 * @throws Cancelled; ChainError usage `notebookChain`, and what connecting throws.
 */
export async function notebookGroup(app: Chainside, notebook: vscode.NotebookDocument): Promise<ChainGroup> {
  const wanted = namedChain(notebook);
  if (wanted.connection === undefined) return targetGroup(app, nothing);
  const found = connectedGroup(app, notebook);
  if (found) return found;
  const connection = app.connections.all.find((each) => notebookName(each) === wanted.connection);
  if (connection && connection.state.kind !== "connected") await connection.connect();
  else if (wanted.connection === nameOfEmbedded) await runCommand("chainside.startEmbeddedChain");
  const made = connectedGroup(app, notebook);
  if (made) return made;
  throw clientError("notebookChain", { chain: [wanted.connection, wanted.group].filter(Boolean).join(" · ") });
}

/** Lets the user say which chain a notebook works on; it is written into the notebook. @throws Cancelled */
export async function selectNotebookChain(app: Chainside, notebook: vscode.NotebookDocument): Promise<void> {
  const now = namedChain(notebook);
  const groups = app.connections.groups.length > 0 ? app.connections.groups : [await targetGroup(app, nothing)];
  const chosen = await askChoice<NotebookChain>(
    [
      {
        label: `$(target) ${vscode.l10n.t("The active group")}`,
        description: vscode.l10n.t("whichever group the status bar shows"),
        value: {},
      },
      ...groups.map(
        (group): Choice<NotebookChain> => ({
          label: `$(layers) ${group.groupId}`,
          description: group.connection.name,
          value: chainOf(group),
          picked: fits(now)(group),
        }),
      ),
    ],
    { title: vscode.l10n.t("Select Notebook Chain") },
  );
  const { connection: _, group: __, ...others } = notebook.metadata;
  const edit = new vscode.WorkspaceEdit();
  edit.set(notebook.uri, [vscode.NotebookEdit.updateNotebookMetadata({ ...others, ...chosen })]);
  await vscode.workspace.applyEdit(edit);
}
