import type * as vscode from "vscode";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.generateJavaClient": On<"file" | "artifact">;
  }
}

/** Java classes of contracts. */
export function registerJavaClients(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.generateJavaClient": free(async (target) =>
      (await import("./generateJavaClient")).generateJavaClient(app, target),
    ),
  });
}
