import { join } from "node:path";
import type { MetricFamily } from "../../monitoring/metrics/metricText";
import type {
  MonitoredConnection as ConnectionSettings,
  SinkSettings,
} from "../../monitoring/settings/monitorSettings";
import { type ActiveAlert, type AlertChange, Alerts } from "../../monitoring/watch/alerts";
import { Judge } from "../../monitoring/watch/judge";
import { type Look, Observer } from "../../monitoring/watch/observer";
import type { Rule } from "../../monitoring/watch/ruleKinds";
import { endedWithoutRules, recall, type Watching, watchMemory } from "../../monitoring/watch/watchMemory";
import { pushedBlocks } from "../connection/blockWaiter";
import type { Connection } from "../connection/connectionOptions";
import { targetsOf } from "../exporter/targets";
import { watchLoop } from "../watch/watchLoop";
import { AlertStore } from "./alertStore";

/** What hasn't led to an alert is written this often: after a restart it would be seen again. */
const keepMs = 5000;

interface ConnectionEvents {
  readonly alert: (change: AlertChange) => void;
  readonly looked: (connection: MonitoredConnection, look: Look) => Promise<void> | void;
  /** So many alerts were lost, since too many wait. */
  readonly lost: (connection: string, count: number) => void;
  readonly failed: (connection: string, error: unknown) => void;
}

/** What is ready to be started for a connection. */
export interface PreparedConnection {
  readonly settings: ConnectionSettings;
  readonly connection: Connection;
  readonly rules: readonly Rule[];
}

/** Sinks that get the alerts of a rule of a connection. */
const sinksFor = (sinks: readonly SinkSettings[], connection: string, rule: string): readonly string[] =>
  sinks
    .filter(({ rules, connections }) => (rules?.includes(rule) ?? true) && (connections?.includes(connection) ?? true))
    .map(({ name }) => name);

/** A name as a part of the name of a file; two names never give one. */
const fileName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/[.*'()!~%]/g, (sign) =>
    sign === "%" ? "_" : `-${sign.charCodeAt(0).toString(16)}`,
  );

/** Looks at the nodes of a connection by rules, and keeps on the disk what it saw and whom to tell. */
export class MonitoredConnection {
  readonly #stop = new AbortController();
  readonly #watching: Watching;
  #running: Promise<void> | undefined;
  #latest: Look | undefined;
  #keptMs = 0;

  private constructor(
    readonly prepared: PreparedConnection,
    readonly store: AlertStore,
    private readonly targets: Awaited<ReturnType<typeof targetsOf>>,
    private readonly sinks: readonly SinkSettings[],
    private readonly intervalMs: number,
    private readonly events: ConnectionEvents,
  ) {
    const { rules, connection } = prepared;
    this.#watching = {
      observer: new Observer(targets, connection.group, rules),
      judge: new Judge(rules),
      alerts: new Alerts(),
    };
  }

  /**
   * Opens the ways to the nodes, and what an earlier program has seen.
   * @throws ChainError; WrongInput; the system's errors
   */
  static async open(
    prepared: PreparedConnection,
    folder: string,
    sinks: readonly SinkSettings[],
    intervalMs: number,
    events: ConnectionEvents,
  ): Promise<MonitoredConnection> {
    const store = await AlertStore.open(join(folder, `${fileName(prepared.settings.name)}.json`));
    const targets = await targetsOf(prepared.connection);
    const made = new MonitoredConnection(prepared, store, targets, sinks, intervalMs, events);
    made.#recall();
    return made;
  }

  get name(): string {
    return this.prepared.settings.name;
  }

  /** What the last look saw. */
  get latest(): Look | undefined {
    return this.#latest;
  }

  /** Alerts that there are now. */
  get alerts(): readonly ActiveAlert[] {
    return this.#watching.alerts.active;
  }

  /** What was measured at the last look, where that isn't older than `maxAgeMs`; else measured now. */
  async measured(timeoutMs: number, maxAgeMs: number): Promise<readonly MetricFamily[]> {
    const { observer } = this.#watching;
    const isFresh = this.#latest !== undefined && Date.now() - this.#latest.atMs <= maxAgeMs;
    return isFresh ? observer.measured : observer.measure(timeoutMs);
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends after the look that is under way, with all of it on the disk. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await Promise.all(this.targets.map(({ transport }) => transport.close()));
  }

  /** What is known from before; alerts of rules that are there no longer end. */
  #recall(): void {
    const { rules } = this.prepared;
    const { memory } = this.store;
    recall(memory, rules, this.#watching);
    const ended = endedWithoutRules(memory, rules, this.#watching.alerts, Date.now());
    if (ended.length > 0) this.#keep(ended);
  }

  #keep(changes: readonly AlertChange[]): void {
    const named = changes.map((change) => ({ ...change, connection: this.name }));
    const orders = named.flatMap((change) =>
      sinksFor(this.sinks, this.name, change.finding.rule.name).map((sink) => ({ sink, change })),
    );
    const lost = this.store.keep(watchMemory(this.prepared.rules, this.#watching), orders);
    this.#keptMs = Date.now();
    if (lost > 0) this.events.lost(this.name, lost);
    for (const change of named) this.events.alert(change);
  }

  async #run(): Promise<void> {
    const { connection } = this.prepared;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        const timing = {
          ...{ timeoutMs: connection.timeoutMs, intervalMs: this.intervalMs, group: connection.group },
          untilBlock: await pushedBlocks(connection, signal),
        };
        await watchLoop(this.#watching, timing, signal, async ({ look, changes }) => {
          this.#latest = look;
          if (changes.length > 0 || look.atMs - this.#keptMs >= keepMs) this.#keep(changes);
          await this.events.looked(this, look);
        });
      } catch (error) {
        this.events.failed(this.name, error);
        await new Promise((after) => setTimeout(after, this.intervalMs));
      }
    }
    this.#keep([]);
  }
}
