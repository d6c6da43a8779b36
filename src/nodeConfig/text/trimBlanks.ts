const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** Without the blanks around it that a C++ stream skips: space, tab, line ends, vertical tab, form feed; no other blanks of Unicode. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}
