import * as vscode from "vscode";
import { lookUpBlock } from "../../../chain/archive/archiveFallback";
import { proposerOf } from "../../../chain/rpc/blocks";
import { judgeBlock } from "../../../chain/verification/checkBlock";
import { askedOnce, decodedCallText } from "../../../pages/records/decodeCall";
import { orderNotes } from "../../../pages/records/nonceText";
import { dateTimeText } from "../../../text/formats";
import { versionText } from "../../../text/versions";
import { type RecordText, RecordWriter } from "../../flows/records/recordWriter";
import { writeVerdict } from "../../flows/records/writeVerdict";
import { valueAndName } from "../../flows/signing/namedAddresses";
import { namedContract } from "../../flows/target/contractTarget";
import { recordUri } from "../../flows/target/recordUri";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { believedChain } from "../../state/trust/believedChain";

/** A block: what it is, who made it, what it holds. */
export async function blockRecord(app: Chainside, group: ChainGroup, key: string): Promise<RecordText> {
  const { block, transactions, archived, archive } = await lookUpBlock(group.session, Number(key), {
    archive: group.archive,
  });
  const trust = await believedChain(group);
  const verdict = await judgeBlock(group.session, { asked: Number(key), block, sample: transactions[0] }, { trust });
  const writer = new RecordWriter();
  writer.heading(vscode.l10n.t("Block {0}", block.number));
  writer.field(vscode.l10n.t("Hash"), block.hash);
  if (block.timestamp > 0) writer.field(vscode.l10n.t("Time"), dateTimeText(block.timestamp));
  writer.field(vscode.l10n.t("Group"), `${group.groupId} · ${group.session.chainId}`);
  const proposer = proposerOf(block);
  const name = proposer && app.nodeNames.get(proposer);
  if (proposer) writer.field(vscode.l10n.t("Block proposer"), [proposer, name].filter(Boolean).join("  "));
  writer.field(
    vscode.l10n.t("Signatures"),
    vscode.l10n.t("{0} of {1} sealers", block.signatureList.length, block.sealerList.length),
  );
  writer.field(vscode.l10n.t("Gas used"), block.gasUsed);
  if (block.version !== 0) writer.field(vscode.l10n.t("Data version"), versionText(block.version));
  for (const { blockNumber, blockHash } of block.parentInfo) {
    writer.field(
      vscode.l10n.t("Parent"),
      vscode.l10n.t("block {0}", blockNumber),
      recordUri(group, "block", String(blockNumber)),
    );
    writer.field(vscode.l10n.t("Parent hash"), blockHash);
  }
  writer.heading(vscode.l10n.t("Transactions ({0})", block.transactions.length));
  if (archived) {
    writer.entry(
      archive === undefined
        ? vscode.l10n.t(
            "Archived. The node has deleted them, and this connection has no archive query service (archive in the setting chainside.connections).",
          )
        : vscode.l10n.t("Archived. The node has deleted them. These come from the archive query service {0}.", archive),
    );
  }
  const contractAt = askedOnce((address, at) => namedContract(app, group, address, at));
  for (const [index, hash] of block.transactions.entries()) {
    const transaction = transactions[index];
    if (!transaction) {
      writer.entry(hash, vscode.l10n.t("archived"));
      continue;
    }
    const { to, input } = transaction;
    const contract = to === "" ? undefined : await contractAt(to, block.number);
    const what =
      to === "" ? vscode.l10n.t("deployment") : (decodedCallText(contract, input) ?? valueAndName(app, group, to));
    writer.entry(hash, what, recordUri(group, "transaction", hash));
  }
  for (const note of orderNotes(transactions, (sender) => valueAndName(app, group, sender))) writer.entry(note);
  writeVerdict(writer, verdict);
  writer.heading(vscode.l10n.t("Roots"));
  writer.field(vscode.l10n.t("Transactions"), block.txsRoot);
  writer.field(vscode.l10n.t("Receipts"), block.receiptsRoot);
  writer.field(vscode.l10n.t("State"), block.stateRoot);
  return writer.raw(block).finish();
}
