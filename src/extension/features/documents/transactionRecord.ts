import * as vscode from "vscode";
import { namedType } from "../../../chain/abi/namedValue";
import { amountText, notedText } from "../../../chain/abi/valueNotes";
import { checkTransaction } from "../../../chain/verification/checkTransaction";
import { decodedCallText } from "../../../pages/records/decodeCall";
import { nonceText } from "../../../pages/records/nonceText";
import { senderText } from "../../../pages/records/verdictText";
import { dateTimeText } from "../../../text/formats";
import { namesOn } from "../../flows/lines/addressName";
import { type RecordText, RecordWriter } from "../../flows/records/recordWriter";
import { writeVerdict } from "../../flows/records/writeVerdict";
import { valueAndName } from "../../flows/signing/namedAddresses";
import { namedContract } from "../../flows/target/contractTarget";
import { recordUri } from "../../flows/target/recordUri";
import { knownCalls } from "../../flows/verification/knownEvents";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { believedChain } from "../../state/trust/believedChain";

/** A transaction: decoded first, raw at the end. */
export async function transactionRecord(app: Chainside, group: ChainGroup, key: string): Promise<RecordText> {
  const { transaction, receipt, archive, verdict, timestampMs } = await checkTransaction(group.session, key, {
    archive: group.archive,
    trust: await believedChain(group),
    knownCalls: knownCalls(app, group),
  });
  const { hash, from, to, input } = transaction;
  const contract = to === "" ? undefined : await namedContract(app, group, to, receipt?.blockNumber);
  const writer = new RecordWriter();
  writer.heading(vscode.l10n.t("Transaction"));
  writer.source(archive);
  writer.field(vscode.l10n.t("Hash"), hash);
  writer.field(vscode.l10n.t("Receipt"), vscode.l10n.t("result"), recordUri(group, "receipt", hash));
  if (timestampMs) writer.field(vscode.l10n.t("Time"), dateTimeText(timestampMs));
  writer.field(vscode.l10n.t("From"), senderText(valueAndName(app, group, from), verdict));
  writer.field(
    vscode.l10n.t("To"),
    to === ""
      ? vscode.l10n.t("contract deployment")
      : contract?.name
        ? `${to}  ${contract.name}`
        : valueAndName(app, group, to),
  );
  const decoded = contract?.abi.decodeCall(input);
  if (decoded) {
    writer.field(vscode.l10n.t("Call"), decodedCallText(contract, input) ?? "");
    if (decoded.arguments.length > 0) writer.heading(vscode.l10n.t("Arguments"));
    for (const each of decoded.arguments)
      writer.field(`${each.name || "?"} (${namedType(each)})`, notedText(each, namesOn(app, group)));
  }
  writer.heading(vscode.l10n.t("Transaction fields"));
  writer.field(vscode.l10n.t("Group"), `${transaction.groupID} · ${transaction.chainID}`);
  writer.field(vscode.l10n.t("Block limit"), String(transaction.blockLimit));
  writer.field(vscode.l10n.t("Nonce"), nonceText(transaction.nonce));
  writer.field(vscode.l10n.t("Version"), String(transaction.version));
  if (transaction.value) writer.field(vscode.l10n.t("Amount"), amountText(transaction.value));
  writer.field(
    vscode.l10n.t("Input"),
    vscode.l10n.t("{0} bytes, selector {1}", (input.length - 2) / 2, to === "" ? "–" : input.slice(0, 10)),
  );
  writeVerdict(writer, verdict);
  return writer.raw(transaction).finish();
}
