import * as vscode from "vscode";
import type { Chainside } from "../app/chainside";
import { registerCommands } from "../commands/registerCommands";
import { recordScheme } from "../documents/recordUri";

/** Hashes, addresses and node IDs of the read-only documents say what they are, and lead there. */
class RecordHover implements vscode.HoverProvider {
  constructor(private readonly app: Chainside) {}

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const range = document.getWordRangeAtPosition(position, /0x[0-9a-fA-F]+|[0-9a-fA-F]{128}/);
    if (!range) return undefined;
    const text = document.getText(range);
    const hover = new vscode.MarkdownString();
    hover.isTrusted = { enabledCommands: ["chainside.explain"] };
    const account = this.app.accounts.all.find(({ address }) => address.toLowerCase() === text.toLowerCase());
    const group = this.app.connections.activeGroup;
    const contract = group && this.app.knownContracts.find(group, text);
    if (account) hover.appendText(vscode.l10n.t("your account {0}", account.label)).appendMarkdown("\n\n");
    else if (contract) hover.appendText(vscode.l10n.t("contract {0}", contract.name)).appendMarkdown("\n\n");
    const query = encodeURIComponent(JSON.stringify([text]));
    hover.appendMarkdown(`[${vscode.l10n.t("Explain")}](command:chainside.explain?${query})`);
    return new vscode.Hover(hover, range);
  }
}

/** *Explain*: what a code, a name, a hash or a log line means and what to do next. */
export function registerExplain(app: Chainside): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider({ scheme: recordScheme }, new RecordHover(app)),
    registerCommands(app, {
      "chainside.explain": async (target) => (await import("./explain")).explain(app, target),
    }),
  );
}
