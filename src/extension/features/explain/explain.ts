import * as vscode from "vscode";
import { decodedCall, namedType } from "../../../chain/abi/namedValue";
import { notedText } from "../../../chain/abi/valueNotes";
import { lookUpReceipt, lookUpTransaction } from "../../../chain/archive/archiveFallback";
import { getBlockByHash } from "../../../chain/rpc/blocks";
import { getSyncStatus } from "../../../chain/rpc/nodeStatus";
import { getGroupMembers, type MemberRole } from "../../../chain/services/consensus/groupMembers";
import type { Address, Hex } from "../../../crypto/bytes/hex";
import dictionary from "../../../errors/dictionary.json";
import { unknownToNode } from "../../../errors/nodeError";
import { decodedCallText } from "../../../pages/records/decodeCall";
import { chosenLanguage } from "../../../text/catalogue";
import { namesOn } from "../../flows/lines/addressName";
import { otherGenesis, otherGenesisText, reportedGenesis } from "../../flows/nodes/otherGenesis";
import { writeOutcome } from "../../flows/records/receiptRecord";
import { RecordWriter } from "../../flows/records/recordWriter";
import { showRecord } from "../../flows/records/showRecord";
import { findAbi, namedContract } from "../../flows/target/contractTarget";
import { recordUri } from "../../flows/target/recordUri";
import { askText } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { anySelectorNames, decodeData } from "./selectorNames";

/** Something in a text that can be explained. */
type Subject =
  | { readonly kind: "hash" | "address" | "nodeId" | "selector" | "revert" | "data"; readonly text: string }
  | { readonly kind: "code"; readonly code: number }
  | { readonly kind: "name"; readonly name: string };

const patterns: readonly [RegExp, (text: string) => Subject][] = [
  // Output of a failed execution: Error(string) or Panic(uint256), under either hash.
  [
    /\b0x(?:08c379a0|c703cb12|4e487b71|b95aa355)(?:[0-9a-fA-F]{64})+\b/gi,
    (text) => ({ kind: "revert", text: text.toLowerCase() }),
  ],
  // A selector and whole words: the input of a call, or an error with its arguments.
  [/\b0x[0-9a-fA-F]{8}(?:[0-9a-fA-F]{64})+\b/g, (text) => ({ kind: "data", text: text.toLowerCase() })],
  [/\b(?:0x)?[0-9a-fA-F]{128}\b/g, (text) => ({ kind: "nodeId", text: text.replace(/^0x/i, "").toLowerCase() })],
  [/\b(?:0x)?[0-9a-fA-F]{64}\b/g, (text) => ({ kind: "hash", text: `0x${text.replace(/^0x/i, "").toLowerCase()}` })],
  [/\b0x[0-9a-fA-F]{40}\b/g, (text) => ({ kind: "address", text: text.toLowerCase() })],
  [/\b0x[0-9a-fA-F]{8}\b/g, (text) => ({ kind: "selector", text: text.toLowerCase() })],
  // Dates and times of a log line are no codes.
  [/(?<![\w.:-])-?\d{1,6}(?![\w.]|[:-]\d)/g, (text) => ({ kind: "code", code: Number(text) })],
  [/\b[A-Z][A-Za-z0-9_]{4,}\b/g, (name) => ({ kind: "name", name })],
];

/** Hashes, addresses, node IDs, codes and error names of a text (a log line, an error message), each once, in this order. */
export function findSubjects(text: string): Subject[] {
  const found = new Map<string, Subject>();
  let rest = text;
  for (const [pattern, make] of patterns) {
    for (const [match] of rest.matchAll(pattern)) found.set(`${pattern.source}${match}`, make(match));
    // A node ID is no two hashes, and a hash holds no codes.
    rest = rest.replace(pattern, " ");
  }
  return [...found.values()];
}

/** What the error dictionary says of one code. */
interface DictionaryEntry {
  readonly name: string;
  readonly meaning: Readonly<Record<"en" | "zh", string>>;
  readonly advice: Readonly<Record<"en" | "zh", string>>;
}

/** An entry with the space of numbers it belongs to and its code there. */
type FoundEntry = readonly [space: string, code: string, entry: DictionaryEntry];

