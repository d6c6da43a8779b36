/** The text with `{0}`, `{1}`… replaced by the values: once, from left to right, so that nothing in a value is read as a place. */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (place, digit: string) => String(values[Number(digit)] ?? place));
}
