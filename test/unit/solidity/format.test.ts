import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { changedLines } from "../../../src/solidity/format/changedLines";
import { isPathLike } from "../../../src/solidity/format/editorConfig";
import { Formatter } from "../../../src/solidity/format/formatter";
import { forgeStyle, projectStyle } from "../../../src/solidity/format/projectStyle";
import { isSameSource } from "../../../src/solidity/format/sameSource";
import { plainStyle } from "../../../src/solidity/format/style";
import { changedText } from "../../../src/solidity/program/textChange";
import { sayInEnglish } from "../../../src/text/catalogue";

const untidy = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract A{
  uint public constant X=1; // 一
  function f(uint a,uint b)override virtual external returns(uint){ if(a>1)return a*b%2; else {revert('no');} }
  function g() external mod() { emit E( 1.00, hex'ab' );  }
}
`;
const tidy = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract A {
    uint public constant X = 1; // 一
    function f(uint a, uint b) external virtual override returns (uint) {
        if (a > 1) return (a * b) % 2;
        else {
            revert("no");
        }
    }
    function g() external mod {
        emit E(1.00, hex"ab");
    }
}
`;

const formatter = new Formatter();
afterAll(() => formatter.close());

async function formatted(text: string, ...more: [typeof plainStyle?, { start: number; end: number }?]) {
  const [style = plainStyle, range] = more;
  const made = await formatter.format(text, style, range);
  if (made.kind === "refused") throw new Error(sayInEnglish(made.reason));
  expect(changedText(text, made.changes)).toBe(made.text);
  return made.text;
}

describe("the formatter", () => {
  it("writes a source out, and one that is written out as it is", async () => {
    expect(await formatted(untidy)).toBe(tidy);
    expect(await formatted(tidy)).toBe(tidy);
  });

  it("writes a comment behind a block of assembly where it stays", async () => {
    const loops = "contract A { function f() external { assembly { for {} 1 {} // why\n { let x := 1 } } } }";
    const once = await formatted(loops);
    expect(once).toContain("// why");
    expect(await formatted(once)).toBe(once);
  });

  it("takes a style", async () => {
    const text = await formatted(untidy, { ...plainStyle, useTabs: true, singleQuote: true });
    expect(text).toContain("\n\t\t\trevert('no');\n");
    expect((await formatted(untidy.replaceAll("\n", "\r\n"))).replaceAll("\r\n", "")).not.toContain("\n");
  });

  it("changes the lines of a part alone, and all that belong to what it touches", async () => {
    const start = untidy.indexOf("uint public");
    const text = await formatted(untidy, plainStyle, { start, end: start + 1 });
    expect(text).toBe(untidy.replace("  uint public constant X=1;", "    uint public constant X = 1;"));
    const whole = await formatted(untidy, plainStyle, { start: 0, end: untidy.length });
    expect(whole).toBe(tidy);
  });

  it("refuses what is broken, too deep or too large, with the line", async () => {
    const messageOf = async (text: string): Promise<string> => {
      const made = await formatter.format(text, plainStyle);
      return made.kind === "refused" ? sayInEnglish(made.reason) : "formatted";
    };
    expect(await messageOf("contract A {\n  function f( {}\n}")).toBe("Line 2 isn't finished Solidity.");
    expect(await messageOf("contract A {")).toBe("Line 1 isn't finished Solidity.");
    expect(await messageOf(`contract A {\n uint x = ${"(".repeat(70)}1${")".repeat(70)};\n}`)).toBe(
      "Line 2 has more than 64 brackets in each other.",
    );
    expect(await messageOf(" ".repeat(1024 * 1024 + 1))).toBe("The file has more than 1048576 characters.");
  });

  it("leaves an asking that no one waits for", async () => {
    const abort = new AbortController();
    const asked = formatter.format(untidy, plainStyle, undefined, abort.signal);
    abort.abort(new Error("cancelled"));
    await expect(asked).rejects.toThrow("cancelled");
    expect(await formatted(untidy)).toBe(tidy);
  });
});

