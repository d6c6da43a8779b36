import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../src/chain/client/client";
import type { ChainSession } from "../../../src/chain/session";
import { cryptoSuite } from "../../../src/crypto/suites";
import { ChainError } from "../../../src/errors/chainError";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import { findExchanges } from "../../../tools/recordings/exchange";
import { indexInto } from "../../support/historyIndexing";
import {
  addressRows,
  blockColumns,
  blockRow,
  builtInSignatures,
  changeRows,
  countRows,
  logColumns,
  logRows,
  type RawBlock,
  sortedRows,
  transactionColumns,
  transactionRows,
} from "../../support/rawRows";
import { rowsOf } from "../../support/rowsOf";

type Json = Record<string, unknown>;

const recordings = join(import.meta.dirname, "../../fixtures/recordings");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-recorded-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Whole blocks of a real chain whose receipts were recorded, too. */
function recordedBlocks(chain: string, file: string): RawBlock[] {
  const recorded: unknown = JSON.parse(readFileSync(join(recordings, file), "utf8"));
  const [blocks, receipts] = [new Map<number, Json>(), new Map<string, Json>()];
  for (const { body, response } of findExchanges(recorded, chain)) {
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] };
    const { result } = JSON.parse(response?.body ?? "{}") as { result?: Json };
    if (!result) continue;
    if (method === "getTransactionReceipt") receipts.set(String(params[2]), result);
    if (method === "getBlockByNumber" && params[4] === false) blocks.set(Number(params[2]), result);
  }
  return [...blocks.values()].map((block) => ({ block, receipts }));
}

/** A node that has this block alone, as the recorded one said it. */
function sessionOf({ block, receipts }: RawBlock, suite: "standard" | "sm"): ChainSession {
  const transport = {
    label: "recorded",
    close: async () => undefined,
    async request(method: string, params: readonly unknown[]): Promise<unknown> {
      if (method === "getBlockNumber") return block["number"];
      if (method === "getBlockHashByNumber") return params[2] === 0 ? `0x${"00".repeat(32)}` : block["hash"];
      if (method === "getTransactionReceipt") return receipts.get(String(params[2]));
      if (method === "getABI") return "";
      if (method === "getCode") return "0x";
      if (method === "getBlockByNumber" && params[2] === block["number"]) return block;
      throw new ChainError({ kind: "rpc", code: 3006, message: "not recorded", advice: "" });
    },
  };
  return {
    client: createClient(transport, "group0"),
    chainId: "chain0",
    groupId: "group0",
    suite: cryptoSuite(suite),
    nodeVersion: "3.16.4",
    compatibilityVersion: "3.16.0",
    authEnabled: false,
    wasm: false,
  };
}

describe.each([
  ["air4", "air4/transactions.json", "standard"],
  ["sm1", "sm1/transactions.json", "sm"],
  ["auth0", "blocks/auth0.json", "standard"],
  ["auth1", "blocks/auth1.json", "standard"],
  ["old1", "blocks/old1.json", "standard"],
] as const)("blocks of a real chain (%s)", (chain, file, suite) => {
  it("become the rows that their answers say", async () => {
    const blocks = recordedBlocks(chain, file);
    expect(blocks.length).toBeGreaterThan(3);
    for (const each of blocks) {
      const path = join(folder, `${chain}-${String(each.block["number"])}.db`);
      await indexInto(path, sessionOf(each, suite), { from: Number(each.block["number"]) });
      const queries = await SqliteQueries.open(path);
      const sealed = `SELECT ${blockColumns} FROM blocks b LEFT JOIN sealer_sets s ON s.id = b.sealer_set`;
      expect(rowsOf(queries, sealed)).toEqual([blockRow(each)]);
      expect(rowsOf(queries, `SELECT ${transactionColumns} FROM transactions ORDER BY tx`)).toEqual(
        transactionRows(each),
      );
      expect(rowsOf(queries, `SELECT ${logColumns} FROM logs ORDER BY tx, log`)).toEqual(logRows(each));
      expect(rowsOf(queries, "SELECT * FROM addresses ORDER BY address")).toEqual(addressRows([each]));
      expect(rowsOf(queries, "SELECT * FROM changes ORDER BY tx")).toEqual(changeRows(each, cryptoSuite(suite)));
      const counted = rowsOf(queries, "SELECT kind, name, time, contract, total FROM counts");
      expect(sortedRows(counted)).toEqual(countRows([each], builtInSignatures(cryptoSuite(suite))));
      queries.close();
    }
  });
});

it("no one proposed block 0, whatever sealers it lists", async () => {
  const [known] = recordedBlocks("air4", "air4/transactions.json");
  if (!known) throw new Error("nothing was recorded");
  const first = { ...known, block: { ...known.block, number: 0, parentInfo: [], transactions: [] } };
  const path = join(folder, "first.db");
  await indexInto(path, sessionOf(first, "standard"));
  const queries = await SqliteQueries.open(path);
  expect(rowsOf(queries, "SELECT number, sealer FROM blocks")).toEqual([{ number: 0, sealer: null }]);
  queries.close();
});
