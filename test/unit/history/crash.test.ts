import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChainSession } from "../../../src/chain/session";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import type { ForkChain } from "../../support/forkChain";
import { cutAgain, lies, refusesLie } from "../../support/historyLies";
import { chainWithTraffic, dump, givenLedger, indexInto, sessionOf } from "../../support/historyTrial";
import { seededNumbers } from "../../support/seededNumbers";

const kills = Number(process.env["HISTORY_KILLS"] ?? 4);
const program = join(import.meta.dirname, "../../support/historyIndexer.ts");

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

function start(path: string, batch: number): ChildProcess {
  const args = ["--import", "tsx", program, chain.chain.url, path, String(batch), abi];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

describe("whatever ends it, an index becomes that of an undisturbed run, row for row", () => {
  it(`kill -9 at ${kills} random moments`, async () => {
    const next = seededNumbers(Number(process.env["HISTORY_SEED"] ?? 5));
    const path = file("killed");
    for (let round = 0; round < kills; round++) {
      const child = start(path, 1);
      await Promise.race([once(child.stdout as NodeJS.ReadableStream, "data"), once(child, "exit")]);
      await wait(next(400));
      child.kill("SIGKILL");
      await ended(child);
      // what is there is asked meanwhile, and is whole: each block has its transactions
      const queries = await SqliteQueries.open(path).catch(() => undefined);
      if (!queries) continue;
      const has = queries.ask("SELECT 1 FROM sqlite_master WHERE name = 'transactions'", 1).rows.length > 0;
      const torn = `SELECT b.number FROM blocks b WHERE b.transactions <> (SELECT count(*) FROM transactions t WHERE t.block = b.number)`;
      if (has) expect(queries.ask(torn, 10).rows).toEqual([]);
      queries.close();
    }
    await indexInto(path, session, { given: [givenLedger(chain)] });
    expect(await dump(path)).toEqual(whole);
  });

  it("two indexers at once on one database", async () => {
    const path = file("two");
    const children = [start(path, 1), start(path, 2)];
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
