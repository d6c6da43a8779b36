import * as vscode from "vscode";
import { setting } from "../../kit/settings/settings";

/** Extensions that give Solidity diagnostics, hovers and the rest by themselves. */
const others = [
  "NomicFoundation.hardhat-solidity",
  "juanblanco.solidity",
  "tintinweb.solidity-visual-auditor",
  "tintinweb.vscode-solidity-language",
  "beaugunderson.solidity-extended",
  "qiuxiang.solidity-ide",
];

/** Whether language features are Chainside's: not where another extension gives them, unless the setting says so. */
export function ownsLanguage(): boolean {
  switch (setting("solidity.languageFeatures")) {
    case "on":
      return true;
    case "off":
      return false;
    default:
      return !others.some((id) => vscode.extensions.getExtension(id));
  }
}
