import { open } from "node:fs/promises";
import * as vscode from "vscode";
import { clientError } from "../../../chain/errors/clientError";

const mebibyte = 1024 * 1024;

/** Bytes that are read of one file at most, by what it is: a larger one is none of ours, and would fill the memory. */
export const mostBytes = {
  /** Configurations of nodes and chains. */
  configuration: 8 * mebibyte,
  /** What compilers write: the largest known build information has some tens of MiB, a contract of its own less than one. */
  artifact: 32 * mebibyte,
  key: mebibyte,
} as const;

/**
 * The content of a file that someone chose.
 * @throws ChainError usage `fileTooLarge`; what VS Code throws for a file that cannot be read.
 */
export async function readWhole(uri: vscode.Uri, most: number): Promise<Uint8Array> {
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > most) throw clientError("fileTooLarge", { path: uri.path, size, most });
  return vscode.workspace.fs.readFile(uri);
}

/** The text of a file found by itself; undefined when it is not there, cannot be read, or is larger than what is looked for. */
export async function readIfSmall(uri: vscode.Uri, most: number): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await readWhole(uri, most));
  } catch {
    return undefined;
  }
}

/** The last bytes of a file that grows, as text; undefined when it cannot be read. */
export async function readEnd(uri: vscode.Uri, most: number): Promise<string | undefined> {
  if (uri.scheme !== "file") return readIfSmall(uri, most);
  try {
    const file = await open(uri.fsPath, "r");
    try {
      const { size } = await file.stat();
      const bytes = Buffer.alloc(Math.min(size, most));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length);
      return new TextDecoder().decode(bytes.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
