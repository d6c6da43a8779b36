import * as vscode from "vscode";
import { listed } from "../../../text/joining";
import { commandOf } from "../../kit/commands/commands";
import type { GeneratedClient, GeneratedClients } from "../../state/generated/generatedClients";

const source = "Chainside";
const code = "staleClient";
const maxNamed = 3;

/** Some of the files, by their names in the workspace. */
function named(files: readonly vscode.Uri[]): string {
  const names = files.slice(0, maxNamed).map((uri) => vscode.workspace.asRelativePath(uri));
  return listed([...names, ...(files.length > maxNamed ? ["…"] : [])]);
}

/** What is wrong with a stale client, for a person. */
function staleText({ contract, changed, gone }: GeneratedClient): string {
  return changed.length > 0
    ? vscode.l10n.t("{0} changed since the client of {1} was generated from it.", named(changed), contract)
    : vscode.l10n.t("{0}, from which the client of {1} was generated, is no longer there.", named(gone), contract);
}

/** What is stale stands in the Problems view, at the line of the generated file that names its contract. */
export class StaleMarks implements vscode.Disposable {
  readonly #shown = vscode.languages.createDiagnosticCollection("chainside.clients");
  readonly #listening: vscode.Disposable;

  constructor(private readonly generated: GeneratedClients) {
    this.#listening = generated.onDidChange(() => this.#show());
    this.#show();
  }

  #show(): void {
    this.#shown.clear();
    for (const client of this.generated.stale) {
      const place = new vscode.Range(client.line, 0, client.line, Number.MAX_SAFE_INTEGER);
      const canBeMade = client.changed.length > 0;
      const { Warning, Information } = vscode.DiagnosticSeverity;
      const found = new vscode.Diagnostic(place, staleText(client), canBeMade ? Warning : Information);
      found.source = source;
      // without its source nothing makes it again
      if (canBeMade) found.code = code;
      this.#shown.set(client.uri, [found]);
    }
  }

  dispose(): void {
    this.#listening.dispose();
    this.#shown.dispose();
  }
}

/** *Generate Again* for a stale client. */
export function staleFixes(uri: vscode.Uri, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
  const own = diagnostics.filter((each) => each.source === source && each.code === code);
  if (own.length === 0) return [];
  const title = vscode.l10n.t("Generate Again");
  const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  fix.diagnostics = own;
  fix.isPreferred = true;
  fix.command = commandOf("chainside.generateAgain", title, { kind: "file", uri });
  return [fix];
}
