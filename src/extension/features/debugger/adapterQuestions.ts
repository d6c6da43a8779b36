import * as vscode from "vscode";
import { toChainError } from "../../../chain/errors/dictionary";
import { stringifyExactJson } from "../../../chain/transport/exactJson";
import { showWarning } from "../../kit/asking/notify";
import type { Chainside } from "../../state/chainside";

/** What the adapter may ask of a connection: nothing that changes a chain. */
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

/** A question of the adapter, as its event has it (`src/debugger/adapter/editorRelay.ts`). */
interface Question {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly timeoutMs?: unknown;
  readonly lines?: unknown;
}

/** Asks before a transaction of another chain is executed again. */
async function confirm(lines: readonly string[]): Promise<boolean> {
  const run = vscode.l10n.t("Re-Execute");
  const options = { modal: true, detail: lines.join("\n\n") };
  return (await showWarning(vscode.l10n.t("Re-execute the transaction to debug it?"), options, run)) === run;
}

/** Asks the connection that the configuration of the session names, and that alone. */
async function askChain(app: Chainside, name: unknown, { method, params, timeoutMs }: Question): Promise<string> {
  const connection = app.connections.all.find((each) => each.name === name);
  const [group] = connection?.groups ?? [];
  if (!group) throw new Error(vscode.l10n.t("No connection is named {0}.", String(name)));
  if (typeof method !== "string" || !askable.has(method) || !Array.isArray(params)) {
    throw new Error(`the debugger may not ask ${String(method)}`);
  }
  const limit = typeof timeoutMs === "number" && timeoutMs > 0 ? Math.min(timeoutMs, mostMs) : mostMs;
  const { transport } = group.session.client;
  return stringifyExactJson((await transport.request(method, params, { timeoutMs: limit })) ?? null);
}

/** Answers what the debug adapter asks: requests over a connection that is open here, and whether it may begin. */
export async function answerAdapter(app: Chainside, session: vscode.DebugSession, question: Question): Promise<void> {
  const { id, lines } = question;
  const answer = async (): Promise<object> => {
    if (Array.isArray(lines)) return { id, result: await confirm(lines.map(String)) };
    try {
      return { id, result: await askChain(app, session.configuration["connection"], question) };
    } catch (thrown) {
      const { kind, code, message, advice, nodeMessage, details } = toChainError(thrown);
      return { id, error: { kind, code, message, advice, nodeMessage, details } };
    }
  };
  const found = await answer();
  // the session may have ended meanwhile
  await Promise.resolve(session.customRequest("chainsideAnswer", found)).catch(() => undefined);
}
