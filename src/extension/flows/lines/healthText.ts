import * as vscode from "vscode";
import { forkText } from "../../../chain/health/forks";
import { type GroupHealth, isStopped, lacksWeight } from "../../../chain/health/groupHealth";
import { bareAddress } from "../../../chain/transport/endpoint";
import { say } from "../../../text/catalogue";
import { labelled, listed, noted } from "../../../text/joining";
import { shortHex } from "../../../text/shortText";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Answers that take longer than this are worth a word. */
const slowMs = 2000;

/** Why no block comes: how much of the group takes part, as a count of sealers only where each of them weighs the same. */
function stoppedText(health: GroupHealth): string {
  if (!lacksWeight(health)) return vscode.l10n.t("no new blocks, though transactions are waiting");
  const { reachableWeight, neededWeight, totalWeight, reachableSealers, totalSealers } = health;
  return totalWeight === totalSealers
    ? vscode.l10n.t(
        "no new blocks: {0} of {1} sealers reachable; needed: {2}",
        reachableSealers,
        totalSealers,
        neededWeight,
      )
    : vscode.l10n.t(
        "no new blocks: {0} of {1} sealers reachable, with weight {2} of {3}; needed: {4}",
        reachableSealers,
        totalSealers,
        reachableWeight,
        totalWeight,
        neededWeight,
      );
}

/** What is wrong with a group, the gravest first, as short pieces for a line of the tree. Nothing when it is well. */
export function troubles(health: GroupHealth): readonly string[] {
  const { unreachable, behind, ownLag, answerMs } = health;
  const [late] = behind;
  return [
    ...(isStopped(health) ? [stoppedText(health)] : []),
    ...(ownLag > 1 ? [vscode.l10n.t("this node is {0} blocks behind", ownLag)] : []),
    ...(health.changingView && !isStopped(health) ? [vscode.l10n.t("changing leader")] : []),
    ...(unreachable.length > 0 && !isStopped(health)
      ? [
          unreachable.length === 1
            ? vscode.l10n.t("1 node not reachable")
            : vscode.l10n.t("{0} nodes not reachable", unreachable.length),
        ]
      : []),
    ...(late && behind.length === 1
      ? [vscode.l10n.t("{0} is {1} blocks behind", shortHex(late.nodeId), late.blocks)]
      : []),
    ...(behind.length > 1 ? [vscode.l10n.t("{0} nodes are behind", behind.length)] : []),
    ...(answerMs > slowMs ? [vscode.l10n.t("slow: responses take {0} s", (answerMs / 1000).toFixed(1))] : []),
  ];
}

/** The same for a tooltip: what it means, and what to do. */
export function troubleAdvice(health: GroupHealth): readonly string[] {
  const { behind, ownLag, unreachable, changes, view, answerMs } = health;
  return [
    ...(isStopped(health) && !lacksWeight(health)
      ? [
          vscode.l10n.t(
            "Transactions in the pool: {0}. No block since height {1}, for {2} s or more, though enough sealers are reachable. They might hang, or their views might differ: check the logs and clocks of the sealers, and restart those that hang.",
            health.waiting,
            health.height,
            Math.floor(health.standsMs / 1000),
          ),
        ]
      : []),
    ...(lacksWeight(health)
      ? [
          vscode.l10n.t(
            "Too few sealers reach each other, so transactions stay in the pool and no blocks are produced. Start the stopped nodes or check their network. The chain then recovers automatically.",
          ),
        ]
      : []),
    ...(health.changingView && !isStopped(health)
      ? [
          vscode.l10n.t(
            "The sealers are changing the leader: consensus view {0}, {1} changes in a row. One or two changes are usual when a node stops. If it continues, check the logs and clocks of the sealers.",
            view,
            changes,
          ),
        ]
      : []),
    ...(unreachable.length > 0 && !isStopped(health)
      ? [
          vscode.l10n.t(
            "Not reachable: {0}. The chain produces blocks without them. Start these nodes, or check their network and access lists.",
            listed(unreachable.map(shortHex)),
          ),
        ]
      : []),
    ...(behind.length > 0
      ? [
          vscode.l10n.t(
            "Behind: {0}. A node that was stopped catches up automatically. If the gap grows, check its disk and log.",
            listed(behind.map(({ nodeId, blocks }) => noted(shortHex(nodeId), String(blocks)))),
          ),
        ]
      : []),
    ...(ownLag > 1
      ? [vscode.l10n.t("The connected node is still catching up. What you see here isn't the newest data.")]
      : []),
    ...(answerMs > slowMs ? [vscode.l10n.t("The node responds slowly. The node or its network might be busy.")] : []),
  ];
}

/** Whether what is said of the group is the view of one node, and others may see it differently. */
const isOneView = ({ health }: Pick<ChainGroup, "health">): boolean =>
  health !== undefined && (isStopped(health) || health.unreachable.length > 0);

const silentEndpoints = ({ connection }: Pick<ChainGroup, "connection">): readonly string[] =>
  connection.endpoints.filter(({ height }) => height === undefined).map(({ url }) => bareAddress(url));

/** Endpoints whose blocks of this group differ from those of others. */
const forkedEndpoints = ({ connection, groupId }: Pick<ChainGroup, "connection" | "groupId">) =>
  connection.endpoints.flatMap(({ url, fork }) => (fork?.group === groupId ? [{ url, fork: fork.fork }] : []));

/** Forks among the endpoints, as short pieces for a line of the tree. */
export const forkTroubles = (group: Pick<ChainGroup, "connection" | "groupId">): readonly string[] =>
  forkedEndpoints(group).map(({ url, fork }) =>
    vscode.l10n.t("fork: {0} has other blocks from {1} on", bareAddress(url), fork.first),
  );

/** What is wrong with a group and the ways to it, the gravest first, with whose view that is. */
export function groupTroubles(group: Pick<ChainGroup, "health" | "connection" | "groupId">): readonly string[] {
  const { health, connection } = group;
  const silent = silentEndpoints(group);
  return [
    ...forkTroubles(group),
    ...(health ? troubles(health) : []),
    ...(isOneView(group) && connection.endpoint
      ? [vscode.l10n.t("seen from {0}", bareAddress(connection.endpoint))]
      : []),
    ...(silent.length > 0
      ? [vscode.l10n.t("Endpoints without a response: {0} of {1}", silent.length, connection.endpoints.length)]
      : []),
  ];
}

/** The same for a tooltip: what it means, and what to do. */
export function groupAdvice(group: Pick<ChainGroup, "health" | "connection" | "groupId">): readonly string[] {
  const { health, connection } = group;
  const silent = silentEndpoints(group);
  return [
    ...forkedEndpoints(group).map(({ url, fork }) => labelled(bareAddress(url), say(forkText(fork)))),
    ...(health ? troubleAdvice(health) : []),
    ...(isOneView(group) && connection.endpoint
      ? [
          vscode.l10n.t(
            "This is what the node at {0} sees. Other nodes of the group might see it differently.",
            bareAddress(connection.endpoint),
          ),
        ]
      : []),
    ...(silent.length > 0
      ? [vscode.l10n.t("No response from {0}. Another endpoint of this connection is used.", listed(silent))]
      : []),
  ];
}
