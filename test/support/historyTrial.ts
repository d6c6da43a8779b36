// Chains with random traffic to be indexed, what an index of one holds, and the same derived once more, slowly, from what the node answers.
import { contractInterface } from "../../src/chain/abi/contractInterface";
import { precompiledInterface } from "../../src/chain/abi/precompiledContracts";
import { getBlockByNumber } from "../../src/chain/rpc/blocks";
import { getTransactionReceipt } from "../../src/chain/rpc/transactions";
import type { ChainSession } from "../../src/chain/session";
import { cryptoSuite } from "../../src/crypto/suites";
import type { DevChainOptions } from "../../src/devchain/settings/options";
import type { GivenAbi } from "../../src/history/indexing/contractLookUp";
import { openServerStore } from "../../src/history/servers/openServer";
import { SqliteConnection } from "../../src/history/sqlite/sqliteConnection";
import type { StoredValue } from "../../src/history/store/historyStore";
import { ForkChain } from "./forkChain";
import type { IndexLocation } from "./historyIndexing";
import { seededNumbers } from "./seededNumbers";

const source = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;
contract Ledger {
    struct Item { uint256 id; string name; }
    error Refused(address who, uint256 amount);
    event Moved(address indexed from, address indexed to, uint256 amount);
    event Noted(string indexed topic, string words, int256 signed, bool flag, bytes32 word, uint64 small);
    event Listed(Item[] items, uint8 kind);
    event Odd(uint256 block, uint256 block_2, address contract_, bytes raw) anonymous;
    mapping(address => uint256) public moved;
    function move(address to, uint256 amount) public returns (uint256 total, bool isNew) {
        if (amount == 13) revert Refused(to, amount);
        isNew = moved[to] == 0;
        unchecked { moved[to] += amount; }
        total = moved[to];
        emit Moved(msg.sender, to, amount);
    }
    function note(string memory topic, int256 signed, bytes32 word) public {
        require(signed != 7, "seven is not taken");
        emit Noted(topic, topic, signed, signed < 0, word, uint64(uint256(word)));
        emit Odd(1, 2, msg.sender, bytes(topic));
    }
    function note(string memory topic) public { emit Noted(topic, "", 0, false, 0, 1); }
    function list(Item[] memory items) public { emit Listed(items, uint8(items.length)); }
}
/// A token that tells of transfers and keeps no balance, and one of single things, whose event has the same signature.
contract Coin {
    event Transfer(address indexed from, address indexed to, uint256 value);
    function give(address from, address to, uint256 value) public { emit Transfer(from, to, value); }
}
contract Thing {
    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    function give(address from, address to, uint256 id) public { emit Transfer(from, to, id); }
}`;

const words = ["", "tea", "茶叶", "a'b\"c;--", "line\nbreak", "x".repeat(300), "\u0000nul"];
const signeds = [
  "0",
  "-1",
  "7",
  "-57896044618658097711785492504343953926634992332820282019728792003956564819968",
  "9223372036854775808",
];
const amounts = [
  "0",
  "1",
  "13",
  "18446744073709551616",
  "115792089237316195423570985008687907853269984665640564039457584007913129639935",
];
const accounts = ["1a", "2b", "3c", "4d"].map((digits) => `0x${digits.repeat(20)}`);

/** A chain with as many random transactions, by what a number gives. */
export async function chainWithTraffic(count: number, seed: number, options: DevChainOptions = {}): Promise<ForkChain> {
  const chain = await ForkChain.start(source, { chainId: `history${seed}`, ...options });
  const next = seededNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T;
  const { suite } = chain;
  const address = (await chain.deploy("Ledger")).contractAddress;
  const builtin = (name: "TableManager" | "Sharding" | "BFS", to: string, method: string, args: readonly unknown[]) =>
    chain.own("dev_sendTransaction", {
      from: options.admin ?? accounts[0],
      to,
      data: precompiledInterface(name, cryptoSuite(suite)).encodeCall(method, args),
    });
  for (let at = 0; at < count; at++) {
    const from = pick(accounts);
    switch (next(8)) {
      case 0:
        await chain.send(
          address,
          "Ledger",
          "note(string,int256,bytes32)",
          [pick(words), pick(signeds), `0x${"0f".repeat(32)}`],
          from,
        );
        break;
      case 1:
        await chain.send(address, "Ledger", "note(string)", [pick(words)], from);
        break;
      case 2:
        await chain.send(address, "Ledger", "list", [[[at, pick(words)]]], from);
        break;
      case 3:
        await chain.send((await chain.deploy("Ledger")).contractAddress, "Ledger", "note(string)", ["made"], from);
        break;
      case 4:
        await builtin("TableManager", `0x${"1002".padStart(40, "0")}`, "createKVTable", [`t${at}`, "id", "value"]);
        break;
      case 5:
        await builtin("BFS", `0x${"100e".padStart(40, "0")}`, "mkdir", [`/apps/d${at}`]);
        if (options.features?.includes("feature_sharding"))
          await builtin("Sharding", `0x${"1010".padStart(40, "0")}`, "makeShard", [`s${at}`]);
        break;
      default:
        await chain.send(address, "Ledger", "move", [pick(accounts), pick(amounts)], from);
    }
  }
  return chain;
}

export const givenAbi = (chain: ForkChain, name: string): GivenAbi => ({
  name,
  abi: chain.abi(name).contract.abi as unknown[],
});
export const givenLedger = (chain: ForkChain): GivenAbi => givenAbi(chain, "Ledger");

const messageOf = (value: StoredValue | undefined): string =>
  value instanceof Uint8Array
    ? `x'${Buffer.from(value).toString("hex")}'`
    : typeof value === "bigint"
      ? String(value)
      : JSON.stringify(value);

/** PostgreSQL has no character 0. */
const withoutNull = (text: string): string => text.replaceAll(/(?<!\\\\)\\u0000/g, "\u2400");

async function dumped(
  names: readonly string[],
  rowsOf: (table: string) => StoredValue[][] | Promise<StoredValue[][]>,
): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const name of names) {
    const rows = (await rowsOf(name)).map((row) => row.map(messageOf).join(" "));
    tables[name] = rows.filter((row) => !/^"(?:revision)"/.test(row)).sort();
  }
  return tables;
}

/** What was seen while a chain was followed: no two indexes have that in common. */
const isSeen = (table: string): boolean => /^(?:observations|block_sightings)$/.test(table);

/** Every row of every table but what was observed and the count of changes, in order: what two indexes of one chain have in common. */
export async function dump(place: IndexLocation): Promise<Record<string, string[]>> {
  if (typeof place !== "string") {
    const store = await openServerStore(place);
    try {
      return await store.read(async ({ rows }) => {
        const own = place.engine === "postgres" ? "current_schema()" : "database()";
        const names = await rows(`SELECT table_name FROM information_schema.tables WHERE table_schema = ${own}`);
        const compared = names.map(([name]) => String(name)).filter((name) => !isSeen(name));
        return dumped(compared.sort(), (name) => rows(`SELECT * FROM ${store.dialect.quoted(name)}`));
      });
    } finally {
      await store.close();
    }
  }
  const connection = await SqliteConnection.open(place, "write");
  try {
    const names = connection.rows("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name");
    return await dumped(
      names.map(([name]) => String(name)).filter((name) => !isSeen(name)),
      (name) => connection.rows(`SELECT * FROM "${name}"`),
    );
  } finally {
    connection.close();
  }
}

/** A dump as far as every database can say it: names in small letters, no character 0. */
export function commonWords(tables: Readonly<Record<string, string[]>>): Record<string, string[]> {
  const entries = Object.entries(tables).map(
    ([name, rows]) => [name.toLowerCase(), rows.map(withoutNull).sort()] as const,
  );
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** What the index should have of each transaction and event, derived by other code than the index uses. */
export async function slowly(session: ChainSession, given: GivenAbi | undefined, ledgers: ReadonlySet<string>) {
  const abi = given && contractInterface(given.abi, session.suite);
  const height = Number(await session.client.transport.request("getBlockNumber", ["group0", ""]));
  const transactions: object[] = [];
  const events: object[] = [];
  for (let number = 0; number <= height; number++) {
    const block = await getBlockByNumber(session.client, number, "transactions");
    for (const [place, transaction] of block.transactions.entries()) {
      const receipt = await getTransactionReceipt(session.client, transaction.hash);
      const isLedger = ledgers.has(transaction.to.toLowerCase());
      const call = isLedger ? abi?.decodeCall(transaction.input) : undefined;
      transactions.push({
        block: number,
        place,
        hash: transaction.hash,
        from: transaction.from.toLowerCase(),
        to: transaction.to.toLowerCase(),
        status: receipt.status,
        gas: Number(receipt.gasUsed),
        input: transaction.input,
        output: receipt.output,
        ...(isLedger || transaction.to === "" ? { method: call?.signature ?? null } : {}),
        arguments: call?.arguments.map(({ value }) => value) ?? null,
      });
      for (const [log, entry] of receipt.logEntries.entries()) {
        const event = ledgers.has(entry.address.toLowerCase()) ? abi?.decodeEvent(entry) : undefined;
        events.push({
          ...{
            block: number,
            place,
            log,
            address: entry.address.toLowerCase(),
            topics: entry.topics,
            data: entry.data,
          },
          event: event?.signature ?? null,
          values: event?.arguments.map(({ value }) => value) ?? null,
        });
      }
    }
  }
  return { transactions, events };
}
