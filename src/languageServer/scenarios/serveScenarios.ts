import {
  type CodeAction,
  CodeActionKind,
  type Connection,
  type Diagnostic,
  DiagnosticSeverity,
  type Location,
  type PrepareRenameResult,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { explainError } from "../../errors/dictionary";
import { formatScenario } from "../../scenarios/editor/format";
import { problemsOf, type ScenarioProblem } from "../../scenarios/editor/problems";
import { say, t } from "../../text/catalogue";
import { readFullWidth, writings } from "../../text/halfWidth";
import { visibleText } from "../../text/visibleText";
import { Debounce } from "../../time/debounce";
import { answerActions, answerLenses, answerSymbols } from "../documents/answers";
import { positionAt } from "../documents/textChanges";
import { Editor, hearEditor, type StartOptions } from "../protocol/messages";
import { completionsOf, hoverOf, lensesOf, symbolsOf } from "./answers";
import { ScenarioNames } from "./names";
import { type OpenScenario, OpenScenarios, WorkspaceContext } from "./workspaceContext";

/** Typing pauses for so long before it is looked at. */
const pauseMs = 400;

async function diagnosticOf(problem: ScenarioProblem): Promise<Diagnostic> {
  const { line, column, endColumn, message, error, includedLine } = problem;
  const words = error ? (await explainError(error)).meaning : say(message);
  const whole = includedLine === undefined ? words : t("In this file, line {0}: {1}", includedLine, words);
  return {
    range: { start: { line: line - 1, character: column - 1 }, end: { line: line - 1, character: endColumn - 1 } },
    severity: DiagnosticSeverity.Error,
    source: "scenario",
    message: visibleText(whole),
  };
}

/** What is wrong with scenarios, told while the user types. */
class ScenarioProblems {
  readonly #typing = new Debounce();

  constructor(
    private readonly connection: Connection,
    private readonly open: () => OpenScenarios,
    private readonly context: () => WorkspaceContext,
  ) {}

  /** One was opened, changed or closed. */
  changed(uri: string, scenario: OpenScenario | undefined): void {
    if (scenario) this.#look(uri, scenario.version === 1 ? 0 : pauseMs);
    else {
      this.#typing.takeBack(uri);
      void this.connection.sendDiagnostics({ uri, diagnostics: [] });
    }
  }

  /** Others, or the contracts, are not what they were. */
  lookAgain(): void {
    for (const { uri } of this.open().all) this.#look(uri, pauseMs);
  }

  #look(uri: string, ms: number): void {
    const check = (): void => {
      this.#check(uri).catch((error: unknown) => this.connection.console.error(String(error)));
    };
    this.#typing.after(ms, check, uri);
  }

  async #check(uri: string): Promise<void> {
    const scenario = this.open().get(uri);
    if (!scenario) return;
    const { text, path, version } = scenario;
    const context = this.context();
    const problems = await problemsOf(text, path, context.read, context.abiOf);
    const diagnostics = await Promise.all(problems.map(diagnosticOf));
    // What was typed meanwhile is looked at anew.
    if (this.open().get(uri) === scenario) await this.connection.sendDiagnostics({ uri, version, diagnostics });
  }
}

/** A quick fix for each value that begins with a full-width quote: such quotes would be a part of the text. */
function halfWidthFixes({ uri, text }: OpenScenario, diagnostics: readonly Diagnostic[]): CodeAction[] {
  const lines = text.split(/\r?\n/);
  return diagnostics.flatMap((diagnostic): CodeAction[] => {
    const { line, character } = diagnostic.range.start;
    const rest = (lines[line] ?? "").slice(character);
    const remark = rest.search(/[ \t]#/);
    const value = (remark < 0 ? rest : rest.slice(0, remark)).trimEnd();
    const { first, converted } = readFullWidth(value, writings.values);
    if (first?.index !== 0 || (first.meant !== '"' && first.meant !== "'")) return [];
    const range = { start: { line, character }, end: { line, character: character + value.length } };
    return [
      {
        title: t("Convert to Half-Width"),
        kind: CodeActionKind.QuickFix,
        isPreferred: true,
        diagnostics: [diagnostic],
        edit: { changes: { [uri]: [{ range, newText: converted }] } },
      },
    ];
  });
}

const none = Promise.resolve<Location[]>([]);

/** The whole text in the usual form, where that is another. */
function formatOf({ text, path }: OpenScenario): TextEdit[] {
  const newText = formatScenario(text, path);
  if (newText === undefined || newText === text) return [];
  return [{ range: { start: { line: 0, character: 0 }, end: positionAt(text, text.length) }, newText }];
}

/**
 * Serves scenarios (`*.chain.yaml`, docs/scenarios.md). What a contract is the editor is asked: it has the artifacts and the compiler
 * (`chainside/contract`, `chainside/contracts`, `chainside/scenarios`), and it says when they are others (`chainside/contractsChanged`).
 */
export function serveScenarios(connection: Connection, options: StartOptions, folders: readonly string[]): void {
  const problems: ScenarioProblems = new ScenarioProblems(
    connection,
    () => open,
    () => workspace,
  );
  const open = new OpenScenarios(connection, (uri, scenario) => problems.changed(uri, scenario));
  const workspace = new WorkspaceContext(new Editor(connection, options), open, folders);
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
  const names = new ScenarioNames(open, workspace);
  const about = <Answer>(uri: string, nothing: Answer, answer: (scenario: OpenScenario) => Answer): Answer => {
    const scenario = open.get(uri);
    return scenario ? answer(scenario) : nothing;
  };
  connection.onDefinition(({ textDocument: { uri }, position }) =>
    about(uri, none, (scenario) => names.definition(scenario, position)),
  );
  connection.onReferences(({ textDocument: { uri }, position }) =>
    about(uri, none, (scenario) => names.references(scenario, position)),
  );
  connection.onPrepareRename(({ textDocument: { uri }, position }) =>
    about<PrepareRenameResult | null>(uri, null, (scenario) => names.prepare(scenario, position)),
  );
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) =>
    about<Promise<WorkspaceEdit> | null>(uri, null, (scenario) => names.rename(scenario, position, newName)),
  );
  connection.onDocumentFormatting(({ textDocument: { uri } }) => about<TextEdit[]>(uri, [], formatOf));
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
