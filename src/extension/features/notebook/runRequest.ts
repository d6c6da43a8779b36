import * as vscode from "vscode";
import { contractInterface } from "../../../chain/abi/contractInterface";
import { decodedText, decodedTexts, namedType } from "../../../chain/abi/namedValue";
import { callText, valueText } from "../../../chain/abi/valueText";
import { clientError } from "../../../chain/errors/clientError";
import type { ContractRequest, NotebookRequest } from "../../../chain/notebook/requestText";
import { findMethod, nodeMethods } from "../../../chain/rpc/methodTable";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { readParameter } from "../../../chain/rpc/wireParameter";
import { parseAmount } from "../../../chain/services/balance/amount";
import { resolveTarget } from "../../../chain/services/bfs/readLink";
import { readFunction } from "../../../chain/services/contract/readFunction";
import { requireSuccess } from "../../../chain/services/contract/requireSuccess";
import { parseCallData } from "../../../chain/transaction/callData";
import { stringifyExactJson } from "../../../chain/transport/exactJson";
import type { RequestResult, ResultField } from "../../../webview/notebookResult/messages";
import { deployArtifact } from "../../flows/contracts/deployArtifact";
import { callData, sendData } from "../../flows/contracts/plainData";
import { sendFunction } from "../../flows/contracts/sendFunction";
import { eventTexts } from "../../flows/records/eventTexts";
import { callNode } from "../../flows/signing/callNode";
import { withAddresses } from "../../flows/target/addressNamed";
import { contractAt } from "../../flows/target/contractTarget";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/writableGroup";
import { namedArtifact, targetAddress } from "./requestTargets";

interface Ground {
  readonly app: Chainside;
  readonly group: ChainGroup;
  readonly signal: AbortSignal;
}

const jsonOf = (value: unknown): { label: string; text: string } => ({
  label: vscode.l10n.t("As JSON"),
  text: stringifyExactJson(value, 2),
});

const blockField = (number: number): ResultField => ({
  label: vscode.l10n.t("Block"),
  value: String(number),
  opens: { kind: "block", key: String(number) },
});

/** The receipt of a transaction, and the way into it. */
export const receiptField = (hash: string): ResultField => ({
  label: vscode.l10n.t("Receipt"),
  value: hash,
  opens: { kind: "receipt", key: hash },
  also: { kind: "debug", key: hash, label: vscode.l10n.t("Debug") },
});

async function sentFields({ app, group }: Ground, receipt: TransactionReceipt): Promise<ResultField[]> {
  const events = await eventTexts(app, group, receipt.logEntries);
  return [
    blockField(receipt.blockNumber),
    receiptField(receipt.transactionHash),
    { label: vscode.l10n.t("Gas used"), value: receipt.gasUsed },
    ...events.map(({ text }) => ({ label: vscode.l10n.t("Event"), value: text })),
  ];
}

async function runRpc(
  { group, signal }: Ground,
  { method: name, args }: Extract<NotebookRequest, { kind: "rpc" }>,
): Promise<RequestResult> {
  const method = findMethod(name);
  if (!method) {
    throw clientError("unknownMethod", { method: name, methods: nodeMethods.map((each) => each.name).join(", ") });
  }
  const given = args.map((word, position) => readParameter(word, method.parameters[position]));
  const answer = await callNode(group, method, given, { signal });
  const whole = typeof answer === "object" && answer !== null;
  const head = whole ? name : `${name} → ${valueText(typeof answer === "bigint" ? String(answer) : answer)}`;
  return { outcome: "done", head, fields: [], ...(whole ? { json: jsonOf(answer) } : {}) };
}

async function runCall(
  { app, group, signal }: Ground,
  request: Extract<ContractRequest, { kind: "call" | "send" }>,
): Promise<RequestResult> {
  const target = targetAddress(app, group, request.target);
  if ("data" in request) {
    const { output, blockNumber } = await callData(group, target, parseCallData(request.data), { signal });
    return { outcome: "done", head: output, fields: [blockField(blockNumber)] };
  }
  const contract = await contractAt(app, group, target, vscode.l10n.t("Call Contract"));
  const called = contract.abi.getFunction(request.function);
  const given = withAddresses(app, group, called.inputs, request.args);
  const { values, blockNumber } = await readFunction(group.session, contract, called, given, undefined, {
    signal,
  });
  const answer = values.length === 0 ? vscode.l10n.t("(nothing)") : decodedTexts(values);
  const one = values.length < 2;
  const fields = values.map((each, index) => ({
    label: `${each.name || index} (${namedType(each)})`,
    value: decodedText(each),
  }));
  const head = `${contract.name}.${callText(called.name, request.args)}`;
  return {
    outcome: "done",
    head: one ? `${head} → ${answer}` : head,
    fields: [...(one ? [] : fields), blockField(blockNumber)],
    ...(values.some(({ value }) => typeof value === "object") ? { json: jsonOf(values) } : {}),
  };
}

async function runSend(
  ground: Ground,
  request: Extract<ContractRequest, { kind: "call" | "send" }>,
  value: string | undefined,
): Promise<RequestResult> {
  const { app, group, signal } = ground;
  const amount = parseAmount(value ?? "0");
  const target = targetAddress(app, group, request.target);
  if ("data" in request) {
    const to = await resolveTarget(group.session, target);
    const title = vscode.l10n.t("Send {0}", request.target);
    const receipt = await sendData(app, {
      group: requireWritable(group),
      title,
      to,
      data: parseCallData(request.data),
      amount,
      signal,
    });
    await requireSuccess(receipt, contractInterface([], group.session.suite));
    return { outcome: "done", head: request.target, fields: await sentFields(ground, receipt), json: jsonOf(receipt) };
  }
  const contract = await contractAt(app, group, target, vscode.l10n.t("Send Transaction"));
  const called = contract.abi.getFunction(request.function);
  const { receipt, text } = await sendFunction(
    app,
    requireWritable(group),
    contract,
    called,
    withAddresses(app, group, called.inputs, request.args),
    amount,
    signal,
  );
  return { outcome: "done", head: text, fields: await sentFields(ground, receipt), json: jsonOf(receipt) };
}

async function runDeploy(
  ground: Ground,
  { artifact: name, args, libraries }: Extract<ContractRequest, { kind: "deploy" }>,
): Promise<RequestResult> {
  const { app, group, signal } = ground;
  const loaded = await namedArtifact(app, name);
  const { constructorInputs } = contractInterface(loaded.artifact.abi, group.session.suite);
  const given = withAddresses(app, group, constructorInputs, args);
  const { receipt, address } = await deployArtifact(app, requireWritable(group), loaded, given, libraries, signal);
  return {
    outcome: "done",
    head: `new ${callText(loaded.artifact.name, args)}`,
    fields: [
      { label: vscode.l10n.t("Contract"), value: address, opens: { kind: "contract", key: address } },
      ...(await sentFields(ground, receipt)),
    ],
    json: jsonOf(receipt),
  };
}

/**
 * Does what one request of a notebook says, by the same ways as the palette: what is sent is tried out, asked for and remembered.
 * @throws Cancelled; ChainError of what the request does.
 */
export function runRequest(ground: Ground, request: NotebookRequest): Promise<RequestResult> {
  switch (request.kind) {
    case "rpc":
      return runRpc(ground, request);
    case "call":
      return runCall(ground, request);
    case "send":
      return runSend(ground, request, request.value);
    case "deploy":
      return runDeploy(ground, request);
  }
}
