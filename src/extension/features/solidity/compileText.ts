import * as vscode from "vscode";
import type { CompilerChoice } from "../../../solidity/version/compilerChoice";

/** Why this compiler, as one sentence. */
export function versionText({ version, versionReason }: CompilerChoice): string {
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
export function evmText({ evmVersion, evmReason }: CompilerChoice): string {
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
