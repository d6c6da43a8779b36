import { closeSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { IndexProgress } from "../../history/indexing/groupIndexer";
import type { AlertChange } from "../../monitoring/watch/alerts";
import type { Look } from "../../monitoring/watch/observer";
import { lockFile } from "../../processes/exclusive/systemLock";
import { t } from "../../text/catalogue";
import { CommandTrouble } from "../output/showError";
import type { WebhookAnswer } from "../watch/webhookCall";
import { IndexFollower } from "./indexFollower";
import { MonitoredConnection } from "./monitoredConnection";
import type { PreparedMonitor } from "./prepareMonitor";
import { SinkQueue } from "./sinkQueue";

/** What a monitor says of its work. */
export interface MonitorEvents {
  readonly alert: (change: AlertChange) => void;
  /** A rule, a node or a group couldn't be judged. */
  readonly looked: (connection: MonitoredConnection, look: Look) => Promise<void> | void;
  readonly sinkFailed: (sink: SinkQueue, answer: WebhookAnswer) => void;
  readonly alertsLost: (place: string, count: number) => void;
  readonly indexFailed: (connection: string, error: unknown) => void;
  readonly failed: (connection: string, error: unknown) => void;
}

/** Everything that runs by one set of settings. */
export class RunningMonitor {
  readonly #lock: number | undefined;

  private constructor(
    readonly prepared: PreparedMonitor,
    readonly connections: readonly MonitoredConnection[],
    readonly sinks: readonly SinkQueue[],
    readonly indexes: ReadonlyMap<string, IndexFollower>,
    lock: number | undefined,
  ) {
    this.#lock = lock;
  }

  /**
   * Starts by prepared settings; the one before has to be closed.
   * @throws CommandTrouble `monitorRunning` where another process has the folder of state, `foreignState`
   */
  static async start(prepared: PreparedMonitor, events: MonitorEvents): Promise<RunningMonitor> {
    const { settings, stateFolder, folder } = prepared;
    mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
    const lock = lockFile(join(stateFolder, "lock"));
    if (lock === "busy") throw new CommandTrouble("monitorRunning", t("Another monitor uses {0}.", stateFolder));
    const connections: MonitoredConnection[] = [];
    const sinks: SinkQueue[] = [];
    const wake = (): void => {
      for (const sink of sinks) sink.wake();
    };
    try {
      for (const each of prepared.connections)
        connections.push(
          await MonitoredConnection.open(each, stateFolder, settings.sinks, settings.intervalMs, {
            alert: (change) => {
              events.alert(change);
              wake();
            },
            looked: events.looked,
            lost: events.alertsLost,
            failed: events.failed,
          }),
        );
    } catch (error) {
      await Promise.all(connections.map((each) => each.close()));
      if (lock !== "unavailable") closeSync(lock.file);
      throw error;
    }
    const stores = connections.map(({ store }) => store);
    const names = new Set(settings.sinks.map(({ name }) => name));
    for (const [place, store] of stores.entries()) {
      const gone = store.keepSinks(names);
      if (gone > 0) events.alertsLost(connections[place]?.name ?? "", gone);
    }
    for (const [name, call] of prepared.calls) {
      const sink: SinkQueue = new SinkQueue(name, call, () => stores, {
        failed: (answer) => events.sinkFailed(sink, answer),
        sent: () => undefined,
        lost: () => events.alertsLost(name, 1),
      });
      sinks.push(sink);
    }
    const indexes = new Map<string, IndexFollower>();
    for (const { settings: own, connection, indexPassword } of prepared.connections)
      if (own.index)
        indexes.set(
          own.name,
          new IndexFollower(connection, own.index, folder, indexPassword, {
            failed: (error) => events.indexFailed(own.name, error),
            progress: (_: IndexProgress) => undefined,
          }),
        );
    const running = new RunningMonitor(
      prepared,
      connections,
      sinks,
      indexes,
      lock === "unavailable" ? undefined : lock.file,
    );
    for (const part of [...connections, ...sinks, ...indexes.values()]) part.start();
    return running;
  }

  /** Ends all of it, with what was seen on the disk. Alerts that aren't sent yet wait there for the next start. */
  async close(): Promise<void> {
    await Promise.all([...this.connections, ...this.indexes.values()].map((part) => part.close()));
    await Promise.all(this.sinks.map((sink) => sink.close()));
    if (this.#lock !== undefined) closeSync(this.#lock);
  }
}
