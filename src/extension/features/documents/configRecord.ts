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
