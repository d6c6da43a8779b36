/** Texts below this cannot do harm, whatever they hold. */
const harmless = 64 * 1024;
/** Deeper than anything a node writes by far, and harmless to whoever walks down. */
const deepest = 512;
/** Values in one text: a block of 10,000 transactions has some 300,000. Each costs some 50 bytes or more once it is read. */
const mostValues = 2_000_000;

/** A JSON text that would cost far more memory than it is long, or the stack of whoever walks through it. */
export class JsonBomb extends SyntaxError {}

/**
 * Looks through a JSON text once before it is read.
 * @throws JsonBomb for a text nested deeper or of more values than any answer of a node.
 */
export function requireReadable(text: string): void {
  if (text.length < harmless) return;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at) - 1;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > deepest) throw new JsonBomb("it is nested too deep");
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (code === 0x2c) values += 1;
    if (values > mostValues) throw new JsonBomb("it holds too many values");
  }
}

/** Index behind the quote that ends the string which begins at `start`, or the end of the text. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
}
