// `chainside index` and `chainside query` as they are typed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { runIndex } from "../../../src/cli/commands/indexGroup";
import { runQuery } from "../../../src/cli/commands/query";
import { type DatabaseServer, hasServer, startDatabase } from "../../support/databaseServers";
import type { ForkChain } from "../../support/forkChain";
import { chainWithTraffic } from "../../support/historyTrial";

let folder: string;
let chain: ForkChain;
let index: string;
let abi: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-query-"));
  chain = await chainWithTraffic(12, 21);
  index = join(folder, "own.db");
  abi = join(folder, "Ledger.abi");
  writeFileSync(abi, JSON.stringify(chain.abi("Ledger").contract.abi));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await chain.close();
  rmSync(folder, { recursive: true });
});

/** Runs a command in this process, with what it prints. */
async function run(command: (args: readonly string[]) => Promise<number>, ...args: string[]) {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const code = await command(args);
  const text = (spy: typeof log): string => spy.mock.calls.map((call) => String(call[0])).join("\n");
  const found = { code, output: text(log), errors: text(error) };
  vi.restoreAllMocks();
  return found;
}

const words = (): string[] => ["--url", chain.chain.url, "--contracts", abi];

describe("chainside index and query", () => {
  it("make an index, ask it, and go on where it was", async () => {
    const made = await run(runIndex, ...words(), "--to", `sqlite:${index}`, "--json");
    expect([made.code, made.errors]).toEqual([0, ""]);
    const reported = JSON.parse(made.output) as { low: number; high: number; transactions: number; file: string };
    expect(reported).toMatchObject({ low: 0, file: index });
    const again = await run(runIndex, ...words(), "--to", index, "--json");
    expect(JSON.parse(again.output)).toMatchObject({ low: 0, high: reported.high, blocks: 0 });
    const count = await run(
      runQuery,
      "SELECT count(*) AS n FROM transactions WHERE block > :low",
      "low=0",
      "--db",
      index,
      "--json",
    );
    expect(JSON.parse(count.output)).toEqual([{ n: reported.transactions }]);
    const asked = await run(runQuery, "--ask", "sent-by", `account=0x${"1A".repeat(20)}`, "--db", index);
    expect(asked.output).toContain("to_address");
    expect((await run(runQuery, "--tables", "--db", index)).output).toContain("event_Ledger_Moved");
    const one = await run(runQuery, "SELECT count(*) AS n FROM blocks", "--db", index);
    expect(one.output).toMatch(/\n1 row\n?$/);
    expect((await run(runQuery, "--list")).output).toContain("callers function=…");
  });

  it("write results into files, and say what is wrong", async () => {
    const csv = join(folder, "blocks.csv");
    expect((await run(runQuery, "SELECT number, hash FROM blocks ORDER BY 1", "--db", index, "--to", csv)).code).toBe(
      0,
    );
    expect(readFileSync(csv, "utf8").split("\n")[0]).toBe("number,hash");
    // what ends in the middle leaves the file as it was
    const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
    const ended = await run(runQuery, endless, "--db", index, "--to", csv, "--seconds", "1");
    expect(ended.code).not.toBe(0);
    expect(readFileSync(csv, "utf8").split("\n")[0]).toBe("number,hash");
    const write = await run(runQuery, "DELETE FROM blocks", "--db", index);
    expect([write.code, write.errors]).toEqual([2, expect.stringContaining("A query can't change the index")]);
    const strange = await run(runQuery, "SELECT 1", "--db", join(folder, "nothing.db"));
    expect(strange.errors).toContain("isn't an index");
    expect((await run(runQuery, "--ask", "nothing", "--db", index)).errors).toContain("no saved question");
    expect((await run(runQuery, "--ask", "callers", "--db", index)).errors).toContain("needs function");
  });

  it("take no password from the command line, and show none", async () => {
    const typed = await run(runQuery, "SELECT 1", "--db", "postgres://me:opensesame@127.0.0.1:1/x");
    expect(typed.code).toBe(2);
    vi.stubEnv("HISTORY_URL", "postgres://someone:opensesame@127.0.0.1:1/x");
    const away = await run(runQuery, "SELECT 1", "--db", "env:HISTORY_URL");
    vi.stubEnv("HISTORY_URL", "mysql://someone:opensesame@127.0.0.1:1/x");
    const other = await run(runQuery, "SELECT 1", "--db", "env:HISTORY_URL", "--json");
    for (const { code, output, errors } of [typed, away, other]) {
      expect(code).not.toBe(0);
      expect(output + errors).not.toMatch(/opensesame|someone|127\.0\.0\.1/);
    }
    expect(away.errors).toContain("can't be reached");
    expect((await run(runQuery, "SELECT 1", "--db", "env:NOT_SET_AT_ALL")).errors).toContain("NOT_SET_AT_ALL");
    const wrong = await run(runIndex, ...words(), "--to", "mysql://127.0.0.1/x?user=me");
    expect(wrong.errors).toContain("address of the database is wrong");
  });

  describe.each(["postgres", "mysql"] as const)("with %s", (engine) => {
    it.skipIf(!hasServer(engine))("index into a server, by a user with a password, and ask it", async () => {
      const server: DatabaseServer = await startDatabase(engine);
      try {
        const url = await server.userUrl("typed", "reader", "open sesame");
        const missing = await run(runQuery, "SELECT 1", "--db", url);
        expect(missing.errors).toContain("refused user or password");
        vi.stubEnv("CHAINSIDE_DATABASE_PASSWORD", "open sesame");
        const made = await run(runIndex, ...words(), "--to", url, "--json");
        expect([made.code, made.errors]).toEqual([0, ""]);
        const { high } = JSON.parse(made.output) as { high: number };
        const asked = await run(runQuery, "SELECT max(number) AS high FROM blocks", "--db", url, "--json");
        expect(JSON.parse(asked.output)).toEqual([{ high }]);
        expect((await run(runQuery, "--ask", "callers", "function=move", "--db", url)).code).toBe(0);
        expect((await run(runQuery, "--tables", "--db", url)).output.toLowerCase()).toContain("event_ledger_moved");
        expect(made.output).not.toContain("sesame");
      } finally {
        await server.close();
      }
    });
  });
});
