import { dirname } from "node:path";
import * as vscode from "vscode";
import { contractInterface } from "../../../chain/abi/contractInterface";
import { recordedChain, recordedOutcome } from "../../../chain/proxy/proxyRecord";
import { requireSuccess } from "../../../chain/services/contract/requireSuccess";
import { callOf } from "../../../chain/transaction/readableTransaction";
import type { Settlement } from "../../../chain/transaction/settlement";
import { errorOfTransaction, requestOf } from "../../../chain/transaction/transact";
import { type Address, type Hex, isSameAddress } from "../../../crypto/bytes/hex";
import { clientError } from "../../../errors/clientError";
import type { Ask } from "../../../signing/consent";
import { shownHere } from "../../../signing/received";
import {
  maxRequestFileBytes,
  type RequestFile,
  readRequestFile,
  sendRequestFile,
  signRequestFile,
} from "../../../signing/requestFile";
import { rememberSending } from "../../flows/sent/rememberSending";
import { agreeInEditor, askInEditor, endQuietly } from "../../flows/signing/askInEditor";
import { auditOf } from "../../flows/signing/editorAudit";
import { followedFailure } from "../../flows/signing/followedSending";
import { saveRequest } from "../../flows/signing/saveRequest";
import { artifactChoice } from "../../flows/target/choices";
import { decodingAbi } from "../../flows/target/contractTarget";
import { askChoice } from "../../kit/asking/ask";
import { LateProgress } from "../../kit/asking/progress";
import { runCommand } from "../../kit/commands/commands";
import { Cancelled } from "../../kit/errors/cancelled";
import { installedFolders } from "../../kit/files/foreignFolders";
import { readWhole } from "../../kit/files/readFile";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireFileSigning, type WritableGroup } from "../../state/connections/signingPermit";

/** A request that the user chose, as it was read and checked. */
interface ChosenRequest {
  readonly uri: vscode.Uri;
  readonly request: RequestFile;
}

/** Lets the user choose a file with a request. @throws Cancelled; as `readRequestFile` */
async function chooseRequest(title: string): Promise<ChosenRequest> {
  const filters = { [vscode.l10n.t("Signing request")]: ["json"], "*": ["*"] };
  const [uri] = (await vscode.window.showOpenDialog({ title, filters })) ?? [];
  if (!uri) throw new Cancelled();
  const content = await readWhole(uri, maxRequestFileBytes);
  return { uri, request: readRequestFile(new TextDecoder().decode(content)) };
}

/** The user's groups of the chain that a request's bytes name. */
const groupsOf = (app: Chainside, { transaction }: RequestFile): readonly ChainGroup[] =>
  app.connections.groups.filter(
    ({ session, groupId }) => session.chainId === transaction.data.chainId && groupId === transaction.data.groupId,
  );

/** An ABI of the user's own for the contract that is called: of the list of contracts, else a compiled one that they choose. */
async function ownAbi(app: Chainside, { transaction }: RequestFile, groups: readonly ChainGroup[], title: string) {
  const { data, suite } = transaction;
  const { to } = data;
  for (const group of groups) {
    const known = app.knownContracts.find(group, to);
    // What a node said of a contract isn't taken, as the asker's word isn't.
    if (known?.own) return contractInterface(decodingAbi(known), suite);
  }
  if (to === "" || data.input.length < 4 || callOf(transaction, undefined)) return undefined;
  const artifacts = await app.artifacts.list();
  if (artifacts.length === 0) return undefined;
  const none = { label: vscode.l10n.t("Continue without an ABI"), alwaysShow: true, value: undefined };
  const placeHolder = vscode.l10n.t("Select the contract to read the call of {0}", to);
  const chosen = await askChoice<vscode.Uri | undefined>([...artifacts.map(artifactChoice), none], {
    title,
    placeHolder,
  });
  if (!chosen) return undefined;
  const { artifact } = await app.artifacts.read(chosen);
  return contractInterface(decodingAbi(artifact), suite);
}

/**
 * A request as it is shown here: read from its bytes, with what is known of chain and contract on this side.
 * @throws Cancelled; as `shownHere`, also where the user has pinned another block 0
 */
async function shownRequest(app: Chainside, request: RequestFile, title: string, label?: string) {
  const groups = groupsOf(app, request);
  const pins = groups.flatMap((group) => group.connection.profile.pin?.groups.get(group.groupId)?.genesisHash ?? []);
  const abi = await ownAbi(app, request, groups, title);
  return shownHere(request, { abi, genesisHash: pins[0], ...(label === undefined ? {} : { label }) });
}

/**
 * Shows a request that another machine wrote, has it agreed to on its page, signs it with the account that it names, and writes the signed
 * file. No chain is asked.
 * @throws Cancelled; ChainError usage `requestAccountMissing`, `requestSigned`, and as `signRequestFile`
 */
export async function signRequest(app: Chainside): Promise<void> {
  const title = vscode.l10n.t("Open Signing Request");
  const { uri, request } = await chooseRequest(title);
  const { transaction, claimed, signature } = request;
  if (signature) throw clientError("requestSigned", { address: claimed.from });
  const account = app.accounts.all.find(
    ({ address, suite }) => suite === transaction.suite.name && isSameAddress(address, claimed.from),
  );
  if (!account) throw clientError("requestAccountMissing", { address: claimed.from });
  const leave = requireFileSigning(groupsOf(app, request));
  const shown = await shownRequest(app, request, title, account.label);
  const asked = { app, account, yes: vscode.l10n.t("Sign") };
  const ask: Ask = async (to, weight, force) => ({ to, ...(await askInEditor(asked, to, weight, force)) });
  const signer = await app.accounts.signer(account, leave);
  const audit = await auditOf(app, undefined, "editor");
  const signed = await signRequestFile(request, shown, { signer, ask, audit }).catch(endQuietly);
  await saveRequest(signed, "", uri);
}

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
