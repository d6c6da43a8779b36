import * as vscode from "vscode";
import type { Chainside } from "../app/chainside";
import { askChoice, askText, type Choice } from "../asking/ask";
import { isConfigNode } from "../chains/configNodes";
import { registerCommands } from "../commands/registerCommands";
import { targetGroup } from "../connections/askGroup";
import type { ChainGroup } from "../connections/chainGroup";
import { signAndSend } from "../signing/signAndSend";
import { configMeaning } from "./configMeaning";

interface ChosenKey {
  readonly key: string;
  readonly value: string;
}

async function askKey(group: ChainGroup, title: string): Promise<ChosenKey> {
  const { systemConfigKeys } = await import("../../chain/services/systemConfig/systemConfigKeys");
  const { listSystemConfig } = await import("../../chain/services/systemConfig/listSystemConfig");
  const set = new Map((await listSystemConfig(group.session)).map(({ key, value }) => [key, value]));
  return askChoice(
    systemConfigKeys.map(({ key }): Choice<ChosenKey> => {
      const value = set.get(key) ?? "";
      return {
        label: key,
        description: value || vscode.l10n.t("not set"),
        detail: configMeaning(key),
        value: { key, value },
      };
    }),
    { title, placeHolder: vscode.l10n.t("Which value?") },
  );
}

async function setConfig(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const title = vscode.l10n.t("Set System Config");
  const chosen = isConfigNode(target) ? { key: target.key, value: target.value } : await askKey(group, title);
  const { checkSystemConfig } = await import("../../chain/services/systemConfig/checkSystemConfig");
  const { setSystemConfig } = await import("../../chain/services/systemConfig/setSystemConfig");
  const text = await askText({
    title: `${title} · ${chosen.key}`,
    prompt: configMeaning(chosen.key),
    value: chosen.value,
  });
  const check = await checkSystemConfig(group.session, chosen.key, text);
  const warnings = await Promise.all(
    check.warnings.map(async ({ error }) => {
      const { message, advice } = await app.errors.words(error);
      return `${message} ${advice}`.trim();
    }),
  );
  await signAndSend(
    app,
    {
      group,
      title: vscode.l10n.t("Set {0}", check.key),
      lines: [{ label: check.key, value: chosen.value === "" ? check.value : `${chosen.value} → ${check.value}` }],
      warnings: [
        ...warnings,
        ...(group.session.authEnabled
          ? [vscode.l10n.t("This chain enforces permissions: only a proposal of the committee can do this.")]
          : []),
      ],
    },
    // What locks people out was named in the warnings, and signing them is the override.
    (signer, options) =>
      setSystemConfig(group.session, signer, { key: check.key, value: check.value, override: true }, options),
  );
  group.notify("config");
}

/** Values that the chain itself enforces. */
export function registerSystemConfig(app: Chainside): vscode.Disposable {
  return registerCommands(app, { "chainside.setSystemConfig": (target) => setConfig(app, target) });
}
