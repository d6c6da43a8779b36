import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lex } from "../../../../src/solidity/language/syntax/lexer";
import { parse } from "../../../../src/solidity/language/syntax/parser";
import { placeIn, SolidityWorkspace } from "../../../support/solidityWorkspace";

const head = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n";
const library = `${head}library Sums { function twice(uint256 a) internal pure returns (uint256) { return a * 2; } }\n`;
const bank = `${head}import {Sums} from "./Sums.sol";
contract Bank {
    using Sums for uint256;
    struct Account { address owner; uint256 balance; }
    mapping(address => Account) internal accounts;
    function put(uint256 amount) external {
        Account storage account = accounts[msg.sender];
        account.balance += amount.twice();
    }
    function take(uint256 amount) external returns (uint256 left) {
        left = accounts[msg.sender].balance - amount;
    }
}
`;

let solidity: SolidityWorkspace;
const file = "src/Bank.sol";
beforeAll(() => {
  solidity = new SolidityWorkspace({ "src/Sums.sol": library, [file]: bank });
});
afterAll(() => solidity.close());

/** What is half written, and how the source looks then. No compiler ever saw one of them. */
const broken: Readonly<Record<string, string>> = {
  "half an expression": bank.replace("account.balance +=", "account. +="),
  "an open parenthesis": bank.replace("amount.twice();", "amount.twice(;"),
  "no closing brace of a function": bank.replace("amount.twice();\n    }", "amount.twice();\n"),
  "one closing brace too many": bank.replace("amount.twice();\n    }", "amount.twice();\n    }\n    }"),
  "half a declaration": bank.replace("    function put", "    uint256 public\n    function put"),
  "a word alone": bank.replace("    function put", "    mapping\n    function put"),
  "half a line above": bank.replace("account.balance +=", "Account memory other\n        account.balance +="),
  "an open text": bank.replace("account.balance +=", 'string memory s = "abc\n        account.balance +='),
  "the end missing": bank.slice(0, bank.indexOf("- amount") + 8),
};

describe.each(Object.entries(broken))("with %s", (_, text) => {
  const definition = async (range: string, ahead = 0) => {
    const position = placeIn(text, range, ahead);
    const answer = await solidity.ask("places", file, { kind: "definition", position }, { [file]: text });
    return answer.places.map(({ path, range }) => [path?.split(/[\\/]/).at(-1), range.start]);
  };

  it("definitions and hovers are known before and behind it", async () => {
    expect(parse(text).faults.length).toBeGreaterThan(0);
    const account = [["Bank.sol", placeIn(text, "Account {")]];
    expect(await definition("Account) internal")).toEqual(account);
    expect(await definition("accounts[msg.sender].balance", 0)).toEqual([["Bank.sol", placeIn(text, "accounts;")]]);
    const behind = "accounts[msg.sender].balance - amount";
    expect(await definition(behind, "accounts[msg.sender].".length)).toEqual([
      ["Bank.sol", placeIn(text, "balance; }")],
    ]);
    expect(await definition(behind, behind.length - 2)).toEqual([
      ["Bank.sol", placeIn(text, "amount) external returns")],
    ]);
    expect(await definition("Sums for")).toEqual([["Sums.sol", placeIn(library, "Sums {")]]);
    const position = placeIn(text, behind);
    const { hover } = await solidity.ask("hover", file, { kind: "hover", position }, { [file]: text });
    expect(hover?.code).toContain("mapping(address => Account) internal accounts");
  });

  it("renaming refuses, and changes nothing", async () => {
    const position = placeIn(text, "accounts;");
    const answer = await solidity.ask("rename", file, { kind: "rename", position, newName: "books" }, { [file]: text });
    expect(answer.changes).toEqual([]);
    expect(answer.refused).toContain("Bank.sol");
  });
});

