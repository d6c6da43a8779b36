import type * as vscode from "vscode";
import { registerCommands } from "../../kit/commands/registerCommands";
import type { Chainside } from "../../state/chainside";

/** Every method of the node's JSON-RPC interface, from the palette. */
export function registerRpc(app: Chainside): vscode.Disposable {
  return registerCommands(app, {
    "chainside.callRpcMethod": async (target) => (await import("./callRpcMethod")).callRpcMethod(app, target),
  });
}
