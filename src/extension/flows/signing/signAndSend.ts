import * as vscode from "vscode";
import type { ContractInterface } from "../../../chain/abi/contractInterface";
import { ChainError } from "../../../chain/errors/chainError";
import { isStopped } from "../../../chain/health/groupHealth";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { takesSignedCalls } from "../../../chain/services/compatibility";
import type { TransactionRequest, TransactOptions } from "../../../chain/transaction/transact";
import type { Signer } from "../../../crypto/cryptoSuite";
import type { Weight } from "../../../signing/weight";
import { LateProgress } from "../../kit/asking/lateProgress";
import { runCommand } from "../../kit/commands/commands";
import { Cancelled } from "../../kit/errors/cancelled";
import { noteErrorPlace } from "../../kit/errors/errorPlace";
import { showWarning } from "../../kit/messages/notify";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireSigning } from "../../state/connections/signingLeave";
import { requireWritable, type WritableGroup } from "../../state/connections/writableGroup";
import { troubleAdvice } from "../lines/healthText";
import { rememberSending, type SentOrigin } from "../sent/rememberSending";
import { type ConfirmationLine, confirmSignature } from "./confirmSignature";
import { signsDryRuns } from "./dryRun";
import { followedError, followTransaction, unsettledTransaction } from "./followTransaction";
import { namedValue, withNames } from "./namedAddresses";
import { type Preview, previewOf } from "./preview";

/** How something is sent, where that is not the usual way. */
export interface SendingChoice {
  /** Who signs; the active account when no one says. */
  readonly account?: Account;
  /** Ends the waiting, beside the user's own Cancel. */
  readonly signal?: AbortSignal;
}

/** What the user is asked to sign. */
export interface SigningRequest extends SendingChoice {
  readonly group: WritableGroup;
  /** What happens, as a sentence without a full stop: `Deploy HelloWorld`. */
  readonly title: string;
  readonly lines: readonly ConfirmationLine[];
  /** What it comes to, as numbers: what a vote makes of a proposal. Makes the question obligatory. */
  readonly notes?: readonly string[];
  /** What the signer should know before: consequences beyond the obvious. Makes the question obligatory. */
  readonly warnings?: readonly string[];
  /** The warnings are an operation's preview, which asked for the account's status. */
  readonly isForeseen?: boolean;
  /** What it weighs; ordinary when absent. */
  readonly weight?: Weight;
  /** A question that was answered just now named this transaction too: only what speaks against it asks again. */
  readonly agreed?: boolean;
  /** Interface of the contract called, so that a preview can say results and reasons. */
  readonly abi?: ContractInterface;
  /** What the history needs beyond the transaction itself, to repeat it in its form. */
  readonly origin?: SentOrigin;
  /** Told the receipt when it comes only after the waiting has ended, so that what would have been done with it is done. */
  readonly onLateReceipt?: (receipt: TransactionReceipt) => Promise<void>;
}

async function signingAccount(app: Chainside, group: ChainGroup): Promise<Account> {
  const account = app.accounts.active(group);
  if (account) return account;
  const create = vscode.l10n.t("Create Account");
  const importKey = vscode.l10n.t("Import Private Key");
  const chosen = await showWarning(vscode.l10n.t("No account can sign for this chain."), create, importKey);
  if (chosen === create) await runCommand("chainside.createAccount", { kind: "group", group });
  if (chosen === importKey) await runCommand("chainside.importAccount", { kind: "group", group });
  const made = app.accounts.active(group);
  if (!made) throw new Cancelled();
  return made;
}

/** That the newest block took the signer's rights; loaded when it's asked. */
async function statusWarnings({ session }: ChainGroup, { address }: Account): Promise<readonly string[]> {
  const { pendingStatusWarnings } = await import("../../../operations/consequences/accountStatus");
  return pendingStatusWarnings({ session, account: address });
}

