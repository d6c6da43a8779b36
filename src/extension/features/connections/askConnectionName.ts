import * as vscode from "vscode";
import { askText } from "../../kit/asking/ask";
import type { Chainside } from "../../state/chainside";

/** Asks what a new connection is called, and says when the name belongs to one that is there. @throws Cancelled */
export async function askConnectionName(app: Chainside, title: string, value: string): Promise<string> {
  const taken = (name: string): boolean => app.connections.all.some((each) => each.name === name);
  const name = await askText({
    title,
    prompt: vscode.l10n.t("Enter a name for the connection"),
    value,
    validate: (text) => {
      if (text.trim() === "") return vscode.l10n.t("Enter a name.");
      if (!taken(text.trim())) return undefined;
      return {
        message: vscode.l10n.t(
          "A connection with this name already exists. It gets the new addresses and certificates.",
        ),
        severity: vscode.InputBoxValidationSeverity.Info,
      };
    },
  });
  return name.trim();
}
