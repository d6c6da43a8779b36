import { clientError } from "../../errors/clientError";
import { isJsonObject, jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { OutOfBounds } from "../../text/limits/outOfBounds";
import { thrownText } from "../../text/thrownText";

/** A cell: text in Markdown, or requests. */
interface NotebookCellText {
  readonly kind: "text" | "requests";
  readonly text: string;
}

/** What a `.chain-nb` file holds. */
export interface NotebookText {
  /** Name of the connection that the requests go to; whichever is active when left out. */
  readonly connection?: string | undefined;
  readonly group?: string | undefined;
  readonly cells: readonly NotebookCellText[];
}

const version = 1;

const textOr = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function readCell(value: unknown): NotebookCellText | undefined {
  if (!isJsonObject(value)) return undefined;
  const { kind, lines } = value;
  if ((kind !== "text" && kind !== "requests") || !Array.isArray(lines)) return undefined;
  return lines.every((line) => typeof line === "string") ? { kind, text: lines.join("\n") } : undefined;
}

/**
 * Reads a notebook: JSON of `version`, `connection`, `group` and `cells`, whose texts are lists of lines so that a change is a change of
 * lines. An empty file is an empty notebook.
 * @throws ChainError usage `badNotebook` for what was written by another process or by a later release: nothing of it gets lost.
 */
export function readNotebook(text: string): NotebookText {
  if (text.trim() === "") return { cells: [] };
  let value: unknown;
  try {
    value = parseBoundedJson(text, jsonLimits.plain);
  } catch (error) {
    if (error instanceof OutOfBounds) throw clientError(error.excess, error.details, { cause: error });
    throw clientError("badNotebook", { problem: thrownText(error) });
  }
  if (!isJsonObject(value) || !Array.isArray(value["cells"])) {
    throw clientError("badNotebook", { problem: 'no list "cells"' });
  }
  if (value["version"] !== version) throw clientError("newerNotebook", { version: String(value["version"]) });
  const cells = value["cells"].map(readCell);
  const broken = cells.indexOf(undefined);
  if (broken >= 0) throw clientError("badNotebook", { problem: `cell ${broken + 1}` });
  const [connection, group] = [textOr(value["connection"]), textOr(value["group"])];
  return { ...(connection ? { connection } : {}), ...(group ? { group } : {}), cells: cells.filter((each) => !!each) };
}

/** The file's text. Answers are not in it: they belong to the moment. */
export function writeNotebook({ connection, group, cells }: NotebookText): string {
  const lines = cells.map(({ kind, text }) => ({ kind, lines: text.split("\n") }));
  return `${JSON.stringify({ version, connection, group, cells: lines }, undefined, 2)}\n`;
}
