import * as vscode from "vscode";
import type { Address } from "../../../crypto/bytes/hex";
import { clauses } from "../../../text/joining";
import { code, md } from "../../../text/markdown";
import { shortHex } from "../../../text/shortText";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { On, Target } from "../../kit/commands/target";
import { Cancelled } from "../../kit/errors/cancelled";
import { complaint } from "../../kit/errors/complaint";
import { ifKnown } from "../../kit/manifest/contextKeys";
import { showInformation } from "../../kit/messages/notify";
import { line } from "../../kit/tree/line";
import { NodeTree } from "../../kit/tree/nodeTree";
import type { TreeNode } from "../../kit/tree/treeNode";
import { createTreeView } from "../../kit/tree/treeView";
import { type Account, accountId } from "../../state/accounts/account";
import type { Accounts } from "../../state/accounts/accounts";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { askImportedName, askSuite, freeName } from "./accountQuestions";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.labelAddress": On<"account" | "contract">;
    "chainside.createAccount": On<"group">;
    "chainside.importAccount": On<"group">;
    "chainside.importKeyFile": () => void;
    "chainside.exportAccount": On<"account">;
    "chainside.removeAccount": On<"account">;
    "chainside.renameAccount": On<"account">;
    "chainside.useAccount": On<"account">;
    "chainside.selectAccount": () => void;
  }
}

/** What kind of key an account has, where that isn't one in the secret storage. */
function keyMark({ origin }: Account): string | undefined {
  switch (origin) {
    case "development":
      return vscode.l10n.t("development key");
    case "signer":
      return vscode.l10n.t("key elsewhere");
    case "stored":
      return undefined;
  }
}

const icons = { stored: "key", development: "beaker", signer: "shield" } as const;

function tooltipOf({ label, address, suite, origin }: Account, active: boolean): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown(md`**${label || vscode.l10n.t("Account")}**\n\n${code(address)}\n\n`);
  const chains =
    suite === "sm"
      ? vscode.l10n.t("SM2 and SM3, for chains of the SM suite.")
      : vscode.l10n.t("secp256k1 and keccak256, for chains of the standard suite.");
  tooltip.appendMarkdown(md`${chains}`);
  if (active) tooltip.appendMarkdown(md`\n\n${vscode.l10n.t("Signs your transactions on these chains.")}`);
  if (origin === "development") {
    tooltip.appendMarkdown(
      md`\n\n${vscode.l10n.t("A key of the embedded chain. Anyone can know it, so never use it on a real chain.")}`,
    );
  }
  if (origin === "signer") {
    tooltip.appendMarkdown(
      md`\n\n${vscode.l10n.t("Its key is with a remote signer or on a device, by your file of signers.")}`,
    );
  }
  return tooltip;
}

function accountNode(account: Account, active: boolean): TreeNode {
  const { label, address, suite, origin } = account;
  const mark = keyMark(account);
  const marks = [
    ...(label ? [shortHex(address)] : []),
    ...(suite === "sm" ? [vscode.l10n.t("SM")] : []),
    ...(mark === undefined ? [] : [mark]),
  ];
  return line(undefined, {
    target: { kind: "account", address: address.toLowerCase() as Address, account },
    id: `account/${accountId(account)}`,
    label: label || address,
    description: marks.join(" · "),
    tooltip: tooltipOf(account, active),
    icon: active ? new vscode.ThemeIcon("pass-filled", new vscode.ThemeColor("charts.green")) : icons[origin],
    context: ["account", ...ifKnown(origin, ["stored"]), ...(active ? (["active"] as const) : [])],
    copyText: address,
    accessibleLabel: clauses([label || address, ...(active ? [vscode.l10n.t("signs")] : []), ...marks]),
  });
}

/** The lines of the Accounts view; marked is who signs on the group that commands mean. */
function accountNodes(accounts: Accounts, place: ChainGroup | undefined): TreeNode[] {
  return accounts.all.map((account) => accountNode(account, accounts.isActive(account, place)));
}

async function askAccount(app: Chainside, title: string, accounts: readonly Account[]): Promise<Account> {
  if (accounts.length === 0) {
    void showInformation(vscode.l10n.t("No accounts yet. Create or import one in the Accounts view."));
    throw new Cancelled();
  }
  const choices = accounts.map(
    (account): Choice<Account> => ({
      label: `${app.accounts.isActive(account, app.connections.activeGroup) ? "$(pass-filled)" : "$(key)"} ${account.label || account.address}`,
      description: keyMark(account) ?? "",
      detail: account.address,
      value: account,
    }),
  );
  return askChoice(choices, { title });
}

