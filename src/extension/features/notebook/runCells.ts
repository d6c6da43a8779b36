import * as vscode from "vscode";
import { readCell } from "../../../chain/notebook/requestText";
import { toChainError } from "../../../errors/dictionary";
import { nouns } from "../../../operations/catalogue";
import { writtenOperation } from "../../../operations/words/writtenOperation";
import { StepFailure } from "../../../scenarios/run/scope";
import { say } from "../../../text/catalogue";
import { labelled } from "../../../text/joining";
import type { RequestResult } from "../../../webview/notebookResult/messages";
import { cellText } from "../../flows/notebook/cells";
import { resultMime } from "../../flows/notebook/notebookType";
import { Cancellation } from "../../kit/asking/cancellation";
import { Cancelled, isCancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { notebookGroup } from "./notebookChain";
import { receiptField } from "./requestAnswers";
import { runWithExpectations, scopeOf } from "./runWithExpectations";

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
const disappointment = ({ text, place: position, difference }: StepFailure): RequestResult => ({
  outcome: "failed",
  head: vscode.l10n.t("Line {0}: {1}", position.line, say(text)),
  fields: difference
    ? [
        { label: vscode.l10n.t("Actual"), value: difference.actual },
        { label: vscode.l10n.t("Expected"), value: difference.expected },
      ]
    : [],
});

async function failure(app: Chainside, error: unknown): Promise<RequestResult> {
  if (error instanceof StepFailure) return disappointment(error);
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
  let place: Pick<RequestResult, "chain"> = {};
  const show = (result: RequestResult): Thenable<void> => execution.appendOutput(output({ ...result, ...place }));
  try {
    await runAll(app, execution.cell, abort.signal, show, ({ id }) => {
      place = { chain: id };
    });
  } catch (error) {
    success = isCancelled(error) ? undefined : false;
    if (success === false) await show(await failure(app, error));
  } finally {
    abort.dispose();
    execution.end(success, Date.now());
  }
  return success === true;
}
