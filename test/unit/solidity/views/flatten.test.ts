import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flatten } from "../../../../src/solidity/flatten/flatten";
import { sayInEnglish } from "../../../../src/text/catalogue";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

const files = {
  "src/Math.sol":
    "// SPDX-License-Identifier: MIT\npragma solidity >=0.8.0;\n\nlibrary Math {\n    /// @dev half\n    function half(uint256 a) internal pure returns (uint256) { return a / 2; }\n}\nerror TooMuch(uint256 a);\n",
  "src/Coin.sol":
    '// SPDX-License-Identifier: Apache-2.0\npragma solidity ^0.8.20;\npragma abicoder v2;\nimport {Math as M, TooMuch} from "./Math.sol";\nimport "./Math.sol" as All;\n\n// what it is\ncontract Coin {\n    using M for uint256;\n    function f(uint256 a) public pure returns (uint256) {\n        if (a > 9) revert All.TooMuch(a);\n        return a.half() + M.half(a);\n    }\n}\n',
  "src/Bank.sol": 'pragma solidity ^0.8.20;\nimport "./Coin.sol";\ncontract Bank is Coin {}\n',
  "src/Other.sol": 'pragma solidity ^0.8.20;\nimport "./Coin.sol" as C;\ncontract Coin {}\n',
  "src/OtherError.sol":
    'pragma solidity ^0.8.20;\nimport "./Math.sol" as M;\nerror TooMuch(uint8 a);\ncontract E { function f() external pure { revert TooMuch(1); } }\n',
  "src/Small.sol": `pragma solidity ^0.8.20;
uint128 constant UNIT = 1e9;
type Small is uint128;
error Low(uint256 value);
using {wrap as +} for Small global;
function wrap(Small a, Small b) pure returns (Small) { return Small.wrap(Small.unwrap(a) + Small.unwrap(b)); }
function half(uint128 a) pure returns (uint128) { if (a < 2) revert Low(a); return a / 2 + UNIT; }
interface IThing { function one() external pure returns (uint128); }
contract Thing is IThing {
    /// @inheritdoc IThing
    function one() external pure returns (uint128 r) { assembly { r := UNIT } }
}
`,
  "src/All.sol": `pragma solidity ^0.8.20;
import {UNIT as SMALL, half, wrap as plus, Small, Thing as Other} from "./Small.sol";
import "./Small.sol" as S;
uint256 constant UNIT = 1e18;
error Low(uint256  /* the value */ value);
function wrap(uint128 a) pure returns (Small) { return Small.wrap(a); }
interface IThing { function two() external; }
contract All {
    function f(uint128 a) external returns (uint256, uint128, Small, Other) {
        if (a == 1) revert Low(a);
        if (a == 2) revert S.Low(a);
        Small s = wrap(half(a)) + plus(wrap(SMALL), S.wrap(wrap(1), wrap(S.UNIT)));
        return (UNIT, SMALL, s, new S.Thing());
    }
}
`,
  "src/One.sol": 'pragma solidity ^0.8.20;\nimport "./Two.sol";\ncontract One is Base {}\ncontract First {}\n',
  "src/Two.sol": 'pragma solidity ^0.8.20;\nimport "./One.sol";\ncontract Two is First {}\ncontract Base {}\n',
  "src/Lost.sol": 'import "./nowhere.sol";\ncontract Lost {}\n',
  "src/Broken.sol": "contract Broken {\n",
};

let workspace: SolidityWorkspace;
beforeAll(() => {
  workspace = new SolidityWorkspace(files);
});
afterAll(() => workspace.close());

async function flat(name: string) {
  const found = await workspace.service.project(workspace.request(name), "around");
  if (!found) throw new Error("not there");
  return flatten(found.project, found.file);
}

const refusal = async (name: string): Promise<string | undefined> => {
  const made = await flat(name);
  return "refused" in made ? sayInEnglish(made.refused) : undefined;
};

/** Runtime code of a contract without the hash of its sources. */
async function codeOf(name: string, contract: string): Promise<string | undefined> {
  const { files: compiled } = await workspace.compiler.compile({
    ...workspace.request(name),
    root: workspace.folder,
    outputs: "contracts",
  });
  const found = compiled[0]?.contracts.find((each) => each.name === contract);
  return found?.deployedBytecode.object.replace(/a264697066735822.*$/, "");
}

describe("a flattened source", () => {
  it("holds all that it imports in order, under the names that are declared", async () => {
    const made = await flat("src/Bank.sol");
    expect(made).toMatchObject({ files: 3 });
    const text = "text" in made ? made.text : "";
    expect(text.split("\n").slice(0, 5)).toEqual([
      "// SPDX-License-Identifier: MIT AND Apache-2.0",
      "",
      "pragma solidity >=0.8.0;",
      "pragma solidity ^0.8.20;",
      "pragma abicoder v2;",
    ]);
    expect(text).not.toContain("import");
    expect(text).toContain("    using Math for uint256;");
    expect(text).toContain("revert TooMuch(a);");
    expect(text).toContain("a.half() + Math.half(a)");
    expect(text).toContain("// what it is\ncontract Coin");
    expect(text.indexOf("library Math")).toBeLessThan(text.indexOf("contract Coin"));
    workspace.write("src/Flat.sol", text);
    expect(await codeOf("src/Flat.sol", "Bank")).toBe(await codeOf("src/Bank.sol", "Bank"));
  });

  it("is what packages compile to", async () => {
    workspace.write(
      "src/Token.sol",
      'pragma solidity ^0.8.20;\nimport {ERC20Permit, ERC20} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";\ncontract Token is ERC20Permit { constructor() ERC20("T", "T") ERC20Permit("T") {} }\n',
    );
    const made = await flat("src/Token.sol");
    workspace.write("src/Flat.sol", "text" in made ? made.text : "");
    const code = await codeOf("src/Token.sol", "Token");
    expect(code?.length).toBeGreaterThan(1000);
    expect(await codeOf("src/Flat.sol", "Token")).toBe(code);
  });

  it("gives things of one name names of their own, and what the source means by a name keeps it", async () => {
    const made = await flat("src/All.sol");
    const text = "text" in made ? made.text : "";
    expect(text).toContain("uint256 constant UNIT = 1e18;");
    expect(text).toContain("uint128 constant UNIT_2 = 1e9;");
    expect(text).toContain("@inheritdoc IThing_2");
    expect(text.match(/error Low\(uint256/g)).toHaveLength(1);
    expect(text).toContain("using {wrap_2 as +} for Small global;");
    workspace.write("src/Flat.sol", text);
    for (const contract of ["All", "Thing"]) {
      const code = await codeOf("src/All.sol", contract);
      if (contract === "All") expect(code?.length).toBeGreaterThan(500);
      expect(await codeOf("src/Flat.sol", contract)).toBe(
        contract === "All" ? code : await codeOf("src/Small.sol", contract),
      );
    }
    const other = await flat("src/Other.sol");
    expect("text" in other && other.text.match(/^contract \w+/gm)).toEqual(["contract Coin_2", "contract Coin"]);
  });

  it("is refused where there is no one answer", async () => {
    expect(await refusal("src/OtherError.sol")).toBe(
      "TooMuch is declared in src/Math.sol and differently in src/OtherError.sol, and its name is part of what contracts return.",
    );
    expect(await refusal("src/One.sol")).toBe(
      "src/Two.sol and src/One.sol import each other: one must be above the other.",
    );
    expect(await refusal("src/Lost.sol")).toBe("An import leads nowhere.");
    expect(await refusal("src/Broken.sol")).toBe("src/Broken.sol has errors of syntax.");
  });
});
