import * as vscode from "vscode";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { configMeaning } from "./configMeaning";

interface ChosenKey {
  readonly key: string;
  readonly value: string;
}

async function askKey(group: ChainGroup, title: string): Promise<ChosenKey> {
  const { systemConfigKeys } = await import("../../../chain/config/systemConfigKeys");
  const { listSystemConfig } = await import("../../../chain/services/systemConfig/listSystemConfig");
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
    { title, placeHolder: vscode.l10n.t("Select a value") },
  );
}

/**
 * A key of the system configuration, of the clicked line or chosen, and the value it shall get, which the node would take; `now` is the
 * value that it has.
 * @throws Cancelled
 */
export async function askConfigValue(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title: string,
): Promise<{ readonly key: string; readonly value: string; readonly now: string }> {
  const { key, value: now } = target.kind === "configKey" ? target : await askKey(group, title);
  const { checkSystemConfig } = await import("../../../chain/services/systemConfig/checkSystemConfig");
  const text = await askText({
    title: `${title} · ${key}`,
    prompt: configMeaning(key) || key,
    value: now,
    validate: (typed) => complaint(app, async () => void (await checkSystemConfig(group.session, key, typed))),
  });
  const checked = await checkSystemConfig(group.session, key, text);
  return { key: checked.key, value: checked.value, now };
}
