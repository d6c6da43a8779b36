import type * as vscode from "vscode";
import { free, registerTargetCommands, writes } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.openSigningRequest": () => void;
    "chainside.sendSignedRequest": On<"group">;
  }
}

/** Transactions that one person writes, another signs, and either sends: the files of `chainside request`. */
export function registerSigningRequests(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.openSigningRequest": free(async () => (await import("./requestFiles")).signRequest(app)),
    "chainside.sendSignedRequest": writes(async (group) => (await import("./requestFiles")).sendRequest(app, group)),
  });
}
