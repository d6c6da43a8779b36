import * as vscode from "vscode";
import { functionsNamed } from "../../../chain/abi/contractInterface";
import { wordsUpTo } from "../../../chain/notebook/cellNames";
import { isVariable } from "../../../chain/notebook/variables";
import { nodeMethods } from "../../../chain/rpc/methodTable";
import { visibleText } from "../../../text/visibleText";
import { declarationIn, outlineOfFile } from "../../flows/contracts/declaration";
import { functionText } from "../../flows/lines/functionText";
import { cellText } from "../../flows/notebook/cells";
import { connectedGroup } from "../../flows/notebook/notebookChain";
import { knownContractAt } from "../../flows/target/contractTarget";
import type { Chainside } from "../../state/chainside";
import { allPlaces, type Named, notebookOf, offsetIn } from "./cellPositions";
import { namedTargets, targetAddress } from "./requestTargets";

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

/** Where a contract that a request names is declared, or a function of it, as far as it is compiled from a source of the workspace. */
async function sourceOf(app: Chainside, name: string, called?: string): Promise<vscode.Location | undefined> {
  const found = (await app.artifacts.sources()).find((each) => each.name === name);
  if (!found) return undefined;
  const uri = found.uri.with({ fragment: "" });
  const items = await outlineOfFile(app, uri);
  // a function that it inherits is declared in another file: its own line leads on
  const item = declarationIn(items, name, called) ?? declarationIn(items, name, undefined);
  const { line, character } = item?.nameRange.start ?? { line: 0, character: 0 };
  return new vscode.Location(uri, new vscode.Position(line, character));
}

/** A variable's line, or the source of a contract or of its function. */
export async function requestDefinition(
  app: Chainside,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Location | undefined> {
  const kept = keptBefore(document, position);
  if (kept) return locationOf(kept);
  const text = cellText(document);
  const [kind, target, called, ...more] = wordsUpTo(text, offsetIn(text, position)).map((word) => word.text);
  const isContract = target !== undefined && called === undefined && ["call", "send", "deploy"].includes(kind ?? "");
  const isFunction = called !== undefined && more.length === 0 && ["call", "send"].includes(kind ?? "");
  if (target === undefined || !(isContract || isFunction)) return undefined;
  const group = connectedGroup(app, notebookOf(document));
  const known = group && namedTargets(app, group).find(({ address }) => address === target);
  return sourceOf(app, known?.name ?? target, called?.replace(/\(.*/s, ""));
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
  const text = cellText(document);
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
  const found = abi ? functionsNamed(abi, word.text) : [];
  return found.length > 0 ? code(found.map((each) => `${each.name}${functionText(each)}`).join("\n")) : undefined;
}
