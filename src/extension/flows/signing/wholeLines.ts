import { widthOf } from "../../../text/columns";

/** Words with the space after them, single wide characters with the punctuation after them. */
const parts = /[\u2e80-\u9fff\uff00-\uffef](?:[，。；：！？、）”]*)|[^\s\u2e80-\u9fff\uff00-\uffef]+\s*|\s+/g;

const closing = new Set("，。；：！？、）”》");

const opening = new Set("（“《");

/** Pieces that must stay whole: closing punctuation stays with what precedes it, opening punctuation with what follows. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const [part] of text.matchAll(parts)) {
    const last = pieces.at(-1) ?? " ";
    const end = last.charAt(last.length - 1);
    const joins = opening.has(end) || (closing.has(part.charAt(0)) && end.trim() !== "");
    if (joins) pieces[pieces.length - 1] = last + part;
    else pieces.push(part);
  }
  return pieces;
}

/**
 * Breaks a text into lines no wider than `width` columns, the first one no wider than `first`, a wide character counting for two; a longer
 * word stays whole.
 */
export function wrap(text: string, width: number, first = width): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of piecesOf(text)) {
    if (line !== "" && widthOf(line) + widthOf(piece.trimEnd()) > (lines.length === 0 ? first : width)) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  }
  if (line.trim() !== "" || lines.length === 0) lines.push(line.trimEnd());
  return lines;
}

/** Columns of a line that a question has room for. */
export const lineWidth = 58;

/** The title of a part stands at the end of its first line. */
export const titledLineWidth = 44;

interface ShownLine {
  readonly label: string;
  readonly description?: string;
}

/** A text in as many lines as it needs: a line that is too long would be cut. */
export function wholeText(text: string, icon: string, first = lineWidth): ShownLine[] {
  return wrap(text, lineWidth, first).map(
    (line, index): ShownLine => ({ label: `$(${index === 0 ? icon : "blank"}) ${line}` }),
  );
}

/** The text cut into pieces of so many columns, no character of it halved. */
function inPieces(text: string, width: number): string[] {
  const pieces: string[] = [];
  let [piece, columns] = ["", 0];
  for (const character of text) {
    const more = widthOf(character);
    if (columns + more > width) {
      pieces.push(piece);
      [piece, columns] = ["", 0];
    }
    piece += character;
    columns += more;
  }
  return [...pieces, piece];
}

/** A label with its value, which goes on below where it is too long: the signing person can see the whole of it, however far it scrolls. */
export function wholeLine({ label, value }: { readonly label: string; readonly value: string }): ShownLine[] {
  if (widthOf(value) <= lineWidth) return [{ label, description: value }];
  const pieces = inPieces(value, titledLineWidth);
  return pieces.map((piece, index): ShownLine => ({ label: index === 0 ? label : "$(blank)", description: piece }));
}
