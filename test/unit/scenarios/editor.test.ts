import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { contractInterface } from "../../../src/chain/abi/contractInterface";
import { cryptoSuite } from "../../../src/crypto/suites";
import { hoverAt } from "../../../src/scenarios/editor/hover";
import { type EditorContext, offersAt } from "../../../src/scenarios/editor/offers";
import { scenarioOutline } from "../../../src/scenarios/editor/outline";
import { problemsOf } from "../../../src/scenarios/editor/problems";
import { say, text } from "../../../src/text/catalogue";
import { plainPath } from "../../support/portable";

/** A reference of a scenario, `${name}`, out of the reach of JavaScript. */
const named = (name: string): string => `$\{${name}}`;

const value = (type: string, name: string, indexed = false) => ({ type, name, indexed });
const shop = contractInterface(
  [
    { type: "constructor", inputs: [value("uint256", "rent")] },
    { type: "event", name: "Sold", inputs: [value("string", "what"), value("address", "buyer", true)] },
    { type: "function", name: "sell", inputs: [value("string", "what"), value("uint8", "count")], outputs: [] },
    { type: "function", name: "pay", inputs: [value("uint256", "wei_")], outputs: [] },
    { type: "function", name: "pay", inputs: [value("address", "who"), value("uint256", "wei_")], outputs: [] },
    {
      type: "function",
      name: "offerOf",
      stateMutability: "view",
      inputs: [value("string", "what")],
      outputs: [value("uint256", "price"), value("uint256", "left")],
    },
  ],
  cryptoSuite("standard"),
);

/** As an editor knows it: absolute on this system. */
const here = resolve("/s/a.chain.yaml");
const files: Readonly<Record<string, string>> = {
  "/s/people.chain.yaml": "accounts:\n  alice:\n  bob:\n",
  "/s/broken.chain.yaml": "accounts: []\n",
};
const context: EditorContext = {
  read: async (path) => files[plainPath(path)],
  abiOf: async (path) =>
    plainPath(path) === "/s/Shop.sol:Shop"
      ? shop
      : path.includes("Gone")
        ? text('No file "{0}" found.', path)
        : undefined,
  contracts: async () => ["/s/Shop.sol:Shop", "/c/Other.sol:Other"],
  scenarios: async () => ["/s/a.chain.yaml", "/s/people.chain.yaml"],
};

const start = "scenario: S\ninclude: people.chain.yaml\nvariables:\n  goods: tea\nsteps:\n";
const deployed = `${start}  - deploy: Shop.sol:Shop\n    args: [5]\n    as: shop\n`;
const lines = (...all: string[]): string => `${deployed}${all.join("\n")}\n`;

/** What is wrong, as `line:from-to words`, lines counted from behind the deployment. */
async function problems(source: string, before = deployed): Promise<string[]> {
  const found = await problemsOf(source, here, context.read, context.abiOf);
  const skipped = before.split("\n").length - 1;
  return found.map((each) => `${each.line - skipped}:${each.column}-${each.endColumn} ${say(each.message)}`);
}

/** Labels that are offered at the bar. */
async function offered(source: string): Promise<string[]> {
  const at = source.indexOf("|");
  const { offers } = await offersAt(source.replace("|", ""), at, "/s/a.chain.yaml", context);
  return offers.map(({ label }) => label);
}

