/** A whole number as it is usually written, or -1; a loop of its own, as lists of 100,000 entries are read with it. */
export function parseIndex(text: string, start: number, end: number): number {
  const digits = end - start;
  if (digits < 1 || digits > 9 || (digits > 1 && text.charCodeAt(start) === 0x30)) return -1;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
