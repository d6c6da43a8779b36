import * as vscode from "vscode";
import { type ListedPeer, listPeers } from "../../../chain/services/network/listPeers";
import { identitiesOf } from "../../../nodeConfig/analysis/peerIdentity";
import { acceptPeer } from "../../../nodeConfig/edits/appendToList";
import {
  accessMatrix,
  type MatrixCell,
  type MatrixNode,
  type MatrixRow,
  type SeenPeers,
} from "../../../nodeConfig/lists/accessMatrix";
import { type ConnectionDecision, explainDecision } from "../../../nodeConfig/lists/decideConnection";
import type { TextEdit } from "../../../nodeConfig/text/textRange";
import { say } from "../../../text/catalogue";
import { labelled, listed } from "../../../text/joining";
import type { MatrixCellView, MatrixRowView, MatrixView } from "../../../webview/accessMatrix/messages";
import { otherGenesis } from "../../flows/nodes/otherGenesis";
import type { Chainside } from "../../state/chainside";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import type { NodeFolders } from "../../state/nodeFolders/nodeFolders";
import { readFolderFacts } from "../../state/nodeFolders/readFolderFacts";

/** A peer without endpoint is reached through a neighbour (docs/protocol/guards.md). */
function seenOf(peers: readonly ListedPeer[]): SeenPeers {
  const identities = peers.map((peer) => ({ direct: peer.endpoint !== undefined, ids: identitiesOf(peer) }));
  const idsOf = (direct: boolean): string[] => identities.flatMap((peer) => (peer.direct === direct ? peer.ids : []));
  return { direct: idsOf(true), routed: idsOf(false), unnamedPeers: identities.some(({ ids }) => ids.length === 0) };
}

/** What the connected nodes say of their peers, for the folders that are those of such nodes. */
async function peersSeen(app: Chainside, folders: readonly NodeFolder[]): Promise<(SeenPeers | undefined)[]> {
  const bySelf = new Map<string, SeenPeers>();
  for (const group of app.connections.groups) {
    try {
      const { own, peers } = await listPeers(group.session.client);
      for (const self of own ? identitiesOf(own) : []) bySelf.set(self, seenOf(peers));
    } catch (error) {
      app.errors.log(error);
    }
  }
  return folders.map(({ node }) =>
    [node.tlsId, node.smTlsId, node.consensusId].map((id) => (id ? bySelf.get(id) : undefined)).find(Boolean),
  );
}

function labelOf(cell: MatrixCell, rows: readonly MatrixRow[]): string {
  if (cell.reach === "direct") return vscode.l10n.t("directly connected");
  if (cell.reach === "none") return vscode.l10n.t("unreachable");
  if (cell.reach === "cannotStart") {
    const stopped = [cell.from, cell.to].filter((index) => rows[index]?.obstacle);
    return vscode.l10n.t("{0} can't start", listed(stopped.map((index) => rows[index]?.node.name ?? "")));
  }
  return vscode.l10n.t("through {0}", cell.through === undefined ? "" : (rows[cell.through]?.node.name ?? ""));
}

/** Lists are read again while a node runs; certificates at its start. */
const byCertificate = (decision: ConnectionDecision | undefined): boolean =>
  decision?.accepted === false && !["blacklisted", "notWhitelisted"].includes(decision.reason);

function nowText(cell: MatrixCell): string | undefined {
  if (cell.now === undefined || cell.now === cell.reach) return undefined;
  // They run with what they were started with.
  if (cell.reach === "cannotStart")
    return cell.now === "none"
      ? undefined
      : vscode.l10n.t(
          "They're still connected now. The node that can't start with its files must not be stopped before they're fixed.",
        );
  switch (cell.now) {
    case "direct":
      if (byCertificate(cell.decision) || byCertificate(cell.reverse))
        return vscode.l10n.t("They're still directly connected now. The TLS files take effect at the next connection.");
      return vscode.l10n.t("They're still directly connected now. Reload the lists.");
    case "neighbour":
      return vscode.l10n.t("They now reach each other only through a neighboring node.");
    case "none":
      return cell.reach === "neighbour"
        ? vscode.l10n.t(
            "They don't reach each other now. A node is stopped, or the lists were just reloaded and the route through a neighboring node hasn't been found yet.",
          )
        : vscode.l10n.t("They don't reach each other now. A node is stopped, or the lists must be reloaded.");
  }
}

function reason(name: string, decision: ConnectionDecision | undefined): string {
  const message = decision ? say(explainDecision(decision)) : vscode.l10n.t("The other node's ID is unknown.");
  return labelled(name, message);
}

/** What has to be edited so that both accept each other, by the file it is in. */
export function mutualEdits(
  one: NodeFolder | undefined,
  other: NodeFolder | undefined,
): { uri: vscode.Uri; edits: TextEdit[] }[] {
  if (!one || !other) return [];
  return [
    { owner: one, peer: other },
    { owner: other, peer: one },
  ].flatMap(({ owner, peer }) => {
    const edits = acceptPeer(owner.document, owner.context, peer.node);
    return edits.length === 0 ? [] : [{ uri: vscode.Uri.joinPath(owner.uri, "config.ini"), edits }];
  });
}

