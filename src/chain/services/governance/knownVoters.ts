import type { Address } from "../../../crypto/bytes/hex";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { countProposals, listProposals, proposalsPerPage } from "./proposal";

/** A committee with more proposals than this is judged by the newest. */
const maxProposals = 1000;

/**
 * Accounts that have signed for the committee: created a proposal or voted. Of another account it can't be told whether its key is held.
 * @throws ChainError usage `noCommittee`.
 */
export async function knownVoters(session: ChainSession, options?: RequestOptions): Promise<readonly Address[]> {
  const count = await countProposals(session, options);
  const found = new Set<Address>();
  for (let to = count; to > Math.max(0, count - maxProposals); to -= proposalsPerPage) {
    const page = await listProposals(session, { from: Math.max(1, to - proposalsPerPage + 1), to }, options);
    for (const { proposer, agree, against } of page)
      for (const account of [proposer, ...agree, ...against]) found.add(account);
  }
  return [...found];
}
