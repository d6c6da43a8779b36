import * as vscode from "vscode";
import { labelled } from "../../../text/joining";

/** A text for people with links in it, and where they are. */
export interface RecordText {
  readonly text: string;
  readonly links: readonly vscode.DocumentLink[];
}

/** Writes a read-only document line by line. */
export class RecordWriter {
  readonly #lines: string[] = [];
  readonly #links: vscode.DocumentLink[] = [];

  /** `# Block 12`: foldable up to the next heading. */
  heading(text: string): this {
    if (this.#lines.length > 0) this.#lines.push("");
    this.#lines.push(`# ${text}`);
    return this;
  }

  /** `Label: value`, in Chinese `标签：值`; the value becomes a link when it leads somewhere. */
  field(label: string, value: string, target?: vscode.Uri, indent = ""): this {
    const start = `${indent}${labelled(label, "")}`;
    if (target) this.#link(start.length, value, target);
    this.#lines.push(`${start}${value}`.trimEnd());
    return this;
  }

  /** A line of its own, such as one entry of a list. */
  entry(value: string, note = "", target?: vscode.Uri, indent = "  "): this {
    if (target) this.#link(indent.length, value, target);
    this.#lines.push(`${indent}${value}${note ? `  ${note}` : ""}`);
    return this;
  }

  /** Says that the node has this no more and which service gave it. */
  source(archive: string | undefined): this {
    if (archive === undefined) return this;
    return this.field(
      vscode.l10n.t("Source"),
      vscode.l10n.t("archive query service {0}; the node has deleted it", archive),
    );
  }

  comment(text: string): this {
    this.#lines.push(`// ${text}`);
    return this;
  }

  /** The answer of the node as it came, below everything else. */
  raw(value: unknown): this {
    const json = JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? each.toString() : each), 2);
    return this.heading(vscode.l10n.t("Raw")).text(json);
  }

  text(block: string): this {
    this.#lines.push(...block.split("\n"));
    return this;
  }

  #link(start: number, value: string, target: vscode.Uri): void {
    const line = this.#lines.length;
    this.#links.push(new vscode.DocumentLink(new vscode.Range(line, start, line, start + value.length), target));
  }

  finish(): RecordText {
    return { text: `${this.#lines.join("\n")}\n`, links: this.#links };
  }
}
