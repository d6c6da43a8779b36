/** `1a2b3c4d…`: enough of a node ID or hash to know it again. */
export function shortHex(text: string): string {
  return text.length <= 20 ? text : `${text.slice(0, text.startsWith("0x") ? 10 : 8)}…`;
}
