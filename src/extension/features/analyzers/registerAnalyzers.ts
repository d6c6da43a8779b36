import * as vscode from "vscode";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import { isSolidity } from "../../state/solidity/solidity";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.runAnalyzers": On<"file">;
  }
}

/** Slither, solhint and Mythril, where they are installed. */
export function registerAnalyzers(app: Chainside): vscode.Disposable {
  const collections = new Map<string, vscode.DiagnosticCollection>();
  const problems = (name: string): vscode.DiagnosticCollection => {
    const known = collections.get(name) ?? vscode.languages.createDiagnosticCollection(name);
    collections.set(name, known);
    return known;
  };
  return vscode.Disposable.from(
    // What was found in another text is at other places.
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && isSolidity(document))
        for (const each of collections.values()) each.delete(document.uri);
    }),
    {
      dispose() {
        for (const each of collections.values()) each.dispose();
      },
    },
    registerTargetCommands(app, {
      "chainside.runAnalyzers": free(async (target) =>
        (await import("./runAnalyzers")).runAnalyzers(app, target, problems),
      ),
    }),
  );
}
