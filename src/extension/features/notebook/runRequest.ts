import * as vscode from "vscode";
import type { DecodedValue } from "../../../chain/abi/abiDecoder";
import type { ContractInterface, DecodedEvent } from "../../../chain/abi/contractInterface";
import { namedType } from "../../../chain/abi/namedValue";
import { notedText, notedTexts } from "../../../chain/abi/valueNotes";
import { callText, valueText } from "../../../chain/abi/valueText";
import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import type { ContractRequest, NotebookRequest, OperationRequest } from "../../../chain/notebook/requestText";
import { methodNamed } from "../../../chain/rpc/methodTable";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { readParameters } from "../../../chain/rpc/wireParameter";
import { parseAmount } from "../../../chain/services/balance/amount";
import { resolveAddress, resolveTarget } from "../../../chain/services/bfs/readLink";
import { EventNames } from "../../../chain/services/contract/eventNames";
import { readFunction } from "../../../chain/services/contract/readFunction";
import { parseCallData } from "../../../chain/transaction/callData";
import type { AddressResolver } from "../../../operations/model/fields";
import { writtenOperation, writtenValues } from "../../../operations/words/writtenOperation";
import { comparedOf } from "../../../scenarios/run/outcome";
import { seenAnswer, toPlain } from "../../../scenarios/run/scope";
import type { RequestResult, ResultField } from "../../../webview/notebookResult/messages";
import { ownAccount } from "../../flows/accounts/accountName";
import { deployArtifact } from "../../flows/contracts/deployArtifact";
import { namedArtifact } from "../../flows/contracts/namedArtifact";
import { sendFunction, signTransaction } from "../../flows/contracts/signTransaction";
import { namesOn } from "../../flows/lines/addressName";
import { doOperation } from "../../flows/operations/doOperation";
import { eventTexts } from "../../flows/records/eventTexts";
import { callNode } from "../../flows/signing/callNode";
import { callerName, signedCaller, type UsualCaller, usualCaller } from "../../flows/signing/signedCaller";
import { addressNamed, withAddresses } from "../../flows/target/addressNamed";
import { contractAt, namedContract } from "../../flows/target/contractTarget";
import { Cancelled } from "../../kit/errors/cancelled";
import { requireWritable } from "../../state/connections/signingPermit";
import { type Answered, blockField, choiceOf, jsonOf, type RequestContext, receiptField } from "./requestAnswers";
import { targetAddress } from "./requestTargets";

function answerOf(values: readonly DecodedValue[]): Pick<Answered, "answer" | "named"> {
  const { plain, named } = seenAnswer(values);
  return { answer: plain, named };
}

function eventsOf(
  { app, group }: RequestContext,
  receipt: TransactionReceipt,
  abi?: ContractInterface,
): Promise<(DecodedEvent | undefined)[]> {
  const names = new EventNames(group.session);
  return Promise.all(
    receipt.logEntries.map(async (log) => {
      const decoded = abi?.decodeEvent(log);
      if (decoded) return decoded;
      const known = await namedContract(app, group, log.address, receipt.blockNumber).catch(() => undefined);
      return names.decode(log, known?.abi);
    }),
  );
}

async function sentFields({ app, group }: RequestContext, receipt: TransactionReceipt): Promise<ResultField[]> {
  const events = await eventTexts(app, group, receipt, namesOn(app, group));
  return [
    blockField(receipt.blockNumber),
    receiptField(receipt.transactionHash),
    { label: vscode.l10n.t("Gas used"), value: receipt.gasUsed },
    ...events.map(({ text }) => ({ label: vscode.l10n.t("Event"), value: text })),
  ];
}

async function runRpc(
  { group, signal }: RequestContext,
  { method: name, args }: Extract<NotebookRequest, { kind: "rpc" }>,
): Promise<Answered> {
  const method = methodNamed(name);
  const answer = await callNode(group, method, readParameters(args, method), { signal });
  const whole = typeof answer === "object" && answer !== null;
  const head = whole ? name : `${name} → ${valueText(typeof answer === "bigint" ? String(answer) : answer)}`;
  const shown: RequestResult = { outcome: "done", head, fields: [], ...(whole ? { json: jsonOf(answer) } : {}) };
  return { shown, answer: toPlain(answer) };
}

/** Who a call is made as: the account that its line names, else the active one where that takes no question, as it signs what is sent. */
async function callerOf({ app, group }: RequestContext, from: string | undefined): Promise<UsualCaller | undefined> {
  if (from === undefined) return usualCaller(app, group);
  const account = ownAccount(app, group, from);
  return { account, signer: await signedCaller(app, group, account, false) };
}

