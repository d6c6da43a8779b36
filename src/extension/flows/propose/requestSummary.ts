import * as vscode from "vscode";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { isNodeId } from "../../../crypto/bytes/hex";
import { requestLines } from "../../../operations/consequences/requestLines";
import { shortHex } from "../../../text/shortText";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { withNames } from "../signing/namedAddresses";

/** Whom or what a proposal is about, in one short line: `ops-2 · weight 1`, `tx_count_limit · 1600`; two rates with their names. */
export function requestSummary(app: Chainside, group: ChainGroup, request: ProposalRequest): string {
  if (request.kind === "setRate")
    return vscode.l10n.t("participation {0}%, approval {1}%", request.participatesRate, request.winRate);
  const parts = requestLines(request).map(({ value }) =>
    isNodeId(value) ? app.nodeNames.label(value) : withNames(app, group, value, shortHex),
  );
  if (!("weight" in request)) return parts.join(" · ");
  const [about = ""] = parts;
  return request.weight === 0 ? about : `${about} · ${vscode.l10n.t("weight {0}", request.weight)}`;
}
