import type * as vscode from "vscode";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.newApplication": On<"file" | "artifact">;
  }
}

/** Applications that call contracts. */
export function registerNewApplication(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.newApplication": free(async (target) => (await import("./newApplication")).newApplication(app, target)),
  });
}
