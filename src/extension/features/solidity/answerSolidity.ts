import * as vscode from "vscode";
import { onDidChangeSetting, setting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";

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
function ownsLanguage(): boolean {
  switch (setting("solidity.languageFeatures")) {
    case "on":
      return true;
    case "off":
      return false;
    default:
      return !others.some((id) => vscode.extensions.getExtension(id));
  }
}

const maxRuns = 5;

/** Gas of the last transactions from here that called a function on the active chain, the newest first. */
function lastGas(app: Chainside, { standard, sm }: { readonly standard: string; readonly sm: string }): string[] {
  const group = app.connections.activeGroup;
  if (!group) return [];
  const selector = group.session.suite.name === "sm" ? sm : standard;
  return app.sent
    .list(group)
    .filter(({ data }) => data?.toLowerCase().startsWith(selector))
    .flatMap(({ outcome }) =>
      outcome.kind === "done" && outcome.status === 0 && outcome.gasUsed !== undefined ? [outcome.gasUsed] : [],
    )
    .slice(0, maxRuns);
}

/** What the language server is answered and told about sources, and what it tells of them. */
export function answerSolidity(app: Chainside): vscode.Disposable {
  const { languages, solidity } = app;
  languages.add("solidity", { selector: () => (ownsLanguage() ? [{ language: "solidity" }] : undefined) });
  languages.answer("chainside/compileFor", ({ path }) => solidity.compileFor(path));
  languages.answer("chainside/gasOf", (selectors) => lastGas(app, selectors));
  languages.hear("chainside/checked", ({ files, fetched }) => {
    solidity.tookChecked(files, fetched).catch(app.errors.log);
  });
  const changed = (): void => languages.tell("chainside/compileForChanged");
  return vscode.Disposable.from(
    solidity.onDidCheck(({ files, reported }) => {
      if (reported) return;
      const sources = files.map(({ contracts: _, ...file }) => file);
      languages.tell("chainside/compiled", { files: sources });
    }),
    solidity.onDidAllow(changed),
    app.connections.onDidChangeActiveGroup(changed),
    vscode.workspace.onDidGrantWorkspaceTrust(changed),
    onDidChangeSetting("solidity.compiler", changed),
    onDidChangeSetting("solidity.evmVersion", changed),
    onDidChangeSetting("solidity.languageFeatures", () => languages.selectAgain()),
    vscode.extensions.onDidChange(() => languages.selectAgain()),
  );
}
