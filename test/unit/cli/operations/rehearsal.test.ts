import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { runCommand } from "../../../../src/cli/commands";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { useCatalogue } from "../../../../src/text/catalogue";
import { writtenLines } from "../../../support/commandLine";

const { out } = writtenLines();
let chain: DevChain;
let folder: string;

const coin = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
contract Coin {
  event Given(uint256 value);
  mapping(address => uint256) public balance;
  function give(address to, uint256 value) external { balance[to] += value; emit Given(value); }
  function sizeOf(address account) external view returns (uint256 size) { assembly { size := extcodesize(account) } }
}`;
const test = (comment: string, name: string): string => `pragma solidity ^0.8.20;
import "../Coin.sol";
${comment}
contract ${name} {
  Coin coin = new Coin();
  function test_Give() external { coin.give(address(1), 5); }
  function test_Read() external view { require(coin.balance(address(2)) == 0); }
  function test_Gate() external view { require(coin.sizeOf(address(0x1010)) > 0, "no code"); }
}`;

beforeAll(async () => {
  chain = await startDevChain({
    port: 0,
    sealers: 1,
    observers: 0,
    nodeVersion: "3.16.4",
    compatibilityVersion: "3.16.0",
  });
  folder = mkdtempSync(join(tmpdir(), "chainside-rehearsal-"));
  mkdirSync(join(folder, "test"));
  writeFileSync(join(folder, "Coin.sol"), coin);
  writeFileSync(join(folder, "test/Coin.t.sol"), test("", "CoinTest"));
  writeFileSync(
    join(folder, "test/Old.t.sol"),
    test("/// @custom:chain node-version=3.16.4 compatibility=3.16.0", "OldTest"),
  );
  writeFileSync(
    join(folder, "coin.chain.yaml"),
    `scenario: coins
accounts:
  alice:
steps:
  - deploy: Coin.sol:Coin
    as: coin
  - send: coin.give
    args: ["\${alice}", 5]
    from: alice
  - call: coin.balance
    args: ["\${alice}"]
    expect: { result: 5 }
`,
  );
});
beforeEach(() => {
  vi.spyOn(process, "cwd").mockReturnValue(folder);
});
afterAll(async () => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
  await chain.close();
});

interface Tried {
  readonly differing: readonly {
    readonly file: string;
    readonly name: string;
    readonly differences: readonly { readonly member: string }[];
  }[];
  readonly compared: number;
  readonly ownChain: number;
}

async function tried(...args: string[]): Promise<{ readonly code: number; readonly result: Tried }> {
  out.length = 0;
  const words = ["upgrade", "try", ...args, "--url", chain.url, "--json"];
  const code = await runCommand(words, () => useCatalogue("en"));
  return { code, ...(JSON.parse(out.at(-1) ?? "{}") as { result: Tried }) };
}

it("tests and steps that a later release changes are named, and the exit code says so", {
  timeout: 400_000,
}, async () => {
  const { code, result } = await tried("3.17.1");
  expect(code).toBe(1);
  expect(result).toMatchObject({ compared: 6, ownChain: 3 });
  const members = result.differing.map(({ file, name, differences }) => [
    file,
    name,
    differences.map(({ member }) => member),
  ]);
  expect(members).toEqual([
    ["test/Coin.t.sol", "CoinTest.test_Give()", ["gas"]],
    ["test/Coin.t.sol", "CoinTest.test_Gate()", ["outcome", "reason", "gas"]],
    ["coin.chain.yaml", "7: send coin.give", ["gas"]],
  ]);
});

it("under the release that runs nothing differs", { timeout: 400_000 }, async () => {
  const { code, result } = await tried("3.16.4", "coin.chain.yaml");
  expect({ code, differing: result.differing }).toEqual({ code: 0, differing: [] });
});

it("where nothing is found it says so", { timeout: 400_000 }, async () => {
  mkdirSync(join(folder, "empty"), { recursive: true });
  expect(await tried("3.17.1", "empty")).toMatchObject({ code: 2, error: { code: "noTestsFound" } });
});
