import type { LocalizableText } from "../../text/catalogue";
import { atLeast } from "../../text/versions";
import { type AccessLists, readAccessLists } from "../analysis/accessLists";
import type { AnalysisContext, KnownNode } from "../analysis/analysisContext";
import { startObstacle } from "../analysis/analyze";
import { flag } from "../analysis/conditionalKeys";
import { resolveEvaluation } from "../analysis/evaluation";
import { verifiesPeers } from "../analysis/listeners";
import { listedIdentity } from "../analysis/peerIdentity";
import type { CertificateFacts } from "../certificates/certificates";
import type { IniDocument } from "../document/iniDocument";
import { decideByCertificates } from "./decideByCertificates";
import { type ConnectionDecision, decideConnection, explainDecision } from "./decideConnection";
import { type ReloadMethod, reloadMethod } from "./reloadMethod";

/** What a running node tells of its peers now. Identities are TLS IDs and consensus IDs: a peer is known by any of them. */
export interface SeenPeers {
  /** Of peers with an end point. */
  readonly direct: readonly string[];
  /** Of those reached through others. */
  readonly routed: readonly string[];
  /** Whether a peer was among them that nothing tells who it is. */
  readonly unnamedPeers?: boolean;
}

/** A node folder as the matrix needs it. */
export interface MatrixNode {
  readonly node: KnownNode;
  readonly document: IniDocument;
  readonly context: AnalysisContext;
  readonly seen?: SeenPeers;
  /** What its TLS files say; absent where they were not looked at. */
  readonly certificates?: CertificateFacts;
}

/** How messages get from one node to another. */
export type Reach = "direct" | "neighbour" | "none";

/** The same once every file is loaded, where both nodes start with theirs. */
type PlannedReach = Reach | "cannotStart";

/** Why a node doesn't start, and in which line of its config.ini that is. */
interface Obstacle {
  readonly message: LocalizableText;
  readonly line: number | undefined;
}

export interface MatrixCell {
  /** Index of the node that decides, and of the peer it decides about. */
  readonly from: number;
  readonly to: number;
  /** What the node says of the peer once its file is loaded; `undefined` when the peer's identity is not known. */
  readonly decision: ConnectionDecision | undefined;
  /** What the peer says of the node: a connection needs both. */
  readonly reverse: ConnectionDecision | undefined;
  /**
   * The reach once every file is loaded: direct when both accept. `cannotStart`: one of the two doesn't start with its files, so nothing
   * connects.
   */
  readonly reach: PlannedReach;
  /** The neighbour a message would take first. */
  readonly through: number | undefined;
  /** The reach now, as the running node tells it; `undefined` when it was not asked. */
  readonly now: Reach | undefined;
}

export interface MatrixRow {
  readonly node: KnownNode;
  readonly lists: AccessLists;
  readonly version: string;
  readonly reload: ReloadMethod;
  /** Why the node doesn't start with its files; absent where nothing is known against it. */
  readonly obstacle: Obstacle | undefined;
  /** By node index; `undefined` for the node itself. */
  readonly cells: readonly (MatrixCell | undefined)[];
}

interface PreparedNode extends MatrixNode {
  readonly lists: AccessLists;
  readonly version: string;
  readonly reload: ReloadMethod;
  /** Whether the node passes messages on for others. */
  readonly routes: boolean;
  readonly smTls: boolean;
  readonly verifies: boolean;
  readonly obstacle: Obstacle | undefined;
}

/** What stands in its config.ini, else its TLS files. */
function obstacleOf({ document, context, certificates }: MatrixNode): Obstacle | undefined {
  const finding = startObstacle(document, context);
  if (finding) return { message: finding.message, line: finding.range.startLine };
  const refused = decideByCertificates({ own: certificates, document, peer: undefined, verifies: true, now: 0 });
  const stops = refused?.reason === "fileMissing" || refused?.reason === "foreignKey";
  return stops ? { message: explainDecision(refused), line: refused.line } : undefined;
}

function prepare(entry: MatrixNode): PreparedNode {
  const { document, context } = entry;
  const evaluation = resolveEvaluation(document, context);
  const { version } = evaluation;
  return {
    ...entry,
    lists: readAccessLists(document, context),
    version,
    reload: reloadMethod(evaluation),
    routes: atLeast(version, "3.2.4") && flag(document, "p2p", "enable_rip_protocol", true),
    smTls: flag(document, "p2p", "sm_ssl"),
    verifies: verifiesPeers(document, evaluation),
    obstacle: obstacleOf(entry),
  };
}

