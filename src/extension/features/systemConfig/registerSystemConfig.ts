import * as vscode from "vscode";
import { doOperation } from "../../flows/operations/doOperation";
import { askConfigValue } from "../../flows/systemConfig/askConfigValue";
import { registerTargetCommands, writes } from "../../flows/target/chainCommands";
import type { On, Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.setSystemConfig": On<"configKey" | "group">;
  }
}

async function setConfig(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const { key, value } = await askConfigValue(app, group, target, vscode.l10n.t("Set System Config"));
  const { setConfigOperation } = await import("../../../operations/config/config");
  await doOperation(app, group, setConfigOperation, { key, value });
}

/** Values that the chain itself enforces. */
export function registerSystemConfig(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.setSystemConfig": writes((group, target) => setConfig(app, group, target)),
  });
}
