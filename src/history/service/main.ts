// The history program: indexes a group, or answers questions to an index, for the editor; over the channel of the process that started it.
import { createClient } from "../../chain/client/client";
import { openSession } from "../../chain/openSession";
import { answeredTransport } from "../../chain/transport/answeredTransport";
import { errorMessage } from "../../errors/errorMessage";
import { type OrderContext, serveStarter } from "../../processes/serveStarter";
import { useLocale } from "../../text/catalogueFile";
import { timeZoneNamed, useTimeZone } from "../../text/formats";
import { GroupIndexer } from "../indexing/groupIndexer";
import { addressHistory } from "../query/addressHistory";
import { chainCharts } from "../query/chainCharts";
import { findInHistory } from "../query/findInHistory";
import { queryTables } from "../query/queryTables";
import { questionTexts } from "../query/questions";
import { SqliteQueries } from "../query/sqliteQuery";
import { SqliteStore } from "../sqlite/sqliteStore";
import type { CheckedQuery, HistoryProtocol, IndexOrder, IndexProgress } from "./messages";
import { shownResult, writeResult } from "./writeResult";

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");
useTimeZone(timeZoneNamed(process.env["CHAINSIDE_TIME_ZONE"] ?? ""));

async function index(order: IndexOrder, context: OrderContext<HistoryProtocol, "index">): Promise<IndexProgress> {
  const { signal } = context;
  const transport = answeredTransport(order.label, (question, own) => context.ask("chain", question, own));
  const session = await openSession(createClient(transport, order.group, order.node), { signal });
  const store = await SqliteStore.open(order.file);
  try {
    const indexer = new GroupIndexer(session, store, {
      ...{ from: order.from, given: order.given, budget: order.budget, archive: order.archive, follow: true, signal },
      waitForBlock: async (height) => {
        await context.ask("newBlock", height).catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
      },
      onProgress: (progress) => context.tell(progress),
    });
    return await indexer.run();
  } finally {
    await store.close();
  }
}

/** A question to an index, which is open for that long alone: what a killed program left half written is undone each time. */
async function asking<Answer>(
  file: string,
  ask: (queries: SqliteQueries) => Answer | Promise<Answer>,
): Promise<Answer> {
  const queries = await SqliteQueries.open(file);
  try {
    return await ask(queries);
  } finally {
    queries.close();
  }
}

function check(queries: SqliteQueries, sql: string): CheckedQuery {
  const { parameters, problem, at } = queries.check(sql);
  if (!problem) return { parameters };
  const { code, details, message } = problem;
  const reason = details["reason"];
  const words = typeof reason === "string" ? reason : message;
  return { parameters, problem: { code: String(code), message: words, ...(at === undefined ? {} : { at }) } };
}

serveStarter<HistoryProtocol>(
  {
    index,
    query: ({ file, sql, max, parameters }) => asking(file, (queries) => shownResult(queries, sql, max, parameters)),
    check: ({ file, sql }) => asking(file, (queries) => check(queries, sql)),
    tables: ({ file }) => asking(file, queryTables),
    write: (order) => asking(order.file, (queries) => writeResult(queries, order)),
    questions: () => questionTexts(),
    address: ({ file, address, part, filter, after }) =>
      asking(file, (queries) => addressHistory(queries, address, part, filter, after)),
    find: ({ file, text }) => asking(file, (queries) => findInHistory(queries, text)),
    charts: ({ file, ...wanted }) => asking(file, (queries) => chainCharts(queries, wanted)),
  },
  { report: errorMessage },
);
