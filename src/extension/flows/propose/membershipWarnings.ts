import * as vscode from "vscode";
import { lagLimit } from "../../../chain/health/groupHealth";
import { readGroupHealth } from "../../../chain/health/readGroupHealth";
import { getConsensusStatus } from "../../../chain/rpc/getConsensusStatus";
import { getSealerList } from "../../../chain/rpc/getSealerList";
import {
  type MembershipEffect,
  membershipEffect,
  type Voter,
} from "../../../chain/services/consensus/membershipEffects";
import { shortHex } from "../../kit/text/shortHex";
import type { ChainGroup } from "../../state/connections/chainGroup";

async function votersOf(group: ChainGroup): Promise<Voter[]> {
  const sealers = await getSealerList(group.session.client);
  return sealers.map(({ nodeID, weight }) => ({ nodeId: nodeID, weight }));
}

/** Members that the asked node does not reach, and those that are behind; nobody where it does not tell. */
async function health(group: ChainGroup) {
  return readGroupHealth(group.session.client).catch(() => undefined);
}

/** What the signer should know before. */
export interface Consequences {
  readonly warnings: readonly string[];
  /** It stops the chain, locks people out or cannot be taken back. */
  readonly irreversible: boolean;
}

export const noConsequences: Consequences = { warnings: [], irreversible: false };

/** That no block would be made any more, and why. */
function stopWarning({ sealers, stops, missing }: MembershipEffect): string[] {
  if (!stops) return [];
  if (sealers === 0)
    return [
      vscode.l10n.t("This is the last sealer. Without it, no more blocks are produced, and this can't be undone."),
    ];
  return [
    vscode.l10n.t(
      "The chain would stop: {0} of the {1} remaining sealers can't be reached now. First start them again or remove them.",
      missing,
      sealers,
    ),
  ];
}

/** That a single sealer can stop the chain from then on, and how much of the weight it has. */
function heavyWarning({ heaviest, sealers }: MembershipEffect): string[] {
  if (!heaviest || sealers < 2) return [];
  return [
    vscode.l10n.t(
      "Sealer {0} will have weight {1} of {2}, a third or more. Without it, no blocks are produced.",
      shortHex(heaviest.nodeId),
      String(heaviest.weight),
      String(heaviest.total),
    ),
  ];
}

/** What the loss of a sealer does to the consensus, and of any node to the connection that asks it. */
export async function lossWarning(group: ChainGroup, nodeId: string, leaves: boolean): Promise<Consequences> {
  const [before, fares, asked] = await Promise.all([
    votersOf(group),
    health(group),
    getConsensusStatus(group.session.client).catch(() => undefined),
  ]);
  const own =
    leaves && asked?.nodeID === nodeId
      ? [
          vscode.l10n.t(
            "You're connected through this node. Once removed, it gets no more blocks, and this view stops updating. Connect to another node first.",
          ),
        ]
      : [];
  if (!before.some((voter) => voter.nodeId === nodeId)) return { warnings: own, irreversible: false };
  const after = before.filter((voter) => voter.nodeId !== nodeId);
  const effect = membershipEffect(before, after, fares?.unreachable ?? []);
  const remain = vscode.l10n.t(
    "The node stops being a sealer. Sealers left: {0}. Faulty sealers tolerated: {1}.",
    effect.sealers,
    effect.faultsAfter,
  );
  return {
    warnings: [...(effect.sealers === 0 ? [] : [remain]), ...heavyWarning(effect), ...stopWarning(effect), ...own],
    irreversible: effect.stops,
  };
}

/** What a new sealer, or another weight of one, does to the consensus. */
export async function weightWarning(group: ChainGroup, nodeId: string, weight: number): Promise<Consequences> {
  const [before, fares] = await Promise.all([votersOf(group), health(group)]);
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
      ? [vscode.l10n.t("Faulty sealers tolerated: {0} instead of {1}.", effect.faultsAfter, effect.faultsBefore)]
      : []),
    ...(isNew && behind >= lagLimit
      ? [
          vscode.l10n.t(
            "This node is {0} blocks behind. As a sealer, it can't vote until it catches up. Wait until it's in sync.",
            behind,
          ),
        ]
      : []),
    ...stopWarning(effect),
  ];
  return { warnings, irreversible: effect.stops };
}
