import * as vscode from "vscode";
import { valueText } from "../../../chain/abi/valueText";
import type { OperationRequest } from "../../../chain/notebook/requestText";
import { resolveAddress } from "../../../chain/services/bfs/readLink";
import type { AddressResolver } from "../../../operations/model/fields";
import { writtenOperation, writtenValues } from "../../../operations/words/writtenOperation";
import { comparedOf } from "../../../scenarios/run/comparedOf";
import { toPlain } from "../../../scenarios/run/scope";
import type { ResultField } from "../../../webview/notebookResult/messages";
import { doOperation } from "../../flows/operations/doOperation";
import { addressNamed } from "../../flows/target/addressNamed";
import { type Answered, blockField, choiceOf, jsonOf, type RequestContext, receiptField } from "./requestAnswers";
import { targetAddress } from "./requestTargets";

/** What stands for an address on a line: itself, a path, a name of one's own; for a contract also the newest of several of a name. */
const addressOn =
  ({ app, group }: RequestContext): AddressResolver =>
  async (given, kind) =>
    addressNamed(app, group, given) ??
    (await resolveAddress(group.session, kind === "contract" ? targetAddress(app, group, given) : given));

/** Where a transaction's result names its block and itself, the ways into them. */
function ways(result: unknown): ResultField[] {
  if (typeof result !== "object" || result === null) return [];
  const { transactionHash: hash, blockNumber, gasUsed } = result as Readonly<Record<string, unknown>>;
  if (typeof hash !== "string" || typeof blockNumber !== "number") return [];
  const gas = gasUsed === undefined ? [] : [{ label: vscode.l10n.t("Gas used"), value: String(gasUsed) }];
  return [blockField(blockNumber), receiptField(hash), ...gas];
}

/**
 * Does the operation that a line names, asking and signing as its command does.
 * @throws Cancelled; ChainError usage `requestOperation`, `requestField`, and of the operation.
 */
export async function runOperationRequest(context: RequestContext, request: OperationRequest): Promise<Answered> {
  const { app, group } = context;
  const written = await writtenOperation(request);
  const { values, found } = await writtenValues(request, written, addressOn(context));
  const { operation, from } = written;
  const outcome = await doOperation(app, group, operation, values, { ...choiceOf(context, from), found });
  const name = `${request.noun} ${request.verb}`;
  if ("proposed" in outcome) {
    const { proposal } = outcome.proposed;
    const head = vscode.l10n.t("{0}: proposal #{1}", name, proposal.id);
    return { shown: { outcome: "done", head, fields: [], json: jsonOf(proposal) }, answer: String(proposal.id) };
  }
  const { result } = outcome;
  const whole = typeof result === "object" && result !== null;
  const head = whole ? name : `${name} → ${result === undefined || result === null ? "–" : valueText(toPlain(result))}`;
  return {
    shown: { outcome: "done", head, fields: ways(result), ...(whole ? { json: jsonOf(result) } : {}) },
    answer: comparedOf(operation, result).result,
  };
}
