import { type LocalizableText, say, t, text } from "../../text/catalogue";
import { labelled, listed, noted } from "../../text/joining";
import { shortHex } from "../../text/shortText";
import type { AccessLists } from "../analysis/accessLists";
import { identitiesOf } from "../analysis/peerIdentity";
import { type ConnectionDecision, decideConnection, explainDecision } from "./decideConnection";

/** A peer as a node told of it, of whatever release. */
interface AskedPeer {
  readonly name?: string;
  readonly endpoint?: string;
  readonly p2pNodeId?: string;
  readonly nodeIds: readonly string[];
}

/** What lists say of a peer. */
interface PeerDecision<Peer extends AskedPeer = AskedPeer> {
  readonly peer: Peer;
  /** The ID that was looked for in the lists; undefined where the peer's node tells none of the lists' length. */
  readonly identity: string | undefined;
  /** Undefined where an enabled list can't be asked, for want of an identity. */
  readonly decision: ConnectionDecision | undefined;
}

/** What a node with these lists would say to each of the peers that another node told of, at a handshake. */
export const decidePeers = <Peer extends AskedPeer>(
  lists: AccessLists,
  peers: readonly Peer[],
): readonly PeerDecision<Peer>[] =>
  peers.map((peer) => {
    const identity = identitiesOf(peer).find(({ length }) => length === lists.digits);
    const anyIdentity = !lists.known || (!lists.white.enabled && !lists.black.enabled);
    const decision = identity !== undefined || anyIdentity ? decideConnection(lists, identity ?? "") : undefined;
    return { peer, identity, decision };
  });

const explain = ({ decision }: PeerDecision, digits: number): LocalizableText =>
  decision
    ? explainDecision(decision)
    : text("Unknown: the node tells no ID of {0} hex digits for it, as these lists have.", digits);

/** How people know a peer: its name, its endpoint, the beginning of its ID. */
export function peerTitle({ name, endpoint, p2pNodeId, nodeIds: [first] }: AskedPeer): string {
  const id = p2pNodeId ?? first;
  return listed([name, endpoint, id === undefined ? undefined : shortHex(id)].filter((part) => part !== undefined));
}

/** The decisions of several nodes for people: for each node the refused ones first, with why. */
export function peerDecisionLines(
  nodes: readonly {
    readonly node: { readonly name: string };
    readonly lists: AccessLists;
    readonly peers: readonly PeerDecision[];
  }[],
): string[] {
  const rank = ({ decision }: PeerDecision): number => (decision === undefined ? 1 : decision.accepted ? 2 : 0);
  return nodes.flatMap(({ node, lists, peers }) => {
    const refused = peers.filter((peer) => rank(peer) === 0).length;
    return [
      labelled(node.name, t("would refuse {0} of {1} peers", refused, peers.length)),
      ...[...peers]
        .sort((one, other) => rank(one) - rank(other))
        .map((each) => {
          const mark = ["✗", "?", "●"][rank(each)] ?? "";
          const place = each.decision?.line === undefined ? "" : `config.ini:${each.decision.line + 1}`;
          return `  ${mark} ${labelled(peerTitle(each.peer), noted(say(explain(each, lists.digits)), place))}`;
        }),
    ];
  });
}
