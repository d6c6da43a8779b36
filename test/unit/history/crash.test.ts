import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChainSession } from "../../../src/chain/session";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import type { ForkChain } from "../../support/forkChain";
import { type IndexLocation, indexInto, sessionOf } from "../../support/historyIndexing";
import { cutAgain, lies, refusesLie } from "../../support/historyLies";
import { chainWithTraffic, dump, givenLedger } from "../../support/historyTrial";
import { ended, killAgain, startIndexer } from "../../support/indexerProcesses";

const kills = Number(process.env["HISTORY_KILLS"] ?? 4);
const seed = Number(process.env["HISTORY_SEED"] ?? 5);

let folder: string;
let chain: ForkChain;
let session: ChainSession;
let abi: string;
let whole: Record<string, string[]>;
const file = (name: string): string => join(folder, `${name}.db`);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-history-"));
  chain = await chainWithTraffic(50, 11);
  session = await sessionOf(chain.chain.url);
  abi = join(folder, "Ledger.json");
  writeFileSync(abi, JSON.stringify(chain.abi("Ledger").contract.abi));
  await indexInto(file("whole"), session, { given: [givenLedger(chain)] });
  whole = await dump(file("whole"));
});
afterAll(async () => {
  await session.client.transport.close();
  await chain.close();
  rmSync(folder, { recursive: true });
});

const start = (place: IndexLocation, batch: number): Promise<ChildProcess> =>
  startIndexer(chain.chain.url, place, batch, abi);

describe("whatever ends it, an index becomes that of an undisturbed run, row for row", () => {
  it(`kill -9 at ${kills} random moments`, async ({ annotate }) => {
    const indexes = await killAgain({
      kills,
      seed,
      place: (number) => file(`killed${number}`),
      start: (place) => start(place, 1),
      // what is there is asked meanwhile, and is whole: each block has its transactions
      async killed(place) {
        const queries = await SqliteQueries.open(String(place)).catch(() => undefined);
        if (!queries) return;
        const has = queries.ask("SELECT 1 FROM sqlite_master WHERE name = 'transactions'", 1).rows.length > 0;
        const torn = `SELECT b.number FROM blocks b WHERE b.transactions <> (SELECT count(*) FROM transactions t WHERE t.block = b.number)`;
        if (has) expect(queries.ask(torn, 10).rows).toEqual([]);
        queries.close();
      },
      finished: async (place) => expect(await dump(place)).toEqual(whole),
    });
    await annotate(`${kills} kills while ${indexes} indexes were made`);
    expect(indexes).toBeGreaterThan(0);
  });

  it("two indexers at once on one database", async () => {
    const path = file("two");
    const children = await Promise.all([start(path, 1), start(path, 2)]);
    expect(await Promise.all(children.map(ended))).toEqual([0, 0]);
    expect(await dump(path)).toEqual(whole);
  });

  it("a network that is cut again and again", async () => {
    const path = file("cut");
    const cut = cutAgain(session, 3);
    await indexInto(path, cut.session, { given: [givenLedger(chain)], batchBlocks: 2 });
    expect(cut.cuts()).toBeGreaterThan(0);
    expect(await dump(path)).toEqual(whole);
  });
});

describe("a node that is of another chain, or lies, stops it with a word, and changes nothing", () => {
  it.each(lies)("%s", async (_, code, lie) => {
    const path = file(`lie-${code}-${lies.findIndex((each) => each[2] === lie)}`);
    await refusesLie(path, session, code, lie);
  });

  it("a chain of another genesis", async () => {
    const other = await chainWithTraffic(2, 12);
    const strange = await sessionOf(other.chain.url);
    await expect(indexInto(file("whole"), strange)).rejects.toMatchObject({ code: "historyOtherChain" });
    expect(await dump(file("whole"))).toEqual(whole);
    await strange.client.transport.close();
    await other.close();
  });
});
