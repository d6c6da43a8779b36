import * as vscode from "vscode";
import type { Inspected } from "../../../debugger/inspect/messages";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { TransactionOrder } from "../../state/inspection/inspector";
import { askChainFor, confirmReExecution } from "../debug/chainQuestions";
import { embeddedChainOf, inspectedProject, inspecting, web3PortOf } from "./inspectedChain";

/**
 * What a transaction did or changed, or what its lines took, with progress that can be cancelled. The embedded chain has recorded it; a
 * transaction of a real chain is executed again on a copy of that chain's state, after a question.
 * @param outer ends it from elsewhere, as does the progress
 * @param ask whether a person may be asked which of several folders has the sources
 * @throws Cancelled; ChainError; Error with words for people
 */
export async function inspectTransaction<Kind extends TransactionOrder["kind"]>(
  app: Chainside,
  group: ChainGroup,
  kind: Kind,
  transaction: string,
  outer?: AbortSignal,
  ask = true,
): Promise<Inspected[Kind]> {
  const project = await inspectedProject(ask);
  const chain = await embeddedChainOf(app, group, false);
  const within = (signal: AbortSignal): AbortSignal => (outer ? AbortSignal.any([outer, signal]) : signal);
  if (chain) {
    return inspecting(vscode.l10n.t("Running the transaction again"), (signal) =>
      app.inspector.inspect({ kind, transaction, chain, ...project }, within(signal)),
    );
  }
  const web3 = web3PortOf(app, group);
  const order = {
    kind,
    transaction,
    chain: { url: "", group: group.groupId },
    fork: web3 === undefined ? {} : { web3 },
    ...project,
  };
  return inspecting(vscode.l10n.t("Re-executing the transaction"), (signal, report) =>
    app.inspectForked(
      order,
      {
        chain: (question) => askChainFor(() => group.connection, question),
        begin: (lines) => confirmReExecution(vscode.l10n.t("Re-execute the transaction?"), lines),
        report: ({ doing, done, total }) => report(`${doing} ${done}/${total}`),
      },
      within(signal),
    ),
  );
}