async function runCall(
  context: RequestContext,
  request: Extract<ContractRequest, { kind: "call" | "send" }>,
  from: string | undefined,
): Promise<Answered> {
  const { app, group, signal } = context;
  const target = targetAddress(app, group, request.target);
  if ("data" in request) {
    const { callDataOperation } = await import("../../../operations/contract/calls");
    const given = { contract: await resolveTarget(group.session, target), data: request.data };
    const outcome = await doOperation(app, group, callDataOperation, given, choiceOf(context, from));
    if (!("result" in outcome)) throw new Cancelled(); // a question is never proposed
    const { output, blockNumber } = outcome.result;
    return { shown: { outcome: "done", head: output, fields: [blockField(blockNumber)] }, answer: output };
  }
  const contract = await contractAt(app, group, target, vscode.l10n.t("Call Contract"));
  const called = contract.abi.getFunction(request.function);
  const given = withAddresses(app, group, called.inputs, request.args);
  const caller = await callerOf(context, from);
  const { values, blockNumber } = await readFunction(group.session, contract, called, given, caller?.signer, {
    signal,
  });
  const nameOf = namesOn(app, group);
  const answer = values.length === 0 ? vscode.l10n.t("(nothing)") : notedTexts(values, nameOf);
  const one = values.length < 2;
  const fields = values.map((each, index) => ({
    label: `${each.name || String(index)} (${namedType(each)})`,
    value: notedText(each, nameOf),
  }));
  const head = `${contract.name}.${callText(called.name, request.args)}`;
  const shown: RequestResult = {
    outcome: "done",
    head: one ? `${head} → ${answer}` : head,
    fields: [
      ...(one ? [] : fields),
      { label: vscode.l10n.t("Caller"), value: callerName(caller) },
      blockField(blockNumber),
    ],
    ...(values.some(({ value }) => typeof value === "object") ? { json: jsonOf(values) } : {}),
  };
  return { shown, ...answerOf(values) };
}

async function runSend(
  context: RequestContext,
  request: Extract<ContractRequest, { kind: "call" | "send" }>,
  { value, from }: { readonly value?: string | undefined; readonly from?: string | undefined },
): Promise<Answered> {
  const { app, group } = context;
  const choice = choiceOf(context, from);
  const amount = parseAmount(value ?? "0");
  const target = targetAddress(app, group, request.target);
  if ("data" in request) {
    const { address: to, foundBy } = await resolveAddress(group.session, target);
    const title = vscode.l10n.t("Send {0}", request.target);
    const values = { to, data: parseCallData(request.data), amount, foundBy };
    const receipt = await signTransaction(app, requireWritable(group), { kind: "data", values }, { title, ...choice });
    const fields = await sentFields(context, receipt);
    const shown: RequestResult = { outcome: "done", head: request.target, fields, json: jsonOf(receipt) };
    return { shown, answer: receipt.output, events: await eventsOf(context, receipt) };
  }
  const contract = await contractAt(app, group, target, vscode.l10n.t("Send Transaction"));
  const called = contract.abi.getFunction(request.function);
  const { receipt, text, values } = await sendFunction(
    app,
    requireWritable(group),
    contract,
    called,
    withAddresses(app, group, called.inputs, request.args),
    amount,
    choice,
  );
  const fields = await sentFields(context, receipt);
  const shown: RequestResult = { outcome: "done", head: text, fields, json: jsonOf(receipt) };
  return { shown, ...answerOf(values), events: await eventsOf(context, receipt, contract.abi) };
}

async function runDeploy(
  context: RequestContext,
  { artifact: name, args, libraries }: Extract<ContractRequest, { kind: "deploy" }>,
  from: string | undefined,
): Promise<Answered> {
  const { app, group } = context;
  const loaded = await namedArtifact(app, name, group);
  const abi = artifactInterface(loaded.artifact, group.session.suite);
  const given = withAddresses(app, group, abi.constructorInputs, args);
  const choice = choiceOf(context, from);
  const { receipt, address } = await deployArtifact(app, requireWritable(group), loaded, given, libraries, choice);
  const shown: RequestResult = {
    outcome: "done",
    head: `new ${callText(loaded.artifact.name, args)}`,
    fields: [
      { label: vscode.l10n.t("Contract"), value: address, opens: { kind: "contract", key: address } },
      ...(await sentFields(context, receipt)),
    ],
    json: jsonOf(receipt),
  };
  return { shown, answer: address, events: await eventsOf(context, receipt, abi) };
}

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

/**
 * Does what one request of a notebook says, by the same ways as the palette: what is sent is tried out, asked for and remembered.
 * @throws Cancelled; ChainError of what the request does.
 */
export async function runRequest(context: RequestContext, request: NotebookRequest): Promise<Answered> {
  switch (request.kind) {
    case "rpc":
      return runRpc(context, request);
    case "call":
      return runCall(context, request, request.from);
    case "send":
      return runSend(context, request, request);
    case "deploy":
      return runDeploy(context, request, request.from);
    case "operation":
      return runOperationRequest(context, request);
    case "sql":
      return (await import("./runSql")).runSql(context, request);
  }
}
