import { ChainError } from "../../../errors/chainError";
import { atLeast } from "../../../text/versions";
import type { RequestOptions } from "../../client/client";
import type { WeighedNode } from "../../rpc/members";
import { getNodeListByType, getNodeListByTypeMethod, getObserverList, getSealerList } from "../../rpc/members";
import type { ChainSession } from "../../session";

/** Under rPBFT a sealer that waits for its turn is a candidate. */
export type MemberRole = "sealer" | "candidateSealer" | "observer";

/** A node that the group's consensus lists. */
export interface GroupMember {
  readonly nodeId: string;
  readonly role: MemberRole;
  /** Observers have none. */
  readonly weight?: number | bigint;
}

/**
 * Sealers that wait for their turn. None where the chain has no such list, as none has before 3.5, and where the node doesn't give it.
 * @throws ChainError what a request throws without an answer.
 */
export async function getCandidateSealers(
  { client, compatibilityVersion }: ChainSession,
  options?: RequestOptions,
): Promise<WeighedNode[]> {
  if (!atLeast(compatibilityVersion, getNodeListByTypeMethod.since)) return [];
  try {
    return await getNodeListByType(client, "consensus_candidate_sealer", options);
  } catch (error) {
    if (error instanceof ChainError && (error.kind === "rpc" || error.kind === "decode")) return [];
    throw error;
  }
}

/** All of them: sealers, those that wait for their turn, observers. @throws ChainError what a request throws. */
export async function getGroupMembers(session: ChainSession, options?: RequestOptions): Promise<GroupMember[]> {
  const [sealers, candidates, observers] = await Promise.all([
    getSealerList(session.client, options),
    getCandidateSealers(session, options),
    getObserverList(session.client, options),
  ]);
  return [
    ...sealers.map(({ nodeID, weight }): GroupMember => ({ nodeId: nodeID, role: "sealer", weight })),
    ...candidates.map(({ nodeID, weight }): GroupMember => ({ nodeId: nodeID, role: "candidateSealer", weight })),
    ...observers.map((nodeId): GroupMember => ({ nodeId, role: "observer" })),
  ];
}