describe("renaming refuses rather than guesses", () => {
  const renamed = async (files: Readonly<Record<string, string>>, range: string, newName: string, of = file) => {
    const position = placeIn(files[of] ?? "", range);
    return solidity.ask("rename", of, { kind: "rename", position, newName }, files);
  };
  it.each([
    [
      "takes the place of an outer name",
      "uint256 total; function f(uint256 part) public { total = part; }",
      "part)",
      "total",
    ],
    ["hides what another line means", "uint256 a; function f() public { uint256 b; a = b; }", "b; a", "a"],
    ["is there already", "uint256 a; uint256 b;", "a;", "b"],
    ["is the name of an inherited thing", "uint256 a; } contract D is C { uint256 b;", "b;", "a"],
    ["is a word of the language", "uint256 a;", "a;", "returns"],
    ["makes two functions one", "function f(uint256) public {} function g(uint256) public {}", "f(uint256", "g"],
  ])("where the new name %s", async (_, members, range, newName) => {
    const text = `${head}contract C { ${members} }\n`;
    const answer = await renamed({ [file]: text }, range, newName);
    expect(answer.changes).toEqual([]);
    expect(answer.refused).toBeTruthy();
  });

  it("where the word isn't known elsewhere", async () => {
    const text = `${head}contract C { uint256 a; function f() public { other.a = 1; } }\n`;
    expect((await renamed({ [file]: text }, "a;", "b")).refused).toContain("Bank.sol");
  });

  it("but takes overloads of another kind, names in other contracts, and names within assembly", async () => {
    const overload = `${head}contract C { function f(uint256) public {} function g(bool) public { f(1); } }\n`;
    expect((await renamed({ [file]: overload }, "f(uint256", "g")).refused).toBeUndefined();
    const yul = `${head}contract C { uint256 a; function f() public { assembly { sstore(a.slot, 1) } } }\n`;
    const { changes } = await renamed({ [file]: yul }, "a;", "b");
    expect(changes.flatMap((each) => each.changes)).toHaveLength(2);
  });
});

/** 16,000 contracts with bases, in an order of their own. */
const manyContracts = (bases: (index: number) => string, at: (place: number) => number): string =>
  Array.from({ length: 16_000 }, (_, place) => {
    const index = at(place);
    return `contract A${index}${index === 0 ? "" : ` is ${bases(index)}`} { function f${index}() public { g(); } }\n`;
  }).join("");

describe("reading", () => {
  it.each(["\n", "\r\n", "\r"])("goes on with a text on the next line where a backslash ends one", (end) => {
    const text = `contract C { string a = "one,\\${end}two"; string b = 'open${end}; uint c; }`;
    const { words } = lex(text);
    expect(words).toContain(`"one,\\${end}two"`);
    expect(words).toContain("'open");
    expect(parse(text.replace("'open", "'shut'")).faults).toEqual([]);
  });

  it("never fails, whatever stands there, and gives every offset once", () => {
    const texts = [library, bank, ...Object.values(broken)];
    for (const text of texts) {
      for (let cut = 0; cut < text.length; cut += 7) {
        const half = text.slice(0, cut) + text.slice(cut + 3);
        const { starts, ends, count } = lex(half);
        for (let i = 1; i < count; i++) expect(starts[i]).toBeGreaterThanOrEqual(ends[i - 1] ?? 0);
        expect(() => parse(half)).not.toThrow();
      }
    }
  });

  it.each([
    ["brackets", "contract C { function f() public { x = ".concat("(".repeat(100_000))],
    ["blocks", "contract C { function f() public ".concat("{".repeat(100_000))],
    ["signs before a value", `contract C { uint x = ${"!-~".repeat(50_000)}1; }`],
    ["a long sum", `contract C { uint x = 1${" + 1".repeat(100_000)}; }`],
    ["a long chain", `contract C { uint x = a${".b(1)[2]".repeat(50_000)}; }`],
    ["types of lists", `contract C { uint${"[]".repeat(100_000)} x; }`],
    ["conditions", `contract C { function f() public { ${"if (x) ".repeat(50_000)} } }`],
    ["maps of maps", `contract C { ${"mapping(uint => ".repeat(50_000)} x; }`],
    ["powers", `contract C { uint x = 2${" ** 2".repeat(50_000)}; }`],
    ["choices", `contract C { uint x = ${"a ? b : ".repeat(50_000)} c; }`],
    ["blocks of assembly", `contract C { function f() public { assembly ${"{".repeat(100_000)} } }`],
    ["contracts in contracts", "contract C { ".repeat(50_000)],
    [
      "contracts, each the base of the one before",
      manyContracts(
        (i) => `A${i - 1}`,
        (i) => 16_000 - i,
      ),
    ],
    [
      "contracts, each with the one before as its base",
      manyContracts(
        (i) => `A${i - 1}`,
        (i) => i,
      ),
    ],
    [
      "contracts of two bases",
      manyContracts(
        (i) => `A${i - 1}, A${Math.max(0, i - 2)}`,
        (i) => i,
      ),
    ],
    ["comments without an end", "/* ".repeat(100_000)],
    ["texts without an end", "\"' ".repeat(100_000)],
  ])("ends at any depth: %s", async (_, text) => {
    expect(() => parse(text)).not.toThrow();
    const position = { line: 0, character: 9 };
    const answer = await solidity.ask("hover", file, { kind: "hover", position }, { [file]: text });
    expect(answer.kind).toBe("hover");
  });
});
