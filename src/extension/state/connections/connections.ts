import { homedir } from "node:os";
import * as vscode from "vscode";
import type { ConnectionProfile } from "../../../chain/profile/checkedProfile";
import { mergeConnections, withOtherAddresses } from "../../../chain/profile/mergeConnections";
import { toChainError } from "../../../errors/dictionary";
import { settingsFolder } from "../../kit/files/workspaceFolder";
import { onDidChangeSetting, settingOf, settingOfUser } from "../../kit/settings/settings";
import type { ChainGroup, GroupChange } from "./chainGroup";
import { Connection } from "./connection";
import { type ConnectionPorts, realPorts } from "./connectionPorts";

const activeGroupKey = "chainside.activeGroup";
const openKey = "chainside.openConnections";

/** All connections: those of the settings, those made for this session, and the embedded chain. Remembers which were open. */
export class Connections implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Connection | undefined>();
  /** A connection changed its state; `undefined`: connections came or went. */
  readonly onDidChange = this.#changed.event;
  readonly #activeChanged = new vscode.EventEmitter<ChainGroup | undefined>();
  readonly onDidChangeActiveGroup = this.#activeChanged.event;
  readonly #groupChanged = new vscode.EventEmitter<{ group: ChainGroup; change: GroupChange }>();
  readonly onDidChangeGroup = this.#groupChanged.event;

  readonly #fellBack = new vscode.EventEmitter<{ readonly from: ChainGroup; readonly to: ChainGroup }>();
  /** The active group is gone, and commands now mean another one that wasn't chosen. */
  readonly onDidFallBack = this.#fellBack.event;

  readonly #restoredOpen = new vscode.EventEmitter<readonly string[]>();
  /** A view that shows chains was seen for the first time: IDs of the connections that were open when the window closed. */
  readonly onDidRestore = this.#restoredOpen.event;

  readonly #connections = new Map<string, Connection>();
  readonly #watched = new WeakSet<ChainGroup>();
  readonly #settings: vscode.Disposable;
  #activeId: string | undefined;
  #lastActive: ChainGroup | undefined;
  /** The last one that there was, when there is none now. */
  #lastUsed: ChainGroup | undefined;
  /** IDs of connections that are being made anew: what was active there is again when they are back. */
  readonly #returning = new Set<string>();
  #restored = false;
  #disposed = false;

  constructor(
    private readonly memory: vscode.Memento,
    private readonly report: (error: unknown) => void,
    private readonly ports: ConnectionPorts = realPorts,
  ) {
    this.#activeId = memory.get(activeGroupKey);
    this.#readSettings();
    this.#settings = onDidChangeSetting("connections", () => {
      this.#readSettings();
      this.#changed.fire(undefined);
    });
  }

  get all(): readonly Connection[] {
    return [...this.#connections.values()];
  }

  get groups(): readonly ChainGroup[] {
    return this.all.flatMap((connection) => connection.groups);
  }

  /**
   * The group that palette commands and the status bar mean: the chosen one, and none while that one is being connected or tried again.
   * Where it is gone for good, or none was chosen, the first.
   */
  get activeGroup(): ChainGroup | undefined {
    const chosen = this.groups.find((group) => group.id === this.#activeId);
    return chosen ?? (this.#awaited === undefined ? this.groups[0] : undefined);
  }

  /** The connection of the chosen group, while it is on its way: no other chain takes its place. */
  get #awaited(): string | undefined {
    const id = this.#activeId;
    if (id === undefined) return undefined;
    const coming = this.all.filter(({ state, retrying }) => retrying || state.kind === "connecting");
    return [...this.#returning, ...coming.map((each) => each.id)].find((each) => id.startsWith(`${each}/`));
  }

  /** Whether commands mean, or wait for, another connection than this one. */
  meansOther(id: string): boolean {
    const { activeGroup } = this;
    const meant = activeGroup ? activeGroup.connection.id : this.#awaited;
    return meant !== undefined && meant !== id;
  }

  /** A connection is made anew, or is so no more: meanwhile no other takes its place as the active one. */
  setReturning(id: string, returning: boolean): void {
    if (returning) this.#returning.add(id);
    else this.#returning.delete(id);
    this.#noteActive();
  }

  async setActiveGroup(group: ChainGroup): Promise<void> {
    this.#activeId = group.id;
    await this.memory.update(activeGroupKey, group.id);
    this.#noteActive();
  }

  get(id: string): Connection | undefined {
    return this.#connections.get(id);
  }

  findGroup(id: string): ChainGroup | undefined {
    return this.groups.find((group) => group.id === id);
  }

  /** A connection of this name in the settings gets the new addresses (`withOtherAddresses`); it is not there twice. */
  add(profile: ConnectionProfile, origin: "session" | "embedded"): Connection {
    const kept = origin === "session" ? this.#connections.get(`settings:${profile.name}`) : undefined;
    if (kept) {
      kept.updateProfile(withOtherAddresses(kept.profile, profile));
      return kept;
    }
    const id = origin === "embedded" ? "embedded" : `${origin}:${profile.name}`;
    this.#connections.get(id)?.dispose();
    const connection = this.#own(new Connection(id, profile, origin, this.ports));
    this.#changed.fire(undefined);
    return connection;
  }

  async remove(connection: Connection): Promise<void> {
    // Gone at once: closing what was open may take a moment.
    this.#connections.delete(connection.id);
    this.#changed.fire(undefined);
    this.#noteActive();
    await connection.disconnect();
    connection.dispose();
  }

  /**
   * Another connection takes the place of one, such as the saved one that of this session: commands mean the same group as before. The old
   * one is gone then, also where the other can't be connected.
   * @throws ChainError as `Connection.connect`
   */
  async replace(connection: Connection, by: Connection): Promise<void> {
    const meant = this.activeGroup;
    try {
      const groups = await by.connect();
      const same = groups.find(({ groupId }) => groupId === meant?.groupId);
      if (same && meant?.connection.id === connection.id) await this.setActiveGroup(same);
    } finally {
      await this.remove(connection);
    }
  }

  /** Connects again what was open when the window closed. Called when a view is first seen: no network before. */
  restore(): void {
    if (this.#restored) return;
    this.#restored = true;
    const open = this.memory.get<string[]>(openKey, []);
    for (const id of open) {
      const connection = this.#connections.get(id);
      if (connection) void this.#reconnect(connection);
    }
    this.#restoredOpen.fire(open);
  }

  /** As after a loss: a node that is not there just now is tried again without a word. What only a person can mend is reported. */
  async #reconnect(connection: Connection): Promise<void> {
    connection.keepTrying();
    try {
      await connection.connect();
    } catch (error) {
      if (toChainError(error).kind === "transport") return;
      connection.giveUp();
      this.report(error);
    }
  }

  #own(connection: Connection): Connection {
    this.#connections.set(connection.id, connection);
    connection.onDidChange(() => this.#stateChanged(connection));
    connection.onDidChangeEndpoints(() => {
      for (const group of connection.groups) group.notify("health");
    });
    return connection;
  }

  #stateChanged(connection: Connection): void {
    for (const group of connection.groups) {
      if (this.#watched.has(group)) continue;
      this.#watched.add(group);
      group.onDidChange((change) => this.#groupChanged.fire({ group, change }));
    }
    this.#changed.fire(connection);
    this.#noteActive();
    if (!this.#restored || this.#disposed || connection.state.kind === "connecting") return;
    const open = this.all.filter(({ state, retrying }) => state.kind === "connected" || retrying).map(({ id }) => id);
    void this.memory.update(openKey, open);
  }

  #noteActive(): void {
    const active = this.activeGroup;
    if (active === this.#lastActive) return;
    this.#lastActive = active;
    const from = this.#lastUsed;
    if (active) this.#lastUsed = active;
    const nobodyChose = active && from && from.id !== active.id && active.id !== this.#activeId;
    if (nobodyChose) {
      // It stays so: the one that is gone does not take over again when it is back.
      this.#activeId = active.id;
      void this.memory.update(activeGroupKey, active.id);
    }
    this.#activeChanged.fire(active);
    if (nobodyChose) this.#fellBack.fire({ from, to: active });
  }

  #readSettings(): void {
    const seen = new Set<string>();
    const { profiles, problems } = mergeConnections(
      { entries: settingOfUser("connections"), folder: homedir() },
      vscode.workspace.isTrusted
        ? { entries: settingOf("connections", vscode.ConfigurationTarget.Workspace), folder: settingsFolder() }
        : undefined,
    );
    for (const problem of problems) this.report(problem);
    for (const profile of profiles) {
      const id = `settings:${profile.name}`;
      seen.add(id);
      const known = this.#connections.get(id);
      if (known) known.updateProfile(profile);
      else this.#own(new Connection(id, profile, "settings", this.ports));
    }
    for (const [id, connection] of this.#connections) {
      if (connection.origin !== "settings" || seen.has(id)) continue;
      this.#connections.delete(id);
      connection.dispose();
    }
  }

  /** What is open now is what the next window opens again: that it is closed here is not written down. */
  dispose(): void {
    this.#disposed = true;
    this.#settings.dispose();
    for (const connection of this.all) connection.dispose();
    this.#connections.clear();
    for (const emitter of [this.#changed, this.#activeChanged, this.#groupChanged, this.#restoredOpen, this.#fellBack])
      emitter.dispose();
  }
}
