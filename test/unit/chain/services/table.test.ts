import { expect, test } from "vitest";
import type { AbiValue } from "../../../../src/chain/abi/abiDecoder";
import { precompiledInterface } from "../../../../src/chain/abi/precompiledContracts";
import { createClient, type Transport } from "../../../../src/chain/client/client";
import {
  createKvTable,
  getValue,
  type SetValueProgress,
  setValue,
} from "../../../../src/chain/services/kvTable/kvTable";
import { type Condition, fulfils, rowsWithin } from "../../../../src/chain/services/table/condition";
import { appendColumns, createTable } from "../../../../src/chain/services/table/createTable";
import { describeTable } from "../../../../src/chain/services/table/describeTable";
import { openTable } from "../../../../src/chain/services/table/openTable";
import { insertRow, removeRows, updateRows } from "../../../../src/chain/services/table/rows";
import { countRows, selectRow, selectRows } from "../../../../src/chain/services/table/selectRows";
import { parseSql } from "../../../../src/chain/services/table/sql/parseSql";
import { runSql } from "../../../../src/chain/services/table/sql/runSql";
import { standardSuite } from "../../../../src/crypto/suites";
import { failure } from "../../../support/failure";
import { replay } from "./replayNode";

const rows = "tbmwpjawme";
const kv = "kvmwpjawme";
/** The recording asked for columns without their order: what a chain before 3.2 is asked. */
const before32 = { compatibilityVersion: "3.1.0" };

test("key-value tables", async () => {
  const { session, signer } = replay("air4-tables");
  const request = { table: kv, keyField: "id", valueField: "val" };
  expect((await createKvTable(session, signer, request)).code).toBe(0);
  expect(await failure(createKvTable(session, signer, { ...request, table: `/tables/${kv}` }))).toContain(
    "precompiled -50001",
  );
  const progress: SetValueProgress[] = [];
  const outcome = await setValue(
    session,
    signer,
    { table: kv, key: "键", value: "值" },
    { onProgress: (step) => progress.push(step) },
  );
  expect(outcome.code).toBe(1);
  expect(progress.map((step) => step.stage)).toEqual(["opened", "signed", "mined"]);
  expect(await getValue(session, kv, "k")).toBe("v");
  expect(await getValue(session, kv, "zz")).toBeUndefined();
  expect(await failure(getValue(session, kv, ""))).toContain("usage keyEmpty");
});

test("tables of rows", async () => {
  const { session, signer } = replay("air4-tables");
  expect((await createTable(session, signer, { table: rows, keyField: "id", valueFields: ["name", "age"] })).code).toBe(
    0,
  );
  expect(
    (
      await createTable(session, signer, {
        table: "tnmwpjawme",
        keyField: "id",
        valueFields: ["name", "age"],
        keyOrder: "numerical",
      })
    ).code,
  ).toBe(0);
  expect((await appendColumns(session, signer, { table: rows, columns: ["city"] })).code).toBe(0);
  expect(await failure(appendColumns(session, signer, { table: rows, columns: ["city"] }))).toContain(
    "precompiled -50007",
  );
  expect(await failure(appendColumns(session, signer, { table: "zzmwpjawme", columns: ["city"] }))).toContain(
    "precompiled -50100",
  );
  expect(await describeTable(session, "tnmwpjawme")).toEqual({
    table: "tnmwpjawme",
    keyField: "id",
    valueFields: ["name", "age"],
    keyOrder: "numerical",
  });
  expect(await failure(openTable(session, "zzmwpjawme"))).toContain("usage tableNotFound");
});

