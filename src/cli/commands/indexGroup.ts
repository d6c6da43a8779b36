import { resolve } from "node:path";
import type { ChainSession } from "../../chain/session";
import type { IndexOptions, IndexProgress } from "../../history/indexing/groupIndexer";
import type { HistoryStore } from "../../history/store/historyStore";
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
import { databasePasswordUsage } from "../history/databasePassword";
import { givenContracts } from "../history/givenContracts";
import { type IndexLocation, placeOf, usualIndexFile } from "../history/indexFile";
import { openStore } from "../history/openIndex";
import { trustOf } from "../history/trustOptions";
import { type CommandLine, requireNoArguments, runCommandLine, WrongCommandLine } from "../options/commandLine";
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
        "file of the index, postgres://USER@HOST/DATABASE, mysql://USER@HOST/DATABASE, or env:NAME for a variable that says it (default: CHAIN-GROUP.history.db in this folder)",
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
} as const;

interface IndexOrder {
  readonly connection: Connection;
  readonly to: IndexLocation | undefined;
  readonly passwordFile: string | undefined;
  readonly from: number;
  readonly contracts: readonly string[];
  readonly follow: boolean;
  readonly verify: boolean;
  readonly genesis: string | undefined;
  readonly budget: number | undefined;
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
    const budget = integerOf("budget", values.budget, { min: 0 });
    return {
      connection: connectionOf(values),
      to: values.to === undefined ? undefined : placeOf(values.to),
      passwordFile: values["password-file"],
      from: integerOf("from", values.from, { min: 0 }) ?? 0,
      contracts: values.contracts ?? [],
      follow: values.follow,
      verify: values.verify,
      genesis: values.genesis,
      budget: budget === undefined ? undefined : budget * mebibyte,
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
  print(t("The index has blocks {0} to {1}.", numberText(low), numberText(high)));
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

async function index(
  order: IndexOrder,
  session: ChainSession,
  store: HistoryStore,
  signal: AbortSignal,
): Promise<number> {
  const { GroupIndexer } = await import("../../history/indexing/groupIndexer");
  const { connection, from, follow, budget } = order;
  const options: IndexOptions = {
    ...{ from, follow, archive: connection.archive, signal },
    given: await givenContracts(order.contracts),
    ...(budget === undefined ? {} : { budget }),
    ...(order.verify ? { trust: await trustOf(connection, session, order.genesis) } : {}),
    ...(follow ? { waitForBlock: await blockWaiter(connection, session.groupId, signal) } : {}),
    onProgress: (progress) => showStatus(statusLine(progress)),
  };
  const began = performance.now();
  const progress = await new GroupIndexer(session, store, options).run();
  report(order, store.label, progress, Math.round(performance.now() - began) / 1000);
  return 0;
}

/** `chainside index`: the blocks of a group into a database. */
export function runIndex(args: readonly string[]): Promise<number> {
  return runCommandLine(commandLine, args, (order) =>
    withTransport(order.connection, async (transport) => {
      const session = await sessionOf(order.connection, transport);
      const place = order.to ?? { file: usualIndexFile(session.chainId, session.groupId) };
      const own = "file" in place ? { file: resolve(place.file) } : place;
      const store = await openStore(own, order.passwordFile);
      try {
        return await stoppable((signal) => index(order, session, store, signal));
      } finally {
        await store.close();
      }
    }),
  );
}
