import { dirname } from "node:path";
import * as vscode from "vscode";
import { recordedChain, recordedOutcome } from "../../../chain/proxy/proxyRecord";
import { requireSuccess } from "../../../chain/services/contract/requireSuccess";
import type { Settlement } from "../../../chain/transaction/settlement";
import { errorOfTransaction, requestOf } from "../../../chain/transaction/transact";
import type { Address, Hex } from "../../../crypto/bytes/hex";
import { clientError } from "../../../errors/clientError";
import { sendRequestFile } from "../../../signing/requestFile";
import { rememberSending } from "../../flows/sent/rememberSending";
import { agreeInEditor } from "../../flows/signing/askInEditor";
import { auditOf } from "../../flows/signing/editorAudit";
import { followedFailure } from "../../flows/signing/followedSending";
import { LateProgress } from "../../kit/asking/lateProgress";
import { runCommand } from "../../kit/commands/commands";
import { Cancelled } from "../../kit/errors/cancelled";
import { installedFolders } from "../../kit/files/foreignFolders";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";
import { chooseRequest, shownRequest } from "./requestFiles";

/** Each project of the workspace that keeps the transaction of a proxy as signed learns what became of it. */
async function keepOutcome(app: Chainside, { session }: WritableGroup, transaction: Hex, settlement: Settlement) {
  const outcome = recordedOutcome(settlement);
  const kept = outcome && (await vscode.workspace.findFiles("**/.chainside/proxies.json", installedFolders.glob, 20));
  if (!outcome || !kept?.length) return;
  const chain = await recordedChain(session);
  for (const { fsPath } of kept)
    await app.solidity.keepProxyOutcome({ root: dirname(dirname(fsPath)), chain, transaction, outcome });
}

/**
 * Sends a request that was signed elsewhere: it is shown, sent once, remembered and followed as any transaction.
 * @throws Cancelled; ChainError as `sendRequestFile`, of what isn't in a block, and of a failed execution
 */
export async function sendRequest(app: Chainside, group: WritableGroup): Promise<void> {
  const title = vscode.l10n.t("Send Signed Request");
  const { request } = await chooseRequest(title);
  const { transaction, claimed } = request;
  if (!request.signature) throw clientError("requestUnsigned", {});
  const shown = await shownRequest(app, request, title);
  const { act } = shown;
  const audit = await auditOf(app, group, "editor");
  const progress = new LateProgress(`${act.title} · ${group.groupId}`);
  const sending = rememberSending(app, group, { title: act.title, from: claimed.from as Address });
  try {
    const settled = await sendRequestFile(request, shown, {
      session: group.session,
      connection: group.connection.name,
      audit,
      signal: progress.signal,
      onRequest: async (asked) => {
        const { title: of, lines, warnings, weight, target } = act;
        const reported = { title: of, lines, warnings, weight, ...(target === undefined ? {} : { target }) };
        const { place, from, abi } = asked;
        await agreeInEditor(group, reported, {
          app,
          about: { transaction, place, ...(from ? { from } : {}), ...(abi ? { abi } : {}) },
          question: vscode.l10n.t("Send this signed transaction?"),
          yes: vscode.l10n.t("Send"),
        });
        sending.about(requestOf(transaction));
        sending.signed(transaction.hash);
        progress.start();
      },
      onSettled: (settlement) => keepOutcome(app, group, transaction.hash, settlement).catch(app.errors.log),
    });
    if (settled.kind !== "inBlock") throw errorOfTransaction(settled.error, transaction.hash);
    sending.done(settled.receipt, shown.abi);
    progress.stop();
    await requireSuccess(group.session, settled.receipt, shown.abi);
    const show = vscode.l10n.t("Show Receipt");
    const done = vscode.l10n.t("{0}: the transaction is in block {1}.", act.title, settled.receipt.blockNumber);
    const offerReceipt = async (): Promise<void> => {
      if ((await showInformation(done, show)) === show)
        await runCommand("chainside.showReceipt", { kind: "transaction", hash: transaction.hash, group });
    };
    void offerReceipt().catch(app.errors.log);
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    throw followedFailure(app, error, {
      group,
      title: act.title,
      abi: shown.abi,
      sending,
      audit,
      isQuiet: () => progress.signal.aborted,
    });
  } finally {
    progress.stop();
    void group.refreshHeight().catch(app.errors.log);
  }
}
