import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quickFixes } from "../../../../src/solidity/language/quickFixes";
import { SolidityWorkspace, withChanges } from "../../../support/solidityWorkspace";

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace({});
});
afterAll(() => solidity.close());

const head = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n";

/** Takes the first fix of each diagnostic, until there is none left. */
async function mended(text: string): Promise<string> {
  let source = text;
  for (let round = 0; round < 6; round++) {
    solidity.write("A.sol", source);
    const [file] = await solidity.check("A.sol");
    const diagnostics = file?.diagnostics ?? [];
    const fixes = quickFixes(source, diagnostics);
    const [first] = fixes.filter(({ changes }) => changes.length > 0);
    if (!first)
      return diagnostics.length === 0 ? source : `${source}\n${diagnostics.map(({ message }) => message).join("\n")}`;
    source = withChanges(source, first.changes);
  }
  return source;
}

describe("a quick fix", () => {
  it.each([
    [
      "license",
      "pragma solidity ^0.8.0;\ncontract A {}\n",
      "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\ncontract A {}\n",
    ],
    [
      "visibility",
      `${head}contract A { function f() pure { } }\n`,
      `${head}contract A { function f() public pure { } }\n`,
    ],
    [
      "visibility of receive",
      `${head}contract A { receive() payable { } }\n`,
      `${head}contract A { receive() external payable { } }\n`,
    ],
    [
      "data location, named and not",
      `${head}contract A { function f(string s, uint[] memory) public pure returns (bytes) { return bytes(s); } }\n`,
      `${head}contract A { function f(string memory s, uint[] memory) public pure returns (bytes memory) { return bytes(s); } }\n`,
    ],
    [
      "wrong data location",
      `${head}contract A { function f(uint[] storage s) external pure returns (uint) { return s.length; } }\n`,
      `${head}contract A { function f(uint[] memory s) external pure returns (uint) { return s.length; } }\n`,
    ],
    [
      "a name that is meant, of a variable and of a type",
      `${head}contract A { struct Item { uint n; } Item i; uint kilograms; function f() public view returns (uint) { return kilogram + i.n; } }\n`,
      `${head}contract A { struct Item { uint n; } Item i; uint kilograms; function f() public view returns (uint) { return kilograms + i.n; } }\n`,
    ],
    [
      "checksum",
      `${head}contract A { address public a = 0xABCDEFabcdefabcdefabcdefabcdefabcdefabcd; }\n`,
      `${head}contract A { address public a = 0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD; }\n`,
    ],
    [
      "mutability",
      `${head}contract A { uint a; function f() public returns (uint) { return a; } function g() public view returns (uint) { return 1; } }\n`,
      `${head}contract A { uint a; function f() public view returns (uint) { return a; } function g() public pure returns (uint) { return 1; } }\n`,
    ],
    [
      "override and virtual",
      `${head}contract A { function f() public {} }\ncontract B is A { function f() public {} }\n`,
      `${head}contract A { function f() public virtual {} }\ncontract B is A { function f() public override {} }\n`,
    ],
    [
      "abstract",
      `${head}contract A { function f() public virtual; }\n`,
      `${head}abstract contract A { function f() public virtual; }\n`,
    ],
    [
      "visibility of a constructor",
      `${head}contract A { constructor() public {} }\n`,
      `${head}contract A { constructor() {} }\n`,
    ],
    [
      "what a function says of state, by what it does",
      `${head}contract A { uint a; function f() public pure returns (uint) { return a; } function g() public view { a = 1; } function h() public returns (uint) { a = 2; return msg.value; } }\n`,
      `${head}contract A { uint a; function f() public view returns (uint) { return a; } function g() public { a = 1; } function h() public payable returns (uint) { a = 2; return msg.value; } }\n`,
    ],
    [
      "what a function says of state, by what it overrides",
      `${head}contract A { function f() public view virtual returns (uint) {} }\ncontract B is A { uint b; function f() public override returns (uint) { return b; } }\n`,
      `${head}contract A { function f() public view virtual returns (uint) {} }\ncontract B is A { uint b; function f() public view override returns (uint) { return b; } }\n`,
    ],
    [
      "contracts that are overridden",
      `${head}interface A { function f() external; }\ninterface B { function f() external; }\ncontract C is A, B { function f() external override {} function g() external override(A) {} }\n`,
      `${head}interface A { function f() external; }\ninterface B { function f() external; }\ncontract C is A, B { function f() external override(A, B) {} function g() external {} }\n`,
    ],
    [
      "a parameter that nothing uses",
      `${head}contract A { function f(uint a, address) public pure returns (uint) { return 1; } }\n`,
      `${head}contract A { function f(uint, address) public pure returns (uint) { return 1; } }\n`,
    ],
    [
      "an event without emit",
      `${head}contract A { event E(uint a); function f() public { E(1); } }\n`,
      `${head}contract A { event E(uint a); function f() public { emit E(1); } }\n`,
    ],
    [
      "a constructor of old",
      `${head}contract A { uint a; function A() public { a = 1; } }\n`,
      `${head}contract A { uint a; constructor() { a = 1; } }\n`,
    ],
    [
      "now",
      `${head}contract A { function f() public view returns (uint) { return now; } }\n`,
      `${head}contract A { function f() public view returns (uint) { return block.timestamp; } }\n`,
    ],
    [
      "addresses that are paid",
      `${head}contract A { address a; address payable b; function f() public { b = a; } function g() public view returns (address payable) { return a; } }\n`,
      `${head}contract A { address a; address payable b; function f() public { b = payable(a); } function g() public view returns (address payable) { return payable(a); } }\n`,
    ],
    [
      "a text that isn't ASCII",
      `${head}contract A { string public s = "世界"; }\n`,
      `${head}contract A { string public s = unicode"世界"; }\n`,
    ],
    ["a missing semicolon", `${head}contract A { uint a\n  uint b; }\n`, `${head}contract A { uint a;\n  uint b; }\n`],
    [
      "characters beyond ASCII before it",
      `${head}/* 世界 😀 */ contract A { function f() pure { } }\n`,
      `${head}/* 世界 😀 */ contract A { function f() public pure { } }\n`,
    ],
  ])("mends %s", async (_, wrong, right) => {
    expect(await mended(wrong)).toBe(right);
  });

  it("pays an address as compilers want it", async () => {
    const text = `${head}contract A { address a; function f() public { a.transfer(1); } }\n`;
    expect(await mended(text)).toContain("{ payable(a).transfer(1); }");
  });

  it("writes a pragma behind the license", async () => {
    const source = await mended("// SPDX-License-Identifier: MIT\ncontract A {}\n");
    expect(source).toMatch(/^\/\/ SPDX-License-Identifier: MIT\npragma solidity \^0\.8\.\d+;\ncontract A \{\}\n$/);
  });

  it("names the machine that an instruction needs", async () => {
    const text = `${head}contract A { function f() public { assembly { mcopy(0, 0, 0) } } }\n`;
    solidity.write("A.sol", text);
    const request = { ...solidity.request("A.sol"), evmVersion: "paris" };
    const [file] = await solidity.service.check(request, { code: false, hashUses: false }, () => undefined);
    const fixes = quickFixes(text, file?.diagnostics ?? []);
    expect(fixes.map(({ kind, value }) => `${kind} ${value}`)).toEqual(["evmVersion cancun"]);
  });
});

it("an import that isn't there has its package to install, where it names one", async () => {
  const packages = async (path: string): Promise<string[]> => {
    const source = `${head}import "${path}";\ncontract A {}\n`;
    solidity.write("A.sol", source);
    const [file] = await solidity.check("A.sol");
    return quickFixes(source, file?.diagnostics ?? []).map(({ kind, value }) => `${kind} ${value}`);
  };
  expect(await packages("@chainside-test/missing/token/Coin.sol")).toEqual(["package @chainside-test/missing"]);
  expect(await packages("solady/src/tokens/ERC20.sol")).toEqual(["package solady"]);
  expect(await packages("./missing/Coin.sol")).toEqual([]);
  expect(await packages("@Bad Name/x/Coin.sol")).toEqual([]);
});
