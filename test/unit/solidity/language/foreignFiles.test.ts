import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importsAfterMoves } from "../../../../src/solidity/language/answers/movedFiles";
import { symbolsLike } from "../../../../src/solidity/language/answers/symbols";
import { placeIn, SolidityWorkspace } from "../../../support/solidityWorkspace";

const library = `pragma solidity ^0.8.20;
import {Math} from "../../../src/Math.sol";
contract ERC20 {
    function _update(address from, uint256 value) internal virtual {}
}
`;
const coin = `pragma solidity ^0.8.20;
import {ERC20} from "token/ERC20.sol";
import {Shared} from "../../shared/Shared.sol";
contract Coin is ERC20, Shared {
    function _update(address from, uint256 value) internal override { super._update(from, value); }
    function own() public { share(); }
}
`;
const files = {
  "chain/foundry.toml": "",
  "chain/remappings.txt": "token/=lib/token/src/\n",
  "chain/lib/token/foundry.toml": "",
  "chain/lib/token/src/ERC20.sol": library,
  "chain/src/Math.sol": "pragma solidity ^0.8.20;\nlibrary Math {}\n",
  "chain/src/Coin.sol": coin,
  "shared/Shared.sol": "pragma solidity ^0.8.20;\ncontract Shared { function share() public {} }\n",
};

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace(files);
});
afterAll(() => solidity.close());

const rename = async (file: keyof typeof files, word: string, newName = "other") => {
  const question = { kind: "rename" as const, position: placeIn(files[file], word), newName };
  const { refused, changes } = await solidity.ask("rename", file, question);
  return refused ?? changes.map(({ path }) => path.slice(solidity.folder.length + 1));
};

describe("what others wrote below Foundry's lib", () => {
  it("isn't renamed, neither from the project that uses it nor from itself", async () => {
    const reported = "lib/token/src/ERC20.sol isn't part of this project.";
    expect(await rename("chain/src/Coin.sol", "_update(address")).toBe(reported);
    expect(await rename("chain/src/Coin.sol", "ERC20}")).toBe(reported);
    expect(await rename("chain/lib/token/src/ERC20.sol", "_update(address")).toBe(
      "src/ERC20.sol isn't part of this project.",
    );
    expect(await rename("chain/src/Coin.sol", "own(")).toEqual(["chain/src/Coin.sol"]);
  });

  it("isn't listed among the project's symbols, and its imports stay", async () => {
    const path = solidity.path("chain/src/Math.sol");
    const project = await solidity.service.projectOf(solidity.path("chain"), solidity.request("chain/src/Coin.sol"));
    expect([...project.files.keys()]).toContain("lib/token/src/ERC20.sol");
    expect(symbolsLike(project, "erc20")).toEqual([]);
    expect(importsAfterMoves(project, [{ from: path, to: solidity.path("chain/src/Numbers.sol") }])).toEqual([]);
  });
});

it("a file of another project isn't renamed from one that knows nothing of its other uses", async () => {
  expect(await rename("chain/src/Coin.sol", "share()")).toMatch(/shared\/Shared\.sol isn't part of this project\.$/);
});

it("a word that can't be a name is told to be none", async () => {
  expect(await rename("chain/src/Coin.sol", "own(", "mapping")).toBe("mapping can't be a name.");
});
