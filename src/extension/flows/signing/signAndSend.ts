import * as vscode from "vscode";
import type { ContractInterface } from "../../../chain/abi/contractInterface";
import { isStopped } from "../../../chain/health/groupHealth";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { takesSignedCalls } from "../../../chain/services/compatibility";
import type { UnsignedTransaction } from "../../../chain/transaction/signTransaction";
import { requestOf, type TransactOptions } from "../../../chain/transaction/transact";
import type { Hex } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import type { Prepared, Preview } from "../../../operations/model/operation";
import type { SigningFront } from "../../../operations/performSigning";
import type { SigningAudit } from "../../../signing/auditEntry";
import { type Ask, type ConsentTerms, NoConsent } from "../../../signing/consent";
import { HandedOver } from "../../../signing/exportRequest";
import type { Act } from "../../../signing/request";
import { LateProgress } from "../../kit/asking/lateProgress";
import { runCommand } from "../../kit/commands/commands";
import { Cancelled } from "../../kit/errors/cancelled";
import { showWarning } from "../../kit/messages/notify";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireSigning } from "../../state/connections/signingPermit";
import { requireWritable, type WritableGroup } from "../../state/connections/writableGroup";
import { troubleAdvice } from "../lines/healthText";
import { rememberSending, type SentOrigin } from "../sent/rememberSending";
import { accountSigner, callTerms } from "./accountSigner";
import { auditOf } from "./editorAudit";
import { dryRunInEditor, type EditorDryRun } from "./editorDryRun";
import { followedFailure } from "./followedSending";
import { namedValue, withNames } from "./namedAddresses";

/** How something is sent, where that is not the usual way. */
export interface SendingChoice {
  /** Who signs; the active account when no one says. */
  readonly account?: Account;
  /** Ends the waiting, beside the user's own Cancel. */
  readonly signal?: AbortSignal;
}

/** What the user wants to do: what the operation says of it, and what the editor needs beside. */
export interface SigningIntent
  extends SendingChoice,
    Pick<Preview, "title" | "lines" | "found">,
    Partial<Omit<Act, "title" | "lines" | "recipient">> {
  readonly group: WritableGroup;
  /** The warnings are an operation's preview, which asked for the account's status. */
  readonly isForeseen?: boolean;
  /** A question that was answered just now named this transaction too: only what speaks against it asks again. */
  readonly agreed?: boolean;
  /** Interface of the contract called, so that a preview can say results and reasons. */
  readonly abi?: ContractInterface;
  /** What the history needs beyond the transaction itself, to repeat it in its form. */
  readonly origin?: SentOrigin;
  /** Told the receipt when it comes only after the waiting has ended, so that what would have been done with it is done. */
  readonly onLateReceipt?: (receipt: TransactionReceipt) => Promise<void>;
  /** Of another front in this window, which shows the request itself: its terms, its question, and what it is told. */
  readonly front?: Pick<SigningFront, "terms" | "ask" | "onConsent">;
  readonly onSigned?: ((hash: Hex) => void) | undefined;
}

