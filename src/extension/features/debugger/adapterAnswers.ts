import * as vscode from "vscode";
import type { DebugAdapterProtocol } from "../../../debugger/adapter/messages";
import type { OrderWaiting } from "../../../processes/program";
import { askChainFor, confirmReExecution } from "../../flows/debug/chainQuestions";
import type { Chainside } from "../../state/chainside";
import { connectionNamed } from "./debuggedChain";

/** What the debug adapter asks of the editor, answered. */
export type AdapterAnswers = NonNullable<OrderWaiting<DebugAdapterProtocol, "session">["asked"]>;

/**
 * Answers what the debug adapter asks: requests over the connection that the configuration of its session names, and that alone, and
 * whether it may begin.
 */
export function adapterAnswers(app: Chainside, configuration: vscode.DebugConfiguration): AdapterAnswers {
  const { call, connection } = configuration as { call?: unknown; connection?: string };
  return {
    begin: (lines) =>
      confirmReExecution(
        call
          ? vscode.l10n.t("Execute the call on a copy of the chain's state to debug it?")
          : vscode.l10n.t("Re-execute the transaction to debug it?"),
        lines,
      ),
    chain: (question) => askChainFor(() => connectionNamed(app, String(connection)), question),
  };
}
