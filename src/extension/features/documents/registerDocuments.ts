import * as vscode from "vscode";
import type { RecordText } from "../../flows/records/recordWriter";
import { forgetMadeRecord, madeRecord, onDidAskAnew, openRecord } from "../../flows/records/showRecord";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import { type RecordKind, readRecordUri, recordScheme, recordUri } from "../../flows/target/recordUri";
import { commandLink } from "../../kit/commands/commands";
import type { On, Target } from "../../kit/commands/target";
import { shownDocument } from "../../kit/text/shownText";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

const pattern = /\b0x[0-9a-fA-F]{64}\b|\b0x[0-9a-fA-F]{40}\b|\b(?:0x)?[0-9a-fA-F]{128}\b/g;
/** Longer lines hold code and call data: nothing there is meant to be followed. */
const maxLineLength = 2000;

/** Where an address, hash or node ID of a document leads: an address to its document, what may be many things to its explanation. */
function target(group: ChainGroup | undefined, groupId: string | undefined, text: string): vscode.Uri {
  if (group && text.length === 42) return recordUri(group, "contract", text.toLowerCase());
  return commandLink("chainside.explain", groupId === undefined ? text : { kind: "text", text, groupId });
}

/** A link on everything that can be looked up, except where the document has a link of its own. */
export function foundLinks(
  document: vscode.TextDocument,
  group: ChainGroup | undefined,
  own: readonly vscode.DocumentLink[],
): vscode.DocumentLink[] {
  const ownByLine = new Map<number, vscode.Range[]>();
  for (const { range } of own) {
    const others = ownByLine.get(range.start.line);
    if (others) others.push(range);
    else ownByLine.set(range.start.line, [range]);
  }
  // a document of a chain asks that one, whichever is in use
  const groupId = readRecordUri(document.uri)?.groupId;
  const links: vscode.DocumentLink[] = [];
  for (let line = 0; line < document.lineCount; line++) {
    const { text } = document.lineAt(line);
    if (text.length > maxLineLength) continue;
    for (const match of text.matchAll(pattern)) {
      const range = new vscode.Range(line, match.index, line, match.index + match[0].length);
      if (!ownByLine.get(line)?.some((other) => other.intersection(range)))
        links.push(new vscode.DocumentLink(range, target(group, groupId, match[0])));
    }
  }
  return links;
}

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.showBlock": On<"block" | "group">;
    "chainside.showTransaction": On<"transaction" | "text" | "group">;
    "chainside.showReceipt": On<"transaction" | "text" | "group">;
    "chainside.showAddress": On<"contract" | "account" | "text" | "path" | "group">;
    "chainside.showTable": On<"path" | "group">;
    "chainside.showGroupInfo": On<"group">;
    "chainside.showSystemConfig": On<"group">;
  }
}

type Render = (app: Chainside, group: ChainGroup, key: string) => Promise<RecordText>;

/** Renderers decode with the ABI library, so each is loaded when such a document is opened. */
const renderers: Readonly<Record<RecordKind, () => Promise<Render>>> = {
  block: async () => (await import("./blockRecord")).blockRecord,
  transaction: async () => (await import("./transactionRecord")).transactionRecord,
  receipt: async () => (await import("../../flows/records/receiptRecord")).receiptRecord,
  contract: async () => (await import("./contractRecord")).contractRecord,
  table: async () => (await import("./tableRecord")).tableRecord,
  group: async () => (await import("./groupRecord")).groupRecord,
  config: async () => (await import("./configRecord")).configRecord,
};

class RecordProvider implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider {
  readonly #links = new Map<string, readonly vscode.DocumentLink[]>();

  constructor(private readonly app: Chainside) {}

  readonly onDidChange = onDidAskAnew;

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return shownDocument(await this.#textOf(uri));
  }

  async #textOf(uri: vscode.Uri): Promise<string> {
    const ready = madeRecord(uri);
    if (ready) {
      this.#links.set(uri.toString(), ready.links);
      return ready.text;
    }
    const address = readRecordUri(uri);
    const group = address && this.app.connections.findGroup(address.groupId);
    if (!address || !group) {
      return `// ${vscode.l10n.t("The chain of this document isn't connected. Connect, and then open the document again.")}\n`;
    }
    try {
      const render = await renderers[address.kind]();
      const { text, links } = await render(this.app, group, address.key);
      this.#links.set(uri.toString(), links);
      return text;
    } catch (error) {
      this.app.errors.log(error);
      const { message, advice } = await this.app.errors.words(error);
      return `// ${message}\n// ${advice}\n`;
    }
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const own = this.#links.get(document.uri.toString()) ?? [];
    const address = readRecordUri(document.uri);
    const group = address ? this.app.connections.findGroup(address.groupId) : this.app.connections.activeGroup;
    return [...own, ...foundLinks(document, group, own)];
  }

  forget(document: vscode.TextDocument): void {
    this.#links.delete(document.uri.toString());
    forgetMadeRecord(document.uri);
  }
}

