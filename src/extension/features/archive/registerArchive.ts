import * as vscode from "vscode";
import { askNodeFolder } from "../../flows/nodes/askNodeFolder";
import { mayRun } from "../../flows/nodes/runNodeScript";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
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
      const folder = await askNodeFolder(app.nodeFolders, target, vscode.l10n.t("Archive Blocks"));
      const { archiveBlocks } = await import("./archiveBlocks");
      await archiveBlocks(app, folder);
    }),
    "chainside.lookUpArchived": free(async () => (await import("./lookUpArchived")).lookUpArchived(app)),
  });
}
