import * as vscode from "vscode";
import { askChoice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import { isContractUri, isSolidity } from "../../state/solidity/solidity";
import { artifactChoice } from "./choices";

/** The source that a command was run on. */
export const clickedSource = (target: Target): vscode.Uri | undefined =>
  (target.kind === "file" || target.kind === "artifact") && target.uri.path.endsWith(".sol") ? target.uri : undefined;

/** The same, or else the source in the editor. */
export function sourceInFront(target: Target): vscode.Uri | undefined {
  const active = vscode.window.activeTextEditor?.document;
  return clickedSource(target) ?? (active && isSolidity(active) ? active.uri : undefined);
}

/** The source that a command is about, without a contract; else the user's choice. @throws Cancelled */
export async function askFile(app: Chainside, target: Target, title: string): Promise<vscode.Uri> {
  const front = sourceInFront(target);
  if (front) return front.with({ fragment: "" });
  const known = await app.artifacts.sources();
  const files = [...new Map(known.map(({ uri }) => [uri.with({ fragment: "" }).toString(), uri])).values()];
  const choices = files.map((uri) => ({
    label: `$(file-code) ${vscode.workspace.asRelativePath(uri.with({ fragment: "" }))}`,
    value: uri.with({ fragment: "" }),
  }));
  return askChoice(choices, { title, placeHolder: vscode.l10n.t("Select a source") });
}

/**
 * A contract of a source, as `contractUri` has it: the one that was clicked, the only one of the file in front, else the user's choice.
 * @throws Cancelled
 */
export async function askContract(app: Chainside, target: Target, title: string): Promise<vscode.Uri> {
  const front = sourceInFront(target);
  if (front && isContractUri(front)) return front;
  const known = (await app.artifacts.sources()).filter(({ deployable }) => deployable);
  const own = known.filter(({ uri }) => uri.with({ fragment: "" }).toString() === front?.toString());
  const [only] = own;
  if (only && own.length === 1) return only.uri;
  return askChoice((own.length > 0 ? own : known).map(artifactChoice), {
    title,
    placeHolder: vscode.l10n.t("Select a contract"),
  });
}
