import * as vscode from "vscode";
import type { ContractInterface } from "../../../chain/abi/contractInterface";
import { ChainError } from "../../../chain/errors/chainError";
import { clientError } from "../../../chain/errors/clientError";
import { getBlockNumber } from "../../../chain/rpc/getBlockNumber";
import { getTransactionReceipt } from "../../../chain/rpc/getTransactionReceipt";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { type Patience, waitUntil } from "../../../time/waitUntil";
import { showProgress } from "../../kit/asking/progress";
import { runCommand } from "../../kit/commands/commands";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Milliseconds between two looks: from a block's time up to what a chain that is gone for long deserves. */
const pauses: Pick<Patience, "stepMs" | "longestStepMs" | "factor"> = {
  stepMs: 1000,
  longestStepMs: 30_000,
  factor: 1.5,
};

/** A sending whose answer did not come. */
export interface OpenSending {
  readonly group: ChainGroup;
  readonly title: string;
  readonly hash: string;
  /** Beyond this block it can never be sealed. */
  readonly blockLimit: bigint;
  /** Interface of the contract called, for the reason of a failure. */
  readonly abi?: ContractInterface;
  /** The user has stopped waiting: the search goes on in the status bar. */
  readonly quiet: boolean;
  /** What the history and the views learn of it. */
  readonly known: (receipt: TransactionReceipt) => Promise<void> | void;
  readonly expired: (error: ChainError) => void;
}

/** The hash and block limit of a transaction that an error leaves unsettled; undefined for any other error. */
export function unsettledTransaction(
  error: unknown,
): { readonly hash: string; readonly blockLimit: bigint } | undefined {
  if (!(error instanceof ChainError) || error.code !== "transactionUnknown") return undefined;
  const { transactionHash, blockLimit } = error.details;
  return { hash: String(transactionHash), blockLimit: BigInt(String(blockLimit)) };
}

/** The same error for the one who waits for the transaction; its message is shown here and updated, so it is not shown twice. */
export const followedError = (error: ChainError): ChainError =>
  clientError("transactionUnknown", { ...error.details, followed: true }, { cause: error });

type Settlement = { readonly receipt: TransactionReceipt } | { readonly head: number };

/** One look: the receipt, or the head where that is past the block limit; undefined while nothing is known. Throws nothing. */
async function look(app: Chainside, { group, hash, blockLimit }: OpenSending): Promise<Settlement | undefined> {
  // A connection that was opened anew has other groups than the one that the transaction went through.
  const { client } = (app.connections.findGroup(group.id) ?? group).session;
  // The head first: a block that comes between the two questions holds the transaction or it is too late for it.
  const head = await getBlockNumber(client).catch(() => undefined);
  const receipt = await getTransactionReceipt(client, hash).catch(() => undefined);
  if (receipt) return { receipt };
  return head !== undefined && BigInt(head) > blockLimit ? { head } : undefined;
}

async function tell(app: Chainside, sending: OpenSending, settlement: Settlement): Promise<void> {
  const { group, title, hash, blockLimit, abi } = sending;
  if ("head" in settlement) {
    const error = clientError("transactionExpired", {
      transactionHash: hash,
      blockLimit: String(blockLimit),
      timeoutMs: 0,
    });
    sending.expired(error);
    await app.errors.show(error);
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
    await runCommand("chainside.showReceipt", { kind: "transaction", hash, group });
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
