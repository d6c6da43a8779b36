import * as vscode from "vscode";
import type { EditorCommands } from "../../../languageServer/protocol/messages";
import { free, own, reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import { Parts } from "../../kit/registration/parts";
import { onDidChangeSetting, placeOfSettings, setting, updateSetting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import { isSolidity } from "../../state/solidity/solidity";
import { registerCompilerStatus } from "./compilerStatus";

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
function answerSolidity(app: Chainside): vscode.Disposable {
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

/** Where the text of a built-in source is shown: `chainside-solidity:/fisco/Table.sol`. */
const scheme = "chainside-solidity";

/** Shows the built-in interfaces of FISCO BCOS as read-only documents. */
function registerBuiltInDocuments(app: Chainside): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent(uri) {
      const answer = await app.solidity.askBuiltIn(uri.path.slice(1));
      return answer ?? "";
    },
  });
}

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.compileWorkspace": () => void;
    /** The file; none where the user cancelled. */
    "chainside.newContract": () => vscode.Uri;
    /** Its contract's file; none where it isn't in the open folder, or the user cancelled. */
    "chainside.newProject": () => vscode.Uri | undefined;
    "chainside.setEvmVersion": EditorCommands["chainside.setEvmVersion"];
    "chainside.installPackage": EditorCommands["chainside.installPackage"];
    "chainside.compileSolidity": On<"file" | "artifact">;
    "chainside.verifyContract": On<"contract" | "path" | "file" | "artifact" | "group">;
    "chainside.tryContract": On<"artifact">;
  }
}

const language = { language: "solidity", scheme: "file" };

/** What needs an open source: loaded with the first of them, so that nothing of it is in the way of a start. */
async function openLanguage(app: Chainside, parts: Parts): Promise<void> {
  app.languages.start("solidity");
  const { solidityLenses, ownLenses, sizeLens } = await import("./solidityLenses");
  app.solidity.lensParts.unshift(ownLenses);
  app.solidity.lensParts.push(sizeLens(app));
  parts.add(
    app.solidity.onDidCheck(({ files }) => {
      if (files.some(({ contracts }) => contracts.length > 0)) app.solidity.lensesChanged.fire();
    }),
    vscode.languages.registerCodeLensProvider(language, solidityLenses(app)),
  );
}

/** Solidity in the editor: compile, what is wrong and how to mend it, lenses, names, templates, verification. */
export function registerSolidity(app: Chainside): vscode.Disposable {
  const parts = new Parts();
  let opened = false;
  const open = (): void => {
    if (opened) return;
    opened = true;
    openLanguage(app, parts).catch(app.errors.log);
  };
  const look = (document: vscode.TextDocument): void => {
    if (isSolidity(document)) open();
  };
  for (const document of vscode.workspace.textDocuments) look(document);
  parts.add(
    vscode.workspace.onDidOpenTextDocument(look),
    registerBuiltInDocuments(app),
    registerCompilerStatus(app),
    answerSolidity(app),
    registerTargetCommands(app, {
      "chainside.compileWorkspace": free(async () => {
        open();
        await (await import("./compileCommand")).compileWorkspace(app);
      }),
      "chainside.newContract": free(async () => (await import("./newContract")).newContract(app)),
      "chainside.newProject": free(async () => (await import("./newProject")).newProject(app)),
      "chainside.setEvmVersion": own(async (version) => {
        if (typeof version !== "string") return;
        await updateSetting("solidity.evmVersion", version, placeOfSettings());
      }),
      "chainside.installPackage": own(async (wanted) => (await import("./installPackage")).installPackage(app, wanted)),
      "chainside.compileSolidity": free(async (target) => {
        open();
        await (await import("./compileCommand")).compileFile(app, target);
      }),
      "chainside.verifyContract": reads(async (group, target) =>
        (await import("./verifyContract")).verifyContract(app, group, target),
      ),
      "chainside.tryContract": reads(async (group, target) =>
        (await import("./tryContract")).tryContract(app, group, target),
      ),
    }),
  );
  return parts;
}
