import type * as vscode from "vscode";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.callRpcMethod": On<"group">;
  }
}

/** Every method of the node's JSON-RPC interface, from the palette. */
export function registerRpc(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.callRpcMethod": reads(async (group) => (await import("./callRpcMethod")).callRpcMethod(app, group)),
  });
}
