import type * as vscode from "vscode";
import type { Chainside } from "../app/chainside";
import { registerCommands } from "../commands/registerCommands";

/** Making a chain with the official script, from questions instead of options. */
export function registerBuildChain(app: Chainside): vscode.Disposable {
  return registerCommands(app, {
    "chainside.buildChain": async () => (await import("./buildChain")).buildChain(app),
  });
}