test("rows by key", async () => {
  const { session, signer } = replay("air4-tables", before32);
  expect(await describeTable(session, `/tables/${rows}`)).toMatchObject({
    keyField: "id",
    valueFields: ["name", "age", "city"],
  });
  const row = { id: "1", name: "alice", age: "30", city: "sz" };
  expect((await insertRow(session, signer, { table: rows, row })).code).toBe(1);
  expect(await failure(insertRow(session, signer, { table: rows, row }))).toContain("precompiled -51506");
  expect((await updateRows(session, signer, { table: rows, key: "1", changes: { age: "31" } })).code).toBe(1);
  expect(await failure(updateRows(session, signer, { table: rows, key: "9", changes: { age: "31" } }))).toContain(
    "precompiled -51507",
  );
  expect(await selectRow(session, rows, "1")).toEqual({ id: "1", name: "alice", age: "50", city: "sz" });
  expect((await removeRows(session, signer, { table: rows, key: "2" })).code).toBe(1);
  expect(await failure(removeRows(session, signer, { table: rows, key: "2" }))).toContain("precompiled -51508");
  expect([
    await failure(insertRow(session, signer, { table: rows, row: { id: "2", name: "x" } })),
    await failure(insertRow(session, signer, { table: rows, row: { ...row, colour: "red" } })),
    await failure(updateRows(session, signer, { table: rows, key: "1", changes: { id: "2" } })),
    await failure(updateRows(session, signer, { table: rows, key: "1", changes: { zzz: "2" } })),
    await failure(selectRows(session, rows, [{ field: "age", operator: "=", value: "1" }])),
    await failure(selectRows(session, rows, [])),
  ]).toMatchInlineSnapshot(`
    [
      "usage fieldMissing: A row of tbmwpjawme needs a value for age.",
      "usage fieldUnknown: The table tbmwpjawme doesn't have a column colour.",
      "usage fieldIsKey: The key column id can't be changed.",
      "usage fieldUnknown: The table tbmwpjawme doesn't have a column zzz.",
      "usage needsCompatibility: the condition age = … needs a chain of 3.2.0 or newer; this one has the data version 3.1.0.",
      "usage conditionNeeded: No rows are specified.",
    ]
  `);
});

test("names and keys that cannot be", async () => {
  const { session, signer, node } = replay("air4-tables");
  const create = async (table: string, keyField: string, ...valueFields: string[]): Promise<string> =>
    (await failure(createTable(session, signer, { table, keyField, valueFields }))).split(":")[0] ?? "";
  expect([
    await create("a b!", "id", "n"),
    await create("n".repeat(60), "id", "n"),
    await create("a/b/c/d/e/f", "id", "n"),
    await create("t", "id", "n", "n"),
    await create("t", "_id", "n"),
    await create("t", "id", ...Array.from({ length: 40 }, (_, index) => `column_with_a_long_name_${index}`)),
  ]).toEqual(
    "tableName tableName bfsPathTooDeep fieldDuplicate fieldName fieldsTooLong"
      .split(" ")
      .map((each) => `usage ${each}`),
  );
  expect(node.asked).toEqual([]);
});

test("conditions on the numerical key", async () => {
  const { session } = replay("air4-tables");
  const where = (value: string): Promise<string> =>
    failure(countRows(session, "tnmwpjawme", [{ field: "id", operator: ">", value }]));
  expect(await where("01")).toContain("usage numericKey");
  expect(await where("9223372036854775808")).toContain("usage numericKey");
  expect(
    await failure(selectRows(session, "tnmwpjawme", [{ field: "id", operator: ">", value: "1" }], { count: 501 })),
  ).toContain("usage limitTooLarge");
});

test("a limit that means no row, or not the first, changes none", async () => {
  const { session, signer, node } = replay("air4-tables", before32);
  const where = [{ field: "id", operator: ">", value: "1" } as const];
  const change = { table: rows, conditions: where, limit: { count: 0 } };
  const sql = (text: string): Promise<string> => failure(runSql(session, signer, text));
  expect([
    // executor version 1 takes a count of 0 for no limit
    await failure(removeRows(session, signer, change)),
    await failure(updateRows(session, signer, { ...change, changes: { name: "x" } })),
    await failure(removeRows(session, signer, { ...change, limit: { count: 1.5 } })),
    await sql(`delete from ${rows} where id > 1 limit 0`),
    await sql(`delete from ${rows} where id = 1 limit 0`),
    await sql(`update ${rows} set name = 'x' where id = 1 limit 0`),
  ]).toEqual([
    expect.stringContaining("usage limitZero"),
    expect.stringContaining("usage limitZero"),
    expect.stringContaining("usage limitTooLarge"),
    expect.stringContaining("usage limitZero"),
    expect.stringContaining("usage limitZero"),
    expect.stringContaining("usage limitZero"),
  ]);
  expect(node.asked).not.toContain("getBlockNumber");
  expect([
    rowsWithin(12, { offset: 10, count: 5 }),
    rowsWithin(12, { offset: 20 }),
    rowsWithin(900),
    rowsWithin(3, { count: 0 }),
  ]).toEqual([2, 0, 500, 0]);
});

