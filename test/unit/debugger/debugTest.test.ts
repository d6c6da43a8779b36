import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { evaluatorOf } from "../../../src/debugger/adapter/breakpointHits";
import { ShownState } from "../../../src/debugger/adapter/shownState";
import { failureOrigins, failureText } from "../../../src/debugger/program/explain";
import { FrameScope } from "../../../src/debugger/program/frameScope";
import type { LaunchRequest } from "../../../src/debugger/program/launchRequest";
import { closeCompiler, startDebuggee } from "../../../src/debugger/program/startDebuggee";
import { valueText } from "../../../src/debugger/values/showValue";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-debug-test-"));
  const pragma = "pragma solidity ^0.8.20;";
  const test = (name: string, source: string) =>
    `${pragma} import "${source}"; contract ${name} { function test_It() public {} }`;
  for (const [place, text] of Object.entries({
    "Above.sol": `${pragma} contract Above {}`,
    "open/Time.t.sol": `${pragma} import "fisco/Test.sol";
contract TimeTest is Test {
  uint256 seen;
  function setUp() public { vm.roll(70); }
  function test_Time() public { seen = 1; vm.warp(500); seen = block.timestamp + block.number; }
}`,
    "open/Coins.t.sol": `${pragma} import "fisco/Test.sol";
contract Purse {
  uint256 public count;
  receive() external payable { count++; }
  function keep() external payable { count++; revert("no"); }
  function held() external view returns (uint256) { return address(this).balance; }
  function give(address payable to) external { count++; to.transfer(2); count++; }
}
contract CoinsTest is Test {
  Purse purse;
  address payable other = payable(address(77));
  function test_Coins() public {
    purse = new Purse();
    vm.deal(address(this), 100);
    (bool done,) = address(purse).call{value: 9}("");
    (done,) = address(purse).call{value: 5}(abi.encodeCall(Purse.keep, ()));
    purse.give(other);
    require(!done);
  }
}`,
    "open/Old.t.sol": `${pragma}
contract OldTest {
  event log(string); event log_named_uint(string key, uint256 val);
  address constant HEVM = 0x7109709ECfa91a80626fF3989D68f67F5b1DD12D;
  function fail() internal {
    (bool ok,) = HEVM.call(abi.encodeWithSignature("store(address,bytes32,bytes32)", HEVM, bytes32("failed"), bytes32(uint256(1))));
    require(ok);
  }
  function assertEq(uint256 a, uint256 b) internal {
    if (a == b) return;
    emit log("Error: a == b not satisfied [uint]");
    emit log_named_uint("      Left", a);
    emit log_named_uint("     Right", b);
    fail();
  }
  function test_Sum() public {
    assertEq(1 + 1, 2);
    assertEq(2 + 2, 5);
    assertEq(3 + 3, 6);
  }
}`,
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

it("the block is the one that a test has moved to", async () => {
  const test = { file: "Time.t.sol", contract: "TimeTest", function: "test_Time" };
  const started = await startDebuggee({ folder: join(folder, "open"), test });
  const { playback, timeline } = started.debuggee;
  const worked = async (step: number, expression: string): Promise<string> => {
    const scope = new FrameScope(started.debuggee, step, timeline.visibleAt(step), step);
    return valueText(scope.view, await evaluatorOf(started, scope).evaluate(expression));
  };
  const last = playback.length - 1;
  expect(await worked(last, "seen")).toBe("570");
  expect([await worked(last, "block.timestamp"), await worked(last, "block.number")]).toEqual(["500", "70"]);
  expect(await worked(0, "block.number")).not.toBe("70");
  const state = new ShownState(started.debuggee, { step: last });
  const reported = state.scopes(state.frames[0]?.id ?? 0).find(({ name }) => name === "Message and block");
  const lines = state.variables({ variablesReference: reported?.variablesReference ?? 0 });
  expect(lines.find(({ name }) => name === "block.timestamp")?.value).toBe("500");
  await started.close();
});

it("balances are those of the step: what was sent, given, and taken back until then", async () => {
  const test = { file: "Coins.t.sol", contract: "CoinsTest", function: "test_Coins" };
  const started = await startDebuggee({ folder: join(folder, "open"), test });
  const { playback, timeline } = started.debuggee;
  const messages: string[] = [];
  for (const { step } of playback.writes) {
    const scope = new FrameScope(started.debuggee, step, timeline.visibleAt(step), step);
    if (scope.info?.contract.name !== "Purse") continue;
    const worked = async (expression: string): Promise<string> =>
      valueText(scope.view, await evaluatorOf(started, scope).evaluate(expression));
    const all = ["msg.sender.balance", "this.held()", "address(this).balance", "address(77).balance"].map(worked);
    messages.push((await Promise.all(all)).join(" "));
  }
  // in receive, in keep, which fails, and before and behind the transfer of give
  expect(messages).toEqual(["91 9 9 0", "86 14 14 0", "91 9 9 0", "91 7 7 2"]);
  await started.close();
});

it("an assertion of an older library, which goes on, is stopped at where it is noted, with its values", async () => {
  const test = { file: "Old.t.sol", contract: "OldTest", function: "test_Sum" };
  const started = await startDebuggee({ folder: join(folder, "open"), test });
  const { debuggee } = started;
  const [failure] = failureOrigins(debuggee);
  const stack = debuggee.timeline.stackAt(failure?.step ?? 0);
  const lines = stack.map(({ stackFrame, step }) => [
    stackFrame.function?.name,
    debuggee.timeline.stopAt(step, stackFrame)?.line,
  ]);
  expect(lines.slice(0, 3)).toEqual([
    ["fail", 6],
    ["assertEq", 14],
    ["test_Sum", 18],
  ]);
  expect(failureText(debuggee, failure?.frame ?? 0)).toContain("assertion failed: a == b not satisfied [uint]: 4, 5");
  await started.close();
});
