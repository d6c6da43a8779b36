/** A text of at most so many UTF-16 units, with `…` behind it where something is left out; no character is cut in half. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return `${text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max)}…`;
}

/** A number of few digits in many: a built-in contract's address, 0 as a word. */
const fewDigits = /^0x0+([0-9a-f]{0,8})$/i;

/** `1a2b3c4d…`: enough of a node ID, address or hash to know it again; of a built-in contract's `0x1000`. */
export function shortHex(text: string): string {
  if (text.length <= 20) return text;
  const few = fewDigits.exec(text)?.[1];
  if (few !== undefined) return `0x${few || "0"}`;
  return `${text.slice(0, text.startsWith("0x") ? 10 : 8)}…`;
}

/**
 * A copy of a text that holds on to nothing else. A piece of a text (`slice`, `split`, a match) is kept as a place in that text: as long as
 * the piece lives, the whole of it stays in memory. What is kept for long of a large text has to be detached first.
 */
export function detachedText(piece: string): string {
  // joined texts are written out when they are cut: into a text of their own
  return ` ${piece}`.slice(1);
}
