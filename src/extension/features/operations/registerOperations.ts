import type * as vscode from "vscode";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.runOperation": On<"group">;
  }
}

/** Everything in the catalogue of operations, also what has no command of its own. */
export function registerOperations(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.runOperation": reads(async (group, target) =>
      (await import("./runOperation")).runOperation(app, group, target),
    ),
  });
}
