import type * as vscode from "vscode";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import type { LogTail } from "../../kit/errors/logTail";
import type { Chainside } from "../../state/chainside";

/** *Report an Issue…*: fills VS Code's issue reporter. Nothing is sent from here. */
export function registerReportIssue(app: Chainside, tail: LogTail): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.reportIssue": free(async () => (await import("./reportIssue")).reportIssue(app, tail)),
  });
}
