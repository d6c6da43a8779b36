/** Node IDs of a text, each once. */
export function nodeIdsOf(text: string): string[] {
  return [...new Set(text.match(/(?<![0-9a-fA-F])[0-9a-fA-F]{128}(?![0-9a-fA-F])/g)?.map((id) => id.toLowerCase()))];
}
