import * as vscode from "vscode";
import { forkTrouble } from "../../../chain/health/forks";
import { isStopped } from "../../../chain/health/groupHealth";
import { type NodeNameOf, silentEndpoints, troubleSentence, troublesOf } from "../../../chain/health/groupTroubles";
import { gravestFirst, type Trouble } from "../../../chain/health/story";
import { bareAddress } from "../../../chain/transport/endpoint";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

type Watched = Pick<ChainGroup, "health" | "connection" | "groupId">;

/** What nodes are called in this window. */
export const nodeNameOf =
  ({ nodeNames }: Pick<Chainside, "nodeNames">): NodeNameOf =>
  (nodeId) =>
    nodeNames.get(nodeId);

/** What is wrong with the ways to a group: forks among its endpoints, and endpoints that don't answer. */
export function endpointTroubles({ connection, groupId }: Pick<Watched, "connection" | "groupId">): readonly Trouble[] {
  const { endpoints } = connection;
  const silent = endpoints.filter(({ height }) => height === undefined).map(({ url }) => bareAddress(url));
  return [
    ...endpoints.flatMap(({ url, fork }) =>
      fork?.group === groupId ? [forkTrouble(bareAddress(url), fork.fork)] : [],
    ),
    ...silentEndpoints(silent, endpoints.length),
  ];
}

/** What is wrong with a group and the ways to it, the gravest first. */
export const groupTroubles = (group: Watched, nameOf?: NodeNameOf): readonly Trouble[] =>
  gravestFirst([...(group.health ? troublesOf(group.health, nameOf) : []), ...endpointTroubles(group)]);

/** Whose view it is, where others may see it differently. */
function viewOf({ health, connection }: Watched): string | undefined {
  const isOneView = health !== undefined && (isStopped(health) || health.unreachable.length > 0);
  return isOneView && connection.endpoint ? bareAddress(connection.endpoint) : undefined;
}

/** The same in short pieces, for a line of the tree. */
export function troublePieces(group: Watched, nameOf?: NodeNameOf): readonly string[] {
  const view = viewOf(group);
  return [
    ...groupTroubles(group, nameOf).map(({ line }) => line),
    ...(view === undefined ? [] : [vscode.l10n.t("seen from {0}", view)]),
  ];
}

/** The same for a tooltip: what is wrong, and what to do. */
export function groupAdvice(group: Watched, nameOf?: NodeNameOf): readonly string[] {
  const view = viewOf(group);
  return [
    ...groupTroubles(group, nameOf).map(troubleSentence),
    ...(view === undefined
      ? []
      : [vscode.l10n.t("This is what the node at {0} sees. Other nodes of the group might see it differently.", view)]),
  ];
}
