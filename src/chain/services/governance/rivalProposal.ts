import type { Proposal, ProposalType } from "./proposal";
import type { ProposalRequest } from "./propose";

function typeOf({ kind }: ProposalRequest): ProposalType {
  switch (kind) {
    case "addSealer":
    case "addObserver":
    case "setConsensusWeight":
      return "setNodeWeight";
    default:
      return kind;
  }
}

/** The account or contract that tells two proposals of one type apart; undefined where the chain has room for one of the type only. */
function resourceOf(request: ProposalRequest): string | undefined {
  switch (request.kind) {
    case "setGovernorWeight":
    case "modifyDeployAuth":
      return request.account;
    case "resetAdmin":
      return request.contract;
    default:
      return undefined;
  }
}

/**
 * The open proposal that keeps this one from being created: one of each type and resource can be open at a time
 * (docs/protocol/governance-client.md, "Proposals"). One that has run out is no hindrance.
 */
export function rivalProposal(proposals: readonly Proposal[], request: ProposalRequest): Proposal | undefined {
  const resource = resourceOf(request)?.toLowerCase();
  return proposals.find(
    ({ status, type, resourceId }) =>
      status === "open" &&
      type === typeOf(request) &&
      (resource === undefined || resourceId.toLowerCase() === resource),
  );
}
