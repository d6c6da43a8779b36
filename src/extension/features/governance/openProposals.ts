import type { Proposal } from "../../../chain/services/governance/proposal";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Proposals that can be voted on, the newest first, among the newest hundred. */
export async function openProposals(group: ChainGroup): Promise<readonly Proposal[]> {
  const { countProposals, listProposals } = await import("../../../chain/services/governance/proposal");
  const count = await countProposals(group.session);
  if (count === 0) return [];
  const list = await listProposals(group.session, { from: Math.max(1, count - 99), to: count });
  return list.filter(({ status }) => status === "open" || status === "expired").reverse();
}
