import * as vscode from "vscode";
import type { ContractInterface } from "../../../chain/abi/contractInterface";
import { decodedTexts } from "../../../chain/abi/namedValue";
import { returnedValues } from "../../../chain/abi/returnedValues";
import type { ChainSession } from "../../../chain/session";
import type { TransactionRequest } from "../../../chain/transaction/transact";
import type { Signer } from "../../../crypto/cryptoSuite";
import type { DryRun } from "../../../operations/dryRun";
import type { Act } from "../../../signing/request";
import { joinSentences } from "../../../text/joining";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What a transaction would do, in words. */
export interface Preview {
  readonly outcome: "success" | "failure" | "unknown";
  readonly text: string;
  /** Result, reason, what to do about it; may be empty. */
  readonly detail: string;
  /** It was run without a signature, so that the contract saw no sender, and a signature would tell more. */
  readonly unsigned?: boolean;
}

/** No one waits longer than this to hear what a transaction would do. */
const timeoutMs = 4000;

/** `→ 42`; empty when it returns nothing or no one knows what. */
async function resultText(session: ChainSession, { request, simulation }: DryRun, abi?: ContractInterface) {
  const { builtInInterface, calledFunction } = await import("../../../operations/simulationFailure");
  if (!request || simulation?.kind !== "ran") return "";
  const known = abi ?? builtInInterface(session, request.to);
  // A built-in contract says by 0 that it worked, which the words above say too.
  if (!abi && /^0x0*$/.test(simulation.output)) return "";
  const values = returnedValues(known, calledFunction(known, String(request.data))?.signature, simulation.output);
  return values.length === 0 ? "" : `→ ${decodedTexts(values)}`;
}

/** That it can't be told, and why. */
export const noPreview = (detail: string): Preview => ({
  outcome: "unknown",
  text: vscode.l10n.t("Dry run not possible"),
  detail,
});

/**
 * Tries a transaction out by a call and says what it would do (`operations/lookAhead`). Never throws: that it cannot be told is an answer
 * too.
 * @param signer signs the call, so that the contract sees its sender; without one nothing is signed
 * @param abi of the contract, for results and reasons; built-in contracts at fixed addresses are known
 * @param act what is known of it beside, where it is an operation
 */
export async function previewOf(
  app: Chainside,
  group: ChainGroup,
  signer: Signer | undefined,
  request: TransactionRequest,
  abi?: ContractInterface,
  act?: Act,
): Promise<Preview> {
  const { session } = group;
  try {
    const { tried } = await import("../../../operations/dryRun");
    const { triedOut } = await import("../../../operations/predictOutcome");
    const run = await tried(session, request, { signer, abi, timeoutMs });
    const { outcome, head, detail, unsigned } = await triedOut(session, run, act);
    const doubt = vscode.l10n.t(
      "The dry run had no sender. If the contract checks who calls it, the transaction might end differently.",
    );
    const more =
      outcome === "success" && !act?.byRules ? [await resultText(session, run, abi), unsigned ? doubt : ""] : [detail];
    return { outcome, text: head, detail: joinSentences(...more), unsigned };
  } catch (error) {
    app.errors.log(error);
    return noPreview((await app.errors.words(error)).message);
  }
}
