import type * as vscode from "vscode";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.openLinkAbi": On<"path" | "group">;
  }
}

/** What of the chain's file system is opened as a document; what is made in it are operations. */
export function registerBfs(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.openLinkAbi": reads(async (group, target) =>
      (await import("./openLinkAbi")).openLinkAbi(app, group, target),
    ),
  });
}
