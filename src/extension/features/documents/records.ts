import * as vscode from "vscode";
import { listSystemConfig } from "../../../chain/services/systemConfig/listSystemConfig";
import { configMeaning } from "../../../operations/config/configMeaning";
import { type RecordText, RecordWriter } from "../../flows/records/recordWriter";
import { recordUri } from "../../flows/target/recordUri";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** The system configuration: every value that is set, what it means and since when it counts. */
export async function configRecord(_: Chainside, group: ChainGroup): Promise<RecordText> {
  const values = await listSystemConfig(group.session);
  const writer = new RecordWriter();
  writer.heading(vscode.l10n.t("System Config of {0}", group.groupId));
  for (const { key, value, enableNumber } of values) {
    writer.field(key, value);
    if (enableNumber > 0) {
      const since = vscode.l10n.t("block {0}", enableNumber);
      writer.field(vscode.l10n.t("since"), since, recordUri(group, "block", String(enableNumber)), "    ");
    }
    const meaning = configMeaning(key);
    if (meaning !== "") writer.text(`    // ${meaning}`);
  }
  return writer.finish();
}

/** What a document folds: each section under its heading, and the objects and lists of the raw part. */
export function foldingRanges(document: vscode.TextDocument): vscode.FoldingRange[] {
  const ranges: vscode.FoldingRange[] = [];
  const open: number[] = [];
  let heading: number | undefined;
  const close = (start: number | undefined, end: number): void => {
    if (start !== undefined && end > start) ranges.push(new vscode.FoldingRange(start, end));
  };
  for (let line = 0; line < document.lineCount; line++) {
    const text = document.lineAt(line).text;
    if (text.startsWith("# ")) {
      close(heading, line - 2);
      heading = line;
    } else if (/^\s*[}\]]/.test(text)) close(open.pop(), line - 1);
    if (/[{[]$/.test(text) && !text.startsWith("# ")) open.push(line);
  }
  close(heading, document.lineCount - 2);
  return ranges;
}
