import * as vscode from "vscode";
import type { ContractInterface } from "../../../chain/abi/contractInterface";
import type { TransactionRequest } from "../../../chain/transaction/transact";
import type { Signer } from "../../../crypto/cryptoSuite";
import type { Act, Trial } from "../../../signing/request";
import { joinSentences } from "../../../text/joining";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What a transaction would do, in words. */
export interface EditorDryRun extends Trial {
  /** Result, reason, what to do about it; may be empty. */
  readonly detail: string;
  /** It was run without a signature, so that the contract saw no sender, and a signature would tell more. */
  readonly unsigned?: boolean;
}

/** A person doesn't wait longer than this to see what a transaction would do. */
const timeoutMs = 4000;

/** That it can't be told, and why. */
export const noDryRun = (detail: string): EditorDryRun => ({
  outcome: "unknown",
  text: vscode.l10n.t("Dry run not possible"),
  detail,
});

/**
 * Tries a transaction out by a call and says what it would do, as `operations/predictOutcome` judges it. Never throws: that it cannot be
 * told is an answer too.
 * @param signer signs the call, so that the contract sees its sender; without one nothing is signed
 * @param abi of the contract, for results and reasons; built-in contracts at fixed addresses are known
 * @param act what is known of it beside, where it is an operation
 */
export async function dryRunInEditor(
  app: Chainside,
  group: ChainGroup,
  signer: Signer | undefined,
  request: TransactionRequest,
  abi?: ContractInterface,
  act?: Act,
): Promise<EditorDryRun> {
  const { session } = group;
  try {
    const [{ tried }, { returnedText, triedOut }, { namesOn }] = await Promise.all([
      import("../../../operations/dryRun"),
      import("../../../operations/predictOutcome"),
      import("../lines/addressName"),
    ]);
    const run = await tried(session, request, { signer, abi, timeoutMs });
    const { outcome, head, detail, unsigned } = await triedOut(session, run, act);
    const doubt = vscode.l10n.t(
      "The dry run had no sender. If the contract checks who calls it, the transaction might end differently.",
    );
    if (outcome !== "success" || act?.byRules) return { outcome, text: head, detail, unsigned };
    const returned = returnedText(session, run, abi, namesOn(app, group));
    const result = returned === "" ? "" : `→ ${returned}`;
    return { outcome, text: head, detail: joinSentences(result, unsigned ? doubt : ""), unsigned };
  } catch (error) {
    app.errors.log(error);
    return noDryRun((await app.errors.words(error)).message);
  }
}
