import * as vscode from "vscode";
import type { ContractArtifact } from "../../../chain/artifact/readArtifact";
import { createClient, type Transport } from "../../../chain/client/client";
import { followingSession, openSession } from "../../../chain/openSession";
import type { ChainSession } from "../../../chain/session";
import { createHttpTransport } from "../../../chain/transport/httpTransport";
import { hexToBytes } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import { importKeyFile } from "../../../crypto/keyFiles/importKeyFile";
import { describeKeyFile } from "../../../crypto/keyFiles/keyFileFormat";
import { freshSigner, privateKeySigner } from "../../../crypto/privateKeySigner";
import { cryptoSuite } from "../../../crypto/suites";
import { maxBytes } from "../../../files/regularFile";
import type { AccountWish, ChainVariant } from "../../../scenarios/language/scenario";
import { moveOn, type RunContext, type RunSigning } from "../../../scenarios/run/runContext";
import type { Agreement, Ask } from "../../../signing/consent";
import { joinSentences, listed, noted } from "../../../text/joining";
import { shortened } from "../../../text/shortText";
import { sourceTarget } from "../../../text/sourceNames";
import { unmistakableLine } from "../../../text/visibleText";
import { embeddedInspection, groupInspection } from "../../flows/operations/inspectionServices";
import { operationContext } from "../../flows/operations/operationContext";
import { agreeInEditor, askInEditor } from "../../flows/signing/askInEditor";
import { auditOf } from "../../flows/signing/editorAudit";
import { askText } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/errors/cancelled";
import { readWhole } from "../../kit/files/readFile";
import { showWarning } from "../../kit/messages/notify";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireSigning, type SigningPermit } from "../../state/connections/signingPermit";
import { workspaceAbis } from "../../state/contracts/knownAbis";
import type { PassingChain } from "../../state/embeddedChain/chainProcess";
import { ChainTarget } from "../../state/solidity/compileTarget";
import { contractUri } from "../../state/solidity/solidity";

/** The contract of a source that names none: the only one that can be deployed. */
async function onlyContract(app: Chainside, file: vscode.Uri): Promise<vscode.Uri> {
  const all = (await app.artifacts.sources()).filter(({ uri, deployable }) => deployable && uri.fsPath === file.fsPath);
  return contractUri(file, all.length === 1 ? (all[0]?.name ?? "") : "");
}

async function contractOf(
  app: Chainside,
  session: ChainSession,
  target: ChainTarget,
  path: string,
  solc: string | undefined,
): Promise<ContractArtifact> {
  const source = sourceTarget(path);
  if (!source) return (await app.artifacts.read(vscode.Uri.file(path))).artifact;
  const file = vscode.Uri.file(source.file);
  const uri = source.name === undefined ? await onlyContract(app, file) : contractUri(file, source.name);
  const how = { target: await target.of(session), ...(solc === undefined ? {} : { compiler: solc }) };
  return (await app.artifacts.read(uri, undefined, how)).artifact;
}

/**
 * The key file for a role, as a person says: a scenario only proposes one, and neither it nor the variable with its password is opened
 * unasked.
 * @throws Cancelled
 */
async function askKeyFile({ name, key }: AccountWish): Promise<vscode.Uri | undefined> {
  if (key === undefined) return undefined;
  const [use, other] = [vscode.l10n.t("Use This Key File"), vscode.l10n.t("Select Another File…")];
  const chosen = await showWarning(
    vscode.l10n.t("Which key does the scenario's account {0} sign with?", unmistakableLine(shortened(name, 100))),
    {
      modal: true,
      detail: vscode.l10n.t("The scenario proposes the key file {0}", unmistakableLine(shortened(key, 300))),
    },
    use,
    other,
  );
  if (chosen === use) return vscode.Uri.file(key);
  if (chosen !== other) throw new Cancelled();
  const [file] = (await vscode.window.showOpenDialog({ canSelectMany: false })) ?? [];
  if (!file) throw new Cancelled();
  return file;
}

/** The account of the key file that a person chose for a role; its password is asked for. @throws Cancelled */
async function keySigner(session: ChainSession, role: AccountWish): Promise<Signer | undefined> {
  const file = await askKeyFile(role);
  if (!file) return undefined;
  const content = await readWhole(file, maxBytes.key);
  const title = vscode.l10n.t("Run Scenario");
  const prompt = vscode.l10n.t("Enter the password of {0}", vscode.workspace.asRelativePath(file));
  const password = describeKeyFile(content).passwordNeeded
    ? await askText({ title, prompt, password: true })
    : undefined;
  const { suite = session.suite.name, privateKey } = await importKeyFile(content, password);
  try {
    return privateKeySigner(cryptoSuite(suite), privateKey);
  } finally {
    privateKey.fill(0);
  }
}

function common(app: Chainside, given: ChainSession): Omit<RunContext, "signing"> {
  const target = new ChainTarget();
  const session = followingSession(given.otherAbis ? given : { ...given, otherAbis: () => workspaceAbis(app) });
  return { session, contract: (path, solc) => contractOf(app, session, target, path, solc) };
}

