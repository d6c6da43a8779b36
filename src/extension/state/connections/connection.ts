import * as vscode from "vscode";
import type { Transport } from "../../../chain/client";
import { createClient } from "../../../chain/client";
import type { ChainError } from "../../../chain/errors/chainError";
import { clientError } from "../../../chain/errors/clientError";
import { toChainError } from "../../../chain/errors/dictionary";
import { getBlockHashByNumber } from "../../../chain/rpc/getBlockHashByNumber";
import { getGroupList } from "../../../chain/rpc/getGroupList";
import type { WebSocketTransport } from "../../../chain/transport/webSocketTransport";
import type { Access } from "../../kit/settings/settings";
import { ChainGroup, type GroupConnection } from "./chainGroup";
import { requirePinned } from "./chainPin";
import type { ConnectionProfile } from "./connectionProfile";
import { guardedTransport } from "./guardedTransport";
import { explainFailure, openPush, openTransport } from "./openTransport";

/** Where a connection stands. */
export type ConnectionState =
  | { readonly kind: "disconnected" }
  | {
      readonly kind: "connecting";
      readonly abort: AbortController /** Why the last try failed. */;
      readonly after?: ChainError;
    }
  | { readonly kind: "connected"; readonly endpoint: string; readonly groups: readonly ChainGroup[] }
  | { readonly kind: "failed"; readonly error: ChainError };

/** One chain that the user connects to: a profile and its state. */
export class Connection implements GroupConnection, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #state: ConnectionState = { kind: "disconnected" };
  #transport: Transport | undefined;
  #push: WebSocketTransport | undefined;
  #profile: ConnectionProfile;
  /** Somebody connects it again and again until it answers. */
  retrying = false;

  constructor(
    /** `settings:NAME`, `session:NAME` or `embedded`. */
    readonly id: string,
    profile: ConnectionProfile,
    readonly origin: "settings" | "session" | "embedded",
  ) {
    this.#profile = profile;
  }

  get profile(): ConnectionProfile {
    return this.#profile;
  }

  get name(): string {
    return this.#profile.name;
  }

  get access(): Access {
    return this.#profile.access;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  get groups(): readonly ChainGroup[] {
    return this.#state.kind === "connected" ? this.#state.groups : [];
  }

  get endpoint(): string | undefined {
    return this.#state.kind === "connected" ? this.#state.endpoint : undefined;
  }

  /** A new profile counts at once for access, and from the next connect for all else. */
  updateProfile(profile: ConnectionProfile): void {
    this.#profile = profile;
    this.#changed.fire();
  }

  /**
   * Connects to the first endpoint that answers. The outcome is in `state` as well.
   * @throws ChainError of the endpoint that came farthest; `cancelled`; usage `pinMismatch` of one that is another chain than the pinned one.
   */
  async connect(): Promise<readonly ChainGroup[]> {
    if (this.#state.kind === "connected") return this.#state.groups;
    if (this.#state.kind === "connecting") this.#state.abort.abort();
    const abort = new AbortController();
    const after = this.#state.kind === "failed" ? this.#state.error : undefined;
    this.#set({ kind: "connecting", abort, ...(after ? { after } : {}) });
    try {
      const { transport, groups } = await this.#firstAnswer(abort.signal);
      if (abort.signal.aborted) {
        await transport.close();
        throw clientError("cancelled", { method: "connect" });
      }
      this.#transport = transport;
      this.retrying = false;
      this.#set({ kind: "connected", endpoint: transport.label, groups });
      // Not every node has it; without it the height is asked for.
      void this.#listen(groups, transport.label).catch(() => undefined);
      return groups;
    } catch (error) {
      const known = toChainError(error);
      if (this.#state.kind === "connecting" && this.#state.abort === abort) {
        this.#set(known.code === "cancelled" ? { kind: "disconnected" } : { kind: "failed", error: known });
      }
      throw known;
    }
  }

  /** Of several failures the one that tells most is thrown: a node that refuses this side rather than one that is not there. */
  async #firstAnswer(signal: AbortSignal): Promise<{ transport: Transport; groups: ChainGroup[] }> {
    let failure: ChainError | undefined;
    for (const url of this.#profile.endpoints) {
      let transport: Transport | undefined;
      try {
        transport = guardedTransport(await openTransport(this.#profile, url), this.name, () => this.access);
        return { transport, groups: await this.#openGroups(transport, signal) };
      } catch (error) {
        await transport?.close();
        const known = await explainFailure(this.#profile, url, toChainError(error));
        if (failure?.kind !== "tls" || signal.aborted) failure = known;
        if (signal.aborted || (known.kind !== "transport" && known.kind !== "tls")) break;
      }
    }
    throw failure;
  }

  /** Listens to the node's own word of new blocks. A node without it, or behind a plain proxy, is asked instead. */
  async #listen(groups: readonly ChainGroup[], endpoint: string): Promise<void> {
    const push = await openPush(this.#profile, endpoint);
    if (this.#state.kind !== "connected" || this.#state.groups !== groups) {
      await push.close();
      return;
    }
    this.#push = push;
    push.onBlock(({ group, number }) => {
      groups.find(({ groupId }) => groupId === group)?.noteHeight(number);
    });
    await push.connect();
  }

  /** Whether the node tells of new blocks right now, so that nobody has to ask. */
  get pushes(): boolean {
    return this.#push?.state.kind === "connected";
  }

  /** The connection over which the node tells of blocks and events by itself; undefined where it has none. */
  get push(): WebSocketTransport | undefined {
    return this.#push;
  }

  async #openGroups(transport: Transport, signal: AbortSignal): Promise<ChainGroup[]> {
    // Sessions bring the crypto suites along: loaded when somebody connects.
    const { openSession } = await import("../../../chain/openSession");
    const wanted = this.#profile.group;
    // With a group named, its own question explains best what stands at the other end.
    const names = wanted !== "" ? [wanted] : await this.#groupNames(transport, signal);
    return Promise.all(
      names.map(async (name) => {
        const session = await openSession(createClient(transport, name), { signal });
        const genesisHash = await getBlockHashByNumber(session.client, 0, { signal });
        requirePinned(this.name, this.#profile.pin, { ...session, genesisHash });
        return new ChainGroup(this, session, genesisHash);
      }),
    );
  }

  async #groupNames(transport: Transport, signal: AbortSignal): Promise<string[]> {
    const { openSession } = await import("../../../chain/openSession");
    try {
      return await getGroupList(createClient(transport, ""), { signal });
    } catch (error) {
      // `openSession` tells a web3 port or another service apart; it throws for both.
      await openSession(createClient(transport, ""), { signal });
      throw error;
    }
  }

  async disconnect(): Promise<void> {
    if (this.#state.kind === "connecting") this.#state.abort.abort();
    for (const group of this.groups) group.dispose();
    const transport = this.#transport;
    const push = this.#push;
    this.#transport = undefined;
    this.#push = undefined;
    this.#set({ kind: "disconnected" });
    await Promise.all([transport?.close(), push?.close()]);
  }

  /** The connection broke by itself: what was open is gone. */
  async fail(error: ChainError): Promise<void> {
    await this.disconnect();
    this.#set({ kind: "failed", error });
  }

  #set(state: ConnectionState): void {
    this.#state = state;
    this.#changed.fire();
  }

  dispose(): void {
    void this.disconnect().catch(() => undefined);
    this.#changed.dispose();
  }
}
