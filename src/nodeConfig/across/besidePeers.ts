import { type LocalizableText, text } from "../../text/catalogue";
import type { AcrossFinding, AcrossRuleId, Severity } from "../findings/finding";
import { type ConnectionDecision, comparedAtHandshake, decideConnection } from "../lists/decideConnection";
import { sealersOf } from "../settledGenesis";
import { parseIp } from "../values/ipAddress";
import type { FolderFacts } from "./folderFacts";

/** The folder above: that of the host, which the nodes of one machine share. */
export const hostOf = ({ path }: Pick<FolderFacts, "path">): string =>
  path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** How others are called: by the name, with the host's folder where the name is the same. */
export const called = (other: FolderFacts, own: FolderFacts): string =>
  other.name === own.name ? other.path.split("/").slice(-2).join("/") : other.name;

/** The other nodes of its chain: they begin with the same block. */
export const chainMates = (own: FolderFacts, all: readonly FolderFacts[]): FolderFacts[] =>
  own.genesis === undefined
    ? []
    : all.filter((other) => other.path !== own.path && other.installed && other.genesis === own.genesis);

interface PeerAddress {
  readonly peer: string;
  readonly host: string;
  readonly port: number;
}

const addressesOf = ({ peers }: FolderFacts): PeerAddress[] =>
  peers.flatMap((peer) => {
    const [, host = "", port = ""] = /^\[?([^\]]*)\]?:(\d+)$/.exec(peer) ?? [];
    return host === "" ? [] : [{ peer, host, port: Number(port) }];
  });

const isLoopback = (host: string): boolean => host === "localhost" || parseIp(host)?.loopback === true;

/** Whether an address that `own` names is on the machine of the other folder: the builder calls a machine's folder by its address. */
const isHostOf = (own: FolderFacts, host: string, other: FolderFacts): boolean =>
  isLoopback(host) ? hostOf(own) === hostOf(other) : hostOf(other).endsWith(`/${host}`);

/** Whether the list of peers of `own` has the P2P address of the other. */
const names = (own: FolderFacts, other: FolderFacts): boolean =>
  addressesOf(own).some(
    ({ host, port }) =>
      isHostOf(own, host, other) && other.ports.some((one) => one.section === "p2p" && one.port === port),
  );

/** The nodes with which this one is to be connected: it has their address, or they have its. */
const peersAmong = (own: FolderFacts, all: readonly FolderFacts[]): FolderFacts[] =>
  all.filter((other) => other.path !== own.path && other.installed && (names(own, other) || names(other, own)));

/**
 * Peers that the node's own lists refuse (`decideConnection`): it has their address, or they have its, and no connection comes to be.
 */
export function listFindings(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  const known = peersAmong(own, all).flatMap((peer) => (peer.tlsId === undefined ? [] : [{ peer, id: peer.tlsId }]));
  const decided = known.map(({ peer, id }) => ({ peer, decision: decideConnection(own.lists, id) }));
  // of an ID that is in both lists another rule speaks
  const isInBoth = (id: string): boolean => own.lists.white.entries.some(({ value }) => value.toLowerCase() === id);
  const refused = decided.filter(
    ({ decision, peer }) => !decision.accepted && !(decision.reason === "blacklisted" && isInBoth(peer.tlsId ?? "")),
  );
  const [first] = refused;
  if (!first) return decided.flatMap(({ decision, peer }) => shortLived(own, peer, decision));
  const { reason, entry } = first.decision;
  const list = reason === "blacklisted" ? own.lists.black : own.lists.white;
  const place = { section: list.section, ...(entry && refused.length === 1 ? { key: entry.key } : {}) };
  const which = refused.map(({ peer }) => called(peer, own));
  if (refused.length === known.length && known.length > 1) {
    const message =
      reason === "blacklisted"
        ? text("The blacklist refuses every node this one should connect to ({0}). It stays alone.", which)
        : text("The whitelist lacks every node this one should connect to ({0}). It stays alone.", which);
    return [{ rule: "list.refusesAll", ...place, message }];
  }
  const message =
    reason === "blacklisted"
      ? text("The node refuses {0} because of this list, although nodes.json says they should connect.", which)
      : text("This list lacks {0}, so the node refuses it, although nodes.json says they should connect.", which);
  return [{ rule: "list.refusesPeer", ...place, message }];
}

/** An entry that lets a peer in, and makes the node disconnect it at the next reload. */
function shortLived(own: FolderFacts, peer: FolderFacts, decision: ConnectionDecision): AcrossFinding[] {
  const { accepted, wrongTail, entry } = decision;
  if (!accepted || !wrongTail || !entry) return [];
  const message = text(
    "Only the first {0} digits match {1}. The node lets it connect, but disconnects it at the next reload, which compares all digits.",
    comparedAtHandshake,
    called(peer, own),
  );
  return [{ rule: "list.refusesPeer", section: own.lists.white.section, key: entry.key, message }];
}

/** A P2P port that only this machine reaches, although nodes have it by another address: none of them can begin a connection. */
export function loopbackFinding(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  const p2p = own.ports.find(({ section }) => section === "p2p");
  if (!p2p || parseIp(p2p.address)?.loopback !== true) return [];
  const others = all.filter((other) => other.path !== own.path && other.installed);
  for (const other of others) {
    const address = addressesOf(other).find(
      ({ host, port }) => port === p2p.port && !isLoopback(host) && isHostOf(other, host, own),
    );
    if (!address) continue;
    const message = text(
      "{0} has the address {1} for this node, which listens only on {2}. No node can connect to it there.",
      called(other, own),
      address.peer,
      p2p.address,
    );
    return [{ rule: "peers.loopback", section: "p2p", key: "listen_ip", message }];
  }
  return [];
}

