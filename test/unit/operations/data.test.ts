import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBlockNumber } from "../../../src/chain/rpc/blocks";
import { predictOutcome } from "../../../src/operations/predictOutcome";
import { insertRowOperation } from "../../../src/operations/table/table";
import { type ExtensionApp, extensionApp, signerOf } from "../../support/extensionApp";
import { sayingAbi, sayingCode } from "../../support/hostileContract";
import { done, previewed } from "../../support/operations";

describe.each([
  ["standard", false],
  ["sm", true],
] as const)("tables and files, suite %s, permissions enforced: %s", (suite, auth) => {
  let on: ExtensionApp;
  beforeAll(async () => {
    on = await extensionApp({ suite, auth });
  });
  afterAll(() => on.dispose());

  it("makes a table, and says which", async () => {
    const given = { table: "/tables/goods", key: "id", columns: "name, price", order: "numerical" };
    const { title, lines, warnings } = await previewed(on, "table create", given);
    expect(title).toBe("Create Table · goods");
    expect(lines).toEqual([
      { label: "Table", value: "/tables/goods" },
      { label: "Key", value: "id" },
      { label: "Columns", value: "name, price" },
      { label: "Order of the keys", value: "numerical" },
    ]);
    expect(warnings).toEqual([]);
    expect(await done(on, "table create", given)).toMatchObject({ code: 0 });
    expect(await done(on, "table describe", { table: "goods" })).toEqual({
      table: "goods",
      keyField: "id",
      valueFields: ["name", "price"],
      keyOrder: "numerical",
    });
  });

  it("inserts, updates, and removes rows, and shows what was there", async () => {
    for (const id of [9, 10, 11])
      expect(
        await done(on, "table insert", { table: "goods", row: { id, name: `tea ${id}`, price: id } }),
      ).toMatchObject({ code: 1 });
    expect((await previewed(on, "table update", { table: "goods", key: "9", changes: "price=90" })).lines).toEqual([
      { label: "Table", value: "/tables/goods" },
      {
        label: "Address of the table, by the node's word",
        value: expect.stringMatching(/^0x[0-9a-f]{40}$/),
        found: { address: expect.stringMatching(/^0x/), foundBy: { by: "table", path: "/tables/goods" } },
      },
      { label: "price", value: "9 → 90" },
    ]);
    await done(on, "table update", { table: "goods", key: "9", changes: "price=90" });
    expect(await done(on, "table get", { table: "goods", key: "9" })).toEqual({ id: "9", name: "tea 9", price: "90" });
    const removing = await previewed(on, "table remove", { table: "goods", key: "9" });
    expect(removing.refusal).toBeUndefined();
    expect(removing.lines).toContainEqual({ label: "price", value: "90" });
    expect(removing.warnings).toEqual(["The row is permanently deleted."]);
    await done(on, "table remove", { table: "goods", key: "9" });
    expect(await done(on, "table get", { table: "goods", key: "9" })).toBe(null);
  });

  it("is told by a dry run that a table refuses a row under status 0", async () => {
    const { session } = on.group;
    const tried = async (id: string) => {
      const prepared = insertRowOperation.prepare(
        { session },
        { table: "goods", row: { id, name: "tea", price: "1" } },
      );
      return (await predictOutcome(session, prepared, await signerOf(on), "unsigned")).tried;
    };
    expect(await tried("12")).toMatchObject({ outcome: "success" });
    // the key is there, also for another sender
    expect(await tried("10")).toMatchObject({ outcome: "failure", error: { kind: "precompiled", code: -51506 } });
  });

  it("says what is behind the rows that it gives", async () => {
    expect(await done(on, "table select", { table: "goods", limit: 1 })).toEqual({
      rows: [{ id: "10", name: "tea 10", price: "10" }],
      more: true,
    });
    expect(await done(on, "table select", { table: "goods", where: "name like 'tea%' and id > 10" })).toEqual({
      rows: [{ id: "11", name: "tea 11", price: "11" }],
      more: false,
    });
    expect(await done(on, "table count", { table: "goods" })).toBe(2);
  });

  it("takes conditions as a list, too, where values need no quotes", async () => {
    const where = [{ field: "name", operator: "endsWith", value: "11" }];
    expect((await previewed(on, "table remove-matching", { table: "goods", where })).warnings).toEqual([
      "The 1 matching rows are permanently deleted.",
    ]);
    expect(await done(on, "table update-matching", { table: "goods", where, changes: { price: "1" } })).toMatchObject({
      code: 1,
    });
    expect(await done(on, "table remove-matching", { table: "goods", where })).toMatchObject({ code: 1 });
    await expect(previewed(on, "table count", { table: "goods", where: "price >" })).rejects.toMatchObject({
      code: "sqlSyntax",
    });
  });

  it("runs SQL, and what only reads without a signature", async () => {
    const rows = { kind: "rows", columns: ["name"], rows: [{ name: "tea 10" }] };
    expect(await done(on, "table query", { statement: "select name from goods" })).toEqual(rows);
    const height = await getBlockNumber(on.group.session.client);
    await expect(done(on, "table query", { statement: "delete from goods where id = 10" })).rejects.toMatchObject({
      code: "signerNeeded",
    });
    expect(await getBlockNumber(on.group.session.client)).toBe(height);
    const statement = "delete from goods where id = 10";
    expect((await previewed(on, "table sql", { statement })).warnings).toEqual(["Rows to be permanently deleted: 1."]);
    expect(await done(on, "table sql", { statement })).toMatchObject({ kind: "written", statement: "delete", rows: 1 });
  });

  it("says why a table that isn't there can't be changed", async () => {
    await expect(previewed(on, "table update", { table: "none", key: "a", changes: "b=c" })).rejects.toMatchObject({
      code: "tableNotFound",
    });
  });

  it("keeps texts under keys", async () => {
    await done(on, "kv create", { table: "colours", key: "what", value: "which" });
    await done(on, "kv set", { table: "colours", key: "sky", value: "blue" });
    expect((await previewed(on, "kv set", { table: "colours", key: "sky", value: "grey" })).lines).toContainEqual({
      label: "sky",
      value: "blue → grey",
    });
    expect(await done(on, "kv get", { table: "colours", key: "sky" })).toBe("blue");
    expect(await done(on, "kv get", { table: "colours", key: "sea" })).toBe(null);
    expect(await done(on, "kv describe", { table: "colours" })).toEqual({
      table: "colours",
      keyField: "what",
      valueField: "which",
    });
  });

  it("lists folders in pages, links, and follows links", async () => {
    await done(on, "bfs mkdir", { path: "/apps/shop/a" });
    await done(on, "bfs mkdir", { path: "/apps/shop/b" });
    expect(await done(on, "bfs ls", { path: "/apps/shop", limit: 1 })).toEqual({
      entries: [{ name: "a", path: "/apps/shop/a", type: "directory" }],
      more: true,
    });
    expect(await done(on, "bfs tree", { path: "/apps", depth: 2 })).toEqual({
      entries: [
        { name: "shop", path: "/apps/shop", type: "directory", level: 1 },
        { name: "a", path: "/apps/shop/a", type: "directory", level: 2 },
        { name: "b", path: "/apps/shop/b", type: "directory", level: 2 },
      ],
      more: false,
    });
    const [one, other] = ["0x0000000000000000000000000000000000001003", "0x0000000000000000000000000000000000001000"];
    const path = "/apps/shop/consensus";
    expect((await previewed(on, "bfs link", { path, contract: one })).warnings).toEqual([]);
    await done(on, "bfs link", { path, contract: one });
    expect(await done(on, "bfs read-link", { path })).toEqual({ address: one, abi: "" });
    expect((await previewed(on, "bfs link", { path, contract: other })).warnings).toEqual([
      `The link already exists and points to ${one}. It will point to the new contract.`,
    ]);
    expect(await done(on, "bfs read-link", { path: "/apps/shop" })).toBe(null);
  });

  it("warns of an entry that points to nothing", async () => {
    expect((await previewed(on, "bfs touch", { path: "/apps/x", type: "link" })).warnings.length).toBe(1);
    expect((await previewed(on, "bfs touch", { path: "/apps/x", type: "directory" })).warnings).toEqual([]);
  });

  it("lists the values of the configuration", async () => {
    expect(await done(on, "config list")).toContainEqual({ key: "tx_count_limit", value: "1000", enableNumber: 0 });
  });

  it("links a contract with the ABI that the chain keeps, as the official console does, or the one that is given", async () => {
    const abi = JSON.stringify(sayingAbi);
    const code = sayingCode(on.group.session, "linked");
    const { contractAddress } = (await done(on, "contract deploy", { code, abi })) as { contractAddress: string };
    const kept = async (name: string, more: object): Promise<unknown> => {
      const path = `/apps/said/${name}`;
      await done(on, "bfs link", { path, contract: contractAddress, ...more });
      return ((await done(on, "bfs read-link", { path })) as { abi: string }).abi;
    };
    expect(await kept("1.0", {})).toBe(abi);
    expect(await kept("2.0", { abi: "[]" })).toBe("[]");
    expect(await kept("3.0", { abi: "" })).toBe("");
  });
});

