import type { ChainError } from "../chain/errors/chainError";
import { errorSentence } from "../chain/errors/errorWords";
import type { ChainSession } from "../chain/session";
import type { TransactionRequest } from "../chain/transaction/transact";
import type { Signer } from "../crypto/cryptoSuite";
import type { Trial } from "../signing/request";
import { t } from "../text/catalogue";
import { labelled } from "../text/joining";
import { type DryRun, dryRun } from "./dryRun";
import type { Prepared, Preview } from "./model/operation";
import { mayDependOnSender, notTriedOut } from "./simulationFailure";

/** What trying an operation out told, in words. */
export interface TriedOut extends Trial {
  readonly error?: ChainError;
  /** What would be signed, as far as it came to that. */
  readonly request?: TransactionRequest;
}

/** What a person is shown before anything is signed. */
export interface ShownPreview {
  readonly preview: Preview;
  readonly tried?: TriedOut;
}

/** What trying it out told, in words. */
export async function triedOut(session: ChainSession, { request, simulation, error }: DryRun): Promise<TriedOut> {
  const unsigned = simulation?.kind === "ran" && !simulation.asSender;
  if (error) {
    const sentence = await errorSentence(error);
    if (simulation?.kind === "failed")
      return { outcome: "unknown", text: labelled(t("Dry run not possible"), sentence), error };
    if (unsigned && mayDependOnSender(session, request?.to, error))
      return {
        outcome: "unknown",
        text: t("The contract saw no sender, and the result might depend on it. Without a sender: {0}", sentence),
        error,
      };
    return { outcome: "failure", text: labelled(t("Dry run: would fail"), sentence), error };
  }
  if (simulation?.kind === "impossible") return { outcome: "unknown", text: notTriedOut(simulation.reason) };
  const text = unsigned ? t("Dry run without your signature: would succeed") : t("Dry run: would succeed");
  return { outcome: "success", text };
}

/** How it would end, as far as rights, what is known to fail, and the dry run tell. */
export function foretold({ preview, tried }: ShownPreview): TriedOut["outcome"] {
  if (preview.refusal ?? preview.blocked) return "failure";
  return tried?.outcome ?? "unknown";
}

/**
 * What an operation would do.
 * @param dry whether its transaction is tried out by a call; `signed` where that call may carry a signature
 * @throws what the operation's questions throw
 */
export async function lookAhead(
  session: ChainSession,
  prepared: Prepared,
  signer: Signer,
  dry: "none" | "unsigned" | "signed",
): Promise<ShownPreview> {
  const preview = await prepared.preview();
  if (dry === "none" || !prepared.signs) return { preview };
  const abi = await prepared.abi?.();
  const run = await dryRun(session, prepared, signer, { signed: dry === "signed", ...(abi ? { abi } : {}) });
  const { request } = run;
  return { preview, tried: { ...(await triedOut(session, run)), ...(request ? { request } : {}) } };
}
