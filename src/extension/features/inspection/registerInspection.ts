import * as vscode from "vscode";
import type { GasByLine, ShownValue, StateChanges, StorageView } from "../../../debugger/inspect/messages";
import { joinSentences, labelled, listed } from "../../../text/joining";
import { shortHex } from "../../../text/shortText";
import { targetTransaction } from "../../flows/debug/askTransaction";
import { askWeb3Port, inspecting } from "../../flows/inspection/inspectedChain";
import { LookedUp, readStorage } from "../../flows/inspection/readStorage";
import { type RecordText, RecordWriter } from "../../flows/records/recordWriter";
import { showRecord } from "../../flows/records/showRecord";
import { askContractAddress } from "../../flows/target/askContractAddress";
import { free, reads, registerTargetCommands } from "../../flows/target/chainCommands";
import { recordUri } from "../../flows/target/recordUri";
import { askText } from "../../kit/asking/ask";
import { showResult } from "../../kit/asking/showResult";
import type { On, Target } from "../../kit/commands/target";
import { showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { GasDecorations } from "./gasDecorations";

function writeValue(
  writer: RecordWriter,
  { name, type, value, parts = [], partsLeft, isMapping }: ShownValue,
  indent: string,
): void {
  const isEmptyMapping = isMapping === true && parts.length === 0;
  writer.field(
    `${name} (${type})`,
    parts.length > 0 ? "" : isEmptyMapping ? vscode.l10n.t("no key is known") : value,
    undefined,
    indent,
  );
  for (const part of parts) writeValue(writer, part, `${indent}  `);
  if (partsLeft !== undefined) writer.entry(vscode.l10n.t("… {0} more", partsLeft), "", undefined, `${indent}  `);
}

/** The state variables of a contract as a document. */
export function storageDocument(group: ChainGroup, view: StorageView): RecordText {
  const { address, contract, source, block, variables, lookedUp, others, othersLeft, notes } = view;
  const writer = new RecordWriter();
  writer.heading(vscode.l10n.t("Storage of {0}", contract || address));
  writer.field(vscode.l10n.t("Address"), address, recordUri(group, "contract", address));
  if (source) writer.field(vscode.l10n.t("Source"), source);
  if (block !== undefined)
    writer.field(vscode.l10n.t("Block"), String(block), recordUri(group, "block", String(block)));
  for (const note of notes) writer.comment(note);
  if (variables.length > 0) writer.heading(vscode.l10n.t("State Variables ({0})", variables.length));
  for (const each of variables) writeValue(writer, each, "");
  if (lookedUp.length > 0) writer.heading(vscode.l10n.t("Looked Up"));
  for (const { expression, found, problem } of lookedUp) {
    if (found) writeValue(writer, { ...found, name: expression }, "");
    else writer.field(expression, problem ?? "");
  }
  if (others.length > 0) writer.heading(vscode.l10n.t("Other Slots ({0})", others.length + othersLeft));
  for (const { slot, word } of others) writer.field(slot, word);
  if (othersLeft > 0) writer.entry(vscode.l10n.t("… {0} more", othersLeft));
  return writer.finish();
}

/** What a transaction changed, as a document. */
function changesDocument(group: ChainGroup, changes: StateChanges): RecordText {
  const { transaction, status, accounts, builtins: precompiledContracts, notes } = changes;
  const writer = new RecordWriter();
  writer.heading(vscode.l10n.t("State Changes"));
  writer.field(vscode.l10n.t("Transaction"), transaction, recordUri(group, "transaction", transaction));
  writer.field(vscode.l10n.t("Status"), String(status));
  for (const note of notes) writer.comment(note);
  if (accounts.length === 0 && precompiledContracts.length === 0)
    writer.comment(
      status === 0 ? vscode.l10n.t("It changed no variable.") : vscode.l10n.t("Failed: all changes were reverted."),
    );
  for (const { address, contracts, changes: variables, others } of accounts) {
    writer.heading(listed(contracts) || vscode.l10n.t("Contract"));
    writer.field(vscode.l10n.t("Address"), address, recordUri(group, "contract", address));
    for (const { name, type, before, after } of variables) writer.field(`${name} (${type})`, `${before} → ${after}`);
    for (const { slot, before, after } of others) writer.field(vscode.l10n.t("Slot {0}", slot), `${before} → ${after}`);
  }
  if (precompiledContracts.length > 0)
    writer.heading(vscode.l10n.t("Built-In Contracts ({0})", precompiledContracts.length));
  for (const { contract, address, call, results } of precompiledContracts)
    writer.entry(`${contract}.${call}${results ? ` → ${results}` : ""}`, address);
  return writer.finish();
}

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.showStorage": On<"contract" | "path" | "group">;
    "chainside.lookUpStorage": On<"contract" | "path" | "group">;
    "chainside.showStateChanges": On<"transaction" | "text" | "group">;
    "chainside.showGasByLine": On<"transaction" | "text" | "group">;
    "chainside.hideGasByLine": () => void;
    "chainside.setWeb3Port": On<"group">;
  }
}