/** What `forge fmt` 1.7.1 makes of it with `multiline_func_header = "all"` and `bracket_spacing`. */
const ofForge = `interface IBook {
    function pricesOf(address account, uint256 timepoint, bytes memory params) external view returns (uint256 amountOut);
}

contract None { }

contract Book is None {
    bytes internal constant CODE =
        hex"608060405234801561001057600080fd5b50600436106100365760003560e01c8063246a00211461003b5780638a54c52f";

    function percentageNow(uint128 streamedAmount, uint128 depositedAmount)
        internal
        pure
        virtual
        returns (uint256 one)
    {
        assembly {
            for { let i } lt(i, 3) { i := add(i, 1) } { mstore(i, streamedAmount) }
        }
    }

    function percentageOfAll(
        uint128 streamedAmount,
        uint128 depositedAmount
    )
        internal
        pure
        virtual
        returns (uint256 one)
    {
        return 1;
    }

    function depositedAmountOf(uint256 streamId)
        external
        view
        override
        notNull(streamId)
        returns (uint128 depositedAmount)
    {
        return 1;
    }
}
`;

describe("forge's layout", () => {
  const style = { ...forgeStyle, bracketSpacing: true };
  const squeezed = ofForge
    .replaceAll(/(?<!\n)\n +/gu, " ")
    .replaceAll("( ", "(")
    .replaceAll(" )", ")");

  it("breaks heads all at once where the project says so", async () => {
    expect(await formatted(squeezed, { ...style, heads: "all" })).toBe(ofForge);
    expect(await formatted(ofForge, { ...style, heads: "all" })).toBe(ofForge);
  });

  it("keeps parameters on their line elsewhere", async () => {
    const kept = "function percentageOfAll(uint128 streamedAmount, uint128 depositedAmount)\n        internal\n";
    expect(await formatted(squeezed, style)).toBe(
      ofForge.replace(/function percentageOfAll\([^)]*\)\n {8}internal\n/u, kept),
    );
  });
});

describe("what is the same source", () => {
  it("takes blanks, quotes, zeros, brackets and the order of heads", () => {
    expect(isSameSource(untidy, tidy)).toBe(true);
  });

  it.each([
    ["a comment that is gone", tidy.replace(" // 一", "")],
    ["a comment that says something else", tidy.replace("一", "二")],
    ["a word that is gone", tidy.replace("virtual ", "")],
    ["another number", tidy.replace("1.00", "1.01")],
    ["another text", tidy.replace('"no"', '"on"')],
    ["another address", tidy.replace("X = 1", "X = 0xAb").replace("0xAb", "0xab")],
    [
      "a statement elsewhere",
      tidy.replace('emit E(1.00, hex"ab");', "").replace('revert("no");', 'revert("no"); emit E(1.00, hex"ab");'),
    ],
    ["a missing end", tidy.trimEnd().slice(0, -1)],
  ])("finds %s", (_, other) => {
    expect(isSameSource(tidy, other)).toBe(false);
  });
});

describe("changed lines", () => {
  it("make one text of another, whatever they are", () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    const lines = ["a", " a", "b", "", "}", "  }", "c\r", "d d", "e"];
    const made = (): string => Array.from({ length: random(12) }, () => lines[random(lines.length)]).join("\n");
    for (let i = 0; i < 2000; i++) {
      const [before, after] = [made(), made()];
      expect(changedText(before, changedLines(before, after))).toBe(after);
    }
    expect(changedLines(tidy, tidy)).toEqual([]);
  });
});

