import type * as vscode from "vscode";
import type { Chainside } from "../app/chainside";
import { registerCommands } from "../commands/registerCommands";

/** Every method of the node's JSON-RPC interface, from the palette. */
export function registerRpc(app: Chainside): vscode.Disposable {
  return registerCommands(app, {
    "chainside.callRpcMethod": async (target) => (await import("./callRpcMethod")).callRpcMethod(app, target),
  });
}