async function showBlock(group: ChainGroup, target: Target): Promise<void> {
  if (target.kind === "block") {
    await openRecord(group, "block", target.block);
    return;
  }
  const { askBlock } = await import("../../flows/target/askBlock");
  const number = await askBlock(group, {
    title: vscode.l10n.t("Show Block"),
    prompt: (height) => vscode.l10n.t("Enter the number (0 to {0}) or hash of the block", height),
    value: String,
  });
  await openRecord(group, "block", String(number));
}

async function showByHash(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  kind: "transaction" | "receipt",
): Promise<void> {
  const { targetTransaction } = await import("../../flows/debug/askTransaction");
  const hash = await targetTransaction(app, group, target, {
    title: kind === "receipt" ? vscode.l10n.t("Show Receipt") : vscode.l10n.t("Show Transaction"),
    prompt: vscode.l10n.t("Enter the transaction hash"),
  });
  const { lookUpTransaction } = await import("../../../chain/archive/archiveFallback");
  // Asked before a tab opens, so that an unknown hash is a message and no empty page.
  await lookUpTransaction(group.session, hash, { archive: group.archive });
  await openRecord(group, kind, hash.toLowerCase());
}

/** A contract or account: the clicked one, or one that is asked for. @throws Cancelled */
async function showAddress(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Show Contract or Account");
  const clicked =
    target.kind === "account" || target.kind === "contract"
      ? target.address
      : target.kind === "path"
        ? target.path
        : undefined;
  const text = clicked ?? (await (await import("../../flows/target/contractTarget")).askAddress(app, group, title));
  const { resolveTarget } = await import("../../../chain/services/bfs/readLink");
  await openRecord(group, "contract", await resolveTarget(group.session, text.trim()));
}

/** A table: the clicked one, or one that is asked for. @throws Cancelled */
async function showTable(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const { askTable } = await import("../../flows/target/askTable");
  await openRecord(group, "table", await askTable(app, group, target, vscode.l10n.t("Show Table as Text")));
}

/** What a document folds: each section under its heading, and the objects and lists of the raw part. */
function foldingRanges(document: vscode.TextDocument): vscode.FoldingRange[] {
  const ranges: vscode.FoldingRange[] = [];
  const open: number[] = [];
  let heading: number | undefined;
  const close = (start: number | undefined, end: number): void => {
    if (start !== undefined && end > start) ranges.push(new vscode.FoldingRange(start, end));
  };
  for (let line = 0; line < document.lineCount; line++) {
    const text = document.lineAt(line).text;
    if (text.startsWith("# ")) {
      close(heading, line - 2);
      heading = line;
    } else if (/^\s*[}\]]/.test(text)) close(open.pop(), line - 1);
    if (/[{[]$/.test(text) && !text.startsWith("# ")) open.push(line);
  }
  close(heading, document.lineCount - 2);
  return ranges;
}

/** Read-only documents for what a chain holds. */
export function registerDocuments(app: Chainside): vscode.Disposable {
  const provider = new RecordProvider(app);
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(recordScheme, provider),
    vscode.languages.registerDocumentLinkProvider({ scheme: recordScheme }, provider),
    vscode.languages.registerFoldingRangeProvider(
      { scheme: recordScheme, language: "fisco-record" },
      { provideFoldingRanges: foldingRanges },
    ),
    vscode.workspace.onDidCloseTextDocument((document) => provider.forget(document)),
    registerTargetCommands(app, {
      "chainside.showBlock": reads(showBlock),
      "chainside.showTransaction": reads((group, target) => showByHash(app, group, target, "transaction")),
      "chainside.showReceipt": reads((group, target) => showByHash(app, group, target, "receipt")),
      "chainside.showAddress": reads((group, target) => showAddress(app, group, target)),
      "chainside.showTable": reads((group, target) => showTable(app, group, target)),
      "chainside.showGroupInfo": reads((group) => openRecord(group, "group", "")),
      "chainside.showSystemConfig": reads((group) => openRecord(group, "config", "")),
    }),
  );
}
