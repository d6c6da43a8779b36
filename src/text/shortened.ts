/** A text of at most so many UTF-16 units, with `…` behind it where something is left out; no character is cut in half. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return `${text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max)}…`;
}
