import type { ShortageKind } from "./nodeEvents";

/** Words of the system, of RocksDB and of OpenSSL, which stand in warnings and errors of every release. */
const shortageWords: readonly (readonly [kind: ShortageKind, words: string])[] = [
  ["disk", "no space left on device"],
  ["disk", "disk quota exceeded"],
  ["memory", "bad_alloc"],
  ["memory", "cannot allocate memory"],
  ["files", "too many open files"],
  ["certificate", "certificate has expired"],
  ["certificate", "certificate is not yet valid"],
  ["database", "corruption:"],
];

/** What a node lacks, as a warning or an error of it says; undefined where it says nothing of the kind. */
export function shortageIn(said: string): ShortageKind | undefined {
  const lower = said.toLowerCase();
  return shortageWords.find(([, words]) => lower.includes(words))?.[0];
}
