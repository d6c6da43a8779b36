import * as vscode from "vscode";
import { isNodeFolderNode } from "../../flows/nodes/nodeFolderNode";
import { mayRun } from "../../flows/nodes/runNodeScript";
import { askChoice } from "../../kit/asking/ask";
import { registerCommands } from "../../kit/commands/registerCommands";
import type { Chainside } from "../../state/chainside";

/** Archiving old blocks of a node, and looking into an archive (docs/protocol/archive.md). */
export function registerArchive(app: Chainside): vscode.Disposable {
  return registerCommands(app, {
    "chainside.archiveBlocks": async (target) => {
      if (!(await mayRun())) return;
      const all = await app.nodeFolders.list();
      if (all.length === 0) {
        void vscode.window.showInformationMessage(
          vscode.l10n.t("The workspace holds no node folder: open the folder that build_chain.sh made."),
        );
        return;
      }
      const folder = isNodeFolderNode(target)
        ? target.folder
        : await askChoice(
            all.map((each) => ({ label: `$(vm) ${each.name}`, description: each.place, value: each })),
            { title: vscode.l10n.t("Archive Blocks") },
          );
      const { archiveBlocks } = await import("./archiveBlocks");
      await archiveBlocks(app, folder);
    },
    "chainside.lookUpArchived": async () => (await import("./lookUpArchived")).lookUpArchived(app),
  });
}
