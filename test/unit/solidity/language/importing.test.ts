import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importables, organizedImports, unknownNames } from "../../../../src/solidity/language/answers/importing";
import { importsAfterMoves } from "../../../../src/solidity/language/answers/movedFiles";
import { changedText } from "../../../../src/solidity/program/textChange";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

const files = {
  "foundry.toml": "[profile.default]\nremappings = ['@lib/=vendor/']\n",
  "vendor/Math.sol": "library Math {}\nerror Overflow();",
  "src/Coin.sol": "contract Coin {}\nstruct Purse { uint256 coins; }\nfunction mint() pure {}\n",
  "src/deep/Bank.sol":
    '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n\nimport {Purse} from "../Coin.sol";\nimport "@lib/Math.sol";\n\ncontract Bank is Coin { Purse purse; }\n',
  "src/Bare.sol": "contract Bare is Bank { function f() public { Math; Overflow; nothing(); } }",
  "src/Order.sol":
    "import {Bank, Unused} from './deep/Bank.sol';\nimport { mint as made, Purse, Coin } from './Coin.sol';\nimport \"@lib/Math.sol\";\nimport * as M from './Coin.sol';\n\ncontract Order is Coin { /* Bank */ function f() public { made(); } }\n",
  "src/Whole.sol": "import './Given.sol';\ncontract Whole { Purse purse; }",
  "src/Given.sol": "import {Purse} from './Coin.sol';\nimport {Coin} from './Coin.sol';\n",
};

let workspace: SolidityWorkspace;
beforeAll(() => {
  workspace = new SolidityWorkspace(files);
});
afterAll(() => workspace.close());

async function look(name: keyof typeof files) {
  const found = await workspace.service.project(workspace.request(name), "whole");
  if (!found) throw new Error("not there");
  return found;
}

async function imported(name: keyof typeof files, word: string): Promise<string[]> {
  const { project, file } = await look(name);
  return importables({ project, file }, project, (each) => each === word).map(({ change }) =>
    changedText(file.text, [change]),
  );
}

describe("names of other files", () => {
  it("are imported beside those that come from there, or in a line below the last", async () => {
    const bank = files["src/deep/Bank.sol"];
    expect(await imported("src/deep/Bank.sol", "Coin")).toEqual([bank.replace("{Purse}", "{Purse, Coin}")]);
    expect(await imported("src/deep/Bank.sol", "Bare")).toEqual([
      bank.replace('Math.sol";\n', 'Math.sol";\nimport {Bare} from "../Bare.sol";\n'),
    ]);
  });

  it("are imported as others of the project do, and not where they are known", async () => {
    expect(await imported("src/Bare.sol", "Overflow")).toEqual([
      `import {Overflow} from "@lib/Math.sol";\n${files["src/Bare.sol"]}`,
    ]);
    expect(await imported("src/Bare.sol", "Bank")).toEqual([
      `import {Bank} from "./deep/Bank.sol";\n${files["src/Bare.sol"]}`,
    ]);
    expect(await imported("src/deep/Bank.sol", "Overflow")).toEqual([]);
    expect(await imported("src/deep/Bank.sol", "Purse")).toEqual([]);
  });

  it("are those that mean nothing", async () => {
    const { project, file } = await look("src/Bare.sol");
    expect(unknownNames(project, file, 0, file.text.length).map(({ text }) => text)).toEqual([
      "Bank",
      "Math",
      "Overflow",
      "nothing",
    ]);
  });
});

describe("imports in order", () => {
  it("are sorted, without what nothing needs", async () => {
    const { project, file } = await look("src/Order.sol");
    expect(changedText(file.text, organizedImports(project, file))).toBe(
      "import \"@lib/Math.sol\";\nimport { Coin, mint as made } from './Coin.sol';\nimport {Bank} from './deep/Bank.sol';\n\ncontract Order is Coin { /* Bank */ function f() public { made(); } }\n",
    );
  });

  it("keep what others get through a file", async () => {
    const { project, file } = await look("src/Given.sol");
    expect(changedText(file.text, organizedImports(project, file))).toBe("import {Purse} from './Coin.sol';\n");
  });
});

describe("files that move", () => {
  async function moved(...moves: [string, string][]): Promise<Record<string, string[]>> {
    const { project } = await look("src/Order.sol");
    const found = importsAfterMoves(
      project,
      moves.map(([from, to]) => ({ from: workspace.path(from), to: workspace.path(to) })),
    );
    return Object.fromEntries(
      found.map(({ file, changes }) => [file.path, changes.map(({ text }) => text.slice(1, -1))]),
    );
  }

  it("take the imports of them along", async () => {
    expect(await moved(["src/Coin.sol", "src/deep/Money.sol"])).toEqual({
      "src/deep/Bank.sol": ["./Money.sol"],
      "src/Order.sol": ["./deep/Money.sol", "./deep/Money.sol"],
      "src/Given.sol": ["./deep/Money.sol", "./deep/Money.sol"],
    });
    expect(await moved(["src/deep/Bank.sol", "Bank.sol"])).toEqual({
      "src/deep/Bank.sol": ["./src/Coin.sol"],
      "src/Order.sol": ["../Bank.sol"],
    });
  });

  it("may be a folder, or lie behind a remapping", async () => {
    expect(await moved(["src", "contracts"])).toEqual({});
    expect(await moved(["vendor/Math.sol", "vendor/more/Sums.sol"])).toEqual({
      "src/deep/Bank.sol": ["@lib/more/Sums.sol"],
      "src/Order.sol": ["@lib/more/Sums.sol"],
    });
    expect(await moved(["src/deep", "src/high"])).toEqual({ "src/Order.sol": ["./high/Bank.sol"] });
  });
});
