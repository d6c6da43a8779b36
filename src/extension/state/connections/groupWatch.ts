import { type GroupHealth, HealthMemory } from "../../../chain/health/groupHealth";
import { toChainError } from "../../../errors/dictionary";
import type { Clock } from "../../../time/clock";
import type { ChainGroup } from "./chainGroup";
import type { Connections } from "./connections";
import type { Reconnector } from "./reconnector";

/** So many rounds of heights for one of health: it changes seldom, and isn't pushed. */
const healthEvery = 3;
/** And for one look at the endpoints that are not asked, where the nodes aren't watched or no block comes. */
const endpointsEvery = 10;

/** What looks at groups: a view that is seen, the status bar. */
interface Look {
  /** Groups whose height is shown. */
  heights(): Iterable<ChainGroup>;
  /** Groups of which it is shown how they fare. */
  health(): Iterable<ChainGroup>;
  /** Groups whose nodes are shown: with each new block they are compared, where the connection has several endpoints. */
  nodes?(): Iterable<ChainGroup>;
}

/** What the watch needs of the world. */
interface WatchPorts {
  readonly clock: Clock;
  intervalMs(): number;
  readHealth(group: ChainGroup): Promise<GroupHealth>;
  /** Writes what no user asked for to the log. */
  report(error: unknown): void;
}

/**
 * Asks the groups that a user looks at for their height, how they fare and, where a connection has several endpoints, whether these
 * answer: gently, each question at most once at a time, heights not where the node tells of new blocks by itself. What was found is on
 * the group; a group that isn't watched is not asked, and nothing is said of how it fares.
 */
export class GroupWatch {
  readonly #looks = new Set<Look>();
  readonly #underWay = new Map<string, Promise<void>>();
  /** What earlier looks at each group said. */
  readonly #memories = new WeakMap<ChainGroup, HealthMemory>();
  /** The height of a group at which its nodes were compared last. */
  readonly #compared = new WeakMap<ChainGroup, number>();
  readonly #watching: { dispose(): void };
  #stopWaiting: (() => void) | undefined;
  #rounds = 0;
  #disposed = false;

  constructor(
    private readonly connections: Pick<Connections, "get" | "groups" | "onDidChange">,
    private readonly reconnector: Pick<Reconnector, "answered" | "missed">,
    private readonly ports: WatchPorts,
  ) {
    this.#watching = connections.onDidChange((connection) => {
      if (connection?.state.kind === "connected") this.lookNow();
      else this.#plan();
    });
  }

  /** A user looks from now on, until what this gives is disposed. */
  add(look: Look): { dispose(): void } {
    this.#looks.add(look);
    this.lookNow();
    return {
      dispose: () => {
        this.#looks.delete(look);
        this.lookNow();
      },
    };
  }

  /** What is looked at has changed: how it fares is asked at once, and forgotten where it isn't watched any more. */
  lookNow(): void {
    this.#rounds = 0;
    const seen = this.#seen("health");
    for (const group of this.connections.groups) if (!seen.has(group)) group.noteHealth(undefined);
    for (const group of seen) this.#once(`health ${group.id}`, () => this.#askHealth(group));
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#plan();
  }

  #seen(what: keyof Look): Set<ChainGroup> {
    const connected = new Set(this.connections.groups);
    const groups = [...this.#looks].flatMap((look) => [...(look[what]?.() ?? [])]);
    return new Set(groups.filter((group) => connected.has(group)));
  }

  /** A node that takes its time keeps no other waiting, and is not asked once more meanwhile. */
  #once(what: string, ask: () => Promise<void>): void {
    if (this.#underWay.has(what)) return;
    const asking = ask()
      .catch((error: unknown) => this.ports.report(error))
      .finally(() => this.#underWay.delete(what));
    this.#underWay.set(what, asking);
  }

  async #askHeight(group: ChainGroup): Promise<void> {
    const connection = this.connections.get(group.connection.id);
    if (!connection) return;
    try {
      await group.refreshHeight();
      this.reconnector.answered(connection);
    } catch (error) {
      await this.reconnector.missed(connection, toChainError(error));
    }
  }

  /** Takes over how a group fares, also where a page asked, and gives what of it counts with earlier looks. */
  note(group: ChainGroup, look: GroupHealth): GroupHealth {
    const memory = this.#memories.get(group) ?? new HealthMemory();
    this.#memories.set(group, memory);
    const health = memory.follow(look, this.ports.clock.now());
    group.noteHealth(health);
    return health;
  }

  async #askHealth(group: ChainGroup): Promise<void> {
    try {
      this.note(group, await this.ports.readHealth(group));
    } catch {
      // A node that does not tell, or that is gone: its height speaks of the latter.
      group.noteHealth(undefined);
    }
  }

  /** Groups whose nodes are shown and that have a block which wasn't compared yet. */
  #withNewBlock(): ChainGroup[] {
    return [...this.#seen("nodes")].filter((group) => {
      const { height } = group;
      if (height === undefined || this.#compared.get(group) === height) return false;
      this.#compared.set(group, height);
      return true;
    });
  }

  #round(): void {
    this.#rounds += 1;
    const [heights, health] = [this.#seen("heights"), this.#seen("health")];
    for (const group of heights)
      if (!group.connection.pushes || group.missesBlocks)
        this.#once(`height ${group.id}`, () => this.#askHeight(group));
    if (this.#rounds % healthEvery === 0)
      for (const group of health) this.#once(`health ${group.id}`, () => this.#askHealth(group));
    const looked = new Set(this.#rounds % endpointsEvery === 0 ? [...heights, ...health] : this.#withNewBlock());
    for (const { connection } of looked)
      this.#once(`endpoints ${connection.id}`, async () => this.connections.get(connection.id)?.lookAtEndpoints());
    this.#plan();
  }

  #plan(): void {
    if (this.#disposed || this.connections.groups.length === 0) {
      this.#stopWaiting?.();
      this.#stopWaiting = undefined;
      return;
    }
    if (this.#stopWaiting) return;
    this.#stopWaiting = this.ports.clock.after(this.ports.intervalMs(), () => {
      this.#stopWaiting = undefined;
      this.#round();
    });
  }

  dispose(): void {
    this.#disposed = true;
    this.#stopWaiting?.();
    this.#watching.dispose();
  }
}
