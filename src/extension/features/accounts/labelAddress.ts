import * as vscode from "vscode";
import { isAddress } from "../../../crypto/bytes/hex";
import { askAddress } from "../../flows/target/askAddress";
import { askText } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { placeOfSettings, settingOf, updateSetting } from "../../kit/settings/settings";
import { labelProblem, maxEntries, maxLabelLength, posesAs } from "../../state/accounts/addressBook";
import type { Chainside } from "../../state/chainside";

/** Why a label would be shown nowhere; undefined when it is one, and for none. */
function problemText(app: Chainside, address: string, others: number, label: string): string | undefined {
  switch (labelProblem(label)) {
    case "long":
      return vscode.l10n.t("A label can have at most {0} characters.", maxLabelLength);
    case "unseen":
      return vscode.l10n.t("A label can't contain invisible characters.");
    case "address":
      return vscode.l10n.t("A label can't look like an address.");
    case "builtIn":
      return vscode.l10n.t("A label can't be the name of a built-in contract.");
    case "empty":
      return undefined;
    case undefined: {
      const account = posesAs(label, address, app.accounts.all);
      if (account) return vscode.l10n.t("Your account {0} has this name. Enter another label.", account.address);
      return others < maxEntries
        ? undefined
        : vscode.l10n.t("The address book can have at most {0} labels. Remove one first.", maxEntries);
    }
  }
}

/** Gives an address a label that all users of the workspace see; an empty one takes it away. @throws Cancelled */
export async function labelAddress(app: Chainside, target: Target): Promise<void> {
  const title = vscode.l10n.t("Label Address");
  const placeHolder = vscode.l10n.t("Select or enter the address");
  const suite = app.connections.activeGroup?.session.suite ?? { name: "standard" };
  const clicked =
    target.kind === "account" || (target.kind === "contract" && isAddress(target.address)) ? target.address : undefined;
  const address = clicked ?? (await askAddress(app, { session: { suite } }, { title, placeHolder }));
  const key = address.toLowerCase();
  const place = placeOfSettings();
  const others = Object.entries(settingOf("addressBook", place) ?? {}).filter(([other]) => other.toLowerCase() !== key);
  const label = await askText({
    title,
    prompt: vscode.l10n.t(
      "Enter the label of {0} for everyone who opens this workspace. Leave empty to remove it",
      address,
    ),
    value: app.accounts.bookLabel(key) ?? "",
    validate: (typed) => problemText(app, key, others.length, typed),
  });
  const given = label.trim();
  await updateSetting("addressBook", Object.fromEntries([...others, ...(given ? [[key, given]] : [])]), place);
}
