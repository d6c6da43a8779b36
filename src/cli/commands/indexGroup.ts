import { resolve } from "node:path";
import { believedGenesis, pinnedSealers, statedGenesis, type TellingGroup } from "../../chain/profile/belief";
import type { ChainSession } from "../../chain/session";
import type { ChainTrust } from "../../chain/verification/chainTrust";
import { readGenesisContent, readGenesisHash } from "../../chain/verification/readGenesis";
import { clientError } from "../../errors/clientError";
import { maxBytes, readGivenText } from "../../files/regularFile";
import type { IndexOptions, IndexProgress } from "../../history/indexing/groupIndexer";
import type { HistoryStore } from "../../history/store/historyStore";
import { genesisFacts } from "../../nodeConfig/genesisFacts";
import { t, text } from "../../text/catalogue";
import { numberText } from "../../text/formats";
import { mebibyte } from "../../text/limits/sizes";
import { blockWaiter } from "../connection/blockWaiter";
import { sessionOf, withTransport } from "../connection/connect";
import {
  archiveArgument,
  type Connection,
  connectionOf,
  connectionUsage,
  nodeArguments,
  urlUsage,
} from "../connection/connectionOptions";
import { givenContracts } from "../contract/artifactFile";
import { destinationOf, type IndexLocation, type SinkLocation, usualIndexFile } from "../history/indexFile";
import { databasePasswordUsage, givenPassword, openSinkIn, openStore } from "../history/openIndex";
import { type CommandLine, commandOf, requireNoArguments, WrongCommandLine } from "../options/commandLine";
import { integerOf } from "../options/optionValues";
import { stoppable } from "../options/stoppable";
import { complain, print, printJson, showStatus } from "../output/print";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: "chainside index [--url URL] [--to DATABASE] [--from BLOCK] [--contracts FILE[@ADDRESS]]… [options]",
  summary: [
    text(
      "Brings the blocks of a group into a database that chainside query asks: transactions, receipts, events, and a table for each event and each function of a known contract.",
    ),
    text(
      "Ctrl+C stops it at any time; the same line goes on from there. An ABI that is given later reads what is in the index already.",
    ),
  ],
  options: [
    urlUsage,
    [
      "--to DATABASE",
      text(
        "file of the index, postgres://USER@HOST/DATABASE, mysql://USER@HOST/DATABASE, what rows are only added to (kafka://HOST/PREFIX, clickhouse://USER@HOST/DATABASE, parquet:FOLDER), or env:NAME for a variable that says it (default: CHAIN-GROUP.history.db in this folder)",
      ),
    ],
    databasePasswordUsage,
    ["--from BLOCK", text("lowest block to index (default: 0)")],
    [
      "--contracts FILE[@ADDRESS]",
      text(
        "compiled contract or ABI that names functions and events; with an address, of that contract alone; repeatable",
      ),
    ],
    [
      "--writers N",
      text(
        "write ranges of blocks side by side, each writer from another endpoint; the same line on other machines joins in (PostgreSQL, MySQL)",
      ),
    ],
    ["--follow", text("go on with new blocks until it is stopped")],
    ["--verify", text("check each block against the sealers that --genesis or the connection's pin names")],
    ["--genesis FILE", text("the chain's config.genesis, for --verify")],
    [
      "--archive URL",
      text("archive query service, for blocks that the node has archived (default: that of the connection)"),
    ],
    ["--budget MB", text("stop when the index is larger")],
    ...connectionUsage,
  ],
  exitCodes: text("Exit code: 0 done or stopped, 1 an error, 2 wrong command line."),
};

const indexArguments = {
  ...nodeArguments,
  to: { type: "string" },
  "password-file": { type: "string" },
  from: { type: "string" },
  contracts: { type: "string", multiple: true },
  follow: { type: "boolean", default: false },
  verify: { type: "boolean", default: false },
  genesis: { type: "string" },
  ...archiveArgument,
  budget: { type: "string" },
  writers: { type: "string" },
} as const;

/** Each has a connection to the database. */
const maxWriters = 64;

interface IndexOrder {
  readonly connection: Connection;
  readonly to: IndexLocation | SinkLocation | undefined;
  readonly passwordFile: string | undefined;
  readonly from: number;
  readonly contracts: readonly string[];
  readonly follow: boolean;
  readonly verify: boolean;
  readonly genesis: string | undefined;
  readonly budget: number | undefined;
  /** Undefined: one, by itself. */
  readonly writers: number | undefined;
  readonly json: boolean;
}