/** Every entry of the dictionary that fits: one number means different things in different spaces (docs/protocol/errors.md). */
function entries(fits: (code: string, entry: DictionaryEntry) => boolean): FoundEntry[] {
  return Object.entries(dictionary as Readonly<Record<string, Readonly<Record<string, DictionaryEntry>>>>).flatMap(
    ([space, table]) =>
      Object.entries(table)
        .filter(([code, entry]) => fits(code.replace(/^(?:amop|web3):/, ""), entry))
        .map(([code, entry]): FoundEntry => [space, code, entry]),
  );
}

/** What a code or a name of a text means; nothing for other subjects. */
export function dictionaryEntries(subject: Subject): FoundEntry[] {
  if (subject.kind === "code") return entries((code) => code === String(subject.code));
  if (subject.kind !== "name") return [];
  return entries((code, { name }) => name === subject.name || name === `CODE_${subject.name}` || code === subject.name);
}

function spaceTitle(space: string): string {
  switch (space) {
    case "rpc":
      return vscode.l10n.t("JSON-RPC error code");
    case "status":
      return vscode.l10n.t("transaction or receipt status");
    case "precompiled":
      return vscode.l10n.t("built-in contract return code");
    case "sdk":
      return vscode.l10n.t("official SDK code");
    default:
      return "TLS";
  }
}

function writeEntries(writer: RecordWriter, found: readonly FoundEntry[]): void {
  const language = chosenLanguage();
  for (const [space, code, { name, meaning, advice }] of found) {
    writer.heading(`${code} ${name}`);
    writer.field(vscode.l10n.t("Kind"), spaceTitle(space));
    writer.field(vscode.l10n.t("Meaning"), meaning[language]);
    writer.field(vscode.l10n.t("Next step"), advice[language]);
  }
}

/** What a transaction asked for and what came of it; nothing while it waits. */
async function writeReceipt(app: Chainside, writer: RecordWriter, group: ChainGroup, hash: string): Promise<void> {
  const found = await lookUpReceipt(group.session, hash, { archive: group.archive }).catch(unknownToNode);
  if (!found) {
    writer.field(vscode.l10n.t("Status"), vscode.l10n.t("not in a block yet"));
    return;
  }
  const { value: receipt } = found;
  const number = String(receipt.blockNumber);
  writer.field(vscode.l10n.t("Block"), number, recordUri(group, "block", number));
  const to = receipt.to ?? "";
  const contract = await namedContract(app, group, to === "" ? receipt.contractAddress : to, receipt.blockNumber);
  const call = to === "" || !receipt.input ? undefined : decodedCallText(contract, receipt.input);
  if (call !== undefined) writer.field(vscode.l10n.t("Call"), call);
  await writeOutcome(app, group, writer, receipt, contract);
  // An error of a contract that was called by this one, or of one whose ABI the chain does not keep.
  const unnamed = receipt.status !== 0 && contract?.abi.decodeRevert(receipt.output as Hex).kind !== "custom";
  if (unnamed && receipt.output.length % 64 === 10) await writeData(app, writer, group, receipt.output as Hex);
}

async function writeHash(app: Chainside, writer: RecordWriter, group: ChainGroup, hash: string): Promise<void> {
  const { client } = group.session;
  writer.heading(hash);
  const found = await lookUpTransaction(group.session, hash, { archive: group.archive }).catch(unknownToNode);
  const transaction = found?.value;
  const block = transaction ? undefined : await getBlockByHash(client, hash, "header").catch(unknownToNode);
  const events = transaction || block ? [] : await anySelectorNames(app, group, hash);
  for (const { contract, signature } of events)
    writer.field(vscode.l10n.t("Kind"), vscode.l10n.t("{0} of {1}", signature, contract));
  if (events.length > 0) return;
  if (transaction) {
    writer.field(vscode.l10n.t("Kind"), vscode.l10n.t("transaction of {0}", group.groupId));
    writer.source(found?.archive);
    writer.field(vscode.l10n.t("Transaction"), hash, recordUri(group, "transaction", hash));
    writer.field(vscode.l10n.t("Receipt"), vscode.l10n.t("result"), recordUri(group, "receipt", hash));
    await writeReceipt(app, writer, group, hash);
  } else if (block) {
    writer.field(vscode.l10n.t("Kind"), vscode.l10n.t("block of {0}", group.groupId));
    writer.field(vscode.l10n.t("Block"), String(block.number), recordUri(group, "block", String(block.number)));
  } else {
    writer.field(
      vscode.l10n.t("Kind"),
      vscode.l10n.t("not found in {0}: it might be pending, archived, or of another chain", group.groupId),
    );
  }
}

