import type * as vscode from "vscode";
import { registerCommands } from "../../kit/commands/registerCommands";
import type { Chainside } from "../../state/chainside";

/** Making a chain with the official script, from questions instead of options. */
export function registerBuildChain(app: Chainside): vscode.Disposable {
  return registerCommands(app, {
    "chainside.buildChain": async () => (await import("./buildChain")).buildChain(app),
  });
}
