import path from "node:path";
import { pathBelow } from "../../text/pathBelow";
import { visibleLine } from "../../text/visibleText";

/** `test/Token.t.sol:12:5` */
export const placeText = (
  { file, line, column }: { readonly file: string; readonly line: number; readonly column: number },
  folder: string,
): string => `${visibleLine(pathBelow(folder, file, path) ?? file)}:${line}:${column}`;