describe("what is wrong with a scenario in an editor", () => {
  it("finds nothing where a run finds the function: by its signature as people write it, and by names of arguments", async () => {
    const source = lines(
      "  - send: shop.sell(string memory what, uint8 count)",
      "    args: [tea, 3]",
      "  - send: shop.pay(uint)",
      "    args: [1]",
      "  - send: shop.pay",
      `    args: { who: "0x${"aa".repeat(20)}", wei_: 1 }`,
    );
    expect(await problems(source)).toEqual([]);
    expect(await problems(lines("  - send: shop.pay", "    args: { who: x, amount: 1 }"))).toEqual([
      "1:11-19 No function of this name takes 2 arguments: pay(uint256), pay(address,uint256)",
    ]);
  });

  it("counts no more of what is wrong with arguments than of anything else", async () => {
    const calls = Array.from({ length: 210 }, () => ["  - send: shop.sell", "    args: [tea, 256]"]).flat();
    expect(await problems(lines(...calls))).toHaveLength(200);
  });

  it("finds nothing in one that is right", async () => {
    const source = lines(
      "  - send: shop.sell",
      "    from: alice",
      `    args: { what: "${named("goods")}", count: 3 }`,
      "    expect: { events: [{ Sold: { what: tea } }] }",
      "  - send: shop.pay",
      `    args: ["${named("bob")}", 1 ether]`,
      "  - call: shop.offerOf",
      "    args: [tea]",
      "    expect: { result: { price: { $atLeast: 1 } } }",
      "  - wait: { event: shop.Sold, where: { what: tea } }",
      "  - send: mkdir",
      '    on: "0x000000000000000000000000000000000000100e"',
      `    args: ["/apps/${named("goods")}"]`,
    );
    expect(await problems(source)).toEqual([]);
  });

  it.each([
    ["a function", ["  - send: shop.sel"], '1:11-19 shop has no function "sel". It has: sell, pay, pay, offerOf'],
    ["a contract", ["  - send: shap.sell"], '1:11-20 "shap" isn\'t defined before this line.'],
    ["an account", ["  - mkdir: /apps/a", "    from: eve"], '2:11-14 No account is named "eve".'],
    ["a variable", [`  - mkdir: "/apps/${named("who")}"`], '1:12-26 "who" isn\'t defined before this line.'],
    [
      "the number of arguments",
      ["  - send: shop.sell", "    args: [tea]"],
      "2:11-16 sell takes 2 arguments, not 1: (string what, uint8 count)",
    ],
    [
      "the name of an argument",
      ["  - call: shop.offerOf", "    args: { wat: x }"],
      '2:13-16 offerOf has no argument "wat". It has: what',
    ],
    ["a missing argument", ["  - call: shop.offerOf", "    args: {}"], '2:11-13 "offerOf" requires what.'],
    [
      "which of several",
      ["  - send: shop.pay", "    args: [1, 2, 3]"],
      "1:11-19 No function of this name takes 3 arguments: pay(uint256), pay(address,uint256)",
    ],
    [
      "an event",
      ["  - send: shop.sell", "    args: [tea, 1]", "    expect: { events: [Bought] }"],
      '3:24-30 No contract here has an event "Bought". There are: Sold',
    ],
    [
      "a value of an event",
      ["  - wait: { event: shop.Sold, where: { who: x } }"],
      '1:40-43 Sold has no value "who". It has: what, buyer',
    ],
    [
      "a result",
      ["  - call: shop.offerOf", "    args: [tea]", "    expect: { result: { prize: 1 } }"],
      '3:25-30 offerOf has no value "prize". It has: price, left',
    ],
    ["a file of a contract", ["  - deploy: Gone.sol:Gone"], '1:13-26 No file "/s/Gone.sol:Gone" found.'],
  ])("finds %s", async (_, steps, message) => {
    expect(await problems(lines(...steps))).toEqual([message]);
  });

  it("finds the type of an argument, in the words of the error", async () => {
    const [found, ...more] = await problemsOf(
      lines("  - send: shop.sell", "    args: [tea, 256]"),
      here,
      context.read,
      context.abiOf,
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({ line: 10, column: 17, endColumn: 20, error: { code: "argumentOutOfRange" } });
  });

  it("shows what is wrong in an included file at the place that includes it", async () => {
    const source = "scenario: S\ninclude: [people.chain.yaml, broken.chain.yaml]\nsteps: [{ mkdir: /a }]\n";
    const [found] = await problemsOf(source, here, context.read, context.abiOf);
    expect(found).toMatchObject({ line: 2, column: 30, endColumn: 47, includedLine: 1 });
    expect(await problems("scenario: S\ninclude: gone.yaml\nsteps: [{ mkdir: /a }]\n", "")).toEqual([
      '2:10-19 No file "/s/gone.yaml" found.',
    ]);
  });

  it("leaves names and steps of a part to what includes it", async () => {
    expect(await problems("accounts:\n  alice:\n", "")).toEqual([]);
    expect(await problems(`steps:\n  - mkdir: "/apps/${named("who")}"\n    from: eve\n`, "")).toEqual([]);
    expect(await problems("steps:\n  - mkdri: /a\n", "")).toEqual(['2:5-10 No step begins with "mkdri".']);
  });
});

describe("completion of scenarios", () => {
  it.each([
    ["|", ["scenario", "chain", "matrix", "include", "accounts", "variables", "steps"]],
    ["chain:\n  suite: |", ["standard", "sm"]],
    ["chain: { auth: | }", ["true", "false"]],
    ["scenario: x\ninclude: |", ["people.chain.yaml"]],
    [`${start}  - mkdir: /a\n    from: |`, ["admin", "alice", "bob"]],
    [`${start}  - insert: { | }`, ["table", "row"]],
    [`${start}  - createTable: { order: | }`, ["lexicographic", "numerical"]],
    [`${start}  - deploy: |`, ["Shop.sol:Shop", "../c/Other.sol:Other"]],
    [`${deployed}  - send: shop.|`, ["shop.sell", "shop.pay(uint256)", "shop.pay(address,uint256)"]],
    [`${deployed}  - call: offer|\n    on: shop`, ["sell", "pay(uint256)", "pay(address,uint256)", "offerOf"]],
    [`${deployed}  - send: shop.sell\n    |`, ["on", "abi", "args", "value", "name", "from", "as", "expect"]],
    [`${deployed}  - send: shop.sell\n    args: { | }`, ["what", "count"]],
    [`${deployed}  - send: shop.sell\n    expect:\n      events:\n        - |`, ["Sold"]],
    [`${deployed}  - call: shop.offerOf\n    expect:\n      result: { | }`, ["price", "left"]],
    [`${deployed}  - wait: { event: | }`, ["shop.Sold"]],
    [`${deployed}  - wait: { event: shop.Sold, where: { | } }`, ["what", "buyer"]],
    [`${deployed}  - freezeContract: |`, ["admin", "alice", "bob", "shop"]],
    [`${deployed}  - mkdir: "/apps/$\{|`, ["admin", "run", "suite", "alice", "bob", "goods", "shop"]],
  ])("offers what may stand at the bar of %j", async (source, labels) => {
    const found = await offered(source);
    expect(found).toEqual(expect.arrayContaining(labels));
    expect(labels).toEqual(expect.arrayContaining(found));
  });

  it("offers every step where one begins, and writes what is chosen over what was typed", async () => {
    const found = await offered(`${start}  - cre|`);
    expect(found).toEqual(
      expect.arrayContaining(["deploy", "send", "createTable", "proposeGovernor", "include", "expect"]),
    );
    const source = `${start}  - cre`;
    const { offers, replaced } = await offersAt(source, source.length, "/s/a.chain.yaml", context);
    expect(replaced).toBe(3);
    expect(offers.find(({ label }) => label === "createTable")).toMatchObject({
      insert: "createTable: ",
      detail: "table, key, columns, order",
      doc: { text: "Creates a table of rows." },
    });
  });

  it("closes a reference that is not closed yet", async () => {
    const source = `${deployed}  - mkdir: $\{go}`;
    const { offers } = await offersAt(source, source.length - 1, "/s/a.chain.yaml", context);
    expect(offers.find(({ label }) => label === "goods")?.insert).toBe("goods");
    const open = await offersAt(source.slice(0, -1), source.length - 1, "/s/a.chain.yaml", context);
    expect(open.offers.find(({ label }) => label === "goods")?.insert).toBe("goods}");
    expect(open.replaced).toBe(2);
  });

  it("offers no keys where a value of a key stands", async () => {
    expect(await offered(`${deployed}  - send: shop.sell\n    expect: |`)).toEqual([]);
  });
});

describe("hover and outline of scenarios", () => {
  const hover = (source: string) => {
    const at = source.indexOf("|");
    return hoverAt(source.replace("|", ""), at, here, context);
  };

  it("tells what keys, functions and names are", async () => {
    expect(await hover(`${start}  - create|Table: { table: t }`)).toMatchObject({
      doc: { text: "Creates a table of rows." },
    });
    expect(await hover(`${deployed}  - call: shop.offer|Of`)).toMatchObject({
      code: "offerOf(string what) view returns (uint256 price, uint256 left)",
    });
    expect(await hover(`${deployed}  - mkdir: /a\n    from: ali|ce`)).toMatchObject({ thing: { kind: "account" } });
    expect(await hover(`${deployed}  - mkdir: "/apps/$\{go|ods}"`)).toMatchObject({
      thing: { kind: "variable", detail: "tea" },
    });
    expect(await hover(`${deployed}  - mkdir: /a|pps`)).toBeUndefined();
  });

  it("tells sections, accounts, variables and steps with their lines, also of half a file", () => {
    const outline = scenarioOutline(
      lines("  - name: buys", "    send: shop.sell", "    from: alice", "  - wai"),
      "/s/a.chain.yaml",
    );
    expect(outline).toMatchObject({ title: "S", runnable: true, titleLine: 1 });
    expect(outline.parts.map(({ name }) => name)).toEqual(["scenario", "include", "variables", "steps"]);
    expect(outline.parts.at(-1)?.children).toMatchObject([
      { name: "deploy Shop.sol:Shop", line: 6, endLine: 8 },
      { name: "buys", detail: "send shop.sell", line: 9, endLine: 11 },
    ]);
    expect(scenarioOutline("accounts:\n  a:\n", "/s/a.chain.yaml").runnable).toBe(false);
  });
});