const commandLine: CommandLine<typeof indexArguments, IndexOrder> = {
  name: "index",
  usage,
  options: indexArguments,
  read: ({ values, positionals }) => {
    requireNoArguments(positionals);
    if (values.genesis !== undefined && !values.verify)
      throw new WrongCommandLine(t("--{0} requires {1}", "genesis", "--verify"));
    const writers = integerOf("writers", values.writers, { min: 1, max: maxWriters });
    const to = values.to === undefined ? undefined : destinationOf(values.to);
    if (writers !== undefined && (to === undefined || !("url" in to)))
      throw new WrongCommandLine(t("--{0} requires {1}", "writers", "--to postgres://…, --to mysql://…"));
    if (values.budget !== undefined && to !== undefined && "sink" in to)
      throw new WrongCommandLine(t("--{0} requires {1}", "budget", "--to FILE, --to postgres://…"));
    const budget = integerOf("budget", values.budget, { min: 0 });
    return {
      connection: connectionOf(values),
      to,
      passwordFile: values["password-file"],
      from: integerOf("from", values.from, { min: 0 }) ?? 0,
      contracts: values.contracts ?? [],
      follow: values.follow,
      verify: values.verify,
      genesis: values.genesis,
      budget: budget === undefined ? undefined : budget * mebibyte,
      writers,
      json: values.json,
    };
  },
};

function statusLine({ low, high, from, height, bytes }: IndexProgress): string {
  const left = Math.max(0, low - from) + Math.max(0, height - high);
  const size = numberText(Math.round(bytes / mebibyte));
  return t("Blocks {0} to {1} indexed, {2} left, {3} MB", numberText(low), numberText(high), numberText(left), size);
}

function report(order: IndexOrder, file: string, progress: IndexProgress, seconds: number): void {
  showStatus("");
  const { low, high, blocks, transactions, events, missing, refusedTables, bytes } = progress;
  if (order.json) {
    printJson(
      JSON.stringify({ file, low, high, blocks, transactions, events, missing, refusedTables, bytes, seconds }),
    );
    return;
  }
  const [count, ofThem] = [numberText(blocks), numberText(transactions)];
  print(
    t("Indexed {0} blocks with {1} transactions and {2} events into {3}.", count, ofThem, numberText(events), file),
  );
  print(t("It has blocks {0} to {1} now.", numberText(low), numberText(high)));
  if (missing > 0)
    complain(
      t(
        "{0} blocks are archived: the index has their headers and hashes alone. --archive names the service that has them.",
        missing,
      ),
    );
  if (refusedTables > 0)
    complain(t("{0} events and functions got no table of their own: there were too many.", refusedTables));
}

/** The same connection with its endpoints in an order that begins with another one for each writer. */
function endpointsFrom(connection: Connection, place: number): Connection {
  const { urls } = connection;
  const first = place % urls.length;
  return { ...connection, urls: [...urls.slice(first), ...urls.slice(0, first)] };
}

type Options = Omit<IndexOptions, "onProgress">;

/**
 * What is believed of a chain: by its `config.genesis`, else by the pin of the connection.
 * @throws WrongCommandLine where neither is there; ChainError usage `pinMismatch` for a file of another chain
 */
async function trustOf({ pin }: Connection, session: ChainSession, genesis: string | undefined): Promise<ChainTrust> {
  const group: TellingGroup = {
    session,
    chainHash: () => readGenesisHash(session.client),
    genesisContent: () => readGenesisContent(session),
  };
  if (genesis === undefined) {
    const pinned = await pinnedSealers(group, pin);
    if (pinned) return pinned;
    throw new WrongCommandLine(t("--verify requires --genesis FILE, or a connection whose pin names its sealers"));
  }
  const facts = genesisFacts(await readGivenText(genesis, maxBytes.configuration));
  const declared = facts && statedGenesis(facts);
  if (!declared) throw new WrongCommandLine(t("{0} isn't a config.genesis that a node would take", genesis));
  const believed = await believedGenesis(group, pin, [declared]);
  if (believed) return believed;
  const { chainId, groupId } = declared.trust;
  throw clientError("pinMismatch", {
    name: genesis,
    expected: `${chainId} ${groupId}`,
    found: `${session.chainId} ${session.groupId}`,
  });
}