/** Keys for a chain on which a run may sign: one of its own, or one for which leave was given. */
const keys = (session: ChainSession): Omit<RunSigning, "admin" | "audit"> => ({
  signer: (role) => keySigner(session, role),
  freshSigner: () => freshSigner(session.suite),
});

const chainOptions = ({ suite, auth, executor, nodeVersion, compatibility, features = [] }: ChainVariant): string[] => [
  ...(suite === "sm" ? ["--sm"] : []),
  ...(auth ? ["--auth"] : []),
  ...(executor === undefined ? [] : ["--executor", String(executor)]),
  ...(nodeVersion === undefined ? [] : ["--node-version", nodeVersion]),
  ...(compatibility === undefined ? [] : ["--compatibility", compatibility]),
  ...features.flatMap((feature) => ["--feature", feature]),
];

/**
 * Works on a fresh chain of a flavour, which ends with the work. @throws ChainError transport `embeddedChainFailed`.
 * @param watched stands between the work and the chain
 */
export async function onFreshChain<Result>(
  app: Chainside,
  variant: ChainVariant,
  signal: AbortSignal,
  work: (context: RunContext, chain: Pick<PassingChain, "url" | "devToken">) => Promise<Result>,
  watched = (transport: Transport): Transport => transport,
): Promise<Result> {
  const chain = await app.embeddedChain.startPassing(chainOptions(variant), signal);
  const { url, devToken, accounts } = chain;
  const transport = createHttpTransport({ url, ...(devToken === undefined ? {} : { devToken }) });
  try {
    const session = await openSession(createClient(watched(transport), ""));
    const [first] = accounts;
    const admin = first && privateKeySigner(session.suite, hexToBytes(first.privateKey));
    const made = { signer: async () => undefined, freshSigner: () => freshSigner(session.suite), passing: true };
    const mine = async (count: number): Promise<void> => {
      await transport.request("dev_mine", [session.groupId, count]);
    };
    const inspected = { url, group: session.groupId, ...(devToken === undefined ? {} : { token: devToken }) };
    const services = { embedded: async () => session.client, ...embeddedInspection(app, session, inspected) };
    return await work(
      { ...common(app, session), services, signing: { ...made, audit: undefined, admin, mine } },
      chain,
    );
  } finally {
    await transport.close();
    chain.stop();
  }
}

/** The context of a chain that is connected, on which nothing can be signed: accounts are addresses. */
export function readingContext(app: Chainside, group: ChainGroup): RunContext {
  const account = app.accounts.active(group);
  return {
    ...common(app, group.session),
    services: { archive: async () => group.archive, ...groupInspection(app, group) },
    signing: undefined,
    ...(account ? { adminAddress: account.address } : {}),
    addressOf: async (role) => (await keySigner(group.session, role))?.address,
  };
}

/** Leave to run scenarios that sign on a connected chain: a person saw on which, and as whom. */
export interface ScenarioPermit {
  readonly agreement: Agreement;
  readonly permit: SigningPermit;
  /** The account that the question named. */
  readonly admin: Account | undefined;
}

/**
 * Asks before scenarios sign on a chain that isn't the embedded one. The only maker of leave for them.
 * @param heavy titles of steps that are asked about again, one by one
 * @throws Cancelled; ChainError usage `readOnlyConnection`, `pinMismatch`
 */
export async function askToSign(
  app: Chainside,
  group: ChainGroup,
  scenarios: number,
  heavy: readonly string[],
): Promise<ScenarioPermit> {
  const permit = await requireSigning(group);
  const { name, origin } = group.connection;
  const account = app.accounts.active(group);
  const question = vscode.l10n.t("Run {0} scenarios on {1} · {2}?", scenarios, name, group.groupId);
  const detail = vscode.l10n.t(
    "They sign transactions as {0} and as their own accounts without asking again. Their changes to this chain remain.",
    account ? noted(account.label, account.address) : "–",
  );
  const steps = vscode.l10n.t(
    "Asked about one by one: {0}",
    listed(heavy.slice(0, 20).map((step) => shortened(step, 100))),
  );
  const message = heavy.length === 0 ? detail : joinSentences(detail, steps);
  const agreement = await agreeInEditor(
    group,
    { title: question, notes: [message] },
    {
      access: "confirm",
      free: origin === "embedded",
      dialog: { question, detail: message, yes: vscode.l10n.t("Run") },
    },
  );
  return { agreement, permit, admin: account };
}

/** The context of a connected chain on which a person let scenarios sign; `admin` is the account that was named in the question. */
export async function signingContext(
  app: Chainside,
  { agreement, permit, admin: account }: ScenarioPermit,
): Promise<RunContext> {
  const { group } = permit;
  const admin = account && (await app.accounts.signer(account, permit));
  const mine = (count: number, signal: AbortSignal): Promise<void> => moveOn(group.session, count, signal);
  const { services = {} } = operationContext(app, group);
  const ask: Ask = async (to, weight, force) => ({ to, ...(await askInEditor({ app, group }, to, weight, force)) });
  return {
    ...common(app, group.session),
    services,
    signing: { ...keys(group.session), admin, mine, agreement, ask, audit: await auditOf(app, group, "editor") },
  };
}