describe("the style of a project", () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  function project(files: Record<string, string>): string {
    const folder = mkdtempSync(join(tmpdir(), "chainside-style-"));
    folders.push(folder);
    for (const [name, text] of Object.entries({ ".git/HEAD": "", "src/A.sol": "", ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return folder;
  }
  const styleIn = (folder: string, choice: "auto" | "prettier" | "forge" = "auto", fence?: string) =>
    projectStyle(join(folder, "src/A.sol"), choice, fence);

  it("is the plugin's own where nothing is said", async () => {
    expect(await styleIn(project({}))).toEqual({ style: plainStyle, files: [], unread: [] });
  });

  it("is that of .prettierrc with its overrides, over .editorconfig", async () => {
    const folder = project({
      ".prettierrc":
        "tabWidth: 3\nprintWidth: 90\noverrides:\n  - files: '*.sol'\n    options: { printWidth: 100, tabWidth: -1 }\n  - files: '*.js'\n    options: { useTabs: true }\n",
      ".editorconfig":
        "root = true\n[*]\nindent_style = space\nend_of_line = crlf\n[*.sol]\nquote_type = single\nindent_size=8\n",
      "foundry.toml": "[fmt]\nline_length = 77\n",
    });
    const { style, files } = await styleIn(folder);
    expect(style).toEqual({ ...plainStyle, tabWidth: 3, printWidth: 100, endOfLine: "crlf", singleQuote: true });
    expect(files).toEqual([join(folder, ".prettierrc"), join(folder, ".editorconfig")]);
    expect((await styleIn(folder, "forge")).style).toEqual({ ...forgeStyle, printWidth: 77 });
  });

  it.each([
    ["package.json", JSON.stringify({ prettier: { tabWidth: 2 } })],
    [".prettierrc.json", '{ "tabWidth": 2 }'],
    [".prettierrc.toml", "tabWidth = 2"],
    [".prettierrc.yml", "tabWidth: 2"],
    ["src/.prettierrc", '{"tabWidth": 2}'],
  ])("is read from %s", async (name, text) => {
    expect((await styleIn(project({ [name]: text }))).style).toEqual({ ...plainStyle, tabWidth: 2 });
  });

  it("is that of forge fmt in a project of Foundry", async () => {
    expect((await styleIn(project({ "foundry.toml": "" }))).style).toEqual(forgeStyle);
    const fmt =
      "[profile.default.fmt]\ntab_width = 2\nquote_style = 'single'\nbracket_spacing = true\nstyle = 'tab'\nmultiline_func_header = 'all'\n";
    expect((await styleIn(project({ "foundry.toml": fmt }))).style).toEqual({
      ...forgeStyle,
      tabWidth: 2,
      singleQuote: true,
      bracketSpacing: true,
      useTabs: true,
      heads: "all",
    });
    expect((await styleIn(project({ "foundry.toml": fmt }), "prettier")).style).toEqual(plainStyle);
  });

  it("is none of a .prettierrc that is about other languages alone", async () => {
    const others = [
      '{"proseWrap": "always"}',
      '{"overrides": [{"files": "*.md", "options": {"tabWidth": 2, "proseWrap": "always"}}]}',
    ];
    for (const text of others) {
      const folder = project({ "foundry.toml": "", ".prettierrc": text });
      expect((await styleIn(folder)).style).toEqual(forgeStyle);
      expect((await styleIn(folder, "prettier")).style).toEqual(plainStyle);
    }
    for (const text of [
      "{}",
      '{"plugins": ["prettier-plugin-solidity"]}',
      '{"overrides": [{"files": "*.sol", "options": {}}]}',
    ])
      expect((await styleIn(project({ "foundry.toml": "", ".prettierrc": text }))).style).toEqual(plainStyle);
  });

  it("runs nothing, and says what it didn't read", async () => {
    const folder = project({ ".prettierrc.cjs": "throw new Error('run')" });
    expect(await styleIn(folder)).toEqual({ style: plainStyle, files: [], unread: [join(folder, ".prettierrc.cjs")] });
    const broken = project({ ".prettierrc": "{" });
    expect((await styleIn(broken)).unread).toEqual([join(broken, ".prettierrc")]);
    const deep = project({ ".prettierrc": "[".repeat(100_000) });
    expect((await styleIn(deep)).unread).toEqual([join(deep, ".prettierrc")]);
    const aliases = project({ ".prettierrc": "a: &a [1]\nb: [*a, *a]\n" });
    expect((await styleIn(aliases)).unread).toEqual([join(aliases, ".prettierrc")]);
  });

  it("comes from nowhere outside of a fence", async () => {
    const folder = project({ ".prettierrc": "tabWidth: 2" });
    expect((await styleIn(folder, "auto", join(folder, "src"))).style).toEqual(plainStyle);
    expect((await styleIn(folder, "auto", folder)).style.tabWidth).toBe(2);
  });

  it("knows the patterns of both", () => {
    const cases: [string, string, boolean][] = [
      ["a/b/C.sol", "*.sol", true],
      ["a/b/C.sol", "a/*.sol", false],
      ["a/b/C.sol", "a/**/*.sol", true],
      ["a/C.sol", "a/**/*.sol", true],
      ["a/b/C.sol", "a/**.sol", true],
      ["a/b/C.sol", "{x,a}/b/?.{t,sol}", true],
      ["a/b/C.sol", "/C.sol", false],
      ["C.sol", "./C.sol", true],
      ["a/b/C.sol", "b/C.sol", false],
    ];
    for (const [path, pattern, fits] of cases)
      expect([path, pattern, isPathLike(path, pattern)]).toEqual([path, pattern, fits]);
    expect(isPathLike(`${"a/".repeat(60)}b`, `${"**/".repeat(60)}c`)).toBe(false);
  });
});
