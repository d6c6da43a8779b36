import type { ProposalCreation } from "../../../chain/services/governance/proposalContent";
import type { ProposalTrail } from "../../../chain/services/governance/proposalTrail";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What was found out about proposals, by their number. */
class ProposalMemory {
  /** The transactions that created them: a proposal's content never changes. */
  readonly creations = new Map<number, ProposalCreation>();
  /**
   * Those that the usual intervals do not lead to: the view asks again with each refresh, and the blocks of the past stay what they are.
   */
  readonly missed = new Set<number>();
  /** How far searches that found nothing came. */
  readonly reached = new Map<number, { readonly block: number; readonly isLast: boolean }>();
  /** A closed proposal changes no more: its trail is read once. */
  readonly trails = new Map<number, ProposalTrail>();
  /** What a glance showed of a decided one, though votes are missing in it: the same blocks would show the same again. */
  readonly glances = new Map<number, ProposalTrail>();
  /** Weights that votes had when they were cast, by proposal and account: as far as they were proven. */
  readonly weights = new Map<string, number>();
}

/** Ends with the session, which a chain that began anew has another of. */
export const proposalMemory = ({ keptOfSession }: ChainGroup): ProposalMemory => keptOfSession.of(ProposalMemory);
