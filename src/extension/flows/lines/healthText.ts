import * as vscode from "vscode";
import { forkText } from "../../../chain/health/forks";
import { isStopped } from "../../../chain/health/groupHealth";
import { troubleAdvice, troubles } from "../../../chain/health/healthText";
import { bareAddress } from "../../../chain/transport/endpoint";
import { say } from "../../../text/catalogue";
import { labelled, listed } from "../../../text/joining";
import type { ChainGroup } from "../../state/connections/chainGroup";

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
