import * as vscode from "vscode";
import type { EditorCommands } from "../../../languageServer/protocol/messages";
import { free, own, reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import { Parts } from "../../kit/registration/parts";
import { placeOfSettings, updateSetting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import { isSolidity } from "../../state/solidity/solidity";
import { answerSolidity } from "./answerSolidity";
import { registerCompilerStatus } from "./compilerStatus";

/** Where the text of a built-in source is shown: `chainside-solidity:/fisco/Table.sol`. */
const scheme = "chainside-solidity";

/** Shows the built-in interfaces of FISCO BCOS as documents that no one can write to. */
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
  app.languages.start();
  const [{ solidityLenses, ownLenses }, { sizeLens }] = await Promise.all([
    import("./solidityLenses"),
    import("./sizeLens"),
  ]);
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
