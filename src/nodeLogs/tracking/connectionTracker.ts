import { detachedText } from "../../text/shortText";
import { minuteMs } from "../../time/units";
import type { Fields } from "../reading/logLine";
import type { LogPosition } from "./blockStages";
import type { ConnectionEvents, ConnectionTrouble } from "./nodeEvents";

const maxEvents = 10_000;
const maxPeers = 1000;
/** What comes sooner belongs to what came before. */
const sameTroubleMs = minuteMs;

const endpointOf = (word: string | undefined): string | undefined =>
  word !== undefined && /^[\w.:[\]-]{3,80}:\d{1,5}$/.test(word) ? detachedText(word) : undefined;

/** The peer's P2P ID, in both vocabularies. */
const peerOf = (fields: Fields): string | undefined => fields.beginning("p2pid") ?? fields.beginning("peer");

/** Connections of a node to its peers. */
export class ConnectionTracker {
  readonly events: ConnectionEvents[] = [];
  /** Endpoints that this node calls, and the P2P IDs that answered there. */
  readonly peers = new Map<string, string | undefined>();
  readonly #lost = new Set<string>();

  #add(
    kind: ConnectionTrouble,
    p2pId: string | undefined,
    endpoint: string | undefined,
    time: number,
    place: LogPosition,
  ) {
    for (let at = this.events.length - 1; at >= Math.max(0, this.events.length - 8); at--) {
      const known = this.events[at];
      if (!known || known.kind !== kind || known.p2pId !== p2pId || known.endpoint !== endpoint) continue;
      if (time - known.last > sameTroubleMs) break;
      this.events[at] = { ...known, last: time, count: known.count + 1 };
      return;
    }
    if (this.events.length < maxEvents)
      this.events.push({ kind, p2pId, endpoint, place, first: time, last: time, count: 1 });
  }

  connecting(fields: Fields): void {
    const endpoint = endpointOf(fields.word("endpoint"));
    if (endpoint !== undefined && !this.peers.has(endpoint) && this.peers.size < maxPeers)
      this.peers.set(endpoint, undefined);
  }

  connected(fields: Fields, time: number, place: LogPosition): void {
    const p2pId = peerOf(fields);
    const endpoint = endpointOf(fields.word("endpoint"));
    if (p2pId === undefined) return;
    if (endpoint !== undefined && this.peers.has(endpoint)) this.peers.set(endpoint, p2pId);
    if (this.#lost.delete(p2pId)) this.#add("restored", p2pId, undefined, time, place);
  }

  refused(fields: Fields, time: number, place: LogPosition): void {
    const endpoint = endpointOf(fields.word("endpoint"));
    if (endpoint !== undefined) this.#add("refused", this.peers.get(endpoint), endpoint, time, place);
  }

  /** The last connection with a peer is gone; a node says so twice. */
  removed(fields: Fields, time: number, place: LogPosition): void {
    const p2pId = peerOf(fields);
    if (p2pId === undefined || this.#lost.has(p2pId)) return;
    if (this.#lost.size < maxPeers) this.#lost.add(p2pId);
    this.#add("lost", p2pId, undefined, time, place);
  }
}
