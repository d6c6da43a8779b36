import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StorageLayout } from "../../../../src/solidity/artifact/compiledProject";
import { SolidityCompiler } from "../../../../src/solidity/compile/compiler";
import { keptContractOf } from "../../../../src/solidity/compile/keptContract";
import { compareLayouts, layoutChanges } from "../../../../src/solidity/layout/layoutChanges";
import { readLayout } from "../../../../src/solidity/layout/readLayout";
import { storageTable } from "../../../../src/solidity/layout/storageTable";
import { sayInEnglish } from "../../../../src/text/catalogue";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

let workspace: SolidityWorkspace;
let compiler: SolidityCompiler;
beforeAll(() => {
  workspace = new SolidityWorkspace({});
  compiler = new SolidityCompiler(workspace.path(".cache"), workspace.path(".artifacts"));
});
afterAll(() => {
  compiler.close();
  workspace.close();
});

async function compiled(inside: string, before = "") {
  workspace.write("A.sol", `pragma solidity ^0.8.20;\n${before}\ncontract A {\n${inside}\n}\n`);
  const request = { ...workspace.request("A.sol"), root: workspace.folder, outputs: "contracts" } as const;
  const contract = (await compiler.compile(request)).files[0]?.contracts.find(({ name }) => name === "A");
  if (!contract?.storageLayout) throw new Error("it doesn't compile");
  return { contract, layout: contract.storageLayout };
}

async function changed(before: string, now: string, types = "", typesNow = types): Promise<string[]> {
  const old = await compiled(before, types);
  const fresh = await compiled(now, typesNow);
  return layoutChanges(old.layout, fresh.layout).map(
    ({ severity, message }) => `${severity}: ${sayInEnglish(message)}`,
  );
}

describe("a storage layout", () => {
  it("is a table of variables and fields with their places", async () => {
    const { layout } = await compiled(
      "uint128 a; S s; mapping(uint256 => S) m; bool last;",
      "struct S { address who; uint96 sum; }",
    );
    expect(
      storageTable(layout).map(({ slot, offset, bytes, name, type, depth }) => [
        slot,
        offset,
        bytes,
        name,
        type,
        depth,
      ]),
    ).toEqual([
      ["0", 0, "16", "a", "uint128", 0],
      ["1", 0, "32", "s", "struct S", 0],
      ["1", 0, "20", "who", "address", 1],
      ["1", 20, "12", "sum", "uint96", 1],
      ["2", 0, "32", "m", "mapping(uint256 => struct S)", 0],
      ["3", 0, "1", "last", "bool", 0],
    ]);
  });

  it("is read from files, and nothing else from them", async () => {
    const { layout } = await compiled("uint256 a; uint256[3] b;");
    expect(
      layoutChanges(readLayout(JSON.parse(JSON.stringify({ storageLayout: layout }))) as StorageLayout, layout),
    ).toEqual([]);
    expect(readLayout({ storage: [], types: null })).toEqual({ storage: [], types: {} });
    for (const wrong of [
      undefined,
      [],
      {},
      { storage: [{}] },
      { storage: [{ label: "a", slot: "x", type: "t", offset: 0 }] },
    ])
      expect(readLayout(wrong)).toBeUndefined();
  });

  it("is found by the code that is deployed, as its source was then", async () => {
    const { contract } = await compiled("uint256 public first;");
    const code = contract.deployedBytecode.object;
    await compiled("uint256 public second; uint256 public first;");
    const kept = await keptContractOf(workspace.path(".artifacts"), { code: `0x${code}` });
    expect(kept?.storageLayout?.storage.map(({ label }) => label)).toEqual(["first"]);
    const found = (within: string) => keptContractOf(workspace.path(".artifacts"), { code, within });
    expect((await found(workspace.path(".")))?.name).toBe(contract.name);
    expect(await found(workspace.path("other"))).toBeUndefined();
    expect(await keptContractOf(workspace.path(".artifacts"), { code: "0x6001" })).toBeUndefined();
    expect(await keptContractOf(workspace.path("nowhere"), { code })).toBeUndefined();
  });

  it("opens only compilations that have a code of the same length, metadata aside", async () => {
    const { contract } = await compiled("uint256 public only;");
    const code = contract.deployedBytecode.object;
    const folder = workspace.path(".artifacts");
    const found = async (wanted = code) => (await keptContractOf(folder, { code: wanted }))?.name;
    const withoutMetadata = code.slice(0, -2 * (Number.parseInt(code.slice(-4), 16) + 2));
    expect([await found(), await found(withoutMetadata)]).toEqual([contract.name, contract.name]);
    const lists = readdirSync(folder).filter((name) => name.endsWith(".lengths"));
    expect(lists).toHaveLength(readdirSync(folder).filter((name) => name.endsWith(".project.gz")).length);
    for (const name of lists) writeFileSync(join(folder, name), "[2]");
    expect(await found()).toBeUndefined();
    // one that an older version kept
    for (const name of lists) rmSync(join(folder, name));
    expect(await found()).toBe(contract.name);
  });
});

