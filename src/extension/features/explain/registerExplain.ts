import * as vscode from "vscode";
import { chosenLanguage } from "../../../text/catalogue";
import { labelled } from "../../../text/joining";
import { command, md } from "../../../text/markdown";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import { readRecordUri, recordScheme } from "../../flows/target/recordUri";
import { type CommandId, commandText } from "../../kit/commands/commands";
import type { On } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.explain": On<"text" | "file">;
  }
}

/** Where developers write addresses, selectors and hashes down, and where programs log them. */
const files: readonly vscode.DocumentFilter[] = [
  ...["solidity", "typescript", "javascript", "java", "go", "python", "rust", "log"].map((language) => ({ language })),
  { pattern: "**/*.{sol,log}" },
].map((each) => ({ ...each, scheme: "file" }));

/** The status of a receipt in the raw part of a document. */
const statusMember = /"status": (\d+)/;
/** Code and call data are shown, not explained. */
const maxExplainedLength = 2 + 128;

async function statusText(status: string): Promise<string[]> {
  const { lookUpCode } = await import("../../../errors/dictionary");
  const entry = await lookUpCode("status", status);
  if (!entry) return [];
  const language = chosenLanguage();
  return [labelled(`${status} ${entry.name}`, entry.meaning[language]), entry.advice[language]];
}

/** Hashes, addresses, selectors, statuses and node IDs say what they are, and lead there. */
class ValueHover implements vscode.HoverProvider {
  constructor(private readonly app: Chainside) {}

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const range =
      document.getWordRangeAtPosition(position, /0x[0-9a-fA-F]+|[0-9a-fA-F]{128}/) ??
      (document.uri.scheme === recordScheme ? document.getWordRangeAtPosition(position, statusMember) : undefined);
    if (!range) return undefined;
    const text = document.getText(range);
    const status = statusMember.exec(text)?.[1];
    const messages = status === undefined ? await this.#what(document, text) : await statusText(status);
    const hover = new vscode.MarkdownString();
    hover.isTrusted = { enabledCommands: ["chainside.explain" satisfies CommandId] };
    for (const line of messages) hover.appendMarkdown(md`${line}\n\n`);
    const inFile = document.uri.scheme !== recordScheme;
    // In a user's own file only what is known is worth a hover, and what the chain can be asked about.
    if (inFile && messages.length === 0 && !this.#askable(text)) return undefined;
    if (text.length > maxExplainedLength) return messages.length > 0 ? new vscode.Hover(hover, range) : undefined;
    const groupId = readRecordUri(document.uri)?.groupId;
    const explained = status ?? text;
    const given = groupId === undefined ? explained : ({ kind: "text", text: explained, groupId } as const);
    const link = command(commandText("chainside.explain", given));
    hover.appendMarkdown(md`[${vscode.l10n.t("Explain")}](${link})`);
    return new vscode.Hover(hover, range);
  }

  /** Whether a connected chain may know more: an address or a hash. */
  #askable(text: string): boolean {
    return this.app.connections.activeGroup !== undefined && (text.length === 42 || text.length === 66);
  }

  /** What is known of it without asking a node. */
  async #what(document: vscode.TextDocument, text: string): Promise<string[]> {
    const { accounts, connections, knownContracts, nodeNames } = this.app;
    const address = readRecordUri(document.uri);
    const group = address ? connections.findGroup(address.groupId) : connections.activeGroup;
    const account = accounts.at(text);
    if (account) return [vscode.l10n.t("your account {0}", account.label)];
    const digits = text.replace(/^0x/, "");
    if (digits.length === 128) {
      const name = nodeNames.get(digits);
      return [name === undefined ? vscode.l10n.t("node ID") : vscode.l10n.t("node {0}", name)];
    }
    if (digits.length === 40) {
      const { precompiledAt } = await import("../../../chain/abi/precompiledContracts");
      const name = precompiledAt(text) ?? (group && knownContracts.titleAt(group, text));
      return name === undefined ? [] : [vscode.l10n.t("contract {0}", name)];
    }
    if (!group || (digits.length !== 8 && digits.length !== 64)) return [];
    const { selectorNames } = await import("./selectorNames");
    return selectorNames(this.app, group, text).map(({ contract, signature }) =>
      vscode.l10n.t("{0} of {1}", signature, contract),
    );
  }
}

/** *Explain*: what a code, a name, a hash or a log line means and what to do next. */
export function registerExplain(app: Chainside): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider([{ scheme: recordScheme }, ...files], new ValueHover(app)),
    registerTargetCommands(app, {
      "chainside.explain": free(async (target) => (await import("./explain")).explain(app, target)),
    }),
  );
}
