import * as vscode from "vscode";
import type { EditorTest, EditorTestProblem, EditorTestResult } from "../../../contractTests/service/messages";
import type { TestFailure } from "../../../contractTests/testProject";
import { visibleLine, visibleText } from "../../../text/visibleText";
import { namedUri } from "../../kit/files/namedUri";
import { terminalText } from "../../kit/text/shownText";

/** A trace that an editor shows at once; the whole one is in the output. */
const shownTrace = 60;

/** The place in a file; undefined for a built-in text, which has a name alone. */
function locationOf(file: string, line: number, column: number): vscode.Location | undefined {
  const uri = namedUri(file);
  return uri && new vscode.Location(uri, new vscode.Position(Math.max(line, 1) - 1, Math.max(column, 1) - 1));
}

/** Both sides of what was compared, and the values that it failed with. */
const detailsOf = ({ actual, expected, counterexample = [] }: TestFailure): string[] => [
  ...(actual === undefined ? [] : [vscode.l10n.t("actual: {0}", actual)]),
  ...(expected === undefined ? [] : [vscode.l10n.t("expected: {0}", expected)]),
  ...counterexample,
];

/** Why a test failed, at its line, with the way there. */
export function failureMessage(failure: TestFailure, item: vscode.TestItem): vscode.TestMessage {
  const { message, place, stack, trace } = failure;
  const calls = trace.slice(0, shownTrace);
  if (trace.length > calls.length) calls.push("…");
  const shown = new vscode.TestMessage(
    visibleText([message, ...detailsOf(failure), ...(calls.length === 0 ? [] : ["", ...calls])].join("\n")),
  );
  shown.contextValue = "chainside.failure";
  const location = place && locationOf(place.file, place.line, place.column);
  if (location) shown.location = location;
  else if (item.uri && item.range) shown.location = new vscode.Location(item.uri, item.range);
  shown.stackTrace = stack
    .filter(({ foreign }) => !foreign)
    .map(({ name, file, line, column }) => {
      const at = locationOf(file, line, column);
      return new vscode.TestMessageStackFrame(visibleLine(name), at?.uri, at?.range.start);
    });
  return shown;
}

/** What the compiler says, at its place. */
export function problemMessage({ message, file, line, column }: EditorTestProblem): vscode.TestMessage {
  const shown = new vscode.TestMessage(visibleText(message));
  const location = file === undefined ? undefined : locationOf(file, line, column);
  if (location) shown.location = location;
  return shown;
}

const marks = { passed: "✓", failed: "✗", skipped: "–" } as const;

/** What a run prints of a test, with the lines that `console.log` said. */
export function outputOf({ contract, signature }: EditorTest, result: EditorTestResult): string {
  const { status, gas, runs, lines, skipReason, failure } = result;
  const reason = skipReason ? `: ${skipReason}` : "";
  const numbers = status === "skipped" ? "" : ` (gas ${gas}${runs > 1 ? `, runs ${runs}` : ""})`;
  return terminalText([
    `${marks[status]} ${contract}.${signature}${reason}${numbers}`,
    ...lines.map((line) => `  │ ${line}`),
    ...(failure ? [failure.message, ...detailsOf(failure), "", ...failure.trace].map((line) => `    ${line}`) : []),
  ]);
}
