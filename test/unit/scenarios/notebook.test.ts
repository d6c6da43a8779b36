import { describe, expect, it } from "vitest";
import { readScenario } from "../../../src/scenarios/language/readScenario";
import { notebookScenario } from "../../../src/scenarios/notebook/notebookScenario";

const ground = {
  title: "A shop",
  chain: { suite: "sm", auth: false },
  admin: ["dev0"],
  artifact: async (name: string) => `contracts/${name}.sol:${name}`,
} as const;

describe("a notebook as a scenario", () => {
  it("has a step for each request, with names, accounts and expectations, and remarks for the rest", async () => {
    const { text, leftOut } = await notebookScenario(
      {
        cells: [
          { kind: "text", text: "# A shop\n\nsells tea" },
          { kind: "requests", text: "deploy Shop 5 --from dev0\nother = deploy Shop [1, 2]\nrpc getBlockNumber" },
          {
            kind: "requests",
            text: [
              'send Shop sell tea {at: $other, list: [$other]} --value "1 ether" --from "dev 1"',
              "expect event Sold {what: tea}",
              "expect event Paid",
              "price = call $other price",
              "expect atLeast 3",
              "expect atMost 9",
              'send BFS mkdir "/apps/$price"',
              "expect revert 'no $rights'",
              "call 0x12 --data 0xab",
            ].join("\n"),
          },
        ],
      },
      ground,
    );
    expect(text).toBe(
      [
        'scenario: "A shop"',
        "chain: { suite: sm }",
        "accounts:",
        "  dev_1:",
        "steps:",
        "  # # A shop",
        "  #",
        "  # sells tea",
        "  - deploy: contracts/Shop.sol:Shop",
        "    args: [5]",
        "    as: shop",
        "  - deploy: contracts/Shop.sol:Shop",
        "    args: [[1, 2]]",
        "    as: other",
        "  # rpc getBlockNumber",
        "  - send: other.sell",
        "    from: dev_1",
        `    args: [tea, { at: "$\{other}", list: ["$\{other}"] }]`,
        '    value: "1 ether"',
        "    expect:",
        "      events: [{ Sold: { what: tea } }, Paid]",
        "  - call: other.price",
        "    as: price",
        "    # result: { $atMost: 9 }",
        "    expect:",
        "      result: { $atLeast: 3 }",
        "  - send: mkdir",
        "    on: 0x000000000000000000000000000000000000100e",
        `    args: ["/apps/$\{price}"]`,
        "    expect:",
        '      refused: { message: "no $rights" }',
        "  # call 0x12 --data 0xab",
        "",
      ].join("\n"),
    );
    expect(leftOut).toEqual(["rpc getBlockNumber", "call 0x12 --data 0xab"]);
    const scenario = await readScenario("/s/a.chain.yaml", async () => text);
    expect(scenario.steps).toHaveLength(5);
  });

  it("has the word of an operation for its line, with its fields in the forms of a step", async () => {
    const lines = [
      "node list-sealers",
      "config get tx_count_limit",
      "expect 1000",
      "table create t_goods id price,name --from dev1",
      "table insert t_goods id=1 price=$price",
      'table insert --table t_goods --row "id=2, price=5"',
      'many = table count t_goods --where "price > 2"',
      "contract send $shop sell [1, 2] tea",
      "contract abi $shop --whole",
    ];
    const notebook = { cells: [{ kind: "requests" as const, text: lines.join("\n") }] };
    const { text, leftOut } = await notebookScenario(notebook, ground);
    const reference = (name: string): string => `"$\{${name}}"`;
    expect(text.split("steps:\n")[1]).toBe(
      [
        "  - listSealers:",
        "  - getSystemConfig: tx_count_limit",
        "    expect:",
        "      result: 1000",
        "  - createTable: { table: t_goods, key: id, columns: [price, name] }",
        "    from: dev1",
        `  - insert: { table: t_goods, row: { id: 1, price: ${reference("price")} } }`,
        "  - insert: { table: t_goods, row: { id: 2, price: 5 } }",
        '  - countRows: { table: t_goods, where: "price > 2" }',
        "    as: many",
        `  - sendToContract: { contract: ${reference("shop")}, function: sell, arguments: ["[1, 2]", tea] }`,
        `  - getAbi: { contract: ${reference("shop")}, whole: true }`,
        "",
      ].join("\n"),
    );
    expect(leftOut).toEqual([]);
    await expect(notebookScenario({ cells: [{ kind: "requests", text: "node fly" }] }, ground)).rejects.toMatchObject({
      code: "requestOperation",
    });
  });
});
