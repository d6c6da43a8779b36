import * as vscode from "vscode";
import { type VariablePosition, variablePositions } from "../../../chain/notebook/cellNames";
import { cellText } from "../../flows/notebook/cells";

/** Cells of requests, in the order of their notebook: a document that is in none stands for itself. */
function cellsAround(document: vscode.TextDocument): vscode.TextDocument[] {
  const notebook = notebookOf(document);
  const cells = (notebook?.getCells() ?? []).filter(({ kind }) => kind === vscode.NotebookCellKind.Code);
  return cells.length > 0 ? cells.map((cell) => cell.document) : [document];
}

/** The notebook of a cell. */
export const notebookOf = (document: vscode.TextDocument): vscode.NotebookDocument | undefined =>
  vscode.workspace.notebookDocuments.find((each) => each.getCells().some((cell) => cell.document === document));

/** All of a cell. */
export function wholeRange(document: vscode.TextDocument): vscode.Range {
  const last = document.lineAt(document.lineCount - 1);
  return new vscode.Range(0, 0, last.lineNumber, last.text.length);
}

/** Offsets count lines as `cellText` has them. */
export function positionIn(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset).split("\n");
  return new vscode.Position(before.length - 1, before.at(-1)?.length ?? 0);
}

export function offsetIn(text: string, { line, character }: vscode.Position): number {
  const lines = text.split("\n").slice(0, line);
  return lines.reduce((sum, each) => sum + each.length + 1, 0) + character;
}

/** A place where a variable is named, in its cell. */
export interface Named extends VariablePosition {
  readonly document: vscode.TextDocument;
  readonly range: vscode.Range;
}

/** All places of variables in cells. */
export const placesIn = (cells: readonly vscode.TextDocument[]): Named[] =>
  cells.flatMap((cell) => {
    const text = cellText(cell);
    return variablePositions(text).map((place) => ({
      ...place,
      document: cell,
      range: new vscode.Range(positionIn(text, place.start), positionIn(text, place.end)),
    }));
  });

/** All places of variables in the notebook of a cell. */
export const allPlaces = (document: vscode.TextDocument): Named[] => placesIn(cellsAround(document));
