import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlaceAsked } from "../../../../src/solidity/language/answers/asked";
import { implementMissing } from "../../../../src/solidity/language/answers/implement";
import { inlayHintsOf } from "../../../../src/solidity/language/answers/inlayHints";
import { foldsOf, selectionsAt } from "../../../../src/solidity/language/answers/ranges";
import {
  callablesAt,
  calleesOf,
  callersOf,
  contractsAt,
  heirsOf,
  implementationsAt,
  typeDefinitionAt,
} from "../../../../src/solidity/language/answers/related";
import { semanticTokensOf } from "../../../../src/solidity/language/answers/semanticTokens";
import { signatureHelpAt } from "../../../../src/solidity/language/answers/signatureHelp";
import { highlightsAt, symbolsLike } from "../../../../src/solidity/language/answers/symbols";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

const token = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    /// @notice Moves coins.
    /// @param to who gets them
    function move(address to, uint256 amount) external returns (bool);
    function total() external view returns (uint256);
}

library Sums {
    function plus(uint256 left, uint256 right) internal pure returns (uint256) {
        return left + right;
    }
}
`;
const bank = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IToken, Sums} from "./Token.sol";

// What is kept,
// and for whom.
abstract contract Base is IToken {
    struct Account {
        uint256 coins;
    }
    mapping(address => Account) internal accounts;
    uint256 public constant MOST = 10;

    modifier upTo(uint256 amount) {
        require(amount < MOST);
        _;
    }

    function check(uint256 amount) internal virtual returns (bool) {
        return amount > 0;
    }
}

contract Bank is Base {
    using Sums for uint256;
    event Moved(address indexed to, uint256 amount);

    function move(address to, uint256 amount) external upTo(amount) returns (bool) {
        Account storage account = accounts[to];
        account.coins = account.coins.plus(amount);
        emit Moved(to, 7);
        return check(amount);
    }

    function total() external view returns (uint256) {
        return accounts[msg.sender].coins;
    }
}
`;
const half = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Base} from "./Bank.sol";

