/** What a node wrote about a reload of its lists (docs/protocol/config-ini.md, "Reload"). */
export type ReloadOutcome = { readonly taken: true } | { readonly taken: false; readonly why: string };

const taken = "reload p2p connected nodes successfully";
const failed = "reload p2p connected nodes failed";

/** A reason longer than this is cut: it is one line of a log. */
const maxLength = 300;

/**
 * The last word on a reload in what a node wrote after it was told to; undefined when it says nothing. nodes.json is read first, and
 * what fails leaves everything as it was.
 */
export function reloadOutcome(written: string): ReloadOutcome | undefined {
  const good = written.lastIndexOf(taken);
  const bad = written.lastIndexOf(failed);
  if (good < 0 && bad < 0) return undefined;
  if (good > bad) return { taken: true };
  const start = bad + failed.length;
  const end = written.indexOf("\n", start);
  const rest = written.slice(start, end < 0 ? undefined : end).trim();
  const errorAt = rest.indexOf("e:");
  return { taken: false, why: (errorAt < 0 ? rest : rest.slice(errorAt + 2)).trim().slice(0, maxLength) };
}
