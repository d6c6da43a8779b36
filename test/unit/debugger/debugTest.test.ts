import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LaunchRequest } from "../../../src/debugger/program/launchRequest";
import { closeCompiler, startDebuggee } from "../../../src/debugger/program/startDebuggee";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-debug-test-"));
  const pragma = "pragma solidity ^0.8.20;";
  const test = (name: string, source: string) =>
    `${pragma} import "${source}"; contract ${name} { function test_It() public {} }`;
  for (const [place, text] of Object.entries({
    "Above.sol": `${pragma} contract Above {}`,
    "open/Shared.sol": `${pragma} contract Shared {}`,
    "open/nested/foundry.toml": "",
    "open/nested/test/AboveTest.t.sol": test("AboveTest", "../../../Above.sol"),
    "open/nested/test/SharedTest.t.sol": test("SharedTest", "../../Shared.sol"),
  })) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), text);
  }
});
afterAll(() => {
  closeCompiler();
  rmSync(folder, { recursive: true });
});

const debugged = async (contract: string, request: LaunchRequest): Promise<(string | undefined)[]> => {
  const test = { file: `nested/test/${contract}.t.sol`, contract, function: "test_It" };
  const started = await startDebuggee({ ...request, folder: join(folder, "open"), test });
  await started.close();
  return started.debuggee.contracts.map((each) => each?.contract.name);
};

it("a test that isn't trusted reads its folder, and nothing outside of it", async () => {
  expect(await debugged("AboveTest", {})).toContain("AboveTest");
  expect(await debugged("SharedTest", { trusted: false })).toContain("SharedTest");
  await expect(debugged("AboveTest", { trusted: false })).rejects.toThrow(/Above\.sol/);
});
