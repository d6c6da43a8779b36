import * as vscode from "vscode";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { isNodeId } from "../../../crypto/bytes/hex";
import { requestLines } from "../../../operations/consequences/requestLines";
import { listed } from "../../../text/joining";
import { shortHex } from "../../../text/shortText";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { withNames } from "../signing/namedAddresses";

/** What a proposal asks for, in one short line: `tx_count_limit, 1600`; two rates with their names. */
export function requestSummary(app: Chainside, group: ChainGroup, request: ProposalRequest): string {
  if (request.kind === "setRate")
    return vscode.l10n.t("participation {0}%, approval {1}%", request.participatesRate, request.winRate);
  return listed(
    requestLines(request).map(({ value }) =>
      isNodeId(value) ? app.nodeNames.label(value) : withNames(app, group, value, shortHex),
    ),
  );
}
