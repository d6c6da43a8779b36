import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, writePrecompiled } from "../../transaction/precompiledCall";
import { type ProposalOutcome, proposalOutcome, readExecution } from "./propose";

/**
 * Votes on a proposal. The vote that decides also executes it.
 * @throws ChainError `execution` 16 with the contract's words (`Already voted`, `Proposal is not votable`, `you must be governor` …);
 * `precompiled` when the proposal passed and its execution failed.
 */
export async function voteProposal(
  session: ChainSession,
  signer: Signer,
  vote: { readonly id: number; readonly agree: boolean },
  options?: WriteOptions,
): Promise<ProposalOutcome> {
  const request = { contract: "CommitteeManager", function: "voteProposal", args: [vote.id, vote.agree] } as const;
  const { receipt } = await writePrecompiled(session, signer, request, options);
  return proposalOutcome(session, vote.id, receipt, await readExecution(session, receipt, vote.id));
}

/**
 * Withdraws a proposal. Only its proposer may, and only until its last block.
 * @throws ChainError `execution` 16 with the contract's words (`Only proposer can revoke`, `Only newly created proposal can be revoked`).
 */
export async function revokeProposal(
  session: ChainSession,
  signer: Signer,
  id: number,
  options?: WriteOptions,
): Promise<ProposalOutcome> {
  const request = { contract: "CommitteeManager", function: "revokeProposal", args: [id] } as const;
  const { receipt } = await writePrecompiled(session, signer, request, options);
  return proposalOutcome(session, id, receipt, false);
}
