import { lagLimit } from "../../chain/health/groupHealth";
import { readGroupHealth } from "../../chain/health/readGroupHealth";
import { getSealerList } from "../../chain/rpc/members";
import { getConsensusStatus } from "../../chain/rpc/nodeStatus";
import { type MembershipEffect, membershipEffect, type Voter } from "../../chain/services/consensus/membershipEffects";
import type { ChainSession } from "../../chain/session";
import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { t } from "../../text/catalogue";
import { shortHex } from "../../text/shortText";
import type { OperationContext, Preview } from "../model/operation";

async function votersOf(session: ChainSession): Promise<Voter[]> {
  const sealers = await getSealerList(session.client);
  return sealers.map(({ nodeID, weight }) => ({ nodeId: nodeID, weight }));
}

/** Members that the asked node does not reach, and those that are behind; none where it does not tell. */
async function health(session: ChainSession) {
  return readGroupHealth(session.client).catch(() => undefined);
}

/** That no block would be made any more, and why. */
function stopWarning({ sealers, stops, missing }: MembershipEffect): string[] {
  if (!stops) return [];
  if (sealers === 0)
    return [t("This is the last sealer. Without it, no more blocks are produced, and this can't be undone.")];
  return [
    t(
      "The chain would stop: {0} of the {1} remaining sealers can't be reached now. First start them again or remove them.",
      missing,
      sealers,
    ),
  ];
}

/** The same as what keeps it from being done, unless a person forces it. */
function stopError({ sealers, stops, missing }: MembershipEffect, nodeId: string): ChainError | undefined {
  if (!stops) return undefined;
  return sealers === 0 ? clientError("lastSealer", { nodeId }) : clientError("chainStops", { sealers, missing });
}

/** That a single sealer can stop the chain from then on, and how much of the weight it has. */
function heavyWarning({ heaviest, sealers }: MembershipEffect): string[] {
  if (!heaviest || sealers < 2) return [];
  return [
    t(
      "Sealer {0} will have weight {1} of {2}, a third or more. Without it, no blocks are produced.",
      shortHex(heaviest.nodeId),
      String(heaviest.weight),
      String(heaviest.total),
    ),
  ];
}

/** What the loss of a sealer does to the consensus, and of any node to the connection that asks it. */
export async function lossWarning(
  { session }: OperationContext,
  nodeId: string,
  leaves: boolean,
): Promise<Partial<Preview>> {
  const [before, fares, asked] = await Promise.all([
    votersOf(session),
    health(session),
    getConsensusStatus(session.client).catch(() => undefined),
  ]);
  const own =
    leaves && asked?.nodeID === nodeId
      ? [
          t(
            "You're connected through this node. Once removed, it gets no more blocks, and this view stops updating. Connect to another node first.",
          ),
        ]
      : [];
  if (!before.some((voter) => voter.nodeId === nodeId)) return { warnings: own };
  const after = before.filter((voter) => voter.nodeId !== nodeId);
  const effect = membershipEffect(before, after, fares?.unreachable ?? []);
  const remain = t(
    "The node stops being a sealer. Sealers left: {0}. Faulty sealers tolerated: {1}.",
    effect.sealers,
    effect.faultsAfter,
  );
  return {
    warnings: [...(effect.sealers === 0 ? [] : [remain]), ...heavyWarning(effect), ...stopWarning(effect), ...own],
    weight: effect.stops ? "irreversible" : "grave",
    blocked: stopError(effect, nodeId),
  };
}

/** What a new sealer, or another weight of one, does to the consensus. */
export async function weightWarning(
  { session }: OperationContext,
  nodeId: string,
  weight: number,
): Promise<Partial<Preview>> {
  const [before, fares] = await Promise.all([votersOf(session), health(session)]);
  const isNew = !before.some((voter) => voter.nodeId === nodeId);
  const effect = membershipEffect(
    before,
    [...before.filter((voter) => voter.nodeId !== nodeId), { nodeId, weight }],
    fares?.unreachable ?? [],
  );
  const behind = fares?.behind.find((member) => member.nodeId === nodeId)?.blocks ?? 0;
  const warnings = [
    ...heavyWarning(effect),
    ...(effect.faultsAfter < effect.faultsBefore
      ? [t("Faulty sealers tolerated: {0} instead of {1}.", effect.faultsAfter, effect.faultsBefore)]
      : []),
    ...(isNew && behind >= lagLimit
      ? [
          t(
            "This node is {0} blocks behind. As a sealer, it can't vote until it catches up. Wait until it's in sync.",
            behind,
          ),
        ]
      : []),
    ...stopWarning(effect),
  ];
  return { warnings, weight: effect.stops ? "irreversible" : "ordinary", blocked: stopError(effect, nodeId) };
}
