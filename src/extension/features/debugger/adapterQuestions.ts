import * as vscode from "vscode";
import { askChainFor, type ChainQuestion, confirmReExecution } from "../../flows/debug/chainQuestions";
import type { Chainside } from "../../state/chainside";

/** A question of the adapter, as its event has it (`src/debugger/adapter/editorRelay.ts`). */
interface Question extends ChainQuestion {
  readonly id?: unknown;
  readonly lines?: unknown;
}

/**
 * Answers what the debug adapter asks: requests over the connection that the configuration of its session names, and that alone, and whether it
 * may begin.
 */
export async function answerAdapter(app: Chainside, session: vscode.DebugSession, question: Question): Promise<void> {
  const { id, lines } = question;
  const answer = async (): Promise<object> => {
    if (Array.isArray(lines)) {
      const words = session.configuration["call"]
        ? vscode.l10n.t("Execute the call on a copy of the chain's state to debug it?")
        : vscode.l10n.t("Re-execute the transaction to debug it?");
      return { id, result: await confirmReExecution(words, lines.map(String)) };
    }
    const name: unknown = session.configuration["connection"];
    const connection = app.connections.all.find((each) => each.name === name);
    return { id, ...(await askChainFor(connection?.groups[0], String(name), question)) };
  };
  const found = await answer();
  // the session may have ended meanwhile
  await Promise.resolve(session.customRequest("chainsideAnswer", found)).catch(() => undefined);
}
