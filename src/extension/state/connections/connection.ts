import * as vscode from "vscode";
import { createClient, type NodeTransport, type Transport, type UnreadAnswer } from "../../../chain/client/client";
import type { ForkWatch } from "../../../chain/health/forkWatch";
import { requirePinnedSession } from "../../../chain/profile/chainPin";
import type { ConnectionProfile } from "../../../chain/profile/checkedProfile";
import type { Access } from "../../../chain/profile/connectionSetting";
import { guardedTransport } from "../../../chain/profile/guardedTransport";
import { getGroupList } from "../../../chain/rpc/groups";
import type { WebSocketTransport } from "../../../chain/transport/webSocketTransport";
import { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import { toChainError } from "../../../errors/dictionary";
import { ChainGroup, type GroupConnection } from "./chainGroup";
import { type ConnectionPorts, realPorts } from "./connectionPorts";
import type { EndpointState } from "./endpoints";
import { firstAnswer } from "./firstAnswer";

/** Blocks of so many groups of a connection are compared. */
const maxCompared = 8;

/** Where a connection stands. */
type ConnectionState =
  | { readonly kind: "disconnected" }
  | {
      readonly kind: "connecting";
      readonly abort: AbortController /** Why the last try failed. */;
      readonly after?: ChainError;
    }
  | { readonly kind: "connected"; readonly endpoint: string; readonly groups: readonly ChainGroup[] }
  | { readonly kind: "failed"; readonly error: ChainError };

interface Opened {
  readonly transport: NodeTransport;
  readonly groups: ChainGroup[];
}

/** One chain that the user connects to: a profile and its state. */
export class Connection implements GroupConnection, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #state: ConnectionState = { kind: "disconnected" };
  #transport: NodeTransport | undefined;
  #push: WebSocketTransport | undefined;
  #profile: ConnectionProfile;
  #retrying = false;
  readonly #life = new AbortController();
  #endpoints: readonly EndpointState[] = [];
  readonly #forks = new Map<string, ForkWatch>();
  #asking: Promise<void> | undefined;
  readonly #endpointsChanged = new vscode.EventEmitter<void>();
  /** Another endpoint came or went than the one that is asked. */
  readonly onDidChangeEndpoints = this.#endpointsChanged.event;

  constructor(
    /** `settings:NAME`, `session:NAME` or `embedded`. */
    readonly id: string,
    profile: ConnectionProfile,
    readonly origin: "settings" | "session" | "embedded",
    private readonly ports: ConnectionPorts = realPorts,
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

  /** It is connected again and again until it answers. */
  get retrying(): boolean {
    return this.#retrying;
  }

  /** From now on it is wanted: a loss is mended without a word. */
  keepTrying(): void {
    this.#retrying = true;
  }

  /** Nothing is tried any more but what is asked for. */
  giveUp(): void {
    this.#retrying = false;
  }

  /** What is known of its endpoints, where it has several and they were asked. */
  get endpoints(): readonly EndpointState[] {
    return this.#endpoints;
  }

  /** Asks all endpoints how they are; callers at the same time share the questions. */
  lookAtEndpoints(): Promise<void> {
    this.#asking ??= this.#askEndpoints().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askEndpoints(): Promise<void> {
    const { groups } = this;
    const { endpoints } = this.#profile;
    if (groups.length === 0 || endpoints.length < 2) return;
    const open = (url: string): Promise<Transport> => this.ports.openTransport(this.#profile, url);
    const compared = groups.slice(0, maxCompared).map(({ groupId }) => groupId);
    // start-up does without what compares blocks
    const { askEndpoints } = await import("./endpoints");
    const found = await askEndpoints(endpoints, compared, this.#forks, open, this.#life.signal);
    if (!groups.every((group) => this.groups.includes(group))) return;
    const shown = (states: readonly EndpointState[]): string =>
      JSON.stringify(states.map(({ url, height, fork }) => [url, height === undefined, fork]));
    const before = shown(this.#endpoints.length > 0 ? this.#endpoints : endpoints.map((url) => ({ url, height: 0 })));
    this.#endpoints = found;
    if (shown(found) !== before) this.#endpointsChanged.fire();
  }

  /** A new profile counts at once for access, and from the next connect for all else. */
  updateProfile(profile: ConnectionProfile): void {
    this.#profile = profile;
    this.#changed.fire();
  }

  /**
   * Connects to the first endpoint that answers. The outcome is in `state` as well.
   * @throws ChainError of the endpoint that came farthest; `cancelled`; usage `pinMismatch` of one that is another chain than the pinned
   * one.
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
        for (const group of groups) group.dispose();
        await transport.close();
        throw clientError("cancelled", { method: "connect" });
      }
      this.#transport = transport;
      this.#retrying = false;
      this.#endpoints = [];
      this.#forks.clear();
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
  async #firstAnswer(signal: AbortSignal): Promise<Opened> {
    try {
      return await firstAnswer(
        this.#profile.endpoints.map((url) => (ended: AbortSignal) => this.#open(url, ended)),
        {
          signal,
          clock: this.ports.clock,
          discard: ({ transport, groups }) => {
            for (const group of groups) group.dispose();
            return transport.close();
          },
          final: (error) => error instanceof ChainError && error.kind !== "transport" && error.kind !== "tls",
        },
      );
    } catch (error) {
      if (signal.aborted) throw clientError("cancelled", { method: "connect" });
      const failures = error instanceof AggregateError ? error.errors.map(toChainError) : [toChainError(error)];
      throw (
        failures.find(({ kind }) => kind !== "transport" && kind !== "tls") ??
        failures.find(({ kind }) => kind === "tls") ??
        failures.at(-1) ??
        error
      );
    }
  }

  /** @throws ChainError why this endpoint will not do. */
  async #open(url: string, signal: AbortSignal): Promise<Opened> {
    let transport: NodeTransport | undefined;
    try {
      const opened = await this.ports.openTransport(this.#profile, url);
      const endpoints = async () => (await this.openEach()).map(({ transport: each }) => each);
      transport = guardedTransport(opened, this.name, () => this.access, endpoints);
      return { transport, groups: await this.#openGroups(transport, signal) };
    } catch (error) {
      await transport?.close();
      if (signal.aborted) throw error;
      throw await this.ports.explainFailure(this.#profile, url, toChainError(error));
    }
  }

  /** Listens to the node's own word of new blocks. A node without it, or behind a plain proxy, is asked instead. */
  async #listen(groups: readonly ChainGroup[], endpoint: string): Promise<void> {
    const push = await this.ports.openPush(this.#profile, endpoint);
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

  /** Whether the node tells of new blocks right now, so that it needn't be polled. */
  get pushes(): boolean {
    return this.#push?.state.kind === "connected";
  }

  /** The connection over which the node tells of blocks and events by itself; undefined where it has none. */
  get push(): WebSocketTransport | undefined {
    return this.#push;
  }

  async answer(...question: Parameters<NodeTransport["answer"]>): Promise<UnreadAnswer> {
    if (!this.#transport) throw clientError("transportClosed", { endpoint: this.name, method: question[0] });
    return this.#transport.answer(...question);
  }

  /** A way to each of its endpoints, for one that looks at nodes one by one, and closes them. */
  openEach(): Promise<{ readonly url: string; readonly transport: Transport }[]> {
    return Promise.all(
      this.#profile.endpoints.map(async (url) => {
        const transport = await this.ports.openTransport(this.#profile, url);
        return { url, transport: guardedTransport(transport, this.name, () => this.access) };
      }),
    );
  }

  async #openGroups(transport: Transport, signal: AbortSignal): Promise<ChainGroup[]> {
    // Sessions bring the crypto suites along: loaded when the user connects.
    const { openSession } = await import("../../../chain/openSession");
    const { readGenesisHash } = await import("../../../chain/verification/readGenesis");
    const wanted = this.#profile.group;
    // With a group named, its own question explains best what stands at the other end.
    const names = wanted !== "" ? [wanted] : await this.#groupNames(transport, signal);
    // Groups are made once all of them may be: where one isn't the pinned chain, there is none to dispose.
    const found = await Promise.all(
      names.map(async (name) => {
        const session = await openSession(createClient(transport, name), { signal });
        const genesisHash = await readGenesisHash(session.client, { signal });
        await requirePinnedSession(this.name, this.#profile.pin, session, genesisHash, { signal });
        return { session, genesisHash };
      }),
    );
    return found.map(({ session, genesisHash }) => new ChainGroup(this, session, genesisHash, this.ports.otherAbis));
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

  /** Closes it because the user wants that: it isn't tried again. */
  async disconnect(): Promise<void> {
    this.#retrying = false;
    await this.#close({ kind: "disconnected" });
  }

  /** Where it stands is said at once: a user may connect again while what was open is being closed. */
  async #close(state: ConnectionState): Promise<void> {
    if (this.#state.kind === "connecting") this.#state.abort.abort();
    for (const group of this.groups) group.dispose();
    const transport = this.#transport;
    const push = this.#push;
    this.#transport = undefined;
    this.#push = undefined;
    this.#endpoints = [];
    this.#set(state);
    await Promise.all([transport?.close(), push?.close()]);
  }

  /** The connection broke by itself: what was open is gone. */
  fail(error: ChainError): Promise<void> {
    return this.#close({ kind: "failed", error });
  }

  #set(state: ConnectionState): void {
    this.#state = state;
    this.#changed.fire();
  }

  dispose(): void {
    this.#life.abort();
    void this.disconnect().catch(() => undefined);
    this.#changed.dispose();
    this.#endpointsChanged.dispose();
  }
}
