import type { Proposal } from "../../../chain/services/governance/proposal";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What was found stays: a proposal's content never changes. Ends with the session, which a chain that began anew has another of. */
const found = new WeakMap<object, Map<number, ProposalRequest>>();

/** What a proposal would do, as far as the chain tells; undefined when it does not, also because it cannot be asked just now. */
export async function proposalContent(
  app: Chainside,
  { session }: ChainGroup,
  proposal: Proposal,
): Promise<ProposalRequest | undefined> {
  const known = found.get(session) ?? new Map<number, ProposalRequest>();
  found.set(session, known);
  const before = known.get(proposal.id);
  if (before) return before;
  try {
    const { readProposalContent } = await import("../../../chain/services/governance/proposalContent");
    const content = await readProposalContent(session, proposal);
    if (content) known.set(proposal.id, content);
    return content;
  } catch (error) {
    app.errors.log(error);
    return undefined;
  }
}
