import * as vscode from "vscode";
import type { ClientErrorCode } from "../../../errors/clientError";
import type { CheckedFile, LocatedDiagnostic } from "../../../solidity/language/questions";
import type { CompilerChoice } from "../../../solidity/version/compilerReasons";
import { clauses, separated } from "../../../text/joining";
import { md } from "../../../text/markdown";
import type { CommandId } from "../../kit/commands/commands";
import { shownLabel } from "../../kit/text/shownText";
import type { Chainside } from "../../state/chainside";
import { groupTitle } from "../../state/connections/groupTitle";
import { ChainTarget } from "../../state/solidity/compileTarget";
import { type Checked, isSolidity } from "../../state/solidity/solidity";

/** Why this compiler, as one sentence. */
function versionText({ version, versionReason }: CompilerChoice): string {
  switch (versionReason.kind) {
    case "setting":
      return vscode.l10n.t("Solidity {0}: from the setting chainside.solidity.compiler.", version);
    case "project":
      return vscode.l10n.t("Solidity {0}: from {1}.", version, vscode.workspace.asRelativePath(versionReason.file));
    case "workspace":
      return vscode.l10n.t("Solidity {0}: the workspace's solc package, which fits the pragmas.", version);
    case "preferred":
      return vscode.l10n.t("Solidity {0}: Chainside's preferred version, which fits the pragmas.", version);
    case "cached":
      return vscode.l10n.t("Solidity {0}: fits the pragmas and is already downloaded.", version);
    case "newest":
      return vscode.l10n.t("Solidity {0}: the newest that fits the pragmas.", version);
  }
}

/** Why this machine, as one sentence. */
function evmText({ evmVersion, evmReason }: CompilerChoice): string {
  switch (evmReason.kind) {
    case "setting":
      return vscode.l10n.t("EVM version {0}: from the setting chainside.solidity.evmVersion.", evmVersion);
    case "project":
      return vscode.l10n.t("EVM version {0}: from {1}.", evmVersion, vscode.workspace.asRelativePath(evmReason.file));
    case "chain":
      return evmReason.wanted === undefined
        ? vscode.l10n.t("EVM version {0}: the newest that the chain supports.", evmVersion)
        : vscode.l10n.t(
            "EVM version {0}: the newest that the chain supports; the requested {1} is too new.",
            evmVersion,
            evmReason.wanted,
          );
    case "compilerDefault":
      return vscode.l10n.t("EVM version {0}: the compiler's default, which the chain supports.", evmVersion);
  }
}

/** Whether it is this error of ours. */
const isCode = ({ type, code }: LocatedDiagnostic, wanted: ClientErrorCode): boolean =>
  type === "Chainside" && code === wanted;

const lacksCompiler = ({ diagnostics }: CheckedFile): boolean =>
  diagnostics.some(
    (each) =>
      isCode(each, "compilerNotDownloaded") ||
      isCode(each, "compilerOffline") ||
      isCode(each, "compilerRegistryNotAllowed"),
  );

function tooltipOf({ file, target }: Checked): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  const { choice } = file;
  if (choice) {
    tooltip.appendMarkdown(md`${versionText(choice)}\n\n${evmText(choice)}\n\n`);
    const pragmas = [...new Set(choice.pragmas.map(({ text }) => text))];
    if (pragmas.length > 0) tooltip.appendMarkdown(md`${vscode.l10n.t("Pragmas: {0}", separated(pragmas))}\n\n`);
  } else tooltip.appendMarkdown(md`${vscode.l10n.t("No compiler matches this file and its imports.")}\n\n`);
  const { group, suite } = target;
  const where = group ? groupTitle(group) : "";
  const words = group
    ? suite === "sm"
      ? vscode.l10n.t("For {0}, which uses SM3.", where)
      : vscode.l10n.t("For {0}, which uses keccak256.", where)
    : vscode.l10n.t("No chain is connected, so the code isn't compiled for a specific one.");
  tooltip.appendMarkdown(md`${words}\n\n`);
  const click = lacksCompiler(file)
    ? vscode.l10n.t("This compiler isn't downloaded yet. Click to download it from npm and compile.")
    : vscode.l10n.t("Click to compile.");
  tooltip.appendMarkdown(md`${click}`);
  return tooltip;
}

/** `Solidity 0.8.30 · cancun · SM` for the file in the editor, with the reasons. */
export function registerCompilerStatus(app: Chainside): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("chainside.solidity", vscode.StatusBarAlignment.Right, 101);
  item.name = "Solidity";
  item.command = "chainside.compileSolidity" satisfies CommandId;

  function show(): void {
    const document = vscode.window.activeTextEditor?.document;
    const checked = document && isSolidity(document) ? app.solidity.lastChecked(document.uri.fsPath) : undefined;
    if (!checked) {
      item.hide();
      return;
    }
    const { choice } = checked.file;
    const suite = checked.target.suite === "sm" ? [vscode.l10n.t("SM")] : [];
    const words = choice
      ? [`Solidity ${choice.version}`, choice.evmVersion, ...suite]
      : [vscode.l10n.t("no matching Solidity compiler")];
    const icon = lacksCompiler(checked.file) ? "$(cloud-download) " : choice ? "" : "$(warning) ";
    item.text = shownLabel(`${icon}${words.join(" · ")}`);
    item.tooltip = tooltipOf(checked);
    item.accessibilityInformation = { label: clauses(words) };
    item.show();
  }

  return vscode.Disposable.from(
    item,
    app.solidity.onDidCheck(show),
    vscode.window.onDidChangeActiveTextEditor(show),
    app.connections.onDidChangeGroup(({ group, change }) => {
      if (change === "config" || change === "session") group.keptOfSession.of(ChainTarget).forget();
    }),
  );
}