contract Half is Base {
    function total() external pure returns (uint256) {
        return 0;
    }
}
`;
const files = { "src/Token.sol": token, "src/Bank.sol": bank, "src/Half.sol": half };

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace(files);
});
afterAll(() => solidity.close());

const at = async (
  range: string,
  ahead = 0,
  text = bank,
  name: keyof typeof files = "src/Bank.sol",
): Promise<PlaceAsked> => {
  const found = await solidity.service.project(solidity.request(name, { [name]: text }), "whole");
  if (!found) throw new Error("no file");
  const offset = text.indexOf(range);
  if (offset < 0) throw new Error(`${range} is not there`);
  return { ...found, offset: offset + ahead };
};
const linesOf = (text: string, offsets: readonly { start: number }[]): number[] =>
  offsets.map(({ start }) => text.slice(0, start).split("\n").length);

describe("signature help", () => {
  const help = async (written: string) => {
    const text = bank.replace("emit Moved(to, 7);", written);
    const found = signatureHelpAt(await at(written, written.length, text));
    const [signature] = found?.signatures ?? [];
    const active = signature?.parameters[found?.parameter ?? 0];
    return signature && [signature.label, active ? signature.label.slice(active.start, active.end) : ""];
  };

  it("tells what is called, and which argument is written, also where nothing is closed yet", async () => {
    expect(await help("emit Moved(")).toEqual(["Moved(address indexed to, uint256 amount)", "address indexed to"]);
    expect(await help("emit Moved(to, ")).toEqual(["Moved(address indexed to, uint256 amount)", "uint256 amount"]);
    expect(await help("account.coins.plus(")).toEqual(["plus(uint256 right) returns (uint256)", "uint256 right"]);
    expect(await help("check(account.coins.plus(1), ")).toEqual(["check(uint256 amount) returns (bool)", ""]);
    expect(await help("accounts[to] = Account({coins: ")).toEqual(["Account(uint256 coins)", "uint256 coins"]);
    expect(await help("this.move(")).toEqual(["move(address to, uint256 amount) returns (bool)", "address to"]);
    expect(await help("nobody(")).toBeUndefined();
  });

  it("tells what Solidity itself gives behind options, and what the function of a public variable takes", async () => {
    expect(await help("to.call{value: 1}(")).toEqual([
      "call(bytes memory data) returns (bool success, bytes memory result)",
      "bytes memory data",
    ]);
    const text = `contract A { mapping(address owner => mapping(uint256 => bool)[]) public held; function f() public { this.held(msg.sender, ) } }`;
    const found = signatureHelpAt(await at("sender, )", 8, text));
    expect(found?.signatures.map(({ label }) => label)).toEqual(["held(address owner, uint256, uint256)"]);
    expect(found?.parameter).toBe(1);
  });

  it("tells what its author wrote, of the function that it carries out too", async () => {
    const text = bank.replace("emit Moved(to, 7);", "this.move(to, 1);");
    const [signature] = signatureHelpAt(await at("this.move(", 10, text))?.signatures ?? [];
    expect(signature?.documentation).toBe("Moves coins.");
  });
});

it("highlights tell where a thing is read and written, in this file alone", async () => {
  const found = highlightsAt(await at("account.coins = ", 2));
  expect(found.map(({ writes }) => writes)).toEqual([true, false, false]);
  const field = highlightsAt(await at("coins;"));
  expect(linesOf(bank, field)).toEqual([10, 31, 31, 37]);
  expect(field.map(({ writes }) => writes)).toEqual([true, true, false, false]);
});

it("colors know what a name is", async () => {
  const { project, file } = await at("contract");
  const shown = semanticTokensOf(project, file).map(
    ({ start, length, type, modifiers }) =>
      `${file.text.slice(start, start + length)} ${[type, ...modifiers].join(" ")}`,
  );
  expect(shown).toEqual(expect.arrayContaining(["IToken interface", "Sums namespace", "Bank class declaration"]));
  expect(shown).toEqual(
    expect.arrayContaining(["MOST property declaration readonly", "upTo decorator", "msg variable defaultLibrary"]),
  );
  expect(shown).toEqual(
    expect.arrayContaining(["coins property modification", "to parameter", "require function defaultLibrary"]),
  );
  expect(shown).toEqual(expect.arrayContaining(["account variable declaration", "Moved event", "plus function"]));
});

it("bodies, comments and imports fold, and selections grow from a word to the file", async () => {
  const { file } = await at("contract");
  const folds = foldsOf(file).map(({ startLine, endLine, kind }) => `${startLine}-${endLine} ${kind}`);
  expect(folds).toEqual(expect.arrayContaining(["5-6 comment", "7-21 region", "8-9 region", "28-32 region"]));
  const { offset } = await at("account.coins.plus", 9);
  const texts = selectionsAt(file, offset).map(({ start, end }) => file.text.slice(start, end).trim());
  expect(texts.slice(0, 4)).toEqual(["coins", "account.coins", "account.coins.plus", "account.coins.plus(amount)"]);
  expect(texts.at(-1)).toBe(bank.trim());
});

it("implementations, types, callers, callees and heirs are found in all files", async () => {
  const names = (list: readonly { file: { text: string }; start: number; end: number }[]) =>
    list.map(({ file, start, end }) => `${file.text.slice(start, end)} ${linesOf(file.text, [{ start }])[0]}`).sort();
  expect(names(implementationsAt(await at("move(", 0, token, "src/Token.sol")))).toEqual(["move 29"]);
  expect(names(implementationsAt(await at("total(", 0, token, "src/Token.sol")))).toEqual(["total 36", "total 7"]);
  expect(names(implementationsAt(await at("IToken", 0, token, "src/Token.sol")))).toEqual([
    "Bank 25",
    "Base 8",
    "Half 6",
  ]);
  expect(names(typeDefinitionAt(await at("account.coins")))).toEqual(["Account 9"]);
  expect(names(typeDefinitionAt(await at("accounts[to]")))).toEqual(["Account 9"]);
  const asked = await at("check(uint256");
  const [check] = callablesAt(asked);
  const callers = check ? callersOf(asked.project, check) : [];
  expect(callers.map(({ with: { name }, places }) => [name.text, linesOf(bank, places)])).toEqual([["move", [33]]]);
  const [move] = callablesAt(await at("move(address to"));
  const callees = move ? calleesOf(asked.project, move) : [];
  expect(callees.map(({ with: { name } }) => name.text)).toEqual(["upTo", "plus", "check"]);
  const [base] = contractsAt(await at("Base is IToken"));
  const heirs = base ? heirsOf(asked.project, base).map(({ name }) => name.text) : [];
  expect(heirs.sort()).toEqual(["Bank", "Half"]);
});

it("hints name what arguments don't say themselves, and selectors where they are wanted", async () => {
  const { project, file } = await at("contract");
  const hints = (selectors: "standard" | undefined, names = true) =>
    inlayHintsOf(project, file, { names, selectors }, 0, file.text.length).map(({ label }) => label);
  // `to` and `amount` say it themselves.
  expect(hints(undefined)).toEqual(["right:", "amount:"]);
  expect(hints("standard", false)).toEqual([
    expect.stringMatching(/^0x[\da-f]{8}$/),
    expect.stringMatching(/^0x[\da-f]{8}$/),
  ]);
});

it("symbols of the workspace are found by letters of their names, the best first", async () => {
  const { project } = await at("contract");
  const found = (query: string) => symbolsLike(project, query).map(({ name }) => name.text);
  expect(found("bank")).toEqual(["Bank"]);
  expect(found("tot")).toEqual(["total", "total", "total"]);
  expect(found("ccnt")).toEqual(["Account", "accounts"]);
  expect(found("nothing like it")).toEqual([]);
});

describe("missing functions", () => {
  it("are written, and the contract compiles", async () => {
    const asked = await at("contract Half", 3, half, "src/Half.sol");
    const made = implementMissing(asked);
    expect(made?.count).toBe(1);
    const text = half.slice(0, made?.offset) + made?.text + half.slice(made?.offset ?? 0);
    expect(text).toContain("    function move(address to, uint256 amount) external override returns (bool) {}\n}");
    const [checked] = await solidity.check("src/Half.sol", { "src/Half.sol": text });
    expect(checked?.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it.each([
    ["Root, L", "override(L, Root)"],
    ["N, L", "override(L, Root)"],
    ["L, R", "override(R, L)"],
    ["I, Root", "override(Root, I)"],
    ["AbsN, AbsL, AbsR", "override(AbsR, AbsL, Abs)"],
    ["L", undefined],
    ["Root, N", undefined],
    ["I, Impl", undefined],
    ["AbsN, AbsL", undefined],
  ])("are those that several bases have, too: contract X is %s", async (bases, override) => {
    const text = `pragma solidity ^0.8.20;
