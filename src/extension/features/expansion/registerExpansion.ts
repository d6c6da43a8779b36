import type * as vscode from "vscode";
import { registerCommands } from "../../kit/commands/registerCommands";
import type { Chainside } from "../../state/chainside";

/** The guided checklist of adding a node: seven steps, each checked for real before the next is offered. */
export function registerExpansion(app: Chainside): vscode.Disposable {
  return registerCommands(app, {
    "chainside.expandChain": async () => (await import("./expansionChecklist")).runExpansion(app),
  });
}