/** Nodes that speak different TLS have nothing to say to each other; the line is the one of the key, else of its section. */
function otherTls({ document, smTls }: PreparedNode, to: PreparedNode): ConnectionDecision | undefined {
  if (smTls === to.smTls) return undefined;
  const line = document.find("p2p", "sm_ssl") ?? document.header("p2p");
  return {
    ...{ accepted: false, reason: "otherTls", entry: undefined, wrongTail: false },
    line: line && document.lines.indexOf(line),
  };
}

/** TLS comes first: without it no list is read. */
function decide(from: PreparedNode, to: PreparedNode, now: number): ConnectionDecision | undefined {
  const { document, certificates: own, verifies } = from;
  const apart = otherTls(from, to);
  if (apart) return apart;
  const refused = decideByCertificates({ own, document, peer: to.certificates, verifies, now });
  if (refused) return refused;
  const identity = listedIdentity(to.node, from.lists.digits);
  return identity === undefined ? undefined : decideConnection(from.lists, identity);
}

/** A node that doesn't start accepts no peer. An unknown identity is taken as accepted only by a node whose whitelist is off. */
function accepts(from: PreparedNode, to: PreparedNode, now: number): boolean {
  if (from.obstacle || to.obstacle) return false;
  return decide(from, to, now)?.accepted ?? !from.lists.white.enabled;
}

/** For every node the first neighbour on a shortest way to each other one, over the direct connections. */
function firstNeighbours(
  start: number,
  nodes: readonly PreparedNode[],
  direct: readonly boolean[][],
): (number | undefined)[] {
  const first: (number | undefined)[] = nodes.map(() => undefined);
  if (!nodes[start]?.routes) return first;
  const queue = nodes.flatMap((_, index) => (direct[start]?.[index] ? [index] : []));
  for (const index of queue) first[index] = index;
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (!nodes[at]?.routes) continue;
    for (const [next, linked] of direct[at]?.entries() ?? []) {
      if (!linked || next === start || first[next] !== undefined || !nodes[next]?.routes) continue;
      first[next] = first[at];
      queue.push(next);
    }
  }
  return first;
}

function reachNow(from: PreparedNode, to: PreparedNode): Reach | undefined {
  if (!from.seen) return undefined;
  const ids = new Set(
    [to.node.tlsId, to.node.smTlsId, to.node.consensusId].flatMap((id) => (id ? [id.toLowerCase()] : [])),
  );
  const has = (list: readonly string[]): boolean => list.some((id) => ids.has(id.toLowerCase()));
  if (has(from.seen.direct)) return "direct";
  if (has(from.seen.routed)) return "neighbour";
  // It may be among those that aren't known.
  return from.seen.unnamedPeers || ids.size === 0 ? undefined : "none";
}

/**
 * Who accepts whom among the nodes: for each pair what either side decides once its file is loaded, whether they then connect directly
 * (their certificates and their lists let them), reach each other through neighbours (the routing protocol is on by default, so a list
 * alone shuts no node out), or not at all, and how it is now where a running node was asked.
 */
export function accessMatrix(entries: readonly MatrixNode[], now = Date.now()): MatrixRow[] {
  const nodes = entries.map(prepare);
  const direct = nodes.map((a) => nodes.map((b) => a !== b && accepts(a, b, now) && accepts(b, a, now)));
  return nodes.map((from, row) => {
    const neighbours = firstNeighbours(row, nodes, direct);
    const cells = nodes.map((to, column): MatrixCell | undefined => {
      if (row === column) return undefined;
      const way: Reach = direct[row]?.[column] ? "direct" : neighbours[column] === undefined ? "none" : "neighbour";
      const reach: PlannedReach = from.obstacle || to.obstacle ? "cannotStart" : way;
      return {
        from: row,
        to: column,
        decision: decide(from, to, now),
        reverse: decide(to, from, now),
        reach,
        through: reach === "neighbour" ? neighbours[column] : undefined,
        now: reachNow(from, to),
      };
    });
    return {
      node: from.node,
      lists: from.lists,
      version: from.version,
      reload: from.reload,
      obstacle: from.obstacle,
      cells,
    };
  });
}
