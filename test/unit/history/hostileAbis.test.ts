// Whatever contracts declare and say, an index of their chain comes to its end, can be opened again, and reads the others as they are.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeParameters } from "../../../src/chain/abi/abiDecoder";
import { contractInterface } from "../../../src/chain/abi/contractInterface";
import { cryptoSuite } from "../../../src/crypto/suites";
import { interfaceId } from "../../../src/history/indexing/knownInterface";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import { SqliteStore } from "../../../src/history/sqlite/sqliteStore";
import { type DatabaseServer, hasServer, startDatabase } from "../../support/databaseServers";
import { indexInto } from "../../support/historyIndexing";
import { commonWords, dump } from "../../support/historyTrial";
import {
  type HostileContract,
  honest,
  honestWho,
  hostileContracts,
  hostileSession,
  reservedNames,
} from "../../support/hostileAbis";

let folder: string;
let files = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-hostile-abis-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
const newFile = (): string => join(folder, `${files++}.db`);

async function honestRows(file: string): Promise<unknown[]> {
  const queries = await SqliteQueries.open(file);
  try {
    const rows = (sql: string) => queries.ask(sql, 1000).rows;
    return [
      rows("SELECT block, who, dec(amount) FROM event_Honest_Paid ORDER BY block"),
      rows("SELECT block, who, dec(amount) FROM call_Honest_pay ORDER BY block"),
    ];
  } finally {
    queries.close();
  }
}
const expected = (contracts: readonly HostileContract[]): unknown[] => {
  const rows = contracts.map((_, at) => [at + 1, honestWho, String(at + 1)]);
  return [rows, rows];
};

const given = [honest];

describe("contracts that were made to stop an index", () => {
  it("don't, and change nothing of what others say", async () => {
    await fc.assert(
      fc.asyncProperty(hostileContracts(6), async (contracts) => {
        const [file, session] = [newFile(), hostileSession(contracts)];
        const done = await indexInto(file, session, { given, batchBlocks: 2 });
        expect(done).toMatchObject({ low: 0, high: contracts.length });
        expect(await honestRows(file)).toEqual(expected(contracts));
        // opened again, and the honest ones read again by an ABI that comes later
        const later = newFile();
        await indexInto(later, session);
        await indexInto(later, session, { given });
        expect(await honestRows(later)).toEqual(expected(contracts));
      }),
      { numRuns: 60 },
    );
  });

  describe.each(["postgres", "mysql"] as const)("nor in %s", (engine) => {
    describe.skipIf(!hasServer(engine))("(which is installed)", () => {
      let server: DatabaseServer;
      beforeAll(async () => {
        server = await startDatabase(engine);
      });
      afterAll(() => server.close());

      it("which has the same rows as SQLite", async () => {
        const contracts = [reservedNames, ...fc.sample(hostileContracts(12), { numRuns: 6, seed: 11 }).flat()];
        const [file, session, target] = [newFile(), hostileSession(contracts), await server.database("hostile")];
        await indexInto(file, session, { given });
        await indexInto(target, session, { given, batchBlocks: 5 });
        await indexInto(target, session, { given });
        expect(commonWords(await dump(target))).toEqual(commonWords(await dump(file)));
      });
    });
  });
});

const suite = cryptoSuite("standard");
const idOf = (entries: readonly unknown[]): string => interfaceId(contractInterface(entries, suite));

describe("an ABI that looks like another", () => {
  const pay = (inputs: readonly unknown[]) => [{ type: "function", name: "pay", inputs, outputs: [] }];
  const amounts = (...members: string[]) =>
    pay([{ name: "order", type: "tuple", components: members.map((name) => ({ name, type: "uint256" })) }]);
  const error = (name: string) => ({ type: "error", name, inputs: [{ name: "why", type: "string" }] });
  it.each([
    [
      "by a name that holds a comma",
      pay([
        { name: "a", type: "uint256" },
        { name: "b", type: "uint256" },
      ]),
      pay([{ name: "a,uint256 b", type: "uint256" }]),
    ],
    ["by members of a struct that change places", amounts("price", "fee"), amounts("fee", "price")],
    ["but for its errors", [...pay([]), error("Closed")], [...pay([]), error("Refused")]],
  ])("isn't taken for it: %s", (_, one, other) => {
    expect(idOf(one)).not.toBe(idOf(other));
    expect(idOf(one)).toBe(idOf([...one].reverse()));
  });

  it("keeps its tables in an index of before, whose ids told less apart", async () => {
    const contracts = [{ abi: JSON.stringify(amounts("price", "fee")), data: ["00".repeat(64)] }];
    const [file, session] = [newFile(), hostileSession(contracts)];
    await indexInto(file, session, { given });
    const whole = await dump(file);
    const store = await SqliteStore.open(file);
    await store.write(async ({ execute }) => {
      for (const [table, column] of [
        ["interfaces", "id"],
        ["contracts", "interface"],
        ["decoded_tables", "interface"],
      ])
        await execute(`UPDATE ${table} SET ${column} = 'old' || substr(${column}, 4) WHERE ${column} <> ''`);
    });
    await store.close();
    expect(await dump(file)).not.toEqual(whole);
    await indexInto(file, session, { given });
    expect(await dump(file)).toEqual(whole);
  });
});

describe("a type of thousands of members", () => {
  it("is measured once, not with each element", () => {
    let read = 0;
    const count = 20_000;
    const members = Array.from({ length: count }, (_, at) => ({
      name: `m${at}`,
      type: "uint256",
      indexed: false,
      get shape() {
        read += 1;
        return { kind: "integer", signed: false, bits: 256 } as const;
      },
    }));
    const nothing = { kind: "array", length: 0, element: { kind: "tuple", members } } as const;
    const list = { name: "x", type: "()[0][]", indexed: false, shape: { kind: "array", element: nothing } } as const;
    const data = Buffer.alloc(32 * 1000);
    data[31] = 32;
    data.writeUInt32BE(10_000, 60);
    expect(decodeParameters([list], data)[0]).toHaveLength(10_000);
    expect(read).toBeLessThan(10 * count);
  });
});