/**
 * Tries the transaction out, unsigned unless the user chose otherwise, and asks where asking is due: each time with access `confirm`, else
 * when something speaks against it. One question with everything on it.
 * @throws Cancelled
 */
async function askOnce(
  app: Chainside,
  request: SigningRequest,
  account: Account,
  signer: Signer,
  unsigned: TransactionRequest,
): Promise<void> {
  const { group, title, lines, notes = [], abi } = request;
  const warnings = [
    ...(request.warnings ?? []),
    ...(group.health && isStopped(group.health) ? troubleAdvice(group.health) : []),
    ...(request.isForeseen ? [] : await statusWarnings(group, account)),
  ];
  const dryRun = async (as: Signer | undefined): Promise<Preview> => {
    const tried = await previewOf(app, group, as, unsigned, abi);
    return { ...tried, detail: withNames(app, group, tried.detail) };
  };
  const preview = dryRun(signsDryRuns(group) ? signer : undefined);
  const due = (group.connection.access === "confirm" && !request.agreed) || notes.length + warnings.length > 0;
  if (!due && (await preview).outcome !== "failure") return;
  await confirmSignature({
    group,
    title,
    account,
    lines: lines.map(({ label, value }) => ({ label, value: namedValue(app, group, value) })),
    notes,
    warnings: warnings.map((warning) => withNames(app, group, warning)),
    weight: request.weight ?? "ordinary",
    preview,
    ...(takesSignedCalls(group.session) ? { trySigned: () => dryRun(signer) } : {}),
  });
}

/**
 * The one way to sign: checks the access of the connection, finds the account, tries the transaction out, asks once where asking is
 * due, sends, remembers what was sent, and lets the views know of the new block.
 * A transaction whose answer does not come is looked for on; what came of it is told then.
 * @throws Cancelled; ChainError usage `readOnlyConnection`, `pinMismatch`, and what `send` throws.
 */
export async function signAndSend<Result>(
  app: Chainside,
  request: SigningRequest,
  send: (signer: Signer, options: TransactOptions) => Promise<Result>,
): Promise<Result> {
  const { group, title } = request;
  // Time has passed since the command began, and the setting may be another now.
  requireWritable(group);
  const account = request.account ?? (await signingAccount(app, group));
  const signer = await app.accounts.signer(account, await requireSigning(group));
  const progress = new LateProgress(`${title} · ${group.groupId}`);
  const sending = rememberSending(app, group, {
    title,
    from: account.address,
    ...(request.lines[0] ? { call: request.lines[0].value } : {}),
    ...request.origin,
  });
  let asked = false;
  progress.start();
  try {
    return await send(signer, {
      signal: request.signal ? AbortSignal.any([progress.signal, request.signal]) : progress.signal,
      beforeSigning: async (unsigned) => {
        progress.stop();
        if (!asked) await askOnce(app, request, account, signer, unsigned);
        asked = true;
        sending.about(unsigned);
        progress.start();
      },
      onSigned: (hash) => {
        app.log.info(`${title}: transaction ${hash} by ${account.address}`);
        sending.signed(hash);
      },
      onReceipt: (receipt) => sending.done(receipt, request.abi),
    });
  } catch (error) {
    sending.failed(error);
    noteErrorPlace(error, { group });
    const open = unsettledTransaction(error);
    if (!open || !(error instanceof ChainError)) throw error;
    const { abi, onLateReceipt } = request;
    void followTransaction(app, {
      group,
      title,
      ...open,
      ...(abi ? { abi } : {}),
      quiet: progress.signal.aborted || request.signal?.aborted === true,
      known: async (receipt) => {
        sending.done(receipt, abi);
        await onLateReceipt?.(receipt);
        void group.refreshHeight().catch(app.errors.log);
      },
      expired: sending.failed,
    }).catch(app.errors.log);
    throw followedError(error);
  } finally {
    progress.stop();
    // Also after a failure: a refused or reverted transaction is in a block as well.
    void group.refreshHeight().catch((error: unknown) => app.errors.log(error));
  }
}
