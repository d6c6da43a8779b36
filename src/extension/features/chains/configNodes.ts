import * as vscode from "vscode";
import { type GroupedNode, leaf } from "../../flows/lines/groupNode";

/** A key of the system configuration and its value. */
interface ConfigNode extends GroupedNode {
  readonly key: string;
  readonly value: string;
}

/** The keys that are set. */
export async function configNodes(parent: GroupedNode): Promise<readonly GroupedNode[]> {
  const { listSystemConfig } = await import("../../../chain/services/systemConfig/listSystemConfig");
  const { configMeaning } = await import("../../flows/systemConfig/configMeaning");
  const values = await listSystemConfig(parent.group.session);
  return values.map(({ key, value, enableNumber }): ConfigNode => {
    const since =
      enableNumber === 0
        ? vscode.l10n.t("since the genesis block")
        : vscode.l10n.t("since block {0}", String(enableNumber));
    const meaning = configMeaning(key);
    return leaf(
      parent,
      {
        id: key,
        label: key,
        description: enableNumber === 0 ? value : `${value} · ${since}`,
        tooltip: [meaning, `${key} = ${value} (${since})`].filter(Boolean).join("\n\n"),
        icon: key.startsWith("feature_") || key.startsWith("bugfix_") ? "settings" : "settings-gear",
        context: "configKey",
        copyText: value,
      },
      { key, value },
    );
  });
}
