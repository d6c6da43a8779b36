import { afterAll, beforeAll, expect, it } from "vitest";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

let workspace: SolidityWorkspace;
beforeAll(() => {
  workspace = new SolidityWorkspace({});
});
afterAll(() => workspace.close());

const timeOf = async (times: number): Promise<number> => {
  const lines = Array.from({ length: times }, () => "using L for *;").join("\n");
  const calls = Array.from({ length: times }, (_, i) => `a.f${i % 9}();`).join("\n");
  workspace.write(
    "A.sol",
    `pragma solidity ^0.8.20;\nlibrary L { function f0(uint256) internal {} }\ncontract C {\n${lines}\nfunction g(uint256 a) public {\n${calls}\n}\n}\n`,
  );
  const began = performance.now();
  const found = await workspace.service.project(workspace.request("A.sol"), "whole");
  for (const file of found?.project.files.values() ?? []) found?.project.names.bind(file);
  return performance.now() - began;
};

it("the same using, written thousands of times, costs as often as it is read, not as often as it is asked for", async () => {
  await timeOf(100);
  const [few, many] = [await timeOf(500), await timeOf(4000)];
  // eight times the text, with room for a machine that does other things: cubic would be 512 times
  expect(many).toBeLessThan(60 * Math.max(few, 5));
}, 60_000);
