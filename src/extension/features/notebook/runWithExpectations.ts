import * as vscode from "vscode";
import type { CellRequest, RequestExpectation } from "../../../chain/notebook/requestText";
import type { Variables } from "../../../chain/notebook/variables";
import { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import { expectationValue } from "../../../scenarios/notebook/expectations";
import { checkOutcome, type StepOutcome } from "../../../scenarios/run/outcome";
import { plainLine, Scope } from "../../../scenarios/run/scope";
import type { RequestResult, ResultField } from "../../../webview/notebookResult/messages";
import { isCancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { Answered, RequestContext } from "./requestAnswers";
import { runRequest } from "./runRequest";

/** Variables of notebooks, for as long as they are open. */
class Scopes extends WeakMap<vscode.NotebookDocument, Scope> {}

/** What a notebook has named so far. */
export function scopeOf({ kept }: Chainside, notebook: vscode.NotebookDocument): Scope {
  const scopes = kept.of(Scopes);
  const scope = scopes.get(notebook) ?? new Scope();
  scopes.set(notebook, scope);
  return scope;
}

/** @throws ChainError usage `requestVariable`. */
function variablesOf(scope: Scope): Variables {
  return (reference) => {
    const found = scope.find(reference);
    if (found === undefined) throw clientError("requestVariable", { name: reference });
    return plainLine(found);
  };
}

/** What was refused, as a request's answer that a user expected. */
async function refusal({ app }: RequestContext, error: ChainError): Promise<RequestResult> {
  const { message } = await app.errors.words(error);
  return { outcome: "done", head: vscode.l10n.t("Refused, as expected: {0}", message), fields: [] };
}

/** An expectation as it stands in the cell, with its variables filled in. */
function expectedText(expectation: RequestExpectation): string {
  if (expectation.kind === "revert") return ["revert", expectation.words ?? ""].join(" ").trim();
  if (expectation.kind === "event") return ["event", expectation.name, ...expectation.args].join(" ");
  const { comparison, values } = expectation;
  return [...(comparison === undefined ? [] : [comparison]), ...values].join(" ");
}

/**
 * Does what a request of a cell says, keeps its answer under its name, and compares it with what stands below.
 * @param show told the answer, with the expectations that it meets
 * @throws Cancelled; ChainError of the request; StepFailure of an expectation, at its line.
 */
export async function runWithExpectations(
  context: RequestContext,
  cell: CellRequest,
  scope: Scope,
  show: (result: RequestResult) => Thenable<void>,
): Promise<void> {
  const variables = variablesOf(scope);
  const request = cell.request(variables);
  const expected = cell.expected(variables);
  let answered: Answered;
  let outcome: StepOutcome;
  try {
    answered = await runRequest(context, request);
    const { answer, named = answer, events } = answered;
    outcome = { result: answer, named, ...(events ? { events } : {}) };
  } catch (thrown) {
    if (!cell.expectsRevert || !(thrown instanceof ChainError) || isCancelled(thrown)) throw thrown;
    answered = { shown: await refusal(context, thrown), answer: null };
    outcome = { result: null, error: thrown };
  }
  if (cell.name !== undefined && !outcome.error) scope.values.set(cell.name, answered.answer);
  const met: ResultField[] = [];
  let unmet: unknown;
  try {
    for (const { line, expectation } of expected) {
      checkOutcome(expectationValue(expectation, line + 1), outcome, scope);
      met.push({ label: vscode.l10n.t("As expected"), value: expectedText(expectation) });
    }
  } catch (error) {
    unmet = error;
  }
  // A refusal that is another than the expected one is told by what was expected alone.
  if (unmet === undefined || !outcome.error)
    await show({ ...answered.shown, fields: [...answered.shown.fields, ...met] });
  if (unmet !== undefined) throw unmet;
}