describe("a namespace (ERC-7201)", () => {
  const types =
    "interface I {} type Price is uint96; enum E { a, b } struct P { address who; uint96 sum; bool last; P[] more; } struct Q { uint8 x; }";
  const members = [
    "uint8 a; uint128 b; uint256 c; address payable d; bool e; bytes3 f; string g; bytes h; I i; E j; Price k; P p;",
    "mapping(address who => mapping(uint256 => P)) m; uint24[7] n; P[2] o; Q[3][] q; int40[] r; bool[33][2] s;",
    "function(uint256) external returns (bool) t; function() internal u; address v; uint96 w; uint256[2 * 3] x;",
  ].join(" ");
  const space = (id: string, inside: string) =>
    `/// @custom:storage-location erc7201:${id}\n  struct Kept { ${inside} }`;

  it("is laid out as the compiler lays out the same struct, at the place that its name gives", async () => {
    const { layout } = await compiled(`${space("example.main", members)} uint256 before; Kept kept;`, types);
    const [, kept] = layout.storage;
    const own = layout.storage.filter(({ contract }) => contract === "erc7201:example.main");
    const start = BigInt(own[0]?.slot ?? 0);
    // the example of ERC-7201 itself
    expect(start.toString(16)).toBe("183a6125c38840424c4a85fa12bab2ab606c4b6d0e7cc73c0c06ba5300eab500");
    const placed = own.map(({ label, slot, offset, type }) => ({ label, slot: BigInt(slot) - start, offset, type }));
    const reported = layout.types[kept?.type ?? ""]?.members ?? [];
    expect(reported.length).toBeGreaterThan(20);
    expect(placed.map(({ label, slot, offset }) => [label, slot, offset])).toEqual(
      reported.map(({ label, slot, offset }) => [label, BigInt(slot), offset]),
    );
    const bytes = (type: string) => layout.types[type]?.numberOfBytes;
    expect(placed.map(({ type }) => bytes(type))).toEqual(reported.map(({ type }) => bytes(type)));
    const inner = (type: string) =>
      (layout.types[type]?.members ?? []).map(({ label, slot, offset }) => [label, slot, offset]);
    expect(placed.map(({ type }) => inner(type))).toEqual(reported.map(({ type }) => inner(type)));
    const shown = storageTable(layout).filter(({ slot }) => BigInt(slot) >= start);
    expect(shown.slice(0, 3).map(({ name, slotText }) => [name, slotText])).toEqual([
      ["a", "example.main:0"],
      ["b", "example.main:0"],
      ["c", "example.main:1"],
    ]);
    expect(shown.every(({ slotText }) => slotText.startsWith("example.main:"))).toBe(true);
  });

  it("breaks where a member moves or changes, where it is gone, and is unknown where no layout lists it", async () => {
    const state = "uint256 plain;";
    const upgrade = async (before: string, now: string) => {
      const old = await compiled(`${state} ${before}`);
      const fresh = await compiled(`${state} ${now}`);
      return compareLayouts(old.layout, fresh.layout).verdict;
    };
    const first = space("shop", "address owner; uint256 sum;");
    expect(await upgrade(first, space("shop", "address owner; uint256 sum; uint256 more;"))).toBe("kept");
    expect(await upgrade(first, space("shop", "uint256 sum; address owner;"))).toBe("broken");
    expect(await upgrade(first, space("shop", "address owner; uint128 sum;"))).toBe("broken");
    expect(await upgrade(first, space("shop", "address owner; address owner2; uint256 sum;"))).toBe("broken");
    expect(await upgrade(first, "")).toBe("broken");
    expect(await upgrade(first, space("shop2", "address owner; uint256 sum;"))).toBe("broken");
    expect(await upgrade("", first)).toBe("kept");
    const { layout } = await compiled(`${state} ${first}`);
    expect(compareLayouts(readLayout(JSON.parse(JSON.stringify(layout))) as StorageLayout, layout).verdict).toBe(
      "kept",
    );
    const { namespaces: _, ...foreign } = layout;
    expect(compareLayouts({ ...foreign, storage: foreign.storage.slice(0, 1) }, layout).verdict).toBe("unknown");
  });
});

