const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;

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

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += wide.test(character) ? 2 : 1;
  return width;
}

/** Breaks a text into lines no wider than `width` columns, the first one no wider than `first`, a wide character counting for two; a longer word stays whole. */
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
