import { join } from "node:path";
import type * as vscode from "vscode";

/** Where compilers are kept, for every window and every program of ours. */
export const compilersFolder = ({ globalStorageUri }: Pick<vscode.ExtensionContext, "globalStorageUri">): string =>
  process.env["CHAINSIDE_SOLC_CACHE"] || join(globalStorageUri.fsPath, "solc");