interface I { function f() external; }
contract Root { function f() public virtual {} }
contract L is Root { function f() public virtual override {} }
contract R is Root { function f() public virtual override {} }
contract N is Root {}
contract Impl is I { function f() public virtual {} }
abstract contract Abs { function f() public virtual; }
abstract contract AbsL is Abs { function f() public virtual override {} }
abstract contract AbsR is Abs { function f() public virtual override {} }
abstract contract AbsN is Abs {}
contract X is ${bases} {
}
`;
    const made = implementMissing(await at("contract X", 3, text, "src/Half.sol"));
    if (override === undefined) expect(made).toBeUndefined();
    else expect(made?.text).toContain(`function f() public ${override} {`);
    const whole = text.slice(0, made?.offset) + (made?.text ?? "") + text.slice(made?.offset ?? text.length);
    const [checked] = await solidity.check("src/Half.sol", { "src/Half.sol": made ? whole : text });
    expect(checked?.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("end their lines as the file does", async () => {
    const text = half.replaceAll("\n", "\r\n");
    const made = implementMissing(await at("contract Half", 3, text, "src/Half.sol"));
    expect(made?.text).toBe(
      "\r\n\r\n    function move(address to, uint256 amount) external override returns (bool) {}",
    );
  });

  it("are none of a whole contract", async () => {
    expect(implementMissing(await at("contract Bank", 3))).toBeUndefined();
  });
});
