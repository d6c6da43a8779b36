import { afterAll, beforeAll, expect, it } from "vitest";
import { lint } from "../../../../src/solidity/lint/lint";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace({});
});
afterAll(() => solidity.close());

const head = "pragma solidity ^0.8.20;\n";
const times = (count: number, text: (at: number) => string, between = "\n"): string =>
  Array.from({ length: count }, (_, at) => text(at)).join(between);
const contract = (body: string): string => `${head}contract Bomb {\n${body}\n}\n`;

/** Each would keep a rule busy for hours that followed names without an end, or would end it. */
const bombs: Readonly<Record<string, string>> = {
  "constants that are wide at every step": contract(
    `${times(14, (at) => `uint constant a${at} = ${times(400, () => (at === 13 ? "1 days" : `a${at + 1}`), " + ")};`)}
    function f() external view returns (bool) { return block.timestamp > a0; }`,
  ),
  "a chain of constants": contract(
    `${times(20_000, (at) => `uint constant a${at} = a${at + 1};`)} uint constant a20000 = 1 days;
    function f() external view returns (bool) { return block.timestamp > a0; }`,
  ),
  "a chain of variables that begin with each other": contract(
    `function mint() external { address a0 = msg.sender; ${times(5000, (at) => `address a${at + 1} = a${at};`)} require(a5000 == a0); }`,
  ),
  "functions that call each other": contract(
    `${times(3000, (at) => `function f${at}() internal { f${at + 1}(); f${at + 2}(); f${at + 3}(); }`)} function mint() external { f0(); }`,
  ),
  "remarks of parentheses": `${head}/* ${"a(".repeat(1900)} */\n${`// ${"(".repeat(3000)}\n`.repeat(300)}contract Bomb { bytes4 constant x = 0x12345678; }\n`,
  "many numbers": contract(times(20_000, (at) => `bytes4 constant x${at} = 0x${(at + 0x10000000).toString(16)};`)),
  "many assigned times": contract(
    `${times(5000, (at) => `uint a${at};`)} function f() external { ${times(4999, (at) => `a${at} = a${at + 1};`)} a4999 = block.timestamp; }`,
  ),
  "remarks that take back": `${head}${"// chainside-disable-next-line coin.moved\n".repeat(20_000)}contract Bomb {}\n`,
};

it.each(Object.entries(bombs))("%s", async (_, text) => {
  solidity.write("Bomb.sol", text);
  const { project, file } =
    (await solidity.service.project(solidity.request("Bomb.sol"), "around")) ?? expect.fail("no such file");
  const found = lint(project, file, { suite: "sm", coins: false }, { "*": "warning" });
  expect(found.length).toBeLessThanOrEqual(1000);
});
