import * as vscode from "vscode";
import type { ContractInterface } from "../../../chain/abi/contractInterface";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { type Settlement, settleSent, UnsettledError } from "../../../chain/transaction/settlement";
import { type ChainError, withDetails } from "../../../errors/chainError";
import type { SigningAudit } from "../../../signing/auditEntry";
import { type Polling, waitUntil } from "../../../time/waitUntil";
import { showProgress } from "../../kit/asking/progress";
import { runCommand } from "../../kit/commands/commands";
import { noteErrorPosition } from "../../kit/errors/errorReporter";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { rememberSending } from "../sent/rememberSending";

/** Milliseconds between two looks: from a block's time up to what a chain that is gone for long deserves. */
const pauses: Pick<Polling, "stepMs" | "maxStepMs" | "factor"> = {
  stepMs: 1000,
  maxStepMs: 30_000,
  factor: 1.5,
};

/** A sending whose answer did not come. */
export interface OpenSending {
  readonly group: ChainGroup;
  readonly title: string;
  /** What isn't known of it, with its bytes. */
  readonly error: UnsettledError;
  /** Interface of the contract called, for the reason of a failure. */
  readonly abi?: ContractInterface;
  /** The user has stopped waiting: the search goes on in the status bar. */
  readonly quiet: boolean;
  /** Told what became of it, whatever that is. */
  readonly settled: (settlement: Settlement) => Promise<void>;
  /** What the history and the views learn of it. */
  readonly known: (receipt: TransactionReceipt) => Promise<void> | void;
  /** It expired, or was refused after all. */
  readonly ended: (error: ChainError) => void;
}

/** The same error for the one who waits for the transaction; its message is shown here and updated, so it is not shown twice. */
const followedError = (error: UnsettledError): ChainError => withDetails(error, { followed: true }, error);

/** One look by the judge of all fronts, which throws nothing of a chain; undefined while nothing is known. */
async function look(app: Chainside, { group, error }: OpenSending): Promise<Settlement | undefined> {
  // A connection that was opened anew has other groups than the one that the transaction went through.
  const { session } = app.connections.findGroup(group.id) ?? group;
  const settlement = await settleSent(session, error.transaction, error.cause);
  return settlement.kind === "unknown" ? undefined : settlement;
}

async function tell(app: Chainside, sending: OpenSending, settlement: Settlement): Promise<void> {
  const { group, title, abi } = sending;
  await sending.settled(settlement);
  if (settlement.kind !== "inBlock") {
    sending.ended(settlement.error);
    await app.errors.show(settlement.error);
    return;
  }
  const { receipt } = settlement;
  await sending.known(receipt);
  if (receipt.status !== 0) {
    const { requireSuccess } = await import("../../../chain/services/contract/requireSuccess");
    await requireSuccess(group.session, receipt, abi).catch(app.errors.show);
    return;
  }
  const show = vscode.l10n.t("Show Receipt");
  const message = vscode.l10n.t("{0}: the transaction is in block {1}.", title, receipt.blockNumber);
  if ((await showInformation(message, show)) === show)
    await runCommand("chainside.showReceipt", { kind: "transaction", hash: receipt.transactionHash, group });
}

/**
 * Looks for the receipt of an unsettled transaction, in a message that goes when it is known, and then says what came of it. Ends
 * with the user's Cancel; what is not known then stays open in *Sent*.
 */
export async function followTransaction(app: Chainside, sending: OpenSending, waits = pauses): Promise<void> {
  const settlement = await showProgress(
    {
      location: sending.quiet ? vscode.ProgressLocation.Window : vscode.ProgressLocation.Notification,
      title: vscode.l10n.t(
        "{0}: the result isn't known yet. Don't send it again. Looking for its receipt…",
        sending.title,
      ),
      cancellable: true,
    },
    (_, signal) => waitUntil(() => look(app, sending), { ...waits, signal }),
  );
  if (settlement) await tell(app, sending, settlement);
}

/** A sending, for what becomes of it. */
interface FollowedSending {
  readonly group: ChainGroup;
  readonly title: string;
  /** Interface of the contract called, for the reason of a failure. */
  readonly abi?: ContractInterface | undefined;
  readonly sending: ReturnType<typeof rememberSending>;
  readonly audit: SigningAudit | undefined;
  /** Whether the user has stopped waiting. */
  readonly isQuiet: () => boolean;
  /** Told the receipt when it comes only after the waiting has ended. */
  readonly onLateReceipt?: ((receipt: TransactionReceipt) => Promise<void>) | undefined;
}

/**
 * What the failure of a sending comes to: it is noted, and a transaction whose answer didn't come is looked for on.
 * @returns the error to be thrown
 */
export function followedFailure(app: Chainside, error: unknown, followed: FollowedSending): unknown {
  const { group, title, abi, sending, audit, isQuiet, onLateReceipt } = followed;
  sending.failed(error);
  noteErrorPosition(error, { group });
  if (!(error instanceof UnsettledError)) return error;
  void followTransaction(app, {
    group,
    title,
    error,
    ...(abi ? { abi } : {}),
    settled: async (settlement) => {
      const { outcomeEntry } = await import("../../../signing/auditEntry");
      const { transactionHash } = error.details;
      await audit?.write(outcomeEntry(String(transactionHash), settlement)).catch(audit.lost);
    },
    quiet: isQuiet(),
    known: async (receipt) => {
      sending.done(receipt, abi);
      await onLateReceipt?.(receipt);
      void group.refreshHeight().catch(app.errors.log);
    },
    ended: sending.failed,
  }).catch(app.errors.log);
  return followedError(error);
}