function cellView(
  cell: MatrixCell | undefined,
  rows: readonly MatrixRow[],
  folders: readonly NodeFolder[],
): MatrixCellView {
  if (!cell) return { state: "self", label: "", reasons: [], mendable: false };
  const nameOf = (index: number): string => folders[index]?.name ?? "";
  const stopped = [cell.from, cell.to].find((index) => rows[index]?.obstacle);
  const obstacle = stopped === undefined ? undefined : rows[stopped]?.obstacle;
  const refusing =
    cell.decision?.accepted === false ? cell.from : cell.reverse?.accepted === false ? cell.to : undefined;
  const deciding = refusing === cell.to ? cell.reverse : cell.decision;
  const owner = folders[stopped ?? refusing ?? cell.from];
  const now = nowText(cell);
  return {
    state: cell.reach,
    label: labelOf(cell, rows),
    reasons: obstacle
      ? [cell.from, cell.to].flatMap((index) => {
          const its = rows[index]?.obstacle;
          return its ? [labelled(nameOf(index), say(its.message))] : [];
        })
      : [reason(nameOf(cell.from), cell.decision), reason(nameOf(cell.to), cell.reverse)],
    mendable: !obstacle && mutualEdits(folders[cell.from], folders[cell.to]).length > 0,
    ...(now ? { now } : {}),
    ...(owner
      ? {
          line: {
            uri: vscode.Uri.joinPath(owner.uri, "config.ini").toString(),
            line: (obstacle ? obstacle.line : deciding?.line) ?? 0,
          },
        }
      : {}),
  };
}

function reloadText(row: MatrixRow): string {
  switch (row.reload) {
    case "signal":
      return vscode.l10n.t("start.sh makes the running node read its lists again");
    case "script":
      return vscode.l10n.t("scripts/reload_whitelist.sh makes the running node read its whitelist again");
    case "restart":
      return vscode.l10n.t("this release reads its lists only when it starts");
  }
}

function rowView(
  row: MatrixRow,
  folder: NodeFolder,
  rows: readonly MatrixRow[],
  folders: readonly NodeFolder[],
  genesisText: string | undefined,
): MatrixRowView {
  const { white, black } = row.lists;
  const lists = [
    white.enabled ? vscode.l10n.t("whitelist on") : vscode.l10n.t("whitelist off"),
    ...(black.enabled ? [vscode.l10n.t("blacklist on")] : []),
    ...(row.obstacle ? [vscode.l10n.t("can't start")] : []),
    // It connects all the same, and takes no part.
    ...(genesisText === undefined ? [] : [vscode.l10n.t("another genesis block")]),
  ];
  return {
    name: folder.name,
    place: folder.place,
    lists: lists.join(" · "),
    reload: [reloadText(row), ...(genesisText === undefined ? [] : [genesisText])].join("\n"),
    uri: folder.uri.toString(),
    cells: row.cells.map((cell) => cellView(cell, rows, folders)),
  };
}

/** The whole matrix as the page shows it: what the files say, and where running nodes differ. */
export async function matrixView(app: Chainside, nodeFolders: NodeFolders): Promise<MatrixView> {
  const folders = await nodeFolders.list();
  const [seen, facts, unnamedPeers] = await Promise.all([
    peersSeen(app, folders),
    Promise.all(folders.map(readFolderFacts)),
    otherGenesis(app, folders),
  ]);
  const rows = accessMatrix(
    folders.map(({ node, document, context }, index): MatrixNode => {
      const peers = seen[index];
      const certificates = facts[index]?.certificates;
      return { node, document, context, ...(peers ? { seen: peers } : {}), ...(certificates ? { certificates } : {}) };
    }),
  );
  return {
    title: vscode.l10n.t("Access Matrix"),
    explanation: vscode.l10n.t(
      "Who connects to whom once every config.ini is loaded at a start: TLS files first, then the lists. A list only stops direct connections: a refused node stays reachable through a neighboring node that accepts it. After a running node reloads its lists, it can take minutes to find that route, because a node asks its neighbors for routes only when they change. A restart finds it at once.",
    ),
    legend: [
      { state: "direct", text: vscode.l10n.t("directly connected: both sides accept") },
      { state: "neighbour", text: vscode.l10n.t("through a neighboring node") },
      { state: "none", text: vscode.l10n.t("unreachable") },
      { state: "cannotStart", text: vscode.l10n.t("a node can't start with its files, so nothing connects") },
    ],
    corner: vscode.l10n.t("from ↓ to →"),
    reloadButton: vscode.l10n.t("Reload"),
    acceptButton: vscode.l10n.t("Let Them Accept Each Other"),
    goToLine: vscode.l10n.t("Go to Deciding Line"),
    empty: vscode.l10n.t("This workspace contains no node folders. Open a folder created by build_chain.sh."),
    rows: rows.flatMap((row, index) => {
      const folder = folders[index];
      return folder ? [rowView(row, folder, rows, folders, unnamedPeers.get(folder.uri.toString()))] : [];
    }),
  };
}
