import { resolve } from "node:path";
import type { ChainSession } from "../../chain/session";
import type { FeedOptions } from "../../history/indexing/groupFeeder";
import type { IndexProgress } from "../../history/indexing/groupIndexer";
import type { HistoryStore } from "../../history/store/historyStore";
import type { IndexSettings } from "../../monitoring/settings/monitorSettings";
import { pause } from "../../time/waitUntil";
import { blockWaiter } from "../connection/blockWaiter";
import { sessionOf, withTransport } from "../connection/connect";
import type { Connection } from "../connection/connectionOptions";
import { givenContracts } from "../contract/artifactFile";
import { destinationOf, type IndexLocation, type SinkLocation } from "../history/indexFile";
import { openSinkIn } from "../history/openIndex";

/** Between two tries, in milliseconds. */
const retryMs = 15_000;

/** The database of an index as settings name it; a file in their folder. @throws WrongCommandLine */
export function indexLocation({ to }: IndexSettings, folder: string): IndexLocation | SinkLocation {
  const place = destinationOf(to);
  return "file" in place ? { file: resolve(folder, place.file) } : place;
}

/**
 * Looks at an address before anything is begun with it.
 * @throws WrongCommandLine for a variable that isn't set; ChainError usage `historyDatabaseUrl`
 */
export async function checkIndexPlace(settings: IndexSettings, folder: string, password?: string): Promise<void> {
  const place = indexLocation(settings, folder);
  if ("url" in place) (await import("../../history/servers/databaseTarget")).databaseTarget(place.url, password);
  if ("sink" in place) (await import("../../history/sinks/sinkTarget")).sinkTarget(place.sink, password);
}

/** Opens the database of an index to write in it. @throws ChainError as the stores' `open` */
async function openMonitorStore(place: IndexLocation, password: string | undefined): Promise<HistoryStore> {
  if ("file" in place) return (await import("../../history/sqlite/sqliteStore")).SqliteStore.open(place.file);
  const { openServerStore } = await import("../../history/servers/openServer");
  const { databaseTarget } = await import("../../history/servers/databaseTarget");
  return openServerStore(databaseTarget(place.url, password));
}

interface IndexEvents {
  /** The index couldn't go on; it is tried again. Said once for each reason. */
  readonly failed: (error: unknown) => void;
  readonly progress: (progress: IndexProgress) => void;
}

/** Brings the blocks of a connection's group into its index, and follows them. What fails is tried again until it is closed. */
export class IndexFollower {
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #latest: IndexProgress | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly settings: IndexSettings,
    private readonly folder: string,
    private readonly password: string | undefined,
    private readonly events: IndexEvents,
  ) {}

  /** How far it is; undefined until it has begun. */
  get progress(): IndexProgress | undefined {
    return this.#latest;
  }

  start(): void {
    this.#running = this.#work();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #work(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await withTransport(this.connection, async (transport) => {
          const session = await sessionOf(this.connection, transport);
          const contracts = this.settings.contracts.map((word) => this.#contractWord(word));
          const options: FeedOptions = {
            ...{ from: this.settings.from, follow: true, archive: this.connection.archive, signal },
            given: await givenContracts(contracts),
            waitForBlock: await blockWaiter(this.connection, session.groupId, signal),
            onProgress: (progress) => {
              this.#latest = progress;
              this.events.progress(progress);
            },
          };
          const place = indexLocation(this.settings, this.folder);
          await ("sink" in place ? this.#feed(session, place, options) : this.#index(session, place, options));
        });
      } catch (error) {
        if (!signal.aborted) this.events.failed(error);
      }
      await pause(retryMs, signal);
    }
  }

  async #index(session: ChainSession, place: IndexLocation, options: FeedOptions): Promise<void> {
    const store = await openMonitorStore(place, this.password);
    try {
      const { GroupIndexer } = await import("../../history/indexing/groupIndexer");
      await new GroupIndexer(session, store, options).run();
    } finally {
      await store.close();
    }
  }

  async #feed(session: ChainSession, place: SinkLocation, options: FeedOptions): Promise<void> {
    const sink = await openSinkIn(place, this.password, this.folder);
    try {
      const { GroupFeeder } = await import("../../history/indexing/groupFeeder");
      await new GroupFeeder(session, sink, options).run();
    } finally {
      await sink.close();
    }
  }

  /** `FILE@ADDRESS`, the file in the folder of the settings. */
  #contractWord(word: string): string {
    const at = word.lastIndexOf("@0x");
    return at < 0 ? resolve(this.folder, word) : `${resolve(this.folder, word.slice(0, at))}${word.slice(at)}`;
  }
}