/** Fewer sessions than there are nodes to connect with, in all or on one host: from the next one on the node refuses them. */
export function sessionFindings(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  const { sessions } = own;
  // of 0 another rule speaks
  if (!sessions || sessions.total === 0 || sessions.perAddress === 0) return [];
  const peers = peersAmong(own, all);
  const on = (key: string, message: LocalizableText): AcrossFinding[] => [
    { rule: "p2p.sessions", section: "p2p", key, message },
  ];
  if (peers.length > sessions.total)
    return on(
      "max_concurrent_sessions",
      text(
        "The node's limit of sessions is {0}, but it should connect to {1} nodes. It refuses the others.",
        sessions.total,
        peers.length,
      ),
    );
  const counts = new Map<string, number>();
  for (const peer of peers) counts.set(hostOf(peer), (counts.get(hostOf(peer)) ?? 0) + 1);
  const maxOnHost = Math.max(0, ...counts.values());
  if (maxOnHost <= sessions.perAddress) return [];
  return on(
    "max_sessions_per_ip",
    text(
      "The node's limit of sessions with one address is {0}, but it should connect to {1} nodes on one host. It refuses the others.",
      sessions.perAddress,
      maxOnHost,
    ),
  );
}

/** What is to be said of an address in a list of peers, or, without one, of the whole list. */
interface PeerFinding {
  readonly rule: AcrossRuleId;
  readonly peer?: string;
  /** Where it isn't that of the rule. */
  readonly severity?: Severity;
  readonly message: LocalizableText;
}

/** A list that leads to no other node, in a chain of several. */
function emptyList(own: FolderFacts, all: readonly FolderFacts[]): PeerFinding[] {
  const sealers = sealersOf(own.genesis).length;
  if (own.peerList.state !== "read" || sealers < 2) return [];
  const addresses = addressesOf(own);
  if (addresses.length < own.peers.length) return []; // something else is wrong with them
  if (addresses.some(({ host, port }) => !(isHostOf(own, host, own) && own.ports.some((one) => one.port === port))))
    return [];
  const mates = chainMates(own, all);
  if (mates.length + 1 >= sealers && !mates.some((other) => names(other, own))) {
    const message = text(
      "The list leads to no other node, and no other node here has the address of this one. It stays alone.",
    );
    return [{ rule: "peers.none", severity: "error", message }];
  }
  const message =
    own.peers.length === 0
      ? text("The list has no address. The node connects to no other node and only waits for them.")
      : text("The list has only this node's own address. The node connects to no other node and only waits for them.");
  return [{ rule: "peers.none", message }];
}

/** All nodes of the chain are here, and this one finds some of them by no address, over no neighbour. */
function separated(own: FolderFacts, all: readonly FolderFacts[]): PeerFinding[] {
  const mates = chainMates(own, all);
  if (own.peerList.state !== "read" || mates.length + 1 < sealersOf(own.genesis).length) return [];
  const reached = new Set([own]);
  for (const one of reached) for (const other of mates) if (names(one, other) || names(other, one)) reached.add(other);
  const others = mates.filter((other) => !reached.has(other));
  // of one that stays alone another rule speaks; an address that isn't here may lead to a node between the parts, also one of
  // loopback, where a tunnel begins
  if (reached.size === 1 || others.length === 0) return [];
  const isKnown = (from: FolderFacts, { host, port }: PeerAddress): boolean =>
    [own, ...mates].some((to) => isHostOf(from, host, to) && to.ports.some((one) => one.port === port));
  if (![own, ...mates].every((from) => addressesOf(from).every((address) => isKnown(from, address)))) return [];
  const message = text(
    "No address leads from this node to {0}, not even through other nodes, and none leads back. The chain is split into parts that can't reach each other.",
    others.map((other) => called(other, own)),
  );
  return [{ rule: "peers.none", severity: "error", message }];
}

/** Addresses that lead to no peer: a port for clients, or one that no node of this host has. */
export function peerFindings(own: FolderFacts, all: readonly FolderFacts[]): PeerFinding[] {
  if (!own.installed) return [];
  const here = all.filter((other) => other.installed && hostOf(other) === hostOf(own));
  const portsOf = (section: string): number[] =>
    here.flatMap(({ ports }) => ports.filter((one) => one.section === section).map(({ port }) => port));
  const p2p = portsOf("p2p");
  // of nodes with one port, or without one that can be read, another rule speaks
  const areAllReported = new Set(p2p.filter((port) => port > 1024)).size === here.length && here.length > 1;
  const wrong = addressesOf(own).flatMap(({ peer, host, port }): PeerFinding[] => {
    if (!isLoopback(host) || p2p.includes(port)) return [];
    const taken = here.flatMap((folder) =>
      folder.ports.filter((one) => one.port === port).map((one) => ({ folder, section: one.section })),
    )[0];
    if (!taken) {
      if (!areAllReported) return [];
      const message = text("No node in this folder has port {0} as its P2P port.", port);
      return [{ rule: "peers.unknown", peer, message }];
    }
    const message = text(
      "Port {0} is the {1} port of {2}, not its P2P port. The node never connects there.",
      String(port),
      taken.section,
      called(taken.folder, own),
    );
    return [{ rule: "peers.rpcPort", peer, message }];
  });
  const apart = separated(own, all);
  if (wrong.length > 0) return [...apart, ...wrong];
  const empty = emptyList(own, all);
  return empty.length > 0 ? empty : apart;
}
