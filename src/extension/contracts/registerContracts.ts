import type * as vscode from "vscode";
import type { Chainside } from "../app/chainside";
import { registerCommands } from "../commands/registerCommands";

/** Deploy, send, call. The ABI library is loaded by the first of them. */
export function registerContracts(app: Chainside): vscode.Disposable {
  return registerCommands(app, {
    "chainside.deployContract": async (target) => (await import("./deployContract")).deployContract(app, target),
    "chainside.sendTransaction": async (target) => (await import("./sendTransaction")).sendTransaction(app, target),
    "chainside.callContract": async (target) => (await import("./callContract")).callContract(app, target),
  });
}
