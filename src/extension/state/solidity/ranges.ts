import * as vscode from "vscode";
import type { TextRange } from "../../../solidity/program/textRange";

/** A stretch as the compile service tells it, as VS Code takes it. */
export const rangeOf = ({ start, end }: TextRange): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);
