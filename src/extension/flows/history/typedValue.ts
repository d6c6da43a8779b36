/** A typed value as a query takes it: a number, hex in small letters, or the text. */
export function typedValue(typed: string): string | number {
  const text = typed.trim();
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return /^0x[0-9a-fA-F]+$/.test(text) ? text.toLowerCase() : text;
}