test("statements of the console", () => {
  const statements = [
    "create table t_demo(name varchar, item_id integer, item_name varchar(20), primary key(item_id))",
    "CREATE TABLE t (id varchar primary key, v varchar);",
    "alter table t_demo add price varchar, add column size int",
    "desc t_demo",
    "insert into t (name, item_id) values ('it''s', 1)",
    'insert into t values (fruit, "apple pie", 值)',
    "select * from t where item_id >= 3 and name != 'x' limit 5, 10",
    "select a, b from t where name like '%fruit%' and b like 'x%' and c like '%y' and d like z limit 3",
    "select count(*) from t where 1 < id",
    "update t set a = 'b', c=d where id = 1 limit 10 offset 5",
    "delete from `t` where id = ''",
  ];
  expect(statements.map((statement) => JSON.stringify(parseSql(statement)))).toMatchInlineSnapshot(`
    [
      "{"kind":"create","table":"t_demo","keyField":"item_id","valueFields":["name","item_name"],"keyOrder":"numerical"}",
      "{"kind":"create","table":"t","keyField":"id","valueFields":["v"],"keyOrder":"lexicographic"}",
      "{"kind":"alter","table":"t_demo","columns":["price","size"]}",
      "{"kind":"desc","table":"t_demo"}",
      "{"kind":"insert","table":"t","values":["it's","1"],"columns":["name","item_id"]}",
      "{"kind":"insert","table":"t","values":["fruit","apple pie","值"]}",
      "{"kind":"select","table":"t","conditions":[{"field":"item_id","operator":">=","value":"3"},{"field":"name","operator":"!=","value":"x"}],"limit":{"offset":5,"count":10}}",
      "{"kind":"select","table":"t","columns":["a","b"],"conditions":[{"field":"name","value":"fruit","operator":"contains"},{"field":"b","value":"x","operator":"startsWith"},{"field":"c","value":"y","operator":"endsWith"},{"field":"d","value":"z","operator":"="}],"limit":{"count":3}}",
      "{"kind":"select","table":"t","columns":"count","conditions":[{"field":"id","operator":">","value":"1"}],"limit":{}}",
      "{"kind":"update","table":"t","changes":{"a":"b","c":"d"},"conditions":[{"field":"id","operator":"=","value":"1"}],"limit":{"offset":5,"count":10}}",
      "{"kind":"delete","table":"t","conditions":[{"field":"id","operator":"=","value":""}],"limit":{}}",
    ]
  `);
});

test("statements that tables do not understand", () => {
  const statements = [
    "",
    "drop table t",
    "select * from t where a = 1 or b = 2",
    "select * from t order by a",
    "select * from t where a in (1)",
    "select * from t where a is null",
    "select * from a join b",
    "select * from t where a like 'x%y'",
    "select * from t where a ~ 1",
    "select * from t limit x",
    "insert into t (a, b) values (1)",
    "insert into t values (1) extra",
    "update t set a 1",
    "create table t(a varchar, b varchar)",
    "create table t(a varchar, primary key(c))",
    "select * from t where a = 'open",
    "delete t",
  ];
  const outcome = (statement: string): string => {
    try {
      return JSON.stringify(parseSql(statement));
    } catch (error) {
      return `${(error as { code: string }).code}: ${(error as Error).message}`;
    }
  };
  expect(statements.map(outcome)).toMatchInlineSnapshot(`
    [
      "sqlSyntax: The statement can't be read at character 1: end of statement.",
      "sqlUnsupported: DROP isn't part of the SQL that tables support.",
      "sqlUnsupported: OR isn't part of the SQL that tables support.",
      "sqlUnsupported: ORDER isn't part of the SQL that tables support.",
      "sqlUnsupported: IN isn't part of the SQL that tables support.",
      "sqlUnsupported: IS isn't part of the SQL that tables support.",
      "sqlUnsupported: JOIN isn't part of the SQL that tables support.",
      "sqlUnsupported: LIKE 'x%y' isn't part of the SQL that tables support.",
      "sqlSyntax: The statement can't be read at character 25: ~.",
      "sqlSyntax: The statement can't be read at character 23: x.",
      "sqlSyntax: The statement can't be read at character 31: ).",
      "sqlSyntax: The statement can't be read at character 26: extra.",
      "sqlSyntax: The statement can't be read at character 16: 1.",
      "sqlSyntax: The statement can't be read at character 37: end of statement.",
      "sqlSyntax: The statement can't be read at character 42: end of statement.",
      "sqlSyntax: The statement can't be read at character 27: 'open.",
      "sqlSyntax: The statement can't be read at character 8: t.",
    ]
  `);
});

