import * as vscode from "vscode";
import { namedType } from "../../../chain/abi/namedValue";
import { returnedValues } from "../../../chain/abi/returnedValues";
import { notedText } from "../../../chain/abi/valueNotes";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { reasonOf } from "../../../chain/services/contract/revertOf";
import { checkReceipt } from "../../../chain/verification/checkTransaction";
import { prefixedAddress } from "../../../crypto/bytes/hex";
import { executionError, precompiledError } from "../../../errors/nodeError";
import { decodedCallText, type NamedContract } from "../../../pages/records/decodeCall";
import { senderText } from "../../../pages/records/verdictText";
import { dateTimeText } from "../../../text/formats";
import { noted } from "../../../text/joining";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { believedChain } from "../../state/trust/believedChain";
import { namesOn } from "../lines/addressName";
import { valueAndName } from "../signing/namedAddresses";
import { namedContract } from "../target/contractTarget";
import { recordUri } from "../target/recordUri";
import { knownCalls, knownEvents } from "../verification/knownEvents";
import { eventTexts } from "./eventTexts";
import { type RecordText, RecordWriter } from "./recordWriter";
import { writeVerdict } from "./writeVerdict";

/** The first result of a built-in contract when it is a failure: a negative number under status 0. */
function failingCode(contract: NamedContract | undefined, receipt: TransactionReceipt): number | undefined {
  const to = prefixedAddress(receipt.to ?? "");
  if (!/^0x0{35}[0-9a-f]{5}$/i.test(to) || receipt.output.length !== 66) return undefined;
  const called = receipt.input ? contract?.abi.decodeCall(receipt.input) : undefined;
  const [result] = returnedValues(contract?.abi, called?.signature, receipt.output);
  const code = Number(result?.value);
  return code < 0 ? code : undefined;
}

/** What came of a transaction, in words. */
async function outcomeText(
  app: Chainside,
  group: ChainGroup,
  receipt: TransactionReceipt,
  contract: NamedContract | undefined,
): Promise<{ status: string; advice: string }> {
  const code = receipt.status === 0 ? failingCode(contract, receipt) : undefined;
  if (receipt.status === 0 && code === undefined) return { status: vscode.l10n.t("success"), advice: "" };
  const error =
    code === undefined
      ? await executionError(receipt.status, (await reasonOf(group.session, receipt, contract?.abi)) ?? receipt.message)
      : await precompiledError(code);
  const { message, advice } = await app.errors.words(error);
  return { status: `✗ ${noted(message, String(code ?? receipt.status))}`, advice };
}

/** Writes whether a transaction succeeded, and if not, why and what to do. */
export async function writeOutcome(
  app: Chainside,
  group: ChainGroup,
  writer: RecordWriter,
  receipt: TransactionReceipt,
  contract: NamedContract | undefined,
): Promise<void> {
  const { status, advice } = await outcomeText(app, group, receipt, contract);
  writer.field(vscode.l10n.t("Status"), status);
  if (advice) writer.field(vscode.l10n.t("Next step"), advice);
}

async function writeEvents(
  app: Chainside,
  group: ChainGroup,
  writer: RecordWriter,
  receipt: TransactionReceipt,
): Promise<void> {
  if (receipt.logEntries.length === 0) return;
  writer.heading(vscode.l10n.t("Events ({0})", receipt.logEntries.length));
  for (const { log, event, text } of await eventTexts(app, group, receipt)) {
    writer.entry(text, log.address);
    for (const each of event?.arguments ?? [])
      writer.field(`${each.name || "?"} (${namedType(each)})`, notedText(each, namesOn(app, group)), undefined, "    ");
  }
}

/** What the source says of the function that was called. */
function writeDoc(writer: RecordWriter, contract: NamedContract | undefined, { to, input }: TransactionReceipt): void {
  const called = contract && to && input ? contract.abi.decodeCall(input) : undefined;
  const doc = called && contract?.abi.functions.find(({ signature }) => signature === called.signature)?.doc;
  for (const line of doc?.split("\n") ?? []) writer.text(`    // ${line}`);
}

/** A receipt: what came of a transaction, decoded first. */
export async function receiptRecord(app: Chainside, group: ChainGroup, key: string): Promise<RecordText> {
  const { receipt, archive, verdict, timestampMs } = await checkReceipt(
    group.session,
    key,
    { archive: group.archive, trust: await believedChain(group), knownCalls: knownCalls(app, group) },
    knownEvents(app, group),
  );
  const to = receipt.to ?? "";
  const contract = await namedContract(app, group, to === "" ? receipt.contractAddress : to, receipt.blockNumber);
  const writer = new RecordWriter();
  writer.heading(vscode.l10n.t("Receipt"));
  writer.source(archive);
  await writeOutcome(app, group, writer, receipt, contract);
  writer.field(
    vscode.l10n.t("Transaction"),
    receipt.transactionHash,
    recordUri(group, "transaction", receipt.transactionHash),
  );
  writer.field(
    vscode.l10n.t("Block"),
    String(receipt.blockNumber),
    recordUri(group, "block", String(receipt.blockNumber)),
  );
  if (timestampMs) writer.field(vscode.l10n.t("Time"), dateTimeText(timestampMs));
  if (receipt.from) writer.field(vscode.l10n.t("From"), senderText(valueAndName(app, group, receipt.from), verdict));
  if (to !== "")
    writer.field(vscode.l10n.t("To"), contract?.name ? `${to}  ${contract.name}` : valueAndName(app, group, to));
  if (receipt.contractAddress)
    writer.field(vscode.l10n.t("New contract"), valueAndName(app, group, receipt.contractAddress));
  writer.field(vscode.l10n.t("Gas used"), receipt.gasUsed);
  const call = to !== "" && receipt.input ? decodedCallText(contract, receipt.input) : undefined;
  if (call) writer.field(vscode.l10n.t("Call"), call);
  writeDoc(writer, contract, receipt);
  if (contract && call && receipt.input && receipt.status === 0) {
    const { signature } = contract.abi.decodeCall(receipt.input) ?? {};
    for (const each of returnedValues(contract.abi, signature, receipt.output))
      writer.field(
        `${[vscode.l10n.t("Result"), each.name].filter(Boolean).join(" ")} (${namedType(each)})`,
        notedText(each, namesOn(app, group)),
      );
  }
  await writeEvents(app, group, writer, receipt);
  writeVerdict(writer, verdict);
  return writer.raw(receipt).finish();
}
