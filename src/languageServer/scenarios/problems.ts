import { type Connection, type Diagnostic, DiagnosticSeverity } from "vscode-languageserver/node";
import { explainError } from "../../errors/dictionary";
import { problemsOf, type ScenarioProblem } from "../../scenarios/editor/problems";
import { say, t } from "../../text/catalogue";
import { visibleText } from "../../text/visibleText";
import { Debounce } from "../../time/debounce";
import type { OpenScenario, OpenScenarios } from "./openScenarios";
import type { WorkspaceContext } from "./workspaceContext";

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
export class ScenarioProblems {
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
