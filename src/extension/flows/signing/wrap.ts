const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;

/** Pieces that must stay whole: words with the space after them, single wide characters with the punctuation after them. */
const pieces = /[\u2e80-\u9fff\uff00-\uffef](?:[，。；：！？、）”]*)|[^\s\u2e80-\u9fff\uff00-\uffef]+\s*|\s+/g;

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += wide.test(character) ? 2 : 1;
  return width;
}

/** Breaks a text into lines no wider than `width` columns, the first one no wider than `first`, a wide character counting for two; a longer word stays whole. */
export function wrap(text: string, width: number, first = width): string[] {
  const lines: string[] = [];
  let line = "";
  for (const [piece] of text.matchAll(pieces)) {
    if (line !== "" && widthOf(line) + widthOf(piece.trimEnd()) > (lines.length === 0 ? first : width)) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  }
  if (line.trim() !== "" || lines.length === 0) lines.push(line.trimEnd());
  return lines;
}
