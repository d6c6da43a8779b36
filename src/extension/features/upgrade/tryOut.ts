import * as vscode from "vscode";
import { connectionArguments } from "../../flows/commandLine/commandLine";
import { runChainside } from "../../flows/commandLine/runChainside";
import { mayRun } from "../../flows/nodes/runNodeScript";
import { askInteger } from "../../kit/asking/ask";
import { showProgress } from "../../kit/asking/progress";
import { requireSourceFolder } from "../../kit/files/workspaceFolder";
import { showError, showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { saveSources } from "../../state/solidity/solidity";

/** `try`: tests and scenarios of a folder. `replay`: the latest blocks. */
export type TryOut = "try" | "replay";

const usualBlocks = 100;

const maxBlocks = 20_000;

/** What the end of the program comes to (docs/command-line.md, "Upgrading a chain"). */
function tellEnd(code: number | undefined, to: string): void {
  if (code === 0) void showInformation(vscode.l10n.t("Nothing that was tried differs under {0}.", to));
  else if (code === 1) {
    void showWarning(vscode.l10n.t("Something differs under {0}. The task's terminal names it.", to));
  } else if (code === 3) {
    void showWarning(
      vscode.l10n.t("It can't be told of everything whether it differs under {0}. The task's terminal names it.", to),
    );
  } else void showError(vscode.l10n.t("It wasn't tried out. See the task's terminal for the reason."));
}

/**
 * Tries an upgrade out on this machine, where the report is seen as it is made, and says how it ended. Nothing is sent to the chain.
 * @throws Cancelled
 */
export async function tryOut(app: Chainside, { connection, groupId }: ChainGroup, kind: TryOut, to: string) {
  if (!(await mayRun())) return;
  const folder = await requireSourceFolder();
  const range = { from: 1, to: maxBlocks };
  const question = {
    title: vscode.l10n.t("Upgrade Chain"),
    prompt: vscode.l10n.t("Enter how many of the latest blocks are executed again."),
    value: String(usualBlocks),
  };
  const blocks = kind === "replay" ? ["--blocks", String(await askInteger(question, range))] : [];
  await saveSources();
  const { endpoints, tls } = connection.profile;
  const words = ["upgrade", kind, to, ...connectionArguments({ endpoints, groupId, tls }), ...blocks];
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t("Trying out {0}", to),
    cancellable: true,
  };
  const { code, wasEnded } = await showProgress(options, async (_, signal) => ({
    code: await runChainside(app, `chainside upgrade ${kind} ${to}`, words, folder.uri.fsPath, { signal }),
    wasEnded: signal.aborted,
  }));
  if (!wasEnded) tellEnd(code, to);
}
