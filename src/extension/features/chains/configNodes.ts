import * as vscode from "vscode";
import { noted } from "../../../text/joining";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";

/** The keys that are set. */
export async function configNodes(parent: GroupedNode): Promise<readonly GroupedNode[]> {
  const { listSystemConfig } = await import("../../../chain/services/systemConfig/listSystemConfig");
  const { configMeaning } = await import("../../flows/systemConfig/configMeaning");
  const values = await listSystemConfig(parent.group.session);
  return values.map(({ key, value, enableNumber }): GroupedNode => {
    const since =
      enableNumber === 0
        ? vscode.l10n.t("since the genesis block")
        : vscode.l10n.t("since block {0}", String(enableNumber));
    const meaning = configMeaning(key);
    return itemLine(parent, {
      target: { kind: "configKey", key, value },
      id: key,
      label: key,
      description: enableNumber === 0 ? value : `${value} · ${since}`,
      tooltip: [meaning, noted(`${key} = ${value}`, since)].filter(Boolean).join("\n\n"),
      icon: key.startsWith("feature_") || key.startsWith("bugfix_") ? "settings" : "settings-gear",
      context: ["configKey"],
      copyText: value,
    });
  });
}
