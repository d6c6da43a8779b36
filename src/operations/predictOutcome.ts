import type { AbiFunction, ContractInterface } from "../chain/abi/contractInterface";
import { precompiledAt, precompiledInterface } from "../chain/abi/precompiledContracts";
import { returnedValues } from "../chain/abi/returnedValues";
import { type NameOf, notedTexts } from "../chain/abi/valueNotes";
import type { Simulation } from "../chain/services/contract/simulate";
import { getSystemConfig } from "../chain/services/systemConfig/getSystemConfig";
import type { ChainSession } from "../chain/session";
import type { TransactionRequest } from "../chain/transaction/transact";
import { transactionStatus } from "../chain/transaction/transactionStatus";
import type { Hex } from "../crypto/bytes/hex";
import type { Signer } from "../crypto/cryptoSuite";
import { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import { errorSentence } from "../errors/errorText";
import type { Trial } from "../signing/request";
import { t } from "../text/catalogue";
import { labelled } from "../text/joining";
import { type DryRun, dryRun } from "./dryRun";
import type { Prepared, Preview } from "./model/operation";

/** Codes with which an execution or a built-in contract refuses the one who asks (docs/protocol/errors.md). */
const senderCodes: ReadonlySet<unknown> = new Set([18, -50000, -50106, -51905]);

/** Words with which the governance and built-in contracts refuse the one who asks (docs/protocol/governance-client.md). */
const senderText = ["you must be governor", "only governor", "only owner", "only proposer", "permission denied"];

/** Whether something was refused because of who sends it: it says nothing where the contract saw no sender. */
function dependsOnSender(failure: Error): boolean {
  if (!(failure instanceof ChainError)) return false;
  const words = failure.nodeMessage?.toLowerCase() ?? "";
  return senderCodes.has(failure.code) || senderText.some((known) => words.includes(known));
}

/** What trying an operation out told, in words: `text` is `head` and `detail` in one. */
interface TriedOut extends Trial {
  readonly head: string;
  /** Why, and what to do; may be empty. */
  readonly detail: string;
  /** It was run without a signature, so that the contract saw no sender, and a signature would tell more. */
  readonly unsigned: boolean;
  readonly error?: ChainError;
  /** What would be signed, as far as it came to that. */
  readonly request?: TransactionRequest;
}

/** What a person is shown before anything is signed. */
export interface ShownPreview {
  readonly preview: Preview;
  readonly tried?: Trial & Partial<Pick<TriedOut, "error" | "request">>;
}

/** Why a transaction can't be tried out, in the chosen language. */
function notTriedOut(reason: (Simulation & { readonly kind: "impossible" })["reason"]): string {
  switch (reason) {
    case "deployment":
      return t("Nodes can dry-run contract calls, but not deployments.");
    case "amount":
      return t("Nodes can dry-run only calls without an amount.");
    case "noWriting":
      return t("This node can dry-run only calls that don't write.");
  }
}

/** Of a built-in contract at its fixed address. */
function builtInInterface({ suite }: ChainSession, to: string | undefined): ContractInterface | undefined {
  const name = precompiledAt(to ?? "");
  return name && precompiledInterface(name, suite);
}

/** The function that call data calls. */
function calledFunction(abi: ContractInterface | undefined, data: string): AbiFunction | undefined {
  const signature = abi?.decodeCall(data as Hex)?.signature;
  return signature === undefined ? undefined : abi?.getFunction(signature);
}

/** What a dry run returned, for people: `42`; empty where it returns nothing, or it isn't known what. */
export function returnedText(
  session: ChainSession,
  { request, simulation }: DryRun,
  abi: ContractInterface | undefined,
  nameOf: NameOf,
): string {
  if (!request || simulation?.kind !== "ran") return "";
  // A built-in contract says by 0 that it worked, which the outcome says too.
  if (!abi && /^0x0*$/.test(simulation.output)) return "";
  const known = abi ?? builtInInterface(session, request.to);
  const called = calledFunction(known, String(request.data))?.signature;
  return notedTexts(returnedValues(known, called, simulation.output), nameOf);
}

/**
 * Whether another sender could fare otherwise: a contract's own code may ask who calls it, which can't be seen from here; a built-in
 * contract says so.
 */
const mayDependOnSender = (session: ChainSession, to: string | undefined, failure: ChainError): boolean =>
  dependsOnSender(failure) || (failure.kind !== "precompiled" && !builtInInterface(session, to));

/** What the newest block changed of what calls are answered by: until the next one they fail where a transaction doesn't. */
async function readsBefore(session: ChainSession, { simulation, error }: DryRun): Promise<ChainError | undefined> {
  if (simulation?.kind !== "ran") return undefined;
  // Rights know what the newest block made of the account.
  const statuses: readonly unknown[] = [transactionStatus.accountFrozen, transactionStatus.accountAbolished];
  if (statuses.includes(error?.code)) return clientError("callReadsBefore", { key: t("The account's status") });
  if (error?.code !== transactionStatus.outOfGas) return undefined;
  const limit = await getSystemConfig(session, "tx_gas_limit");
  const pending = limit !== undefined && limit.blockNumber > simulation.blockNumber;
  return pending ? clientError("callReadsBefore", { key: "tx_gas_limit" }) : undefined;
}

/**
 * What becomes of a transaction, for every front alike: what is known to fail fails; what a node executed as its sender ends so; where it
 * saw no sender, or can't execute it, rules that were read decide; else that can't be told without a signature.
 * @param act what is known of it beside, where it is an operation
 */
export async function triedOut(
  session: ChainSession,
  run: DryRun,
  act?: Pick<Preview, "refusal" | "blocked" | "byRules">,
): Promise<TriedOut> {
  const { request, simulation, error } = run;
  const unsigned = simulation?.kind === "ran" && !simulation.asSender;
  const verdict = (outcome: TriedOut["outcome"], head: string, detail = "", why?: ChainError): TriedOut => {
    const text = detail === "" ? head : labelled(head, detail);
    return { outcome, head, detail, text, unsigned, ...(why ? { error: why } : {}) };
  };
  const fails = async (why: ChainError): Promise<TriedOut> =>
    verdict("failure", t("Dry run: would fail"), await errorSentence(why), why);
  const undecided = (head: string, detail?: string, why?: ChainError): TriedOut =>
    act?.byRules
      ? verdict("success", t("By the chain's rules and what it holds now: would succeed"))
      : verdict("unknown", head, detail, why);
  const known = act?.blocked ?? act?.refusal;
  // Why is among what the act says, and stands in one place.
  if (known) return verdict("failure", t("Dry run: would fail"), "", known);
  if (simulation?.kind === "impossible") return undecided(notTriedOut(simulation.reason));
  if (!error)
    return verdict(
      "success",
      unsigned ? t("Dry run without your signature: would succeed") : t("Dry run: would succeed"),
    );
  const cant = async (why: ChainError) => undecided(t("Dry run not possible"), await errorSentence(why), why);
  if (simulation?.kind === "failed") return cant(error);
  const before = await readsBefore(session, run);
  if (before) return cant(before);
  if (unsigned && mayDependOnSender(session, request?.to, error))
    return undecided(t("Can't be tried without a signature"));
  return fails(error);
}

/** How it would end, as far as rights, what is known to fail, and the dry run tell; what signs nothing has no dry run. */
export function expectedOutcome({ preview, tried }: ShownPreview): TriedOut["outcome"] {
  return (preview.refusal ?? preview.blocked) ? "failure" : (tried?.outcome ?? "success");
}

/**
 * What an operation would do.
 * @param signer without one, and of what signs nothing, no transaction is tried out
 * @param dry whether its transaction is tried out by a call; `signed` where that call may carry a signature
 * @throws what the operation's questions throw
 */
export async function predictOutcome(
  session: ChainSession,
  prepared: Prepared,
  signer: Signer | undefined,
  dry: "none" | "unsigned" | "signed",
): Promise<ShownPreview> {
  const preview = await prepared.preview();
  if (dry === "none" || prepared.effect !== "signs" || !signer) return { preview };
  const abi = await prepared.abi?.();
  const run = await dryRun(session, prepared, signer, { signed: dry === "signed", ...(abi ? { abi } : {}) });
  const { request } = run;
  return { preview, tried: { ...(await triedOut(session, run, preview)), ...(request ? { request } : {}) } };
}