describe("an upgrade", () => {
  it("may add variables behind the others, or in room that was kept", async () => {
    expect(await changed("uint256 a;", "uint256 a; address b;")).toEqual([
      "information: b (address) is new at slot 1.",
    ]);
    expect(
      await changed("uint256 a; uint256[5] __gap; uint256 z;", "uint256 a; uint256 b; uint256[4] __gap; uint256 z;"),
    ).toEqual(["information: b (uint256) is new at slot 1."]);
    expect(await changed("E e;", "E e;", "enum E { a }", "enum E { a, b }")).toEqual([]);
    expect(
      await changed(
        "mapping(uint256 => S) m;",
        "mapping(uint256 => S) m;",
        "struct S { uint256 a; }",
        "struct S { uint256 a; uint256 b; }",
      ),
    ).toEqual([]);
    expect(await changed("address a;", "I a;", "interface I {}")).toEqual([]);
  });

  it("breaks what is stored where a variable moves, gets another type, or loses its place", async () => {
    expect(await changed("uint256 a; uint256 b;", "uint256 b; uint256 a;")).toEqual([
      "error: a was at slot 0 and is at slot 1 now.",
      "error: b was at slot 1 and is at slot 0 now.",
    ]);
    expect(await changed("uint256 a;", "uint128 a;")).toEqual(["error: a at slot 0 was uint256 and is uint128 now."]);
    expect(
      await changed("uint256 a; uint256[5] __gap; uint256 z;", "uint256 a; uint256 b; uint256[5] __gap; uint256 z;"),
    ).toEqual([
      "error: __gap at slot 1 kept 5 slots, and nothing ends where it did: contracts that inherit read other places.",
      "error: z was at slot 6 and is at slot 7 now.",
      "information: b (uint256) is new at slot 1.",
    ]);
    expect(await changed("uint256 a;", "address b;")).toEqual(["error: b at slot 0 takes the place of a (uint256)."]);
    expect(await changed("S[] s;", "S[] s;", "struct S { uint256 a; }", "struct S { uint256 a; uint256 b; }")).toEqual([
      "error: s at slot 0: struct S[] has other members now.",
    ]);
  });

  it("finds a variable that moved in a contract of another name, also into room that was kept", async () => {
    const kept = "uint256 a; uint256[4] __gap; uint256 b; uint256 c;";
    const old = await compiled(kept);
    const named = (layout: StorageLayout) => ({
      ...layout,
      storage: layout.storage.map((entry) => ({ ...entry, contract: "A.sol:AV2" })),
    });
    const fresh = await compiled("uint256 a; uint256 x; uint256[4] __gap; uint256 b; uint256 c;");
    expect(compareLayouts(old.layout, named(fresh.layout)).verdict).toBe("broken");
    expect(compareLayouts(old.layout, named(old.layout)).verdict).toBe("kept");
    expect(await changed("uint256 a; uint256 gapSize; uint256 b;", "uint256 a; uint256 x; uint256 b;")).toEqual([
      "error: x at slot 1 was called gapSize. If it is the same variable, @custom:oz-renamed-from gapSize above it says so.",
    ]);
  });

  it("allows another name or type only where a comment says so", async () => {
    expect(await changed("uint256 a;", "/// @custom:oz-renamed-from a\nuint256 b;")).toEqual([]);
    expect(await changed("uint256 a;", "/// @custom:oz-renamed-from c\nuint256 a;")).toHaveLength(1);
    expect(await changed("bool a;", "/// @custom:oz-retyped-from bool\nuint8 a;")).toEqual([]);
    expect(await changed("bool a;", "/// @custom:oz-retyped-from bool\nuint16 a;")).toHaveLength(1);
    expect(await changed("uint256 a; uint256 b;", "uint256 a;")).toEqual([
      "error: b at slot 1 is gone, but what it held stays in the storage, where a later variable would read it. Keep it, even if nothing uses it.",
    ]);
  });

  it("compares members of enums, names of fields, and what value types are made of", async () => {
    const types = async (one: string, other: string, variable = "T t;") => {
      const [old, fresh] = [await compiled(variable, one), await compiled(variable, other)];
      return compareLayouts(old.layout, fresh.layout).verdict;
    };
    expect(await types("enum T { a, b }", "enum T { a, b, c }")).toBe("kept");
    expect(await types("enum T { a, b }", "enum T { b, a }")).toBe("broken");
    expect(await types("enum T { a, b }", "enum T { z, a, b }")).toBe("broken");
    expect(await types("struct T { uint256 a; }", "struct T { uint256 b; }")).toBe("broken");
    expect(await types("struct T { uint128 a; }", "struct T { uint128 a; uint128 b; }")).toBe("broken");
    expect(await types("type T is uint128;", "type T is int128;")).toBe("broken");
    expect(await types("type T is uint128;", "type T is uint128;")).toBe("kept");
    const grown = ["enum T { a }", "enum T { a, b }", "mapping(uint256 => T[2]) t;"] as const;
    expect(await types(...grown)).toBe("kept");
    // A layout of another program lists no members.
    const { layout } = await compiled("T t;", "enum T { a, b }");
    const plain = Object.fromEntries(
      Object.entries(layout.types).map(([key, { label, numberOfBytes }]) => [key, { label, numberOfBytes }]),
    );
    expect(compareLayouts({ ...layout, types: plain }, layout).verdict).toBe("unknown");
  });
});
