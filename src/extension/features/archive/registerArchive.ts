import * as vscode from "vscode";
import { mayRun } from "../../flows/nodes/runNodeScript";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import { askChoice } from "../../kit/asking/ask";
import type { On } from "../../kit/commands/target";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.archiveBlocks": On<"group">;
    "chainside.lookUpArchived": () => void;
  }
}

/** Archiving old blocks of a node, and looking into an archive (docs/protocol/archive.md). */
export function registerArchive(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.archiveBlocks": free(async (target) => {
      if (!(await mayRun())) return;
      const all = await app.nodeFolders.list();
      if (all.length === 0) {
        void showInformation(
          vscode.l10n.t("This workspace contains no node folders. Open a folder created by build_chain.sh."),
        );
        return;
      }
      const folder =
        target.kind === "nodeFolder"
          ? target.folder
          : await askChoice(
              all.map((each) => ({ label: `$(vm) ${each.name}`, description: each.place, value: each })),
              { title: vscode.l10n.t("Archive Blocks") },
            );
      const { archiveBlocks } = await import("./archiveBlocks");
      await archiveBlocks(app, folder);
    }),
    "chainside.lookUpArchived": free(async () => (await import("./lookUpArchived")).lookUpArchived(app)),
  });
}
