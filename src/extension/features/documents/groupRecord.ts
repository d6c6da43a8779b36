import * as vscode from "vscode";
import { getBlockNumber } from "../../../chain/rpc/blocks";
import { getGroupInfo } from "../../../chain/rpc/groups";
import { getSyncStatus } from "../../../chain/rpc/nodeStatus";
import { getTotalTransactionCount } from "../../../chain/rpc/transactions";
import { type GroupMember, getGroupMembers } from "../../../chain/services/consensus/groupMembers";
import { shortHex } from "../../../text/shortText";
import { bareHash } from "../../flows/nodes/otherGenesis";
import { type RecordText, RecordWriter } from "../../flows/records/recordWriter";
import { recordUri } from "../../flows/target/recordUri";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** The hash of block 0 on each node that the connected one hears of: nodes of different ones refuse each other. */
async function writeGenesisHashes(app: Chainside, writer: RecordWriter, group: ChainGroup): Promise<void> {
  const status = await getSyncStatus(group.session.client);
  const nodes = [status, ...status.peers];
  writer.heading(vscode.l10n.t("Genesis block of each node ({0})", nodes.length));
  for (const { nodeID, genesisHash } of nodes) {
    const name = app.nodeNames.get(nodeID);
    const foreign = bareHash(genesisHash) !== bareHash(status.genesisHash);
    const notes = [name, foreign && vscode.l10n.t("another genesis block")].filter((note) => Boolean(note));
    writer.entry(`${shortHex(nodeID)}  0x${bareHash(genesisHash)}`, notes.join(" · "));
  }
}

function writeMembers(app: Chainside, writer: RecordWriter, members: readonly GroupMember[]): void {
  for (const { nodeId, weight } of members) {
    const weighs = weight === undefined ? undefined : vscode.l10n.t("weight {0}", String(weight));
    writer.entry(nodeId, [app.nodeNames.get(nodeId), weighs].filter(Boolean).join(" · "));
  }
}

/** A group: what it is, who is in it, how far it is. */
export async function groupRecord(app: Chainside, group: ChainGroup): Promise<RecordText> {
  const { session } = group;
  const { client } = session;
  const [info, height, totals, members] = await Promise.all([
    getGroupInfo(client),
    getBlockNumber(client),
    getTotalTransactionCount(client),
    getGroupMembers(session),
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
  const content = await group.genesisContent();
  if (content !== group.genesisHash.toLowerCase()) {
    writer.field(
      vscode.l10n.t("Genesis content"),
      `${content}  ${vscode.l10n.t("(what config.genesis gives; executor 1 gives block 0 a new hash at each start at height 0)")}`,
    );
  }
  writer.field(vscode.l10n.t("System Config"), vscode.l10n.t("all values"), recordUri(group, "config", ""));
  const ofRole = (role: GroupMember["role"]): GroupMember[] => members.filter((member) => member.role === role);
  const [sealers, candidates, observers] = [ofRole("sealer"), ofRole("candidateSealer"), ofRole("observer")];
  writer.heading(vscode.l10n.t("Sealers ({0})", sealers.length));
  writeMembers(app, writer, sealers);
  if (candidates.length > 0) writer.heading(vscode.l10n.t("Candidate Sealers ({0})", candidates.length));
  writeMembers(app, writer, candidates);
  if (observers.length > 0) writer.heading(vscode.l10n.t("Observers ({0})", observers.length));
  writeMembers(app, writer, observers);
  await writeGenesisHashes(app, writer, group);
  return writer.raw(info).finish();
}
