import type * as vscode from "vscode";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.expandChain": () => void;
  }
}

/** The guided checklist of adding a node: seven steps, each checked for real before the next is offered. */
export function registerExpansion(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.expandChain": free(async () => (await import("./expansionChecklist")).runExpansion(app)),
  });
}
