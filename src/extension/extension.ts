import * as vscode from "vscode";
import { registerConfigLanguage } from "./configLanguage/registerConfigLanguage";

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Chainside", { log: true });
  context.subscriptions.push(log, registerConfigLanguage(context, log));
}
