import * as vscode from "vscode";
import type { ChainErrorInit } from "../../../chain/errors/chainError";
import { toChainError } from "../../../chain/errors/dictionary";
import type { ReExecutionAsks } from "../../../debugger/inspect/messages";
import { showWarning } from "../../kit/messages/notify";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What programs of ours that execute transactions again may ask of a connection: nothing that changes a chain. */
const askable: ReadonlySet<string> = new Set([
  "call",
  "dev_recordCall",
  "dev_recordTransaction",
  "getBlockByNumber",
  "getBlockHashByNumber",
  "getBlockNumber",
  "getCode",
  "getGroupInfo",
  "getGroupList",
  "getObserverList",
  "getPeers",
  "getSystemConfigByKey",
  "getTransactionReceipt",
  "web3_clientVersion",
]);
const mostMs = 120_000;

/** Asks before a transaction of another chain is executed again. */
export async function confirmReExecution(question: string, lines: readonly string[]): Promise<boolean> {
  const run = vscode.l10n.t("Re-Execute");
  return (await showWarning(question, { modal: true, detail: lines.join("\n\n") }, run)) === run;
}

/** Asks a chain for a program of ours: gives what the node answered, unread, or the error in parts. */
export async function askChainFor(
  group: ChainGroup | undefined,
  connection: string,
  { method, params, timeoutMs }: ReExecutionAsks["chain"]["question"],
): Promise<ReExecutionAsks["chain"]["answer"]> {
  try {
    if (!group) throw new Error(vscode.l10n.t("No connection is named {0}.", connection));
    if (!askable.has(method)) throw new Error(`the debugger may not ask ${method}`);
    const limit = timeoutMs !== undefined && timeoutMs > 0 ? Math.min(timeoutMs, mostMs) : mostMs;
    return await group.connection.answer(method, params, { timeoutMs: limit });
  } catch (thrown) {
    const { kind, code, message, advice, nodeMessage, details } = toChainError(thrown);
    return { error: { kind, code, message, advice, nodeMessage, details } as ChainErrorInit };
  }
}
