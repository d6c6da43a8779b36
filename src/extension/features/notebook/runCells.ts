import * as vscode from "vscode";
import { type NameOf, withAddressNames } from "../../../chain/abi/valueNotes";
import { type CellRequest, type RequestExpectation, readCell } from "../../../chain/notebook/requestText";
import type { Variables } from "../../../chain/notebook/variables";
import { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import { toChainError } from "../../../errors/dictionary";
import { nouns } from "../../../operations/catalogue";
import { writtenOperation } from "../../../operations/words/writtenOperation";
import { expectationValue } from "../../../scenarios/notebook/expectations";
import { checkOutcome, type StepOutcome } from "../../../scenarios/run/outcome";
import { plainLine, Scope, StepFailure } from "../../../scenarios/run/scope";
import { say } from "../../../text/catalogue";
import { labelled } from "../../../text/joining";
import type { RequestResult, ResultField } from "../../../webview/notebookResult/messages";
import { namesOn } from "../../flows/lines/addressName";
import { cellText, resultMime } from "../../flows/notebook/cells";
import { Cancellation } from "../../kit/asking/progress";
import { Cancelled, isCancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { notebookGroup } from "./notebookChain";
import { type Answered, type RequestContext, receiptField } from "./requestAnswers";
import { runRequest } from "./runRequest";

/** Variables of notebooks, for as long as they are open. */
class Scopes extends WeakMap<vscode.NotebookDocument, Scope> {}

/** What a notebook has named so far. */
function scopeOf({ kept }: Chainside, notebook: vscode.NotebookDocument): Scope {
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

/** For readers without our renderer, such as a copy into a mail. */
function plainText({ head, advice, fields, json, rows }: RequestResult): string {
  const lines = fields.map(({ label, value }) => labelled(label, value));
  const table = rows ? [rows.columns.map(({ name }) => name), ...rows.rows].map((row) => row.join("\t")) : [];
  return [head, ...(advice ? [advice] : []), ...lines, ...table, ...(json ? [json.text] : [])].join("\n");
}

const output = (result: RequestResult): vscode.NotebookCellOutput =>
  new vscode.NotebookCellOutput([
    vscode.NotebookCellOutputItem.json(result, resultMime),
    vscode.NotebookCellOutputItem.text(plainText(result)),
  ]);

/** An expectation that was not met: both sides, at its line of the cell. */
function disappointment({ text, place: position, difference }: StepFailure, nameOf: NameOf): RequestResult {
  const field = (label: string, value: string): ResultField => ({ label, value: withAddressNames(value, nameOf) });
  return {
    outcome: "failed",
    head: vscode.l10n.t("Line {0}: {1}", position.line, say(text)),
    fields: difference
      ? [field(vscode.l10n.t("Actual"), difference.actual), field(vscode.l10n.t("Expected"), difference.expected)]
      : [],
  };
}

async function failure(app: Chainside, group: ChainGroup | undefined, error: unknown): Promise<RequestResult> {
  if (error instanceof StepFailure) return disappointment(error, group ? namesOn(app, group) : () => undefined);
  app.errors.log(error);
  const { message, advice } = await app.errors.words(error);
  const hash = toChainError(error).details["transactionHash"];
  const receipt = typeof hash === "string" ? hash : undefined;
  return {
    outcome: "failed",
    head: message,
    ...(advice ? { advice } : {}),
    fields: receipt === undefined ? [] : [receiptField(receipt)],
  };
}

/**
 * The requests of a cell, one after the other; the first that fails ends it.
 * @param show told each answer
 * @param reached told the chain, before anything is asked of it
 */
async function runAll(
  app: Chainside,
  cell: vscode.NotebookCell,
  signal: AbortSignal,
  show: (result: RequestResult) => Thenable<void>,
  reached: (group: ChainGroup) => void,
): Promise<void> {
  const requests = readCell(cellText(cell.document), Object.keys(nouns));
  if (requests.length === 0) return;
  // a line that no operation understands is told before any is done
  for (const { draft } of requests) if (draft.kind === "operation") await writtenOperation(draft);
  const group = await notebookGroup(app, cell.notebook);
  reached(group);
  for (const request of requests) {
    signal.throwIfAborted();
    await runWithExpectations({ app, group, signal }, request, scopeOf(app, cell.notebook), show);
  }
}

/** Runs one cell and shows what came of it below. Gives whether the next may run. */
export async function runCell(
  app: Chainside,
  execution: vscode.NotebookCellExecution,
  order: number,
): Promise<boolean> {
  const abort = new Cancellation([execution.token], new Cancelled());
  execution.executionOrder = order;
  execution.start(Date.now());
  await execution.clearOutput();
  let success: boolean | undefined = true;
  let group: ChainGroup | undefined;
  const show = (result: RequestResult): Thenable<void> =>
    execution.appendOutput(output({ ...result, ...(group ? { chain: group.id } : {}) }));
  try {
    await runAll(app, execution.cell, abort.signal, show, (found) => {
      group = found;
    });
  } catch (error) {
    success = isCancelled(error) ? undefined : false;
    if (success === false) await show(await failure(app, group, error));
  } finally {
    abort.dispose();
    execution.end(success, Date.now());
  }
  return success === true;
}
