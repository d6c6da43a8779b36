import type { Proposal } from "../../../chain/services/governance/proposal";
import { takesVotes } from "../../../chain/services/governance/voteCount";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** The newest hundred proposals, the newest first. */
export async function newestProposals(group: ChainGroup): Promise<readonly Proposal[]> {
  const proposals = await import("../../../chain/services/governance/proposal");
  return (await proposals.newestProposals(group.session)).reverse();
}

/** Those of them that can be voted on. */
export async function openProposals(group: ChainGroup): Promise<readonly Proposal[]> {
  return (await newestProposals(group)).filter(takesVotes);
}
