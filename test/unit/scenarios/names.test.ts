import { describe, expect, it } from "vitest";
import { formatScenario } from "../../../src/scenarios/editor/format";
import { namePositions } from "../../../src/scenarios/editor/names";

const shop = `scenario: A shop
accounts:
  alice:
  "乙银行": { key: keys/bob.pem }
variables:
  table: ledger_\${run}
steps:
  - deploy: Shop.sol:Shop
    from: alice
    as: shop
  - send: shop.sell
    from: 乙银行
    args: ["\${ alice }", '$\${alice}', "\${paid.amount} and \${paid[0]}"]
    as: paid
  - call: price
    on: "\${shop}"
  - wait: { event: shop.Sold }
  - insert: { table: "\${table}", row: { id: shop } }
  - addBalance: { account: alice, amount: 1 }
  - set: { table: other }
`;

/** Each place as `line name`, with a star where the name is given. */
const shown = (text: string): string[] =>
  namePositions(text).map(({ name, start, end, declares }) => {
    expect(text.slice(start, end)).toBe(name);
    return `${text.slice(0, start).split("\n").length} ${name}${declares ? "*" : ""}`;
  });

describe("names of a scenario", () => {
  it("are found where they are given and where they are meant, and nowhere else", () => {
    expect(shown(shop)).toEqual([
      "3 alice*",
      "4 乙银行*",
      "6 table*",
      "6 run",
      "9 alice",
      "10 shop*",
      "11 shop",
      "12 乙银行",
      "13 alice",
      "13 paid",
      "13 paid",
      "14 paid*",
      "16 shop",
      "17 shop",
      "18 table",
      "19 alice",
      "20 table*",
    ]);
  });

  it("are none in what is no scenario", () => {
    for (const text of ["", "[", "a: b", "steps: 3", "accounts: [alice]", "- ".repeat(5000), "{".repeat(100_000)])
      expect(namePositions(text)).toEqual([]);
  });
});

describe("the form of a scenario", () => {
  it("is indented by two, and keeps remarks, quotes, numbers and the order", () => {
    const text = `# a remark
scenario:   S   # another
steps:
    -   deploy:   A.sol
        args: [ 1_000,0x0A, "x",  'y' , 12345678901234567890123 ]
        expect: {result:   1.50 , status:  0 }
    -   call:  a.b
        from:

    -   call: a.b
`;
    const formatted = `# a remark
scenario: S # another
steps:
  - deploy: A.sol
    args: [ 1_000, 0x0A, "x", 'y', 12345678901234567890123 ]
    expect: { result: 1.50, status: 0 }
  - call: a.b
    from:

  - call: a.b
`;
    const given = formatScenario(text, "/s.chain.yaml");
    expect(given).toBe(formatted);
    expect(formatScenario(given ?? "", "/s.chain.yaml")).toBe(given);
  });

  it("is left alone where a text is no YAML, or too much", () => {
    for (const text of ["a: [", "", "[".repeat(100_000), "a: b: c"])
      expect(formatScenario(text, "/s.chain.yaml")).toBeUndefined();
  });
});
