import * as vscode from "vscode";
import { readNotebook, writeNotebook } from "../../../chain/notebook/notebookFile";
import { clientError } from "../../../errors/clientError";
import { cellData, cellKind } from "../../flows/notebook/cells";
import type { ErrorReporter } from "../../kit/errors/errorReporter";

/** @throws ChainError usage `badNotebook`: what isn't UTF-8 would be saved as something else */
function textOf(content: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (cause) {
    throw clientError("badNotebook", { problem: "not UTF-8" }, { cause });
  }
}

/** Between `.chain-nb` files and notebooks. What is not a notebook of ours is refused, so that saving cannot lose it. */
export class NotebookSerializer implements vscode.NotebookSerializer {
  constructor(private readonly errors: ErrorReporter) {}

  async deserializeNotebook(content: Uint8Array): Promise<vscode.NotebookData> {
    try {
      const { connection, group, cells } = readNotebook(textOf(content));
      const data = new vscode.NotebookData(cells.map(({ kind, text }) => cellData(kind, text)));
      data.metadata = { connection, group };
      return data;
    } catch (error) {
      // VS Code says no more than that there was an error.
      void this.errors.show(error);
      throw error;
    }
  }

  serializeNotebook({ cells, metadata }: vscode.NotebookData): Uint8Array {
    const text = writeNotebook({
      connection: metadata?.["connection"],
      group: metadata?.["group"],
      cells: cells.map(({ kind, value }) => ({ kind: cellKind(kind), text: value })),
    });
    return new TextEncoder().encode(text);
  }
}
