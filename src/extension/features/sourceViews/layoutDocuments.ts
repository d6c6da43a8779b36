import * as vscode from "vscode";
import type { StorageRow } from "../../../solidity/service/messages";
import { tabName } from "../../kit/files/tabName";
import { shownDocument } from "../../kit/text/shownText";

const scheme = "chainside-layout";
const maxKept = 40;

/** A layout as lines, each variable in one, so that two of them can be compared line by line. */
function layoutText(rows: readonly StorageRow[]): string {
  const cells = rows.map(({ slotText, offset, bytes, name, type, contract, depth }) => [
    `${"  ".repeat(depth)}${slotText}`,
    `+${offset}`,
    bytes,
    `${"  ".repeat(depth)}${name}`,
    contract === "" ? type : `${type}  (${contract})`,
  ]);
  const heads = [
    vscode.l10n.t("Slot"),
    vscode.l10n.t("Offset"),
    vscode.l10n.t("Bytes"),
    vscode.l10n.t("Variable"),
    vscode.l10n.t("Type (contract)"),
  ];
  // Widths don't depend on the rows, as far as these fit: else one long name would change every line of a comparison.
  const widths = [8, 8, 8, 32];
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => (i < widths.length ? cell.padEnd(widths[i] ?? 0) : cell))
      .join(" ")
      .trimEnd();
  return `${shownDocument([heads, ...cells].map(line).join("\n"))}\n`;
}

/** Layouts as read-only documents. */
export class LayoutDocuments implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: this.#changed.event,
    provideTextDocumentContent: (uri) => this.#texts.get(uri.path) ?? "",
  });

  /** @param name what its tab is called, the same for the same thing */
  show(name: string, rows: readonly StorageRow[]): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${tabName(name)}` });
    this.#texts.delete(uri.path);
    this.#texts.set(uri.path, layoutText(rows));
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= maxKept) break;
      this.#texts.delete(oldest);
    }
    this.#changed.fire(uri);
    return uri;
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
