/**
 * A copy of a text that holds on to nothing else. A piece of a text (`slice`, `split`, a match) is kept as a place in that text: as long as
 * the piece lives, the whole of it stays in memory. What is kept for long of a large text has to be detached first.
 */
export function detachedText(piece: string): string {
  // joined texts are written out when they are cut: into a text of their own
  return ` ${piece}`.slice(1);
}
