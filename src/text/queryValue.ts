/** A value that is written for a query, as the query takes it: a number, hex in small letters, or the text. */
export function queryValue(written: string): string | number {
  if (/^-?\d{1,15}$/.test(written)) return Number(written);
  return /^0x[0-9a-fA-F]+$/.test(written) ? written.toLowerCase() : written;
}
