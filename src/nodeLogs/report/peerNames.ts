import type { NodeTracker } from "../tracking/nodeTracker";

/** A node of the analysis. */
export interface TrackedNode {
  readonly name: string;
  readonly tracker: NodeTracker;
  /** Port for other nodes, as its config.ini says. */
  readonly listenPort: number | undefined;
}

/** Names of nodes by what logs call them: node IDs, places among the sealers, P2P IDs, endpoints. */
export class PeerNames {
  readonly #byNodeId = new Map<string, string>();
  readonly #byIndex = new Map<number, string>();
  readonly #byP2pId = new Map<string, string>();
  readonly #byPort = new Map<number, string | undefined>();
  readonly #endpoints = new Map<string, string>();

  constructor(nodes: readonly TrackedNode[]) {
    for (const { name, tracker, listenPort } of nodes) {
      const { nodeId, index, p2pId } = tracker.facts;
      if (nodeId !== undefined) this.#byNodeId.set(nodeId, name);
      if (index !== undefined) this.#byIndex.set(index, name);
      if (p2pId !== undefined) this.#byP2pId.set(p2pId, name);
      const port = tracker.facts.listenPort ?? listenPort;
      // two machines may use the same port: it names none of them then
      if (port !== undefined) this.#byPort.set(port, this.#byPort.has(port) ? undefined : name);
    }
    for (const { tracker } of nodes)
      for (const [endpoint, p2pId] of tracker.connections.peers) {
        if (p2pId !== undefined) this.#endpoints.set(p2pId, endpoint);
        const name = this.#ofEndpoint(endpoint);
        if (p2pId !== undefined && name !== undefined && !this.#byP2pId.has(p2pId)) this.#byP2pId.set(p2pId, name);
      }
  }

  #ofEndpoint(endpoint: string): string | undefined {
    return this.#byPort.get(Number(endpoint.slice(endpoint.lastIndexOf(":") + 1)));
  }

  /** The name of a sealer by its place, or by its node ID where the place is unknown. */
  sealer(index: number | undefined, nodeId?: string): string | undefined {
    const named =
      (nodeId && this.#byNodeId.get(nodeId)) || (index === undefined ? undefined : this.#byIndex.get(index));
    return named ?? nodeId ?? (index === undefined ? undefined : `#${index}`);
  }

  peer(p2pId: string | undefined, endpoint: string | undefined): { readonly peer: string; readonly endpoint?: string } {
    const where = endpoint ?? (p2pId === undefined ? undefined : this.#endpoints.get(p2pId));
    const named = (p2pId && this.#byP2pId.get(p2pId)) || (where && this.#ofEndpoint(where));
    return { peer: named || where || p2pId || "?", ...(where === undefined ? {} : { endpoint: where }) };
  }
}
