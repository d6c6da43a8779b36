// Memory of an indexer at some height, against a node that makes its answers up (blocks of two transactions of a recorded chain):
// `node --import tsx test/bench/historyMemory.ts [--blocks 100000]`. Run it at several heights: what it takes must not grow with them.
import { readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClient } from "../../src/chain/client/client";
import type { ChainSession } from "../../src/chain/session";
import { cryptoSuite } from "../../src/crypto/suites";
import { ChainError } from "../../src/errors/chainError";
import { GroupIndexer } from "../../src/history/indexing/groupIndexer";
import { SqliteStore } from "../../src/history/sqlite/sqliteStore";

type Json = Readonly<Record<string, unknown>>;
interface Recorded {
  readonly records: readonly { readonly name: string; readonly block?: Exchange; readonly receipt?: Exchange }[];
}
interface Exchange {
  readonly response: { readonly body: string };
}

const { values } = parseArgs({ options: { blocks: { type: "string", default: "100000" } } });
const height = Number(values.blocks) - 1;
const transactionsOfBlock = 2;
const file = join(import.meta.dirname, "../fixtures/recordings/air4/transactions.json");
const { records } = JSON.parse(readFileSync(file, "utf8")) as Recorded;
const record = records.find(({ name }) => name === "set");
const resultOf = (exchange: Exchange | undefined): Json =>
  (JSON.parse(exchange?.response.body ?? "{}") as { result: Json }).result;
const [block, receipt] = [resultOf(record?.block), resultOf(record?.receipt)];
const [transaction] = block["transactions"] as readonly Json[];

const word = (number: number): string => `0x${number.toString(16).padStart(64, "0")}`;
/** A block's hash, and above it those of its transactions. */
const hashOf = (number: number, place = -1): string => word(number * 16 + place + 1);
const hashes = (number: number): string[] =>
  number === 0 ? [] : Array.from({ length: transactionsOfBlock }, (_, place) => hashOf(number, place));

function blockAt(number: number): Json {
  return {
    ...block,
    number,
    hash: hashOf(number),
    timestamp: 1_760_000_000_000 + number * 1000,
    parentInfo: number === 0 ? [] : [{ blockNumber: number - 1, blockHash: hashOf(number - 1) }],
    transactions: hashes(number).map((hash) => ({ ...transaction, hash })),
  };
}

const transport = {
  label: "made up",
  close: async () => undefined,
  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    if (method === "getBlockNumber") return height;
    if (method === "getBlockHashByNumber") return hashOf(Number(params[2]));
    if (method === "getBlockByNumber") return blockAt(Number(params[2]));
    if (method === "getABI") return "";
    if (method === "getCode") return "0x";
    if (method === "getTransactionReceipt") {
      const number = Math.floor(Number(params[2]) / 16);
      return { ...receipt, blockNumber: number, transactionHash: params[2] };
    }
    throw new ChainError({ kind: "rpc", code: -32_601, message: method, advice: "" });
  },
};
const session: ChainSession = {
  client: createClient(transport, "group0"),
  chainId: "chain0",
  groupId: "group0",
  suite: cryptoSuite("standard"),
  nodeVersion: "3.16.4",
  compatibilityVersion: "3.16.0",
  authEnabled: false,
  wasm: false,
};

const path = join(tmpdir(), `chainside-memory-${process.pid}.db`);
const store = await SqliteStore.open(path);
const began = performance.now();
await new GroupIndexer(session, store).run();
await store.close();
const seconds = (performance.now() - began) / 1000;
console.log(
  `${height + 1} blocks, ${height * transactionsOfBlock} transactions in ${Math.round(seconds)} s, ${Math.round(statSync(path).size / 1e6)} MB of index:`,
  `${Math.round((process.resourceUsage().maxRSS * 1024) / 1e6)} MB of memory at most, ${Math.round(process.memoryUsage().rss / 1e6)} MB at the end`,
);
for (const left of [path, `${path}-lock`, `${path}-journal`, `${path}-wanted`]) rmSync(left, { force: true });
