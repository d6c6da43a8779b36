import type * as vscode from "vscode";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.reportIssue": () => void;
  }
}

/** *Report an Issue…*: fills VS Code's issue reporter. Nothing is sent from here. */
export function registerReportIssue(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.reportIssue": free(async () => (await import("./reportIssue")).reportIssue(app)),
  });
}
