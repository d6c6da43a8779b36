import type * as vscode from "vscode";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.buildChain": () => void;
  }
}

/** Making a chain with the official script, from questions instead of options. */
export function registerBuildChain(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.buildChain": free(async () => (await import("./buildChain")).buildChain(app)),
  });
}