async function showView(group: ChainGroup, view: StorageView): Promise<void> {
  const title = vscode.l10n.t("Storage {0}", view.contract || shortHex(view.address));
  await showRecord(title, storageDocument(group, view));
}

/** Shows the state variables of a contract in a document. @throws Cancelled; ChainError */
async function showStorage(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const address = await askContractAddress(app, group, target, vscode.l10n.t("Show Contract Storage"));
  const title = vscode.l10n.t("Reading storage");
  const view = await inspecting(title, (signal, report) =>
    readStorage(app, group, address, group.kept.of(LookedUp).of(address), { ask: true, signal, report }),
  );
  if (view) await showView(group, view);
}

/** Looks up one value in a contract's storage, such as that of a mapping's key. @throws Cancelled; ChainError */
async function lookUpStorage(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Look Up Storage Value by Key");
  const address = await askContractAddress(app, group, target, title);
  const from = target.kind === "contract" ? (target.storageExpression ?? "") : "";
  const typed = await askText({
    title,
    prompt: vscode.l10n.t('Enter a state variable with keys and members: balances[0x…], people["bob"].age, list[3]'),
    value: from === "" ? "" : `${from}[]`,
    validate: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a value.") : undefined),
  });
  const expression = typed.trim();
  const view = await inspecting(vscode.l10n.t("Reading storage"), (signal, report) =>
    readStorage(app, group, address, [expression], { ask: true, signal, report }),
  );
  const [answer] = view?.lookedUp ?? [];
  if (!view || !answer) return;
  if (!answer.found) {
    void showWarning(labelled(expression, answer.problem ?? ""));
    return;
  }
  group.kept.of(LookedUp).note(address, expression);
  group.notify("contracts");
  // of what was executed again, how sure it is belongs to the answer
  if (view.certainty !== undefined) await showView(group, view);
  else showResult(`${expression} = ${answer.found.value}`, answer.found.value);
}

/** Shows what a transaction changed. @throws Cancelled; ChainError */
async function showStateChanges(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Show State Changes");
  const prompt = vscode.l10n.t("Enter the transaction hash");
  const transaction = await targetTransaction(app, group, target, { title, prompt });
  const { inspectTransaction } = await import("../../flows/inspection/inspectTransaction");
  const changes = await inspectTransaction(app, group, "state", transaction);
  await showRecord(vscode.l10n.t("State Changes {0}", shortHex(transaction)), changesDocument(group, changes));
}

/** Opens the source in which most gas went. */
async function openDearest({ lines }: GasByLine): Promise<boolean> {
  const bySource = new Map<string, number>();
  for (const { path, gas } of lines) if (path !== undefined) bySource.set(path, (bySource.get(path) ?? 0) + gas);
  const [dearest] = [...bySource].sort(([, left], [, right]) => right - left);
  if (!dearest) return false;
  const shown = vscode.window.visibleTextEditors.some(({ document }) => bySource.has(document.uri.fsPath));
  if (!shown) await vscode.window.showTextDocument(vscode.Uri.file(dearest[0]), { preview: true });
  return true;
}

/** Shows behind each source line what it took in a transaction. @throws Cancelled; ChainError */
async function showGasByLine(
  app: Chainside,
  decorations: GasDecorations,
  group: ChainGroup,
  target: Target,
): Promise<void> {
  const title = vscode.l10n.t("Show Gas by Line");
  const prompt = vscode.l10n.t("Enter the transaction hash");
  const transaction = await targetTransaction(app, group, target, { title, prompt });
  const { inspectTransaction } = await import("../../flows/inspection/inspectTransaction");
  const gas = await inspectTransaction(app, group, "gas", transaction);
  if (!(await openDearest(gas))) {
    void showWarning(
      joinSentences(vscode.l10n.t("No source line of this folder ran in the transaction."), ...gas.notes),
    );
    return;
  }
  decorations.show(gas);
  const hide = vscode.l10n.t("Hide");
  const sum = vscode.l10n.t(
    "{0} gas: {1} before any code runs, {2} in code without source.",
    gas.gasUsed,
    gas.base,
    gas.elsewhere,
  );
  // of a transaction that was executed again, how sure it is
  const chosen = await showInformation(gas.certainty === undefined ? sum : joinSentences(sum, ...gas.notes), hide);
  if (chosen === hide) decorations.hide();
}

/** Storage by names, what a transaction changed, and gas by line. */
export function registerInspection(app: Chainside): vscode.Disposable {
  const decorations = new GasDecorations();
  return vscode.Disposable.from(
    decorations,
    registerTargetCommands(app, {
      "chainside.showStorage": reads((group, target) => showStorage(app, group, target)),
      "chainside.lookUpStorage": reads((group, target) => lookUpStorage(app, group, target)),
      "chainside.setWeb3Port": reads(async (group) => {
        await askWeb3Port(app, group);
        group.notify("contracts");
      }),
      "chainside.showStateChanges": reads((group, target) => showStateChanges(app, group, target)),
      "chainside.showGasByLine": reads((group, target) => showGasByLine(app, decorations, group, target)),
      "chainside.hideGasByLine": free(() => decorations.hide()),
    }),
  );
}
