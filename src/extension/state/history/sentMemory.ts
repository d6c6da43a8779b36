import type { SentTransaction } from "./sentTransaction";

/** What was sent, by chain. */
export type SentByChain = Readonly<Record<string, readonly SentTransaction[]>>;

/** Newest of a chain that are kept, and chains, those used last. */
export const mostOfChain = 100;
export const mostChains = 20;

/** The list with this one in it: at the front when it is new, else where it was. */
export function withSent(list: readonly SentTransaction[], sent: SentTransaction): readonly SentTransaction[] {
  const known = list.some(({ hash }) => hash === sent.hash);
  const next = known ? list.map((each) => (each.hash === sent.hash ? sent : each)) : [sent, ...list];
  return next.slice(0, mostOfChain);
}

/** All chains with this list in place of the chain's own; an empty one is not kept. */
export function withChain(all: SentByChain, chainKey: string, list: readonly SentTransaction[]): SentByChain {
  const { [chainKey]: _, ...others } = all;
  const kept = Object.entries(others).slice(0, mostChains - 1);
  return Object.fromEntries(list.length === 0 ? kept : [[chainKey, list] as const, ...kept]);
}
