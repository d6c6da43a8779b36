import * as vscode from "vscode";
import type { ReExecutionAsks } from "../../../debugger/inspect/messages";
import { showWarning } from "../../kit/messages/notify";
import { answerForProgram } from "../../state/connections/answerForProgram";
import type { GroupConnection } from "../../state/connections/chainGroup";

/**
 * What programs of ours that execute transactions again, or stand before a chain for other tools, may ask of a connection: nothing that
 * changes a chain.
 */
const askable: ReadonlySet<string> = new Set([
  "call",
  "dev_recordCall",
  "dev_recordTransaction",
  "getBlockByHash",
  "getBlockByNumber",
  "getBlockHashByNumber",
  "getBlockNumber",
  "getCode",
  "getGroupInfo",
  "getGroupList",
  "getLogs",
  "getObserverList",
  "getPeers",
  "getSystemConfigByKey",
  "getTransaction",
  "getTransactionReceipt",
  "web3_clientVersion",
]);

/** Asks before a transaction of another chain is executed again. */
export async function confirmReExecution(question: string, lines: readonly string[]): Promise<boolean> {
  const run = vscode.l10n.t("Re-Execute");
  return (await showWarning(question, { modal: true, detail: lines.join("\n\n") }, run)) === run;
}

/**
 * Asks a chain for a program that executes transactions again.
 * @param connection throws where there is none
 */
export function askChainFor(
  connection: () => Pick<GroupConnection, "answer">,
  question: ReExecutionAsks["chain"]["question"],
): Promise<ReExecutionAsks["chain"]["answer"]> {
  return answerForProgram(connection, askable, question);
}