const accountOf = (target: Target): Account | undefined => (target.kind === "account" ? target.account : undefined);

/** The clicked account, or one of those whose keys are kept. @throws Cancelled */
const storedAccount = async (app: Chainside, target: Target, title: string): Promise<Account> =>
  accountOf(target) ?? askAccount(app, title, app.accounts.stored);

async function createAccount(app: Chainside, { group }: Target): Promise<void> {
  const title = vscode.l10n.t("Create Account");
  const suite = await askSuite(app, title, group);
  const label = await askText({
    title,
    prompt: vscode.l10n.t("Enter a name for the account (optional)"),
    validate: freeName(app.accounts.all, suite),
  });
  await app.accounts.create(suite, label);
}

async function importAccount(app: Chainside, { group }: Target): Promise<void> {
  const title = vscode.l10n.t("Import Account");
  const suite = await askSuite(app, title, group);
  const key = await askText({
    title,
    prompt: vscode.l10n.t(
      "Enter the private key: 64 hex digits, with or without 0x. It's kept only in secret storage.",
    ),
    password: true,
    validate: (text) =>
      /^(0x)?[0-9a-fA-F]{64}$/.test(text.trim())
        ? complaint(app, async () => void (await app.accounts.storedAccountOf(suite, text)))
        : vscode.l10n.t("A private key has 64 hex digits, but this text has {0} characters.", text.trim().length),
  });
  const label = await askImportedName(app, title, suite, await app.accounts.storedAccountOf(suite, key));
  await app.accounts.importHex(suite, key, label);
}

async function removeAccount(app: Chainside, target: Target): Promise<void> {
  const title = vscode.l10n.t("Remove Account");
  const account = await storedAccount(app, target, title);
  const sure = await askChoice(
    [
      // the first one is what Enter takes
      { label: `$(close) ${vscode.l10n.t("Keep")}`, value: false },
      {
        label: `$(trash) ${vscode.l10n.t("Permanently remove the account and its private key")}`,
        detail: `${account.label} ${account.address}`.trim(),
        value: true,
      },
    ],
    { title, placeHolder: vscode.l10n.t("Without another copy of the key, no one can sign for this account again.") },
  );
  if (sure) await app.accounts.remove(account);
}

async function renameAccount(app: Chainside, target: Target): Promise<void> {
  const title = vscode.l10n.t("Rename Account");
  const account = await storedAccount(app, target, title);
  const label = await askText({
    title,
    prompt: account.address,
    value: account.label,
    validate: freeName(app.accounts.all, account.suite, account),
  });
  await app.accounts.rename(account, label);
}

/** Signs with the clicked account from now on, else with the one that the user chooses. */
async function useAccount(app: Chainside, target: Target): Promise<void> {
  const title = vscode.l10n.t("Select an account to sign with");
  await app.accounts.lookForSigners();
  const account = accountOf(target) ?? (await askAccount(app, title, app.accounts.all));
  await app.accounts.use(account, app.connections.activeGroup);
  app.log.info(`account in use: ${accountId(account)}`);
}

/** The Accounts view and its commands. */
export function registerAccounts(app: Chainside): vscode.Disposable {
  const tree = new NodeTree(() => {
    // Shown at once as they were; drawn again where the file has changed.
    void app.accounts.lookForSigners().catch(app.errors.log);
    return accountNodes(app.accounts, app.connections.activeGroup);
  }, app.errors);
  return vscode.Disposable.from(
    tree,
    createTreeView("chainside.accounts", tree),
    app.accounts.onDidChange(() => tree.refresh()),
    // Who signs depends on where.
    app.connections.onDidChangeActiveGroup(() => tree.refresh()),
    registerTargetCommands(app, {
      "chainside.labelAddress": free(async (target) => (await import("./labelAddress")).labelAddress(app, target)),
      "chainside.createAccount": free((target) => createAccount(app, target)),
      "chainside.importAccount": free((target) => importAccount(app, target)),
      "chainside.importKeyFile": free(async () => (await import("./keyFileCommands")).importFromFile(app)),
      "chainside.exportAccount": free(async (target) =>
        (await import("./keyFileCommands")).exportToFile(
          app,
          await storedAccount(app, target, vscode.l10n.t("Export Account")),
        ),
      ),
      "chainside.removeAccount": free((target) => removeAccount(app, target)),
      "chainside.renameAccount": free((target) => renameAccount(app, target)),
      "chainside.useAccount": free((target) => useAccount(app, target)),
      "chainside.selectAccount": free((target) => useAccount(app, target)),
    }),
  );
}
