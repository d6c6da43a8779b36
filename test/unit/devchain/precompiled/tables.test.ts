import { describe, expect, it } from "vitest";
import { type AbiItem, encodeValues } from "../../../../src/devchain/precompiled/host/abiBytes";
import { MemoryHost, type MemoryHostOptions } from "./memoryHost";

const manager = "1002".padStart(40, "0");
const entries = "(string,string[])[]";
const [greater, greaterOrEqual, equal, startsWith, contains] = [0n, 1n, 4n, 6n, 8n];

/** A table of people: key, name and city. */
async function people(options: MemoryHostOptions = {}, keyOrder = 0n) {
  const host = new MemoryHost(options);
  const create = "createTable(string,(uint8,string,string[]))";
  await host.invoke(manager, create, ["people", [keyOrder, "id", ["name", "city"]]], "int32");
  const [table] = (await host.invoke(manager, "openTable(string)", ["people"], "address")) as [string];
  const call = (signature: string, values: readonly AbiItem[], returns: string) =>
    host.invoke(table, signature, values, returns);
  const insert = (key: string, ...values: string[]) => call("insert((string,string[]))", [[key, values]], "int32");
  const select = async (conditions: readonly AbiItem[], limit: readonly AbiItem[] = [0n, 100n]) => {
    const found = await call("select((uint8,string,string)[],(uint32,uint32))", [conditions, limit], entries);
    return typeof found === "string" ? found : (found[0] as [string, string[]][]).map(([key]) => key).join(" ");
  };
  return { host, table, call, insert, select };
}

describe.each([0, 1] as const)("a table under executor %d", (executorVersion) => {
  it("finds rows by every field and operator, in the order of the keys", async () => {
    const { insert, select } = await people({ executorVersion });
    for (const [key, name, city] of [
      ["b", "Li", "Shenzhen"],
      ["a", "Wang", "Beijing"],
      ["B", "Zhao", "Shenzhen"],
    ] as const) {
      expect(await insert(key, name, city)).toEqual([1n]);
    }
    expect(await select([[greaterOrEqual, "id", ""]])).toBe("B a b");
    expect(await select([[greater, "id", "a"]])).toBe("b");
    expect(await select([[equal, "city", "Shenzhen"]])).toBe("B b");
    expect(
      await select([
        [equal, "city", "Shenzhen"],
        [contains, "name", "ha"],
      ]),
    ).toBe("B");
    expect(await select([[startsWith, "name", "W"]])).toBe("a");
    expect(await select([[equal, "city", "Shenzhen"]], [1n, 1n])).toBe("b");
    expect(await select([[equal, "age", "1"]])).toBe("15: Table condition fields not found");
    expect(await select([[9n, "id", "1"]])).toBe("15: 9 ConditionOP not exist!");
    expect(await select([])).toBe("15: Condition is empty");
    expect(await select([[equal, "id", "a"]], [0n, 501n])).toBe("15: Limit overflow.");
    expect(await select([[equal, "id", "a"]], [0n, 0n])).toBe("");
  });

  it("orders keys by number when it was made so", async () => {
    const { insert, select, call } = await people({ executorVersion }, 1n);
    for (const key of ["10", "9", "-3"]) await insert(key, "n", "c");
    expect(await select([[greater, "id", "-4"]])).toBe("-3 9 10");
    expect(await select([[greater, "id", "9"]])).toBe("10");
    expect(await insert("07", "n", "c")).toBe("15: The key cannot be converted to a number(int64)");
    expect(await call("select(string)", ["10"], "(string,string[])")).toEqual([["10", ["n", "c"]]]);
    expect(await call("count((uint8,string,string)[])", [[[greater, "id", "0"]]], "uint32")).toEqual([2n]);
  });

  it("changes and removes rows by condition", async () => {
    const { insert, select, call } = await people({ executorVersion });
    for (const key of ["1", "2", "3"]) await insert(key, "n", "c");
    const update = "update((uint8,string,string)[],(uint32,uint32),(string,string)[])";
    expect(await call(update, [[[greater, "id", "1"]], [0n, 9n], [["city", "x"]]], "int32")).toEqual([2n]);
    expect(await select([[equal, "city", "x"]])).toBe("2 3");
    expect(await call(update, [[[greater, "id", "1"]], [0n, 9n], [["id", "x"]]], "int32")).toBe(
      "15: Table update fields cannot contains key field",
    );
    const remove = "remove((uint8,string,string)[],(uint32,uint32))";
    expect(await call(remove, [[[equal, "city", "x"]], [0n, 1n]], "int32")).toEqual([1n]);
    expect(await select([[greaterOrEqual, "id", ""]])).toBe("1 3");
  });
});