async function writeAddress(app: Chainside, writer: RecordWriter, group: ChainGroup, address: string): Promise<void> {
  writer.heading(address);
  const account = app.accounts.at(address);
  const contract = account ? undefined : await findAbi(app, group, address as Address);
  writer.field(
    vscode.l10n.t("Kind"),
    account
      ? vscode.l10n.t("your account {0}", account.label)
      : contract
        ? vscode.l10n.t("contract {0}", contract.title)
        : vscode.l10n.t("an account, or a contract with unknown ABI"),
  );
  writer.field(vscode.l10n.t("Address"), address, recordUri(group, "contract", address));
}

function memberText(role: MemberRole | undefined, group: string): string {
  switch (role) {
    case "sealer":
      return vscode.l10n.t("sealer of {0}", group);
    case "candidateSealer":
      return vscode.l10n.t("candidate sealer of {0}", group);
    case "observer":
      return vscode.l10n.t("observer of {0}", group);
    case undefined:
      return vscode.l10n.t("not a node of {0}", group);
  }
}

/** What a node is called, where its folder is, how high it is, and whether it is of that chain at all. */
async function writeNode(app: Chainside, writer: RecordWriter, group: ChainGroup, nodeId: string): Promise<void> {
  writer.heading(nodeId);
  const [members, sync, folders] = await Promise.all([
    getGroupMembers(group.session),
    getSyncStatus(group.session.client).catch(unknownToNode),
    app.nodeFolders.list(),
    app.nodeNames.ready(),
  ]);
  const name = app.nodeNames.get(nodeId);
  if (name !== undefined) writer.field(vscode.l10n.t("Name"), name);
  const role = members.find((member) => member.nodeId === nodeId)?.role;
  writer.field(vscode.l10n.t("Kind"), memberText(role, group.groupId));
  const folder = folders.find(({ node }) => node.consensusId === nodeId);
  if (folder) writer.field(vscode.l10n.t("Folder"), folder.place);
  const peerState = [sync, ...(sync?.peers ?? [])].find((peer) => peer?.nodeID === nodeId);
  if (peerState) writer.field(vscode.l10n.t("Block height"), String(peerState.blockNumber));
  const reported = folder ? undefined : (await reportedGenesis(app)).get(nodeId);
  const strange = folder
    ? (await otherGenesis(app, folders)).get(folder.uri.toString())
    : reported && reported.chain !== reported.node && otherGenesisText(reported);
  if (strange) writer.field(vscode.l10n.t("Genesis block"), strange);
}

/** False when no known contract has it. */
async function writeSelector(app: Chainside, writer: RecordWriter, group: ChainGroup, hex: string): Promise<boolean> {
  const names = await anySelectorNames(app, group, hex);
  if (names.length === 0) return false;
  writer.heading(hex);
  for (const { contract, signature } of names)
    writer.field(vscode.l10n.t("Kind"), vscode.l10n.t("{0} of {1}", signature, contract));
  return true;
}

/** The input of a call or an error with its values. False when no contract knows it. */
async function writeData(app: Chainside, writer: RecordWriter, group: ChainGroup, data: Hex): Promise<boolean> {
  const found = await decodeData(app, group, data);
  for (const { contract, kind, name, arguments: values } of found) {
    writer.heading(`${data.slice(0, 10)}…`);
    writer.field(
      vscode.l10n.t("Kind"),
      kind === "call" ? vscode.l10n.t("call to {0}", contract) : vscode.l10n.t("error in {0}", contract),
    );
    writer.field(kind === "call" ? vscode.l10n.t("Call") : vscode.l10n.t("Reason"), decodedCall(name, values));
    for (const each of values)
      writer.field(`${each.name || "?"} (${namedType(each)})`, notedText(each, namesOn(app, group)), undefined, "  ");
  }
  return found.length > 0;
}

