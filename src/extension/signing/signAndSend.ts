import * as vscode from "vscode";
import { clientError } from "../../chain/errors/clientError";
import { isStopped } from "../../chain/health/groupHealth";
import type { TransactOptions } from "../../chain/transaction/transact";
import type { Signer } from "../../crypto/cryptoSuite";
import type { Account } from "../accounts/account";
import type { Chainside } from "../app/chainside";
import { Cancelled } from "../asking/cancelled";
import { troubleAdvice } from "../chains/healthText";
import type { ChainGroup } from "../connections/chainGroup";
import { type ConfirmationLine, confirmSignature } from "./confirmSignature";

/** What the user is asked to sign. */
export interface SigningRequest {
  readonly group: ChainGroup;
  /** What happens, as a sentence without a full stop: `Deploy HelloWorld`. */
  readonly title: string;
  readonly lines: readonly ConfirmationLine[];
  /** What the signer should know before: consequences beyond the obvious. Makes the question obligatory. */
  readonly warnings?: readonly string[];
}

/** After this time a send that has no answer yet shows progress that can be cancelled. */
const showProgressAfterMs = 700;

async function signingAccount(app: Chainside, group: ChainGroup): Promise<Account> {
  const account = app.accounts.active(group.session.suite.name);
  if (account) return account;
  const create = vscode.l10n.t("Create Account");
  const importKey = vscode.l10n.t("Import Private Key");
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t("There is no account that can sign for this chain."),
    create,
    importKey,
  );
  if (chosen === create) await vscode.commands.executeCommand("chainside.createAccount");
  if (chosen === importKey) await vscode.commands.executeCommand("chainside.importAccount");
  const made = app.accounts.active(group.session.suite.name);
  if (!made) throw new Cancelled();
  return made;
}

async function withLateProgress<Result>(title: string, run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const abort = new AbortController();
  const running = run(abort.signal);
  const late = Symbol("late");
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), showProgressAfterMs);
  });
  const first = await Promise.race([running, limit]).finally(() => clearTimeout(timer));
  if (first !== late) return first as Result;
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      token.onCancellationRequested(() => abort.abort());
      return running;
    },
  );
}

/**
 * The one way to sign: checks the access of the connection, finds the account, asks once where asking is due, sends, and lets the
 * views know of the new block.
 * @throws Cancelled; ChainError usage `readOnlyConnection`, and what `send` throws.
 */
export async function signAndSend<Result>(
  app: Chainside,
  request: SigningRequest,
  send: (signer: Signer, options: TransactOptions) => Promise<Result>,
): Promise<Result> {
  const { group, title } = request;
  const warnings = [
    ...(request.warnings ?? []),
    ...(group.health && isStopped(group.health) ? troubleAdvice(group.health) : []),
  ];
  const { access, name } = group.connection;
  if (access === "readOnly") throw clientError("readOnlyConnection", { name });
  const account = await signingAccount(app, group);
  if (access === "confirm" || warnings.length > 0)
    await confirmSignature({ group, title, account, lines: request.lines, warnings });
  const signer = await app.accounts.signer(account);
  try {
    return await withLateProgress(`${title} · ${group.groupId}`, (signal) =>
      send(signer, {
        signal,
        onSigned: (hash) => app.log.info(`${title}: transaction ${hash} by ${account.address}`),
      }),
    );
  } finally {
    // Also after a failure: a refused or reverted transaction is in a block as well.
    void group.refreshHeight().catch((error: unknown) => app.errors.log(error));
  }
}