describe("pages of a table", () => {
  const everything = [[greaterOrEqual, ""]];
  const page = "select((uint8,string)[],(uint32,uint32))";

  it("start behind the offset under the classic executor", async () => {
    const { insert, call } = await people({ executorVersion: 0 });
    for (const key of ["1", "2", "3"]) await insert(key, "n", "c");
    const rows = await call(page, [everything, [1n, 1n]], entries);
    expect(rows).toEqual([[["2", ["n", "c"]]]]);
    expect(await call(page, [everything, [0n, 0n]], entries)).toEqual([[]]);
  });

  it("are empty behind an offset under the baseline executor, and whole for a count of 0", async () => {
    const { insert, call } = await people({ executorVersion: 1 });
    for (const key of ["1", "2"]) await insert(key, "n", "c");
    expect(await call(page, [everything, [1n, 1n]], entries)).toEqual([[]]);
    expect((await call(page, [everything, [0n, 0n]], entries))[0]).toHaveLength(2);
  });
});

describe("making a table", () => {
  it("is refused for names and orders that cannot be, in the node's order of checks", async () => {
    const host = new MemoryHost();
    const create = (order: bigint, key: string, ...columns: string[]) =>
      host.invoke(manager, "createTable(string,(uint8,string,string[]))", ["t", [order, key, columns]], "int32");
    const long = "x".repeat(65);
    expect(await create(2n, long, long)).toBe("15: 2 KeyOrder not exist!");
    expect(await create(0n, long, long)).toBe("15: table field name length overflow 64");
    expect(await create(0n, "_id", long)).toBe("15: code: -50003table field name length overflow 64");
    expect(await create(0n, "_id", "v-")).toBe("15: invalid field: _id");
    expect(await create(0n, "id", "v-")).toBe("15: invalid field: v-");
    const many = Array.from({ length: 20 }, (_, i) => `${i}`.padEnd(60, "x"));
    expect(await create(0n, "id", ...many)).toBe("15: total table field name length overflow 1024");
    expect(await create(0n, " id ", " v ")).toEqual([0n]);
    expect(await host.invoke(manager, "desc(string)", ["t"], "(string,string[])")).toEqual([["id", ["v"]]]);
  });

  it("keeps what each form was given", async () => {
    const host = new MemoryHost();
    const make = (signature: string, values: readonly AbiItem[]) => host.invoke(manager, signature, values, "int32");
    const desc = (name: string) => host.invoke(manager, "desc(string)", [name], "(string,string[])");
    const append = (name: string, column: string) => make("appendColumns(string,string[])", [name, [column]]);
    await make("createKVTable(string,string,string)", ["kv", " k ", " a , b"]);
    expect(await desc("kv")).toEqual([["k", [" a ", " b"]]]);
    // no column is one without a name
    await make("createTable(string,(uint8,string,string[]))", ["none", [0n, "id", []]]);
    expect(await desc("none")).toEqual([["id", [""]]]);
    expect(await append("none", "id")).toEqual([-50007n]);
    // the first form forgets that the key has a name, too
    await make("createTable(string,(string,string[]))", ["old", ["id", ["v"]]]);
    expect(await append("old", "v")).toEqual([-50007n]);
    expect(await append("old", "id")).toEqual([0n]);
    expect(await desc("old")).toEqual([["id", ["v", "id"]]]);
  });

  it("answers for a table that is not there before it looks at the function", async () => {
    const host = new MemoryHost();
    const input = encodeValues("string[],bytes", [["/tables/x"], "\x00\x00\x00\x00"]);
    const result = await host.send("1001".padStart(40, "0"), input);
    expect(Buffer.from(result.output).toString("latin1")).toContain("u_/tables/x does not exist");
  });

  it("keeps the ABI, an admin, and one link", async () => {
    const { host, table } = await people();
    expect(JSON.parse(host.abiOf(table) ?? "")).toContainEqual(expect.objectContaining({ name: "insert" }));
    const list = await host.invoke(
      "100e".padStart(40, "0"),
      "list(string)",
      ["/tables/people"],
      "int32,(string,string,string[])[]",
    );
    expect(list).toEqual([0n, [["people", "link", [table, ""]]]]);
  });

  it("answers a table's logic only for a path that is a table", async () => {
    const host = new MemoryHost();
    const logic = "1001".padStart(40, "0");
    expect(await host.invoke(logic, "select(string)", ["x"], "(string,string[])")).toBe(
      "15: InternalPrecompiledFailed",
    );
  });
});
