// What an index says of who sent a transaction, and that an index of before that was said goes on.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Wallet } from "ethers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChainTrust } from "../../../src/chain/verification/chainTrust";
import { bytesToHex, type Hex, hexToBytes } from "../../../src/crypto/bytes/hex";
import { readEthereumTransaction } from "../../../src/devchain/web3/ethereumTransaction";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import { baseViews, transactionsTable } from "../../../src/history/schema/baseTables";
import { openServerStore } from "../../../src/history/servers/openServer";
import { SqliteStore } from "../../../src/history/sqlite/sqliteStore";
import { type DatabaseServer, hasServer, startDatabase } from "../../support/databaseServers";
import { type IndexLocation, indexInto } from "../../support/historyIndexing";
import { dump } from "../../support/historyTrial";
import { abiText, initCode, type JsonObject, LyingChain } from "../../support/lyingChain";
import { type Row, rowsOf } from "../../support/rowsOf";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-senders-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(["standard", "sm"] as const)("the sender of an indexed transaction (%s)", (suiteName) => {
  let lying: LyingChain;
  let trust: ChainTrust;
  let own: Hex;
  let ethereum: Hex | undefined;
  const file = (name: string): string => join(folder, `${suiteName}-${name}.db`);
  const senders = async (name: string): Promise<Row[]> => {
    const queries = await SqliteQueries.open(file(name));
    try {
      return rowsOf(queries, "SELECT hash, from_address, verified, sender_proof FROM transactions WHERE block > 0");
    } finally {
      queries.close();
    }
  };

  beforeAll(async () => {
    lying = await LyingChain.start({ suite: suiteName });
    trust = await lying.trust();
    own = await lying.send({ input: hexToBytes(initCode), abi: abiText });
    if (suiteName === "sm") return;
    const wallet = new Wallet(`0x${"37".repeat(32)}`);
    const to = `0x${"77".repeat(20)}`;
    const raw = await wallet.signTransaction({
      chainId: 20200n,
      gasLimit: 300_000n,
      gasPrice: 0n,
      type: 0,
      nonce: 0,
      to,
    });
    const { wrapped, hash, from } = readEthereumTransaction(raw);
    await lying.chain.group().submitEthereum(wrapped, hexToBytes(hash), from.slice(2));
    ethereum = hash as Hex;
  });
  afterAll(() => lying.close());

  it("is proven by the chain where the hash covers the signature, else by a signature that fits it", async () => {
    await indexInto(file("honest"), lying.session, { trust });
    const found = await senders("honest");
    expect(found.map(({ hash, verified, sender_proof }) => [hash, verified, sender_proof])).toEqual([
      [own, 1, "signature"],
      ...(ethereum ? [[ethereum, 1, "hash"]] : []),
    ]);
  });

  it("isn't looked at without --verify", async () => {
    await indexInto(file("said"), lying.session);
    for (const row of await senders("said")) expect(row).toMatchObject({ verified: 0, sender_proof: null });
  });

  /** Signed again by another key, whose account is named as the sender. */
  const signedByAnother = (transaction: JsonObject): void => {
    const { suite } = lying.session;
    const key = new Uint8Array(32).fill(9);
    transaction["signature"] = bytesToHex(suite.sign(hexToBytes(transaction["hash"] as Hex), key));
    transaction["from"] = suite.address(suite.publicKey(key));
  };
  const changing = (hash: Hex, change: (transaction: JsonObject) => void) =>
    lying.lying.bind(lying, (method, _, honest) => {
      const { transactions } = honest as { transactions?: unknown[] };
      if (method !== "getBlockByNumber" || !Array.isArray(transactions)) return honest;
      for (const each of transactions as JsonObject[]) if (each["hash"] === hash) change(each);
      return honest;
    });

  it("that a node invented isn't called proven by the chain, and one that contradicts the signature ends the index", async () => {
    await changing(own, signedByAnother)(() => indexInto(file("forged"), lying.session, { trust }));
    const [forged] = await senders("forged");
    const { suite } = lying.session;
    expect(forged).toMatchObject({
      from_address: suite.address(suite.publicKey(new Uint8Array(32).fill(9))),
      verified: 1,
      sender_proof: "signature",
    });
    const renamed = changing(own, (transaction) => {
      transaction["from"] = `0x${"44".repeat(20)}`;
    });
    await expect(renamed(() => indexInto(file("renamed"), lying.session, { trust }))).rejects.toMatchObject({
      code: "historyContradiction",
    });
    if (!ethereum) return;
    // its hash isn't that of what was signed now, so that nothing of it is proven
    await changing(ethereum, signedByAnother)(() => indexInto(file("again"), lying.session, { trust }));
    const again = (await senders("again")).find(({ hash }) => hash === ethereum);
    expect(again).toMatchObject({ verified: 0, sender_proof: null });
  });

  describe.each(["sqlite", "postgres", "mysql"] as const)("in an index of before, in %s", (engine) => {
    describe.skipIf(engine !== "sqlite" && !hasServer(engine))("(which is installed)", () => {
      let server: DatabaseServer | undefined;
      beforeAll(async () => {
        if (engine !== "sqlite") server = await startDatabase(engine);
      });
      afterAll(() => server?.close());

      it("is NULL for what was there and proven for what comes, and all else stays", async () => {
        const place: IndexLocation = (await server?.database("older")) ?? file("before");
        const fresh: IndexLocation = (await server?.database("fresh")) ?? file("fresh");
        const highest = lying.chain.group().blocks.head;
        await indexInto(place, lying.session, { trust, from: highest });
        const store = typeof place === "string" ? await SqliteStore.open(place) : await openServerStore(place);
        const { quoted } = store.dialect;
        // as it was: no such column, and views that don't show it
        await store.write(async ({ execute }) => {
          for (const view of Object.keys(baseViews)) await execute(`DROP VIEW ${quoted(view)}`);
          await execute(`ALTER TABLE ${quoted(transactionsTable.name)} DROP COLUMN ${quoted("sender_proof")}`);
        });
        await store.makeSchema([], {
          ...baseViews,
          calls: (baseViews["calls"] ?? "").replace(/,\s*sender_proof/, ""),
        });
        await store.close();
        await indexInto(place, lying.session, { trust });
        await indexInto(fresh, lying.session, { trust });
        const [before, after] = [await dump(fresh), await dump(place)];
        const proof = / "(?:hash|signature)"$/;
        const of = (rows: readonly string[] = []): string[] => rows.map((row) => row.replace(proof, " null"));
        expect(after["transactions"]?.filter((row) => proof.test(row))).toHaveLength(ethereum ? 1 : 0);
        expect(before["transactions"]?.filter((row) => proof.test(row))).toHaveLength(ethereum ? 2 : 1);
        expect(of(after["calls"])).toEqual(of(before["calls"]));
        expect(of(after["transactions"])).toEqual(of(before["transactions"]));
        const rest = ({ transactions: _, calls: __, ...tables }: typeof after) => tables;
        expect(rest(after)).toEqual(rest(before));
      });
    });
  });
});
