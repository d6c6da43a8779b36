import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspect } from "../../src/debugger/inspect/inspect";
import type { ShownValue } from "../../src/debugger/inspect/messages";
import { SolidityCompiler } from "../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../src/solidity/compilerReleases/compilerStore";
import { DebugChain, type DeployedContract } from "../../tools/debugCheck/debugChain";

const from = `0x${"a11ce".padStart(40, "0")}`;
/** Compiled for itself by another compiler than its maker wants. */
const child = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Child {
  mapping(address => mapping(address => uint256)) public allowance;
  uint256 public n;
  function poke(uint256 x) external returns (uint256) { uint256 y = x * 2; n = y; allowance[msg.sender][address(this)] = y; return y; }
}
`;
const factory = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;
import { Child as Made } from "./Child.sol";
contract Factory {
  struct Place { uint256 a; uint128 b; uint128 c; }
  mapping(bytes32 => mapping(address => Place)) public position;
  Made public child;
  bytes32 public digest;
  function make() external returns (uint256 r) {
    child = new Made();
    r = child.poke(21);
    digest = keccak256(abi.encode(uint256(77), uint256(0)));
    position[bytes32(r)][msg.sender].a = r;
    r = r + 1;
  }
}
`;

const folder = mkdtempSync(join(tmpdir(), "chainside-factory-"));
let compiler: SolidityCompiler;
let debugChain: DebugChain;
let made: DeployedContract;
beforeAll(async () => {
  compiler = new SolidityCompiler(defaultCompilerCache());
  writeFileSync(join(folder, "Child.sol"), child);
  writeFileSync(join(folder, "Factory.sol"), factory);
  debugChain = await DebugChain.start("standard", compiler);
  await debugChain.open(join(folder, "Factory.sol"), folder, undefined);
  made = await debugChain.deploy(join(folder, "Factory.sol"), "Factory", [], from, "0");
  await debugChain.send(from, made.address, made.abi.encodeCall("make"), "0");
});
afterAll(async () => {
  await debugChain?.close();
  compiler.close();
  rmSync(folder, { recursive: true, force: true });
});

const report = (values: readonly ShownValue[], indent = ""): string[] =>
  values.flatMap(({ name, value, parts }) => [
    `${indent}${name}: ${parts ? "" : value}`,
    ...report(parts ?? [], `${indent}  `),
  ]);
const variables = async (address: string): Promise<{ contract: string | undefined; lines: string[] }> => {
  const view = await inspect({
    kind: "storage",
    address,
    keys: [],
    transactions: [],
    expressions: [],
    from: { kind: "embedded", url: debugChain.url, group: "group0" },
    folder,
    trusted: true,
  });
  return { contract: view.contract, lines: report(view.variables) };
};

test("a contract that another one made is found in its maker's compilation, and each has its own keys alone", async () => {
  const own = await variables(made.address);
  const address = own.lines.find((line) => line.startsWith("child: "))?.slice("child: ".length) ?? "";
  expect(own.lines.filter((line) => !line.startsWith("child: ") && !line.startsWith("digest: "))).toEqual([
    "position: ",
    `  [0x${"2a".padStart(64, "0")}]: `,
    `    [${from}]: `,
    "      a: 42",
    "      b: 0",
    "      c: 0",
  ]);
  const ofChild = await variables(address);
  expect(ofChild.contract).toBe("Child");
  expect(ofChild.lines).toEqual(["allowance: ", `  [${made.address}]: `, `    [${address}]: 42`, "n: 42"]);
});
