import * as vscode from "vscode";
import { planWhitelists } from "../../../nodeConfig/expansion/expansionPlan";
import { addEdits } from "../../flows/nodes/addEdits";
import { type NodeFolder, readText } from "../../state/nodeFolders/nodeFolder";

/**
 * One edit over the files of all nodes: the new ID in every whitelist that is on, the whole list in the new node's, and the
 * chain's config.genesis and nodes.json in its folder. It is shown before it is made, and undone as one.
 */
export async function whitelistEdit(existing: readonly NodeFolder[], added: NodeFolder): Promise<vscode.WorkspaceEdit> {
  const edit = new vscode.WorkspaceEdit();
  const label = vscode.l10n.t("Let {0} and the other nodes accept each other", added.name);
  const shown: vscode.WorkspaceEditEntryMetadata = { label, needsConfirmation: false };
  for (const { node, edits } of planWhitelists(existing, added)) {
    const folder = [...existing, added].find((one) => one.node === node);
    if (!folder) continue;
    addEdits(edit, vscode.Uri.joinPath(folder.uri, "config.ini"), edits, shown);
  }
  const [first] = existing;
  for (const name of first ? ["config.genesis", "nodes.json"] : []) {
    const wanted = first && (await readText(vscode.Uri.joinPath(first.uri, name)));
    const target = vscode.Uri.joinPath(added.uri, name);
    const present = await readText(target);
    // A list of peers that is there already may name others on purpose.
    if (wanted === undefined || wanted === present || (name === "nodes.json" && present !== undefined)) continue;
    const contents = new TextEncoder().encode(wanted);
    edit.createFile(target, { overwrite: true, contents }, shown);
  }
  // What needs confirmation is not ticked in the preview, and makes it open. So one edit that changes nothing asks for it, and
  // all that matters is ticked.
  const nothing = { label: vscode.l10n.t("This entry has no effect"), needsConfirmation: true };
  if (edit.size > 0) edit.insert(vscode.Uri.joinPath(added.uri, "config.ini"), new vscode.Position(0, 0), "", nothing);
  return edit;
}
