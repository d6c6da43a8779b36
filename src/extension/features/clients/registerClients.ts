import * as vscode from "vscode";
import { free, own, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import { isSolidity } from "../../state/solidity/solidity";
import type { ContractFunction } from "./showContractFunction";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.generateJavaClient": On<"file" | "artifact">;
    "chainside.generateTypeScriptClient": On<"file" | "artifact">;
    "chainside.generateGoFiles": On<"file" | "artifact">;
    "chainside.generatePythonFiles": On<"file" | "artifact">;
    "chainside.generateAgain": On<"file" | "artifact">;
    "chainside.showContractFunction": (place: ContractFunction) => void;
  }
}

/** Languages in which applications call generated clients. */
const callers = ["java", "typescript", "typescriptreact", "javascript", "javascriptreact"];
const selector: vscode.DocumentSelector = callers.map((language) => ({ language, scheme: "file" }));

const isCaller = ({ languageId, uri }: vscode.TextDocument): boolean =>
  uri.scheme === "file" && callers.includes(languageId);

/** Looks for generated clients as soon as a source is open that one may be made of, or that may call one. */
function registerMarks(app: Chainside): vscode.Disposable {
  const parts: vscode.Disposable[] = [];
  let began = false;
  let disposed = false;
  const begin = async (): Promise<void> => {
    if (began) return;
    began = true;
    const [{ StaleMarks }, { KeepCurrent }] = await Promise.all([import("./staleMarks"), import("./generateAgain")]);
    if (disposed) return;
    parts.push(new StaleMarks(app.generated), new KeepCurrent(app));
    await app.generated.look();
  };
  const look = (document: vscode.TextDocument): void => {
    if (isSolidity(document) || isCaller(document)) begin().catch(app.errors.log);
  };
  for (const document of vscode.workspace.textDocuments) look(document);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(look),
    // the view of contracts looks, too
    app.generated.onDidChange(() => void begin().catch(app.errors.log)),
    app.artifacts.onDidChange(() => app.generated.artifactsChanged()),
    new vscode.Disposable(() => {
      disposed = true;
      for (const part of parts) part.dispose();
    }),
  );
}

function registerLenses(app: Chainside): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const tell = (): void => changed.fire();
  return vscode.Disposable.from(
    changed,
    app.generated.onDidChange(tell),
    app.knownContracts.onDidChange(tell),
    app.connections.onDidChangeActiveGroup(tell),
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: async (document) => (await import("./callLenses")).callLenses(app, document),
    }),
  );
}

/** Clients of contracts for applications: how they are generated, whether they are stale, and where they are called. */
export function registerClients(app: Chainside): vscode.Disposable {
  return vscode.Disposable.from(
    registerMarks(app),
    registerLenses(app),
    vscode.languages.registerCodeActionsProvider(
      ["java", "typescript", "go"].map((language) => ({ language, scheme: "file" })),
      {
        provideCodeActions: async ({ uri }, _, { diagnostics }) =>
          diagnostics.length === 0 ? [] : (await import("./staleMarks")).staleFixes(uri, diagnostics),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    registerTargetCommands(app, {
      "chainside.generateJavaClient": free(async (target) =>
        (await import("./generateClient")).generateJavaClient(app, target),
      ),
      "chainside.generateTypeScriptClient": free(async (target) =>
        (await import("./generateClient")).generateTypeScriptClient(app, target),
      ),
      "chainside.generateGoFiles": free(async (target) =>
        (await import("./generateClient")).generateGoFiles(app, target),
      ),
      "chainside.generatePythonFiles": free(async (target) =>
        (await import("./generateClient")).generatePythonFiles(app, target),
      ),
      "chainside.generateAgain": free(async (target) => (await import("./generateAgain")).generateAgain(app, target)),
      "chainside.showContractFunction": own(async (place) =>
        (await import("./showContractFunction")).showContractFunction(app, place),
      ),
    }),
  );
}
