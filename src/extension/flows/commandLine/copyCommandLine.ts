import * as vscode from "vscode";
import type { ContractRequest } from "../../../chain/notebook/requestText";
import { accountFolder } from "../../../crypto/keyFiles/accountFolder";
import { clientError } from "../../../errors/clientError";
import { shellLine } from "../../../text/shellLine";
import { runCommand } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import { copyAndSay, copyText, showInformation } from "../../kit/messages/notify";
import { setting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { commandArguments } from "./commandLine";
import { ownShell, terminalPath } from "./ownShell";
import { transactionRequest } from "./transactionRequest";

/** Where `chainside account` and the official clients look for the file of an account. */
function keyFileOf(group: ChainGroup, address: string): string {
  return `${accountFolder(group.session.suite.name)}/${address.toLowerCase()}.pem`;
}

/** The program knows signers by their names, and development accounts where their seed is the usual one. */
function namedAccountOf(app: Chainside, group: ChainGroup, address: string): string | undefined {
  const account = app.accounts.at(address);
  if (account?.origin === "signer") return `signer:${account.label}`;
  if (group.connection.origin !== "embedded" || setting("embeddedChain.seed") !== "") return undefined;
  return account?.origin === "development" ? account.label : undefined;
}

/**
 * Puts a command line on the clipboard that does the same with the program `chainside`, which integrated terminals find, and other
 * terminals where it is installed. No key is in it: it names the file in which the account's key is expected, and offers to write that.
 * Ends when the offer is answered.
 * @throws ChainError usage `noCommandLine` where the terminal's shell has no way to write it.
 * @param signer address of the account that signs; none for a call without a sender
 */
export async function copyCommand(
  app: Chainside,
  group: ChainGroup,
  action: ContractRequest,
  signer: string | undefined,
  value?: string,
): Promise<void> {
  const { endpoints, tls } = group.connection.profile;
  const named = signer === undefined ? undefined : namedAccountOf(app, group, signer);
  const keyFile = signer === undefined ? undefined : (named ?? keyFileOf(group, signer));
  const connection = { endpoints, groupId: group.groupId, tls };
  const words = ["chainside", ...commandArguments({ connection, action, keyFile, value })];
  const line = shellLine(words, ownShell());
  if (line === undefined) throw clientError("noCommandLine");
  if (keyFile === undefined || named !== undefined) return copyAndSay(line);
  await copyText(line);
  const exportIt = vscode.l10n.t("Export Account");
  const message = vscode.l10n.t("Copied. The command signs with the key file {0} in the workspace.", keyFile);
  const chosen = await showInformation(message, exportIt);
  const account = signer === undefined ? undefined : app.accounts.at(signer);
  if (chosen === exportIt)
    await runCommand("chainside.exportAccount", account && { kind: "account", address: account.address, account });
}

/** Copies the command line of a transaction. @throws Cancelled */
export async function copyCommandLine(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Copy as Command Line");
  const { request, from, value } = await transactionRequest(app, group, target, title, terminalPath);
  await copyCommand(app, group, request, from, value);
}
