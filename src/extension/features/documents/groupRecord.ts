import * as vscode from "vscode";
import { getBlockNumber } from "../../../chain/rpc/getBlockNumber";
import { getGroupInfo } from "../../../chain/rpc/getGroupInfo";
import { getObserverList } from "../../../chain/rpc/getObserverList";
import { getSealerList } from "../../../chain/rpc/getSealerList";
import { getTotalTransactionCount } from "../../../chain/rpc/getTotalTransactionCount";
import { recordUri } from "../../flows/records/recordUri";
import { type RecordText, RecordWriter } from "../../flows/records/recordWriter";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** A group: what it is, who is in it, how far it is. */
export async function groupRecord(app: Chainside, group: ChainGroup): Promise<RecordText> {
  const { session } = group;
  const { client } = session;
  const [info, height, totals, sealers, observers] = await Promise.all([
    getGroupInfo(client),
    getBlockNumber(client),
    getTotalTransactionCount(client),
    getSealerList(client),
    getObserverList(client),
  ]);
  const writer = new RecordWriter();
  writer.heading(vscode.l10n.t("Group {0}", session.groupId));
  writer.field(vscode.l10n.t("Chain ID"), session.chainId);
  writer.field(vscode.l10n.t("Height"), String(height), recordUri(group, "block", String(height)));
  writer.field(
    vscode.l10n.t("Transactions"),
    vscode.l10n.t("{0}, {1} of them failed", String(totals.transactionCount), String(totals.failedTransactionCount)),
  );
  writer.field(vscode.l10n.t("Node version"), session.nodeVersion);
  writer.field(vscode.l10n.t("Data version"), session.compatibilityVersion);
  writer.field(
    vscode.l10n.t("Crypto suite"),
    session.suite.name === "sm" ? vscode.l10n.t("SM2 and SM3") : vscode.l10n.t("secp256k1 and keccak256"),
  );
  writer.field(
    vscode.l10n.t("Permissions"),
    session.authEnabled ? vscode.l10n.t("enforced by the committee") : vscode.l10n.t("not enforced"),
  );
  writer.field(vscode.l10n.t("Genesis block"), group.genesisHash, recordUri(group, "block", "0"));
  writer.field(vscode.l10n.t("System Config"), vscode.l10n.t("all values"), recordUri(group, "config", ""));
  writer.heading(vscode.l10n.t("Sealers ({0})", sealers.length));
  for (const { nodeID, weight } of sealers) {
    const name = app.nodeNames.get(nodeID);
    writer.entry(nodeID, [name, vscode.l10n.t("weight {0}", String(weight))].filter(Boolean).join(" · "));
  }
  if (observers.length > 0) writer.heading(vscode.l10n.t("Observers ({0})", observers.length));
  for (const nodeId of observers) writer.entry(nodeId, app.nodeNames.get(nodeId));
  return writer.raw(info).finish();
}
