// Indexes chains into files and servers' databases, as tests and the processes that they end do.
import { createClient } from "../../src/chain/client/client";
import { openSession } from "../../src/chain/openSession";
import type { ChainSession } from "../../src/chain/session";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { GroupIndexer, type IndexOptions } from "../../src/history/indexing/groupIndexer";
import type { DatabaseTarget } from "../../src/history/servers/databaseTarget";
import { openServerStore } from "../../src/history/servers/openServer";
import { SqliteStore } from "../../src/history/sqlite/sqliteStore";

export const sessionOf = (url: string): Promise<ChainSession> =>
  openSession(createClient(createHttpTransport({ url, timeoutMs: 60_000 }), "group0"));

/** Where an index is: a file of SQLite, or a database of a server. */
export type IndexLocation = string | DatabaseTarget;

/** Indexes a chain into a file or a server's database. */
export async function indexInto(place: IndexLocation, session: ChainSession, options: IndexOptions = {}) {
  const store = typeof place === "string" ? await SqliteStore.open(place) : await openServerStore(place);
  try {
    return await new GroupIndexer(session, store, options).run();
  } finally {
    await store.close();
  }
}
