import { wrap } from "./wrap";

/** Characters of a line that a question has room for; one of Chinese takes the room of two. */
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

/** The text cut into pieces of so many characters, none of them halved. */
function inPieces(text: string, width: number): string[] {
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += width) pieces.push(characters.slice(at, at + width).join(""));
  return pieces;
}

/** A label with its value, which goes on below where it is too long: whoever signs can see the whole of it, however far it scrolls. */
export function wholeLine({ label, value }: { readonly label: string; readonly value: string }): ShownLine[] {
  if (value.length <= lineWidth) return [{ label, description: value }];
  const pieces = inPieces(value, titledLineWidth);
  return pieces.map((piece, index): ShownLine => ({ label: index === 0 ? label : "$(blank)", description: piece }));
}
