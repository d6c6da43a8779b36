import * as vscode from "vscode";
import type { ChainErrorInit } from "../../../chain/errors/chainError";
import { toChainError } from "../../../chain/errors/dictionary";
import { stringifyExactJson } from "../../../chain/transport/exactJson";
import { showWarning } from "../../kit/asking/notify";
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

/** A question to a chain, as it came from another process. */
export interface ChainQuestion {
  readonly method?: unknown;
  readonly params?: unknown;
  readonly timeoutMs?: unknown;
}

/** Asks before a transaction of another chain is executed again. */
export async function confirmReExecution(question: string, lines: readonly string[]): Promise<boolean> {
  const run = vscode.l10n.t("Re-Execute");
  return (await showWarning(question, { modal: true, detail: lines.join("\n\n") }, run)) === run;
}

/** Asks a chain for a program of ours: gives what the node answered as JSON text, or the error in parts. */
export async function askChainFor(
  group: ChainGroup | undefined,
  connection: string,
  { method, params, timeoutMs }: ChainQuestion,
): Promise<{ readonly result: string } | { readonly error: ChainErrorInit }> {
  try {
    if (!group) throw new Error(vscode.l10n.t("No connection is named {0}.", connection));
    if (typeof method !== "string" || !askable.has(method) || !Array.isArray(params)) {
      throw new Error(`the debugger may not ask ${String(method)}`);
    }
    const limit = typeof timeoutMs === "number" && timeoutMs > 0 ? Math.min(timeoutMs, mostMs) : mostMs;
    const { transport } = group.session.client;
    return { result: stringifyExactJson((await transport.request(method, params, { timeoutMs: limit })) ?? null) };
  } catch (thrown) {
    const { kind, code, message, advice, nodeMessage, details } = toChainError(thrown);
    return { error: { kind, code, message, advice, nodeMessage, details } as ChainErrorInit };
  }
}
