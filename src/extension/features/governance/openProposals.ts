import type { Proposal } from "../../../chain/services/governance/proposal";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** The newest hundred proposals, the newest first. */
export async function newestProposals(group: ChainGroup): Promise<readonly Proposal[]> {
  const { countProposals, listProposals } = await import("../../../chain/services/governance/proposal");
  const count = await countProposals(group.session);
  if (count === 0) return [];
  const list = await listProposals(group.session, { from: Math.max(1, count - 99), to: count });
  return list.reverse();
}

/** Those of them that can be voted on. */
export async function openProposals(group: ChainGroup): Promise<readonly Proposal[]> {
  return (await newestProposals(group)).filter(({ status }) => status === "open" || status === "expired");
}
