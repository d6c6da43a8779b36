import * as vscode from "vscode";
import { type VariablePlace, variablePlaces, wordsUpTo } from "../../../chain/notebook/cellNames";
import { isVariable } from "../../../chain/notebook/variables";
import { nodeMethods } from "../../../chain/rpc/methodTable";
import { visibleText } from "../../../text/visibleText";
import { functionText } from "../../flows/contracts/functionText";
import { knownContractAt } from "../../flows/target/contractTarget";
import type { Chainside } from "../../state/chainside";
import { connectedGroup } from "./notebookChain";
import { namedTargets, targetAddress } from "./requestTargets";

/** Cells of requests, in the order of their notebook: a document that is in none stands for itself. */
function cellsAround(document: vscode.TextDocument): vscode.TextDocument[] {
  const notebook = notebookOf(document);
  const cells = (notebook?.getCells() ?? []).filter(({ kind }) => kind === vscode.NotebookCellKind.Code);
  return cells.length > 0 ? cells.map((cell) => cell.document) : [document];
}

const notebookOf = (document: vscode.TextDocument): vscode.NotebookDocument | undefined =>
  vscode.workspace.notebookDocuments.find((each) => each.getCells().some((cell) => cell.document === document));

const textOf = (document: vscode.TextDocument): string => document.getText().replaceAll("\r\n", "\n");

/** Offsets count lines as `textOf` has them. */
function positionIn(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset).split("\n");
  return new vscode.Position(before.length - 1, before.at(-1)?.length ?? 0);
}

function offsetIn(text: string, { line, character }: vscode.Position): number {
  const lines = text.split("\n").slice(0, line);
  return lines.reduce((sum, each) => sum + each.length + 1, 0) + character;
}

interface Named extends VariablePlace {
  readonly document: vscode.TextDocument;
  readonly range: vscode.Range;
}

function allPlaces(document: vscode.TextDocument): Named[] {
  return cellsAround(document).flatMap((cell) => {
    const text = textOf(cell);
    return variablePlaces(text).map((place) => ({
      ...place,
      document: cell,
      range: new vscode.Range(positionIn(text, place.start), positionIn(text, place.end)),
    }));
  });
}

function variableAt(document: vscode.TextDocument, position: vscode.Position): Named | undefined {
  return allPlaces(document).find((each) => each.document === document && each.range.contains(position));
}

/** All places of the variable that is named at a place. */
function placesOf(document: vscode.TextDocument, position: vscode.Position): Named[] {
  const named = variableAt(document, position);
  return named ? allPlaces(document).filter(({ name }) => name === named.name) : [];
}

const locationOf = ({ document, range }: Named): vscode.Location => new vscode.Location(document.uri, range);

/** Where a variable is kept: the last time before it is named, else the first time. */
function keptBefore(document: vscode.TextDocument, position: vscode.Position): Named | undefined {
  const places = placesOf(document, position);
  const here = places.findIndex((each) => each.document === document && each.range.contains(position));
  return places.slice(0, here + 1).findLast(({ keeps }) => keeps) ?? places.find(({ keeps }) => keeps);
}

/** Where a contract that a request names is declared, as far as it is compiled from a source of the workspace. */
async function sourceOf(app: Chainside, name: string): Promise<vscode.Location | undefined> {
  const found = (await app.artifacts.sources()).find((each) => each.name === name);
  if (!found) return undefined;
  const uri = found.uri.with({ fragment: "" });
  const document = await vscode.workspace.openTextDocument(uri);
  const answer = await app.solidity.ask(document, { kind: "outline", text: document.getText() });
  const item = answer.kind === "outline" ? answer.items.find((each) => each.name === name) : undefined;
  const { line, character } = item?.nameRange.start ?? { line: 0, character: 0 };
  return new vscode.Location(uri, new vscode.Position(line, character));
}

/** A variable's line, or the source of a contract. */
export async function requestDefinition(
  app: Chainside,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Location | undefined> {
  const kept = keptBefore(document, position);
  if (kept) return locationOf(kept);
  const text = textOf(document);
  const words = wordsUpTo(text, offsetIn(text, position));
  const [kind] = words;
  const word = words.at(-1);
  if (words.length !== 2 || !word || !["call", "send", "deploy"].includes(kind?.text ?? "")) return undefined;
  const group = connectedGroup(app, notebookOf(document));
  const known = group && namedTargets(app, group).find(({ address }) => address === word.text);
  return sourceOf(app, known?.name ?? word.text);
}

export const requestReferences = (document: vscode.TextDocument, position: vscode.Position): vscode.Location[] =>
  placesOf(document, position).map(locationOf);

/** @throws Error for what is no name */
export function requestRename(
  document: vscode.TextDocument,
  position: vscode.Position,
  newName: string,
): vscode.WorkspaceEdit | undefined {
  const places = placesOf(document, position);
  if (places.length === 0) return undefined;
  if (!isVariable(newName)) throw new Error(vscode.l10n.t("Names have letters, digits, and _, 64 at most."));
  if (allPlaces(document).some(({ name }) => name === newName))
    throw new Error(vscode.l10n.t("{0} is a variable of this notebook already.", newName));
  const edit = new vscode.WorkspaceEdit();
  for (const { document: cell, range } of places) edit.replace(cell.uri, range, newName);
  return edit;
}

export const requestRenameRange = (document: vscode.TextDocument, position: vscode.Position): vscode.Range => {
  const named = variableAt(document, position);
  if (!named) throw new Error(vscode.l10n.t("Only variables can be renamed."));
  return named.range;
};

/** What is known of a word: the line that keeps a variable, a method's parameters, a function. */
export async function requestHover(
  app: Chainside,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const kept = keptBefore(document, position);
  const code = (text: string): vscode.Hover => {
    const shown = new vscode.MarkdownString();
    shown.appendCodeblock(visibleText(text), "plaintext");
    return new vscode.Hover(shown);
  };
  if (kept) return code(kept.document.lineAt(kept.range.start.line).text.trim());
  const text = textOf(document);
  const words = wordsUpTo(text, offsetIn(text, position));
  const [kind = "", target = ""] = words.map((each) => each.text);
  const word = words.at(-1);
  if (!word || word.end < offsetIn(text, position)) return undefined;
  if (kind === "rpc" && words.length === 2) {
    const method = nodeMethods.find(({ name }) => name === word.text);
    const list = method?.parameters.map(({ name, type, optional }) => `${name}${optional ? "?" : ""}: ${type}`);
    return list && code(`${word.text}(${list.join(", ")})`);
  }
  const group = connectedGroup(app, notebookOf(document));
  if (!group || words.length !== 3 || (kind !== "call" && kind !== "send")) return undefined;
  const { abi } = await knownContractAt(app, group, targetAddress(app, group, target));
  const found = (abi?.functions ?? []).filter(({ name, signature }) => name === word.text || signature === word.text);
  return found.length > 0 ? code(found.map((each) => `${each.name}${functionText(each)}`).join("\n")) : undefined;
}
