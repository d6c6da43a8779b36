import * as vscode from "vscode";
import { resolveTarget } from "../../../chain/services/bfs/readLink";
import type { CodeInUse, LayoutAnswer } from "../../../solidity/service/messages";
import { say } from "../../../text/catalogue";
import { joinSentences } from "../../../text/joining";
import { askContractAddress } from "../../flows/target/askContractAddress";
import { askContract } from "../../flows/target/askSource";
import type { Target } from "../../kit/commands/target";
import { showError, showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { withCompileProgress } from "../../state/solidity/compileProgress";
import type { CompileTarget } from "../../state/solidity/compileTarget";
import { saveSources } from "../../state/solidity/solidity";
import type { LayoutDocuments } from "./layoutDocuments";

const maxShown = 5;

/** @throws Cancelled; ChainError usage `sourceNotCompiled` and the like */
async function layoutOf(
  app: Chainside,
  uri: vscode.Uri,
  target: CompileTarget,
  title: string,
  deployed?: CodeInUse,
): Promise<LayoutAnswer | undefined> {
  await saveSources();
  const answer = await withCompileProgress(title, (waiting) => app.solidity.layout(uri, target, deployed, waiting));
  // The way that everything else compiles says why there is none.
  if (!answer) {
    await app.solidity.compileContract(uri, undefined, { target });
    void showWarning(
      vscode.l10n.t("The compiler of {0} doesn't tell where variables are (before 0.5.13).", uri.fragment),
    );
  }
  return answer;
}

/** Shows where a contract keeps its variables. */
export async function showStorageLayout(app: Chainside, documents: LayoutDocuments, target: Target): Promise<void> {
  const title = vscode.l10n.t("Show Storage Layout");
  const uri = await askContract(app, target, title);
  const answer = await layoutOf(app, uri, await app.solidity.target(), title);
  if (!answer) return;
  const document = await vscode.workspace.openTextDocument(
    documents.show(vscode.l10n.t("Layout of {0}", uri.fragment), answer.rows),
  );
  await vscode.window.showTextDocument(document, { preview: true });
}

/** Says in words what an upgrade does. */
function tell(name: string, { changes, verdict }: LayoutAnswer): void {
  const wrong = changes.filter(({ severity }) => severity === "error");
  const detail = (wrong.length > 0 ? wrong : changes)
    .slice(0, maxShown)
    .map(({ message }) => say(message))
    .join(" ");
  if (wrong.length > 0) void showError(vscode.l10n.t("An upgrade to {0} breaks what is stored. {1}", name, detail));
  else if (verdict === "unknown")
    void showWarning(vscode.l10n.t("Whether what is stored stays where {0} reads it isn't known. {1}", name, detail));
  else void showInformation(vscode.l10n.t("✓ What is stored stays where {0} reads it.", name));
}

/**
 * Compares where a deployed contract keeps its variables with where a source would: the deployed one as it was compiled here, found by its
 * code.
 */
export async function compareStorageLayout(
  app: Chainside,
  documents: LayoutDocuments,
  group: ChainGroup,
  target: Target,
): Promise<void> {
  const title = vscode.l10n.t("Compare Storage Layout");
  const wanted = target.kind === "contract" ? target.address : await askContractAddress(app, group, target, title);
  const address = await resolveTarget(group.session, wanted);
  const { codeBehind } = await import("../../../chain/proxy/codeBehind");
  const inUse = await codeBehind(group.session, address, { target: wanted });
  const { address: behind, proxy } = inUse;
  // Both are named: where the storage is, and whose code it is read by.
  const shown = proxy ? vscode.l10n.t("{0} (proxy of {1})", wanted, behind) : wanted;
  const uri = await askContract(app, target, title);
  const answer = await layoutOf(app, uri, await app.solidity.target(group), title, inUse);
  if (!answer) return;
  if (!answer.before) {
    const unknown = vscode.l10n.t(
      "The code at {0} wasn't compiled here, or too long ago. Compare its source by chainside layout --against.",
      behind,
    );
    void showWarning(joinSentences(...answer.changes.map(({ message }) => say(message)), unknown));
    return;
  }
  const before = documents.show(vscode.l10n.t("Layout at {0}", shown), answer.before);
  const now = documents.show(vscode.l10n.t("Layout of {0}", uri.fragment), answer.rows);
  await vscode.commands.executeCommand(
    "vscode.diff",
    before,
    now,
    vscode.l10n.t("{0} ↔ {1}: Storage Layout", shown, uri.fragment),
  );
  tell(uri.fragment, answer);
}
