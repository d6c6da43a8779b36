import * as vscode from "vscode";
import { readLinkWithAbi } from "../../../chain/services/bfs/readLink";
import { describeTable } from "../../../chain/services/table/describeTable";
import { md } from "../../../text/markdown";
import { labelled } from "../../kit/text/labelled";
import { type BfsNode, isTablePath } from "./bfsNode";

/** What a file of the chain is: a table's columns, a link's target. */
export async function bfsTooltip({ group, path, entryType }: BfsNode): Promise<vscode.MarkdownString> {
  const text = new vscode.MarkdownString().appendMarkdown(md`${path}`);
  const line = (label: string, value: string): void => {
    text.appendMarkdown(md`\n\n${labelled(label, value)}`);
  };
  if (isTablePath(path)) {
    const { keyField, valueFields, keyOrder } = await describeTable(group.session, path);
    line(
      vscode.l10n.t("Key"),
      keyOrder === "numerical" ? `${keyField} (${vscode.l10n.t("keys are numbers")})` : keyField,
    );
    line(vscode.l10n.t("Columns"), valueFields.join(", "));
  } else if (entryType === "link") {
    const found = await readLinkWithAbi(group.session, path);
    if (!found) return text;
    line(vscode.l10n.t("Contract"), found.address);
    line("ABI", found.abi === "" ? vscode.l10n.t("none stored with the link") : vscode.l10n.t("stored with the link"));
  }
  return text;
}
