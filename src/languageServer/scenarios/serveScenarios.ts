import { CodeActionKind, type Connection, type ServerCapabilities } from "vscode-languageserver/node";
import { answerActions, answerLenses, answerSymbols } from "../documents/answers";
import { Editor, hearEditor, type StartOptions } from "../protocol/messages";
import { completionsOf, hoverOf, lensesOf, symbolsOf } from "./answers";
import { halfWidthFixes } from "./halfWidthFix";
import { OpenScenarios, scenarioSync } from "./openScenarios";
import { ScenarioProblems } from "./problems";
import { WorkspaceContext } from "./workspaceContext";

/** What is answered about scenarios. */
export const scenarioCapabilities: ServerCapabilities = {
  textDocumentSync: scenarioSync,
  completionProvider: { triggerCharacters: [" ", ".", "{", "[", ","] },
  hoverProvider: true,
  documentSymbolProvider: true,
  codeLensProvider: {},
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
};

/**
 * Serves scenarios (`*.chain.yaml`, docs/scenarios.md). What a contract is the editor is asked: it has the artifacts and the compiler
 * (`chainside/contract`, `chainside/contracts`, `chainside/scenarios`), and it says when they are others (`chainside/contractsChanged`).
 */
export function serveScenarios(connection: Connection, options: StartOptions): void {
  const problems: ScenarioProblems = new ScenarioProblems(
    connection,
    () => open,
    () => workspace,
  );
  const open = new OpenScenarios(connection, (uri, scenario) => problems.changed(uri, scenario));
  const workspace = new WorkspaceContext(new Editor(connection, options), open);
  connection.onDidSaveTextDocument(() => problems.lookAgain());
  hearEditor(connection, "chainside/contractsChanged", () => {
    workspace.forget();
    problems.lookAgain();
  });
  connection.onCompletion(async ({ textDocument, position }) => {
    const scenario = open.get(textDocument.uri);
    return scenario ? completionsOf(scenario, position, workspace) : [];
  });
  connection.onHover(async ({ textDocument, position }) => {
    const scenario = open.get(textDocument.uri);
    return scenario ? hoverOf(scenario, position, workspace) : null;
  });
  answerSymbols(connection, ({ textDocument }) => {
    const scenario = open.get(textDocument.uri);
    return scenario ? symbolsOf(scenario) : [];
  });
  answerLenses(connection, ({ textDocument }) => {
    const scenario = open.get(textDocument.uri);
    return scenario ? lensesOf(scenario) : [];
  });
  answerActions(connection, ({ textDocument, context }) => {
    const scenario = open.get(textDocument.uri);
    return scenario ? halfWidthFixes(scenario, context.diagnostics) : [];
  });
}
