import * as vscode from "vscode";
import type { ContractInterface } from "../../../chain/abi/contractInterface";
import { isStopped } from "../../../chain/health/groupHealth";
import { troubleSentence, troublesOf } from "../../../chain/health/groupTroubles";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { takesSignedCalls } from "../../../chain/services/compatibility";
import type { UnsignedTransaction } from "../../../chain/transaction/signTransaction";
import { requestOf } from "../../../chain/transaction/transact";
import type { Hex } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import type { Outcome, Prepared, Preview } from "../../../operations/model/operation";
import type { Front } from "../../../operations/perform";
import type { SigningAudit } from "../../../signing/auditEntry";
import { type Ask, type ConsentTerms, NoConsent } from "../../../signing/consent";
import { RequestExported } from "../../../signing/exportRequest";
import type { Act } from "../../../signing/request";
import { LateProgress } from "../../kit/asking/progress";
import { runCommand } from "../../kit/commands/commands";
import { Cancelled } from "../../kit/errors/cancelled";
import { showWarning } from "../../kit/messages/notify";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireSigning, requireWritable, type WritableGroup } from "../../state/connections/signingPermit";
import { nodeNameOf } from "../lines/healthText";
import { rememberSending, type SentOrigin } from "../sent/rememberSending";
import { auditOf } from "./editorAudit";
import { dryRunInEditor, type EditorDryRun } from "./editorDryRun";
import { followedFailure } from "./followedSending";
import { namedValue, withNames } from "./namedAddresses";
import { accountSigner, callTerms } from "./signedCaller";

/** How something is sent, where that is not the usual way. */
export interface SendingChoice {
  /** Who signs; by default the active account. */
  readonly account?: Account;
  /** Ends the waiting, beside the user's own Cancel. */
  readonly signal?: AbortSignal;
}

/** What the editor adds to what is signed. */
export interface SigningIntent extends SendingChoice {
  /** What the command calls it, where that isn't the operation's title. */
  readonly title?: string;
  readonly moreLines?: Preview["lines"];
  readonly moreWarnings?: readonly string[];
  /** A question that was answered just now named this transaction too: only what speaks against it asks again. */
  readonly agreed?: boolean;
  /** Interface of the contract called, so that a preview can say results and reasons; the operation's own when absent. */
  readonly abi?: ContractInterface;
  /** What the history needs beyond the transaction itself, to repeat it in its form. */
  readonly origin?: SentOrigin;
  /** Told the receipt when it comes only after the waiting has ended, so that what would have been done with it is done. */
  readonly onLateReceipt?: (receipt: TransactionReceipt) => Promise<void>;
  /** Of another front in this window, which shows the request itself: its terms, its question, and what it is told. */
  readonly front?: Pick<Front, "terms" | "ask" | "onConsent" | "alwaysPreviews">;
  readonly onSigned?: ((hash: Hex) => void) | undefined;
}

/** The person had the request written to a file, so that nothing was signed here. Commands end quietly with it. */
export class Exported extends Cancelled {
  constructor(readonly exported: RequestExported) {
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

/** What is known here beside what the operation says: a stopped group, and the names of addresses. */
function shownHere(
  app: Chainside,
  group: ChainGroup,
  preview: Preview,
  { title = withNames(app, group, preview.title), moreLines = [], moreWarnings = [], agreed = false }: SigningIntent,
): Preview {
  const { found = [] } = preview;
  const lines = [...preview.lines, ...moreLines];
  return {
    ...preview,
    title,
    lines: lines.map((line) => ({ ...line, value: namedValue(app, group, line.value) })),
    warnings: [
      // The question that was answered told the consequences; what is refused is told nevertheless.
      ...(agreed ? [] : [...preview.warnings, ...moreWarnings]),
      ...(group.health && isStopped(group.health)
        ? troublesOf(group.health, nodeNameOf(app)).map(troubleSentence)
        : []),
    ],
    // A line that has a name beside its address is found by its address.
    found: [...found, ...lines.flatMap((line) => line.found ?? [])],
  };
}

/** The editor as a front: its connection's access decides, its question asks. */
async function editorFront(
  app: Chainside,
  group: WritableGroup,
  intent: SigningIntent & { readonly account: Account },
  progress: LateProgress,
) {
  const { account, abi } = intent;
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
  const front: Front = {
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
 * (`operations/perform`); sends, remembers what was sent, and lets the views know of the new block.
 * A transaction whose answer does not come is looked for on; what came of it is told then.
 * @returns what came of it, and the title of the question: what was done
 * @throws Cancelled; Exported where it is signed elsewhere; ChainError usage `readOnlyConnection`, `pinMismatch`, and of the operation
 */
export async function signAndSend<Result>(
  app: Chainside,
  group: WritableGroup,
  prepared: Prepared<Result>,
  intent: SigningIntent = {},
): Promise<Outcome<Result> & { readonly title: string }> {
  const reported = await prepared.preview();
  const preview = shownHere(app, group, reported, intent);
  const abi = intent.abi ?? (await prepared.abi?.());
  // Time has passed since the command began, and the setting may be another now.
  requireWritable(group);
  const account = intent.account ?? (await signingAccount(app, group));
  await requireSigning(group);
  const { title, lines } = preview;
  const progress = new LateProgress(`${title} · ${group.groupId}`);
  const sending = rememberSending(app, group, {
    title,
    from: account.address,
    ...(lines[0] ? { call: lines[0].value } : {}),
    ...intent.origin,
  });
  progress.start();
  let audit: SigningAudit | undefined;
  try {
    const { perform } = await import("../../../operations/perform");
    const front = await editorFront(app, group, { ...intent, account, ...(abi ? { abi } : {}) }, progress);
    audit = front.audit;
    const onConsent: Front["onConsent"] = async (request, basis) => {
      await front.onConsent?.(request, basis);
      if (request.transaction) sending.about(requestOf(request.transaction));
      progress.start();
    };
    const outcome = await perform(
      { ...prepared, preview: async () => preview, ...(abi ? { abi: async () => abi } : {}) },
      { ...front, onConsent },
      {
        signal: intent.signal ? AbortSignal.any([progress.signal, intent.signal]) : progress.signal,
        onSigned: (hash) => {
          app.log.info(`${title}: transaction ${hash} by ${account.address}`);
          sending.signed(hash);
          intent.onSigned?.(hash);
        },
        onReceipt: (receipt) => sending.done(receipt, abi),
      },
    );
    return { ...outcome, title: reported.title };
  } catch (error) {
    if (error instanceof NoConsent) throw new Cancelled();
    if (error instanceof RequestExported) {
      progress.stop();
      const file = await (await import("./saveRequest")).saveRequest(error.text, title);
      throw new Exported(new RequestExported(error.request, file));
    }
    throw followedFailure(app, error, {
      group,
      title,
      abi,
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
