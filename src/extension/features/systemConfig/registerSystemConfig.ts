import * as vscode from "vscode";
import { signAndSend } from "../../flows/signing/signAndSend";
import { askConfigValue } from "../../flows/systemConfig/askConfigValue";
import { registerTargetCommands, writes } from "../../flows/target/chainCommands";
import type { Target } from "../../flows/target/target";
import { sentence } from "../../kit/errors/sentence";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";

async function setConfig(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const { key, value, now } = await askConfigValue(app, group, target, vscode.l10n.t("Set System Config"));
  if (group.session.authEnabled) {
    const { proposalReason, proposeRequest } = await import("../../flows/propose/createProposal");
    await proposeRequest(app, group, { kind: "setSystemConfig", key, value }, proposalReason());
    return;
  }
  const { checkSystemConfig } = await import("../../../chain/services/systemConfig/checkSystemConfig");
  const { setSystemConfig } = await import("../../../chain/services/systemConfig/setSystemConfig");
  const { warnings } = await checkSystemConfig(group.session, key, value);
  await signAndSend(
    app,
    {
      group,
      title: vscode.l10n.t("Set {0}", key),
      lines: [{ label: key, value: now === "" ? value : `${now} → ${value}` }],
      warnings: await Promise.all(warnings.map(({ error }) => sentence(app, error))),
      irreversible: warnings.length > 0,
    },
    // What locks people out was named in the warnings, and signing them is the override.
    (signer, options) => setSystemConfig(group.session, signer, { key, value, override: true }, options),
  );
  // Data version, permissions and executor decide what else can be done.
  await group.reopen();
  group.notify("config");
}

/** Values that the chain itself enforces. */
export function registerSystemConfig(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.setSystemConfig": writes((group, target) => setConfig(app, group, target)),
  });
}