it("says how many rows a baseline executor reaches, which looks for values in the first rows only", async () => {
  const on = await extensionApp({ suite: "standard", auth: false });
  try {
    await done(on, "table create", { table: "many", key: "id", columns: "price" });
    for (let id = 10; id < 70; id++)
      await done(on, "table insert", { table: "many", row: { id: String(id), price: id === 69 ? "rare" : "1" } });
    const where = "id > '0' and price = 'rare'";
    const rest = expect.stringContaining("Matching rows: 1. A baseline executor doesn't reach the others");
    const updating = { table: "many", where, changes: "price=2", limit: 10 };
    expect((await previewed(on, "table update-matching", updating)).warnings).toEqual(["Rows to be changed: 0.", rest]);
    expect(await done(on, "table update-matching", updating)).toMatchObject({ code: 0 });
    const removing = { table: "many", where, limit: 10 };
    expect((await previewed(on, "table remove-matching", removing)).warnings).toEqual([
      "Rows to be permanently deleted: 0.",
      rest,
    ]);
    const statement = "delete from many where id > '0' limit 5, 10";
    expect((await previewed(on, "table sql", { statement })).warnings).toEqual([
      "Rows to be permanently deleted: 0.",
      expect.stringContaining("Matching rows: 60."),
    ]);
    expect(await done(on, "table sql", { statement })).toMatchObject({ rows: 0 });
    const all = { table: "many", where };
    expect((await previewed(on, "table remove-matching", all)).warnings).toEqual([
      "The 1 matching rows are permanently deleted.",
    ]);
    expect(await done(on, "table remove-matching", all)).toMatchObject({ code: 1 });
  } finally {
    on.dispose();
  }
});
