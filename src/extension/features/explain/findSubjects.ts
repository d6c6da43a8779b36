/** Something in a text that can be explained. */
export type Subject =
  | { readonly kind: "hash" | "address" | "nodeId" | "selector" | "revert" | "data"; readonly text: string }
  | { readonly kind: "code"; readonly code: number }
  | { readonly kind: "name"; readonly name: string };

const patterns: readonly [RegExp, (text: string) => Subject][] = [
  // Output of a failed execution: Error(string) or Panic(uint256), under either hash.
  [
    /\b0x(?:08c379a0|c703cb12|4e487b71|b95aa355)(?:[0-9a-fA-F]{64})+\b/gi,
    (text) => ({ kind: "revert", text: text.toLowerCase() }),
  ],
  // A selector and whole words: the input of a call, or an error with its arguments.
  [/\b0x[0-9a-fA-F]{8}(?:[0-9a-fA-F]{64})+\b/g, (text) => ({ kind: "data", text: text.toLowerCase() })],
  [/\b(?:0x)?[0-9a-fA-F]{128}\b/g, (text) => ({ kind: "nodeId", text: text.replace(/^0x/i, "").toLowerCase() })],
  [/\b(?:0x)?[0-9a-fA-F]{64}\b/g, (text) => ({ kind: "hash", text: `0x${text.replace(/^0x/i, "").toLowerCase()}` })],
  [/\b0x[0-9a-fA-F]{40}\b/g, (text) => ({ kind: "address", text: text.toLowerCase() })],
  [/\b0x[0-9a-fA-F]{8}\b/g, (text) => ({ kind: "selector", text: text.toLowerCase() })],
  // Dates and times of a log line are no codes.
  [/(?<![\w.:-])-?\d{1,6}(?![\w.]|[:-]\d)/g, (text) => ({ kind: "code", code: Number(text) })],
  [/\b[A-Z][A-Za-z0-9_]{4,}\b/g, (name) => ({ kind: "name", name })],
];

/** Hashes, addresses, node IDs, codes and error names of a text (a log line, an error message), each once, in this order. */
export function findSubjects(text: string): Subject[] {
  const found = new Map<string, Subject>();
  let rest = text;
  for (const [pattern, make] of patterns) {
    for (const [match] of rest.matchAll(pattern)) found.set(`${pattern.source}${match}`, make(match));
    // A node ID is no two hashes, and a hash holds no codes.
    rest = rest.replace(pattern, " ");
  }
  return [...found.values()];
}
