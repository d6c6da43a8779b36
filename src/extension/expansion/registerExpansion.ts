import type * as vscode from "vscode";
import type { Chainside } from "../app/chainside";
import { registerCommands } from "../commands/registerCommands";

/** The guided checklist of adding a node: seven steps, each checked for real before the next is offered. */
export function registerExpansion(app: Chainside): vscode.Disposable {
  return registerCommands(app, {
    "chainside.expandChain": async () => (await import("./expansionChecklist")).runExpansion(app),
  });
}