/** A table of `size` rows, keys in order, every third value "x", answered as executor version 1 does. */
function bigTable(size: number, executor: 0 | 1): Transport {
  const manager = precompiledInterface("TableManager", standardSuite);
  const table = precompiledInterface("Table", standardSuite);
  const keys = Array.from({ length: size }, (_, index) => `k${String(index).padStart(4, "0")}`);
  const valueAt = (key: string): string => (Number(key.slice(1)) % 3 === 0 ? "x" : "y");
  const compare = (op: number, own: string, value: string): boolean =>
    [own > value, own >= value, own < value, own <= value, own === value, own !== value][op] ?? false;
  const select = (input: readonly AbiValue[]): { key: string; fields: string[] }[] => {
    const conditions = input[0] as { op: string; field: string; value: string }[];
    const { offset, count } = (input[1] ?? { offset: "0", count: "500" }) as { offset: string; count: string };
    const holds = (key: string, ofKey: boolean): boolean =>
      conditions
        .filter(({ field }) => (field === "id") === ofKey)
        .every(({ op, value }) => compare(Number(op), ofKey ? key : valueAt(key), value));
    const byKey = keys.filter((key) => holds(key, true)).slice(0, executor === 1 ? 500 : size);
    expect(executor === 1 ? [offset, count === "0"] : []).toEqual(executor === 1 ? ["0", false] : []);
    const max = input.length === 1 ? size : Number(count);
    return byKey
      .filter((key) => holds(key, false))
      .slice(Number(offset), Number(offset) + max)
      .map((key) => ({ key, fields: [valueAt(key)] }));
  };
  return {
    label: "big table",
    async request(method, params) {
      if (method === "getSystemConfigByKey") return { blockNumber: 0, value: String(executor) };
      const data = params[3] as `0x${string}`;
      const asked = manager.decodeCall(data);
      const ok = (output: string): object => ({ blockNumber: 1, status: 0, output });
      if (asked?.name === "descWithKeyOrder") return ok(manager.encodeOutput("descWithKeyOrder", [[0, "id", ["v"]]]));
      if (asked?.name === "openTable") return ok(manager.encodeOutput("openTable", [`0x${"12".repeat(20)}`]));
      const call = table.decodeCall(data);
      const rows = select(call?.arguments.map(({ value }) => value) ?? []);
      return ok(table.encodeOutput(call?.signature ?? "", [call?.name === "count" ? rows.length : rows]));
    },
    close: async () => undefined,
  };
}

test.each([0, 1] as const)("nothing is lost in a large table under executor %i", async (executor) => {
  const { session } = replay("air4-tables");
  const here = { ...session, client: createClient(bigTable(700, executor), "group0") };
  const isX: Condition = { field: "v", operator: "=", value: "x" };
  expect(await countRows(here, "t", [isX])).toBe(234);
  expect(await countRows(here, "t", [{ field: "id", operator: ">=", value: "" }])).toBe(700);
  const last = await selectRows(here, "t", [isX], { offset: 230 });
  expect(last.map((row) => row["id"])).toEqual(["k0690", "k0693", "k0696", "k0699"]);
  const behind = await selectRows(here, "t", [{ field: "id", operator: "<", value: "k0699" }], {
    offset: 697,
    count: 10,
  });
  expect(behind.map((row) => row["id"])).toEqual(["k0697", "k0698"]);
  expect(await selectRows(here, "t", [isX], { count: 0 })).toEqual([]);
});

test("a node that gives the same rows again and again is found out", async () => {
  const { session } = replay("air4-tables");
  const honest = bigTable(500, 0);
  const first: Transport = {
    ...honest,
    // the first condition only: that of the page is passed over
    request: async (method, params) => {
      const table = precompiledInterface("Table", standardSuite);
      const data = String(params[3]) as `0x${string}`;
      if (table.decodeCall(data)?.name !== "select") return honest.request(method, params);
      const whole = [[[1, "id", ""]], [0, 500]];
      const asked = table.encodeCall("select((uint8,string,string)[],(uint32,uint32))", whole);
      return honest.request(method, [...params.slice(0, 3), asked]);
    },
  };
  const here = { ...session, client: createClient(first, "group0") };
  const all: Condition = { field: "id", operator: ">=", value: "" };
  expect(await failure(selectRows(here, "t", [all], { offset: 600, count: 1 }))).toContain("decode unexpectedShape");
});

test.each([
  ["=", "b", true],
  ["!=", "b", false],
  [">", "a", true],
  [">=", "b", true],
  ["<", "b", false],
  ["<=", "b", true],
  ["startsWith", "b", true],
  ["endsWith", "c", false],
  ["contains", "", true],
  [">", "Z", true],
  ["<", "值", true],
] as const)("values are compared as bytes: b %s %s", (operator, value, wanted) => {
  expect(fulfils({ field: "v", operator, value }, { v: "b" })).toBe(wanted);
});
