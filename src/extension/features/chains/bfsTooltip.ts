import * as vscode from "vscode";
import { isTablePath } from "../../../chain/abi/builtInLimits";
import type { BfsEntry } from "../../../chain/services/bfs/listDirectory";
import { readLinkWithAbi } from "../../../chain/services/bfs/readLink";
import { describeTable } from "../../../chain/services/table/describeTable";
import { labelled, listed, noted } from "../../../text/joining";
import { md } from "../../../text/markdown";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What a file of the chain is: a table's columns, a link's target. */
export async function bfsTooltip(
  group: ChainGroup,
  { path, type }: Pick<BfsEntry, "path" | "type">,
): Promise<vscode.MarkdownString> {
  const text = new vscode.MarkdownString().appendMarkdown(md`${path}`);
  const line = (label: string, value: string): void => {
    text.appendMarkdown(md`\n\n${labelled(label, value)}`);
  };
  if (isTablePath(path)) {
    const { keyField, valueFields, keyOrder } = await describeTable(group.session, path);
    line(
      vscode.l10n.t("Key"),
      keyOrder === "numerical" ? noted(keyField, vscode.l10n.t("keys are numbers")) : keyField,
    );
    line(vscode.l10n.t("Columns"), listed(valueFields));
  } else if (type === "link") {
    const found = await readLinkWithAbi(group.session, path);
    if (!found) return text;
    line(vscode.l10n.t("Contract"), found.address);
    line("ABI", found.abi === "" ? vscode.l10n.t("none stored with the link") : vscode.l10n.t("stored with the link"));
  }
  return text;
}
