import type * as vscode from "vscode";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { Chainside } from "../../state/chainside";

/** Every method of the node's JSON-RPC interface, from the palette. */
export function registerRpc(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.callRpcMethod": reads(async (group) => (await import("./callRpcMethod")).callRpcMethod(app, group)),
  });
}
