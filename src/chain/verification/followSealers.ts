import type { RequestOptions } from "../client/client";
import { getBlockByNumber } from "../rpc/blocks";
import type { ChainSession } from "../session";
import type { ChainTrust } from "./chainTrust";
import { type FollowedSealers, headerLinks } from "./headerLinks";
import type { SealerSet } from "./sealerSet";

/** Headers that are asked for at most: a halving over a billion blocks takes 30, and each further change of the set a few more. */
const maxHeaders = 200;

/** The set a header names, if enough of the set before signed that header. */
function adopted(
  session: ChainSession,
  trust: ChainTrust,
  sealers: SealerSet,
  number: number,
  block: unknown,
): SealerSet | undefined {
  const { links, header } = headerLinks(session.suite, block, { ...trust, sealers });
  if (!header || header.number !== number || header.number === 0) return undefined;
  if (header.data.extraData.length > 0) return undefined;
  return links.every(({ state }) => state === "proven") ? header.sealers : undefined;
}

/**
 * Goes from the sealers that are believed to those of a later block. Sealers are exchanged by transactions, but a contract may do it in
 * a call that no transaction shows, so the transactions prove nothing here. What does: a header that names another set, signed by a quorum
 * of that set and by so many of the set believed before that one of them at least is honest (an honest sealer executes a block before it
 * signs). Steps are halved until that holds for each.
 * @returns undefined where some change was not signed by enough of those before, or the block is older than the belief
 * @throws ChainError what a request throws.
 */
export async function followSealers(
  session: ChainSession,
  trust: ChainTrust,
  target: number,
  options?: RequestOptions,
): Promise<FollowedSealers | undefined> {
  const blocks = new Map<number, unknown>();
  let [sealers, height] = [trust.sealers, trust.height];
  const goals = [target];
  for (let goal = goals.at(-1); goal !== undefined; goal = goals.at(-1)) {
    if (goal <= height || blocks.size > maxHeaders) return undefined;
    const block = blocks.get(goal) ?? (await getBlockByNumber(session.client, goal, "header", options));
    blocks.set(goal, block);
    const next = adopted(session, trust, sealers, goal, block);
    if (next) {
      [sealers, height] = [next, goal];
      goals.pop();
    } else {
      goals.push(Math.floor((height + goal) / 2));
    }
  }
  return { sealers, height };
}
