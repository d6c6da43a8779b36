import * as vscode from "vscode";
import type { CompilerChoice } from "../../../solidity/version/compilerChoice";

/** Why this compiler, as one sentence. */
export function versionWords({ version, versionReason }: CompilerChoice): string {
  switch (versionReason.kind) {
    case "setting":
      return vscode.l10n.t("Solidity {0}: the setting chainside.solidity.compiler names it.", version);
    case "project":
      return vscode.l10n.t("Solidity {0}: {1} names it.", version, vscode.workspace.asRelativePath(versionReason.file));
    case "workspace":
      return vscode.l10n.t("Solidity {0}: the workspace's own package solc fits the pragmas.", version);
    case "preferred":
      return vscode.l10n.t("Solidity {0}: the version that Chainside prefers fits the pragmas.", version);
    case "cached":
      return vscode.l10n.t("Solidity {0}: it fits the pragmas and is here already.", version);
    case "newest":
      return vscode.l10n.t("Solidity {0}: the newest that fits the pragmas.", version);
  }
}

/** Why this machine, as one sentence. */
export function evmWords({ evmVersion, evmReason }: CompilerChoice): string {
  switch (evmReason.kind) {
    case "setting":
      return vscode.l10n.t("Machine {0}: the setting chainside.solidity.evmVersion names it.", evmVersion);
    case "project":
      return vscode.l10n.t("Machine {0}: {1} names it.", evmVersion, vscode.workspace.asRelativePath(evmReason.file));
    case "chain":
      return evmReason.wanted === undefined
        ? vscode.l10n.t("Machine {0}: the newest that the chain runs.", evmVersion)
        : vscode.l10n.t(
            "Machine {0}: the newest that the chain runs; {1} is asked for and too new.",
            evmVersion,
            evmReason.wanted,
          );
    case "compilerDefault":
      return vscode.l10n.t("Machine {0}: the compiler's own choice, which the chain runs.", evmVersion);
  }
}