/** The person had the request written to a file, so that nothing was signed here. Commands end quietly with it. */
export class Exported extends Cancelled {
  constructor(readonly handedOver: HandedOver) {
    super();
  }
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

/** What is known here beside what the operation says: a stopped group, the account's status, the names of addresses. */
async function actOf(app: Chainside, intent: SigningIntent, account: Account): Promise<Preview> {
  const {
    group,
    title,
    lines,
    notes = [],
    weight = "ordinary",
    target,
    refusal,
    blocked,
    byRules,
    found = [],
  } = intent;
  const warnings = [
    ...(intent.warnings ?? []),
    ...(group.health && isStopped(group.health) ? troubleAdvice(group.health) : []),
    ...(intent.isForeseen ? [] : await statusWarnings(group, account)),
  ];
  return {
    title,
    lines: lines.map((line) => ({ ...line, value: namedValue(app, group, line.value) })),
    notes,
    warnings,
    weight,
    ...(target === undefined ? {} : { target }),
    ...(refusal ? { refusal } : {}),
    ...(blocked ? { blocked } : {}),
    ...(byRules ? { byRules } : {}),
    // A line that has a name beside its address is found by its address.
    found: [...found, ...lines.flatMap((line) => line.found ?? [])],
  };
}

/** The editor as a front: its connection's access decides, its question asks. */
async function editorFront(app: Chainside, intent: SigningIntent, account: Account, progress: LateProgress) {
  const { group, abi } = intent;
  const { name, access, profile } = group.connection;
  const genesisHash = profile.pin?.groups.get(group.groupId)?.genesisHash;
  const signer = accountSigner(app, group, account);
  const audit = await auditOf(app, group, intent.front ? "chat" : "editor");
  const { triedCalls } = await import("../../../signing/calls");
  const trying = (more?: Pick<ConsentTerms, "named">): Signer | undefined =>
    triedCalls({ signer, audit, label: account.label }, { ...callTerms(group), ...more });
  const tryOut = (transaction: UnsignedTransaction, as: Signer | undefined, act: Act): Promise<EditorDryRun> =>
    dryRunInEditor(app, group, as, requestOf(transaction), abi, act);
  const ask: Ask = async (request, weight, force) => {
    const { transaction } = request;
    const trySigned =
      transaction && takesSignedCalls(group.session) && !signer.elsewhere
        ? () => tryOut(transaction, trying({ named: true }), request.act)
        : undefined;
    const { askInEditor } = await import("./askInEditor");
    const asked = { app, group, account, ...(trySigned ? { trySigned } : {}) };
    return { to: request, ...(await askInEditor(asked, request, weight, force)) };
  };
  const front: SigningFront = {
    session: group.session,
    signer,
    terms: { access, connection: name, named: intent.agreed ?? false, asksForce: true },
    place: { connection: name, ...(genesisHash === undefined ? {} : { genesisHash }) },
    label: account.label,
    names: (sentence) => withNames(app, group, sentence),
    audit,
    ask,
    tryOut: (transaction, _, act) => tryOut(transaction, trying(), act),
  };
  const { ask: asking = ask, ...other } = intent.front ?? {};
  const quietly: Ask = (...asked) => {
    progress.stop();
    return asking(...asked);
  };
  return { ...front, ...other, ask: quietly };
}

/**
 * The one way to sign: checks the access of the connection, finds the account, and has each transaction agreed to and signed
 * (`operations/performSigning`); sends, remembers what was sent, and lets the views know of the new block.
 * A transaction whose answer does not come is looked for on; what came of it is told then.
 * @throws Cancelled; Exported where it is signed elsewhere; ChainError usage `readOnlyConnection`, `pinMismatch`, and what `send` throws.
 */
export async function signAndSend<Result>(
  app: Chainside,
  intent: SigningIntent,
  send: (signer: Signer, options: TransactOptions) => Promise<Result>,
): Promise<Result> {
  const { group, title } = intent;
  // Time has passed since the command began, and the setting may be another now.
  requireWritable(group);
  const account = intent.account ?? (await signingAccount(app, group));
  await requireSigning(group);
  const progress = new LateProgress(`${title} · ${group.groupId}`);
  const sending = rememberSending(app, group, {
    title,
    from: account.address,
    ...(intent.lines[0] ? { call: intent.lines[0].value } : {}),
    ...intent.origin,
  });
  progress.start();
  let audit: SigningAudit | undefined;
  try {
    const { performSigning } = await import("../../../operations/performSigning");
    const front = await editorFront(app, intent, account, progress);
    audit = front.audit;
    const prepared: Prepared<Result> = {
      signs: true,
      preview: () => actOf(app, intent, account),
      abi: async () => intent.abi,
      run: async (signer = front.signer, options = {}) => ({ result: await send(signer, options) }),
    };
    const onConsent: SigningFront["onConsent"] = async (request, basis) => {
      await front.onConsent?.(request, basis);
      if (request.transaction) sending.about(requestOf(request.transaction));
      progress.start();
    };
    const outcome = await performSigning(
      prepared,
      { ...front, onConsent },
      {
        signal: intent.signal ? AbortSignal.any([progress.signal, intent.signal]) : progress.signal,
        onSigned: (hash) => {
          app.log.info(`${title}: transaction ${hash} by ${account.address}`);
          sending.signed(hash);
          intent.onSigned?.(hash);
        },
        onReceipt: (receipt) => sending.done(receipt, intent.abi),
      },
    );
    if (!("result" in outcome)) throw new Cancelled();
    return outcome.result;
  } catch (error) {
    if (error instanceof NoConsent) throw new Cancelled();
    if (error instanceof HandedOver) {
      progress.stop();
      const file = await (await import("./saveRequest")).saveRequest(error.text, title);
      throw new Exported(new HandedOver(error.request, file));
    }
    throw followedFailure(app, error, {
      group,
      title,
      abi: intent.abi,
      sending,
      audit,
      isQuiet: () => progress.signal.aborted || intent.signal?.aborted === true,
      onLateReceipt: intent.onLateReceipt,
    });
  } finally {
    progress.stop();
    // Also after a failure: a refused or reverted transaction is in a block as well.
    void group.refreshHeight().catch((error: unknown) => app.errors.log(error));
  }
}
