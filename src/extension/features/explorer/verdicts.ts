import * as vscode from "vscode";
import type { BlockHeaderVerdict } from "../../../chain/transaction/verifyBlockHeader";
import type { InclusionVerdict } from "../../../chain/transaction/verifyInclusion";
import type { Verdict } from "../../../webview/explorer/messages";

/** The block's own hash, and who signed it: both computed here. */
export function blockVerdicts(verdict: BlockHeaderVerdict, number: number): Verdict[] {
  const good = new Set(verdict.signatures.filter((each) => each.valid).map((each) => each.sealerIndex)).size;
  const signatures: Verdict = {
    what: "signatures",
    ok: verdict.signedWeight >= verdict.requiredWeight,
    note: vscode.l10n.t(
      "{0} valid, weight {1} of the {2} needed",
      good,
      String(verdict.signedWeight),
      String(verdict.requiredWeight),
    ),
  };
  return [
    {
      what: "blockHash",
      ok: verdict.hashMatches,
      note: verdict.hashMatches
        ? vscode.l10n.t("matches what the block says")
        : vscode.l10n.t("the block's content gives {0}", verdict.hash),
    },
    ...(number === 0 ? [] : [signatures]),
  ];
}

/** Whether a transaction or receipt stands in its block, by its Merkle path. */
export function inclusionVerdict(what: "transactionProof" | "receiptProof", verdict: InclusionVerdict): Verdict {
  switch (verdict.kind) {
    case "included":
      return { what, ok: true, note: vscode.l10n.t("leads to the root in the block's header") };
    case "hashDiffers":
      return {
        what,
        ok: false,
        note: vscode.l10n.t("the content gives the hash {0}, not {1}", verdict.hash, verdict.claimed),
      };
    case "noProof":
      return { what, ok: false, note: vscode.l10n.t("the node sent no proof") };
    case "proofFails":
      return { what, ok: false, note: vscode.l10n.t("does not lead to the root in the block's header") };
  }
}

/** An archive keeps receipts without the proof that a node gives. */
export function unprovenInArchive(): Verdict {
  return {
    what: "receiptProof",
    ok: undefined,
    note: vscode.l10n.t("cannot be checked: an archive keeps no proof of it"),
  };
}