async function optionsOf(order: IndexOrder, session: ChainSession, signal: AbortSignal): Promise<Options> {
  const { connection, from, follow, budget, writers } = order;
  return {
    ...{ from, follow, archive: connection.archive, signal, leases: writers !== undefined },
    given: await givenContracts(order.contracts),
    ...(budget === undefined ? {} : { budget }),
    ...(order.verify ? { trust: await trustOf(connection, session, order.genesis) } : {}),
    ...(follow ? { waitForBlock: await blockWaiter(connection, session.groupId, signal) } : {}),
  };
}

/** Writers beside the first one, until all blocks of today are there. @param onProgress of one of them, by its place */
function moreWriters(
  order: IndexOrder,
  place: IndexLocation,
  { follow: _, waitForBlock: __, ...options }: Options,
  onProgress: (writer: number, progress: IndexProgress) => void,
): Promise<IndexProgress>[] {
  const places = Array.from({ length: (order.writers ?? 1) - 1 }, (_, at) => at + 1);
  return places.map((writer) => {
    const connection = endpointsFrom(order.connection, writer);
    return withTransport(connection, async (transport) => {
      const { GroupIndexer } = await import("../../history/indexing/groupIndexer");
      const store = await openStore(place, order.passwordFile);
      try {
        const own = { ...options, onProgress: (progress: IndexProgress) => onProgress(writer, progress) };
        return await new GroupIndexer(await sessionOf(connection, transport), store, own).run();
      } finally {
        await store.close();
      }
    });
  });
}

/** What all writers did together. */
function together(all: readonly IndexProgress[]): IndexProgress {
  const sum = (count: "blocks" | "transactions" | "events" | "missing"): number =>
    all.reduce((total, each) => total + each[count], 0);
  const [latest] = [...all].sort((one, other) => other.high - other.low - one.high + one.low);
  return {
    ...(latest as IndexProgress),
    ...{ blocks: sum("blocks"), transactions: sum("transactions"), events: sum("events"), missing: sum("missing") },
    refusedTables: Math.max(...all.map((each) => each.refusedTables)),
  };
}

async function index(
  order: IndexOrder,
  session: ChainSession,
  { store, place }: { readonly store: HistoryStore; readonly place: IndexLocation },
  signal: AbortSignal,
): Promise<number> {
  const { GroupIndexer } = await import("../../history/indexing/groupIndexer");
  const stop = new AbortController();
  const options = await optionsOf(order, session, AbortSignal.any([signal, stop.signal]));
  const latest = new Map<number, IndexProgress>();
  const onProgress = (writer: number, progress: IndexProgress): void => {
    latest.set(writer, progress);
    showStatus(statusLine(together([...latest.values()])));
  };
  const began = performance.now();
  const first = new GroupIndexer(session, store, { ...options, onProgress: (progress) => onProgress(0, progress) });
  const writers = [first.run(), ...moreWriters(order, place, options, onProgress)];
  try {
    const all = await Promise.all(writers);
    report(order, store.label, together(all), Math.round(performance.now() - began) / 1000);
    return 0;
  } finally {
    // what one can't do the others don't do either
    stop.abort();
    await Promise.allSettled(writers);
  }
}

/** Brings the blocks into a sink. */
async function feed(order: IndexOrder, session: ChainSession, place: SinkLocation): Promise<number> {
  const { GroupFeeder } = await import("../../history/indexing/groupFeeder");
  const sink = await openSinkIn(place, await givenPassword(order.passwordFile));
  const onProgress = ({ low, high, height }: IndexProgress): void =>
    showStatus(
      t(
        "Blocks {0} to {1} written, {2} left",
        numberText(low),
        numberText(high),
        numberText(Math.max(0, height - high)),
      ),
    );
  try {
    return await stoppable(async (signal) => {
      const began = performance.now();
      const options = await optionsOf(order, session, signal);
      const progress = await new GroupFeeder(session, sink, { ...options, onProgress }).run();
      report(order, sink.label, progress, Math.round(performance.now() - began) / 1000);
      return 0;
    });
  } finally {
    await sink.close();
  }
}

/** `chainside index`: the blocks of a group into a database. */
export const runIndex = commandOf(commandLine, (order) =>
  withTransport(order.connection, async (transport) => {
    const session = await sessionOf(order.connection, transport);
    const named = order.to ?? { file: usualIndexFile(session.chainId, session.groupId) };
    if ("sink" in named) return feed(order, session, named);
    const place = "file" in named ? { file: resolve(named.file) } : named;
    const store = await openStore(place, order.passwordFile);
    try {
      return await stoppable((signal) => index(order, session, { store, place }, signal));
    } finally {
      await store.close();
    }
  }),
);