async function writeRevert(writer: RecordWriter, output: Hex): Promise<boolean> {
  const [{ decodeRevert, revertText }, { revertMessage }] = await Promise.all([
    import("../../../chain/abi/revert"),
    import("../../../errors/revertText"),
  ]);
  const reason = revertText(decodeRevert(output));
  if (reason === undefined) return false;
  writer.heading(`${output.slice(0, 10)}…`);
  writer.field(vscode.l10n.t("Kind"), vscode.l10n.t("output of a failed execution"));
  writer.field(vscode.l10n.t("Reason"), revertMessage(reason));
  return true;
}

/** What the words of a log line or an error say. */
async function writePhrases(writer: RecordWriter, text: string): Promise<number> {
  const { findLogPhrases } = await import("../../../errors/logPhrases");
  const language = chosenLanguage();
  const found = findLogPhrases(text);
  for (const phrase of found) {
    writer.heading(phrase.found);
    writer.field(vscode.l10n.t("Kind"), vscode.l10n.t("node output"));
    writer.field(vscode.l10n.t("Meaning"), phrase.meaning[language]);
    writer.field(vscode.l10n.t("Next step"), phrase.advice[language]);
  }
  return found.length;
}

async function write(
  app: Chainside,
  writer: RecordWriter,
  group: ChainGroup | undefined,
  subject: Subject,
): Promise<boolean> {
  switch (subject.kind) {
    case "code":
    case "name": {
      const found = dictionaryEntries(subject);
      writeEntries(writer, found);
      return found.length > 0;
    }
    case "hash":
      if (group) await writeHash(app, writer, group, subject.text);
      return group !== undefined;
    case "address":
      if (group) await writeAddress(app, writer, group, subject.text);
      return group !== undefined;
    case "nodeId":
      if (group) await writeNode(app, writer, group, subject.text);
      return group !== undefined;
    case "selector":
      return group !== undefined && writeSelector(app, writer, group, subject.text);
    case "data":
      return group !== undefined && writeData(app, writer, group, subject.text as Hex);
    case "revert":
      return writeRevert(writer, subject.text as Hex);
  }
}

/** So much of a selection is read: more is a log, for which there is *Analyze Node Logs*. */
const maxTextLength = 100_000;
/** So much of it is explained: each hash, address and node ID is asked of a node. */
const maxExplained = 50;

/** The selection, or the line under the cursor. */
function underCursor(): string {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return "";
  const selected = editor.document.getText(editor.selection).slice(0, maxTextLength);
  return selected.trim() || editor.document.lineAt(editor.selection.active.line).text.slice(0, maxTextLength).trim();
}

/** What the menu of an editor was opened on; the palette asks, with that as its first answer. */
function clickedText(target: Target): string | undefined {
  if (target.kind === "text") return target.text;
  // The menu of an editor gives its file, or the document of ours that it shows.
  const text = target.kind === "nothing" ? "" : underCursor();
  return findSubjects(text).length > 0 ? text : undefined;
}

/** Explains the codes, names, hashes, addresses and node IDs of a text: the selection, the line, or what is typed. */
export async function explain(app: Chainside, target: Target): Promise<void> {
  const text =
    clickedText(target) ??
    (await askText({
      title: vscode.l10n.t("Explain"),
      prompt: vscode.l10n.t("Enter a status, return code, error name or text, hash, address, node ID, or log line"),
      value: underCursor().slice(0, 2000),
      validate: (typed) =>
        findSubjects(typed).length > 0 || /[a-z]{4}/i.test(typed)
          ? undefined
          : vscode.l10n.t("The text contains no code, error name, hash, address, or node ID."),
    }));
  // what a document or a result of one chain tells isn't looked for on another
  const group = target.awayGroup === undefined ? (target.group ?? app.connections.activeGroup) : undefined;
  const writer = new RecordWriter();
  let known = await writePhrases(writer, text);
  const subjects = findSubjects(text);
  for (const subject of subjects.slice(0, maxExplained)) if (await write(app, writer, group, subject)) known += 1;
  if (subjects.length > maxExplained)
    writer.heading(vscode.l10n.t("Not explained: {0} more. Select less text.", subjects.length - maxExplained));
  if (known === 0) {
    void showInformation(
      group
        ? vscode.l10n.t("No information found.")
        : vscode.l10n.t("No information found without a chain. Connect to a chain and try again."),
    );
    return;
  }
  await showRecord(vscode.l10n.t("explanation"), writer.finish());
}
