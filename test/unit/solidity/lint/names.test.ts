import { afterEach, describe, expect, it } from "vitest";
import { lint } from "../../../../src/solidity/lint/lint";
import { isTestName } from "../../../../src/solidity/lint/source/lintSource";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

describe("a contract", () => {
  it.each([
    "Mock",
    "TokenMock",
    "MockToken",
    "USDTMock",
    "ERC20Mock",
    "MyTest1",
    "Token_Test",
    "TestERC20",
    "UnitTests",
  ])("of the name %s is one of tests", (name) => expect(isTestName(name)).toBe(true));

  it.each(["Attestation", "EvidenceAttestationRegistry", "Contest", "LatestPrice", "Greatest", "Protester", "Token"])(
    "of the name %s is none of tests, though letters of its name say so",
    (name) => expect(isTestName(name)).toBe(false),
  );
});

const open: SolidityWorkspace[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

/** A contract with a function for its owner, whose body begins with the call. */
async function foundWith(name: string, call: string): Promise<string[]> {
  const solidity = new SolidityWorkspace({
    "src/A.sol": `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
contract ${name} {
  address public owner = msg.sender;
  mapping(address => uint256) private held;
  function setOwner(address next) external { ${call} owner = next; }
  function _requireSender(address who) internal view { require(who == owner); }
  function _sendTo(address who) internal { held[who] += 1; }
}
`,
  });
  open.push(solidity);
  const { project, file } =
    (await solidity.service.project(solidity.request("src/A.sol", {}), "around")) ?? expect.fail("no such file");
  return lint(project, file, { suite: "standard" }, { "access.unprotected": "warning" }).map(({ rule }) => rule);
}

describe("a function for its owner", () => {
  it("is found in a contract whose name has the letters of a test's, and in no test", async () => {
    expect(await foundWith("Attestation", "")).toEqual(["access.unprotected"]);
    expect(await foundWith("AttestationTest", "")).toEqual([]);
  });

  it("is guarded by a function that takes the sender, and not by one that sends them something", async () => {
    expect(await foundWith("Registry", "_requireSender(msg.sender);")).toEqual([]);
    expect(await foundWith("Registry", "_sendTo(msg.sender);")).toEqual(["access.unprotected"]);
  });
});

it("what a file says of times is found in whatever order files are looked at", async () => {
  const head = "// SPDX-License-Identifier: Apache-2.0\npragma solidity ^0.8.20;\n";
  const late = (name: string) =>
    `contract ${name} { function late(uint256 since) external view returns (bool) { return block.timestamp > since + PAUSE; } }\n`;
  const solidity = new SolidityWorkspace({
    "src/A.sol": `${head}uint256 constant PAUSE = 1 days;\n${late("A")}`,
    "src/B.sol": `${head}import {PAUSE} from "./A.sol";\n${late("B")}`,
  });
  open.push(solidity);
  const { project } =
    (await solidity.service.project(solidity.request("src/B.sol"), "whole")) ?? expect.fail("no such file");
  const found = ["src/B.sol", "src/A.sol"].map((name) => {
    const file = project.files.get(name) ?? expect.fail(`no ${name}`);
    return lint(project, file, { suite: "standard" }).map(({ rule }) => rule);
  });
  expect(found[1]).toEqual(["time.seconds"]);
});
