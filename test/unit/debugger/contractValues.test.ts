import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { selectorOf } from "../../../src/chain/abi/selector";
import type { ExecutionRecording } from "../../../src/chain/dev/executionRecording";
import { standardSuite } from "../../../src/crypto/suites";
import { evaluatorOf } from "../../../src/debugger/adapter/breakpointHits";
import { Breakpoints } from "../../../src/debugger/adapter/breakpoints";
import { completions } from "../../../src/debugger/adapter/completions";
import { ExecutionControl } from "../../../src/debugger/adapter/executionControl";
import { ShownState } from "../../../src/debugger/adapter/shownState";
import { gasByLine } from "../../../src/debugger/inspect/gasByLine";
import { debuggeeOf } from "../../../src/debugger/program/debuggee";
import { ContractFinder } from "../../../src/debugger/program/findContract";
import { FrameScope } from "../../../src/debugger/program/frameScope";
import { launchedProject } from "../../../src/debugger/program/launchedPath";
import { closeCompiler, compileAll, type StartedDebuggee } from "../../../src/debugger/program/startDebuggee";
import { valueText } from "../../../src/debugger/values/showValue";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { ask } from "../../support/askNode";
import { englishAfterEach, useSources } from "../../support/chinese";

const part = `pragma solidity ^0.8.20;
interface Other { function ping() external returns (uint256); }
contract Base {
  uint256 public total = 3;
  function kept() external pure returns (uint256) { return 5; }
  function hidden() internal pure returns (uint256) { return 6; } function same(uint x) internal { total = x; } function same(Other x) internal { total = uint160(address(x)); }
}
contract Vault is Base {
  function balance() public pure returns (uint256) { return 7; }
  function fail() external pure { require(false, "too small"); }
}
contract Caller is Base {
  function balance() public pure returns (uint256) { return 8; }
  function run(Other other) external returns (uint256) {
    Vault vault = new Vault();
    try vault.fail() {} catch {}
    same(1); same(other); return other.ping();
  }
}
`;
/** In another project, at the same line of a file of the same name. */
const other = `pragma solidity ^0.8.20;\n${"\n".repeat(16)}contract Answer { function ping() external pure returns (uint256) { return 9; } }\n`;

const [from, caller, answer] = ["12", "34", "56"].map((byte) => `0x${byte.repeat(20)}`) as [string, string, string];
englishAfterEach();

let chain: DevChain;
let folder: string;
let started: StartedDebuggee;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-values-"));
  const files = { "a/foundry.toml": "", "a/src/Part.sol": part, "b/foundry.toml": "", "b/src/Part.sol": other };
  for (const [place, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), text);
  }
  chain = await startDevChain({ port: 0, openDev: true, sealers: 1, observers: 0, blockIntervalMs: 0 });
  const recordCall = (call: Readonly<Record<string, unknown>>) =>
    ask<ExecutionRecording>(chain.url, "dev_recordCall", ["group0", call]);
  const { projects } = await compileAll(launchedProject({ folder }), "standard", true, "cancun");
  const codeOf = (name: string): string =>
    `0x${projects.flatMap(({ contracts }) => contracts).find((each) => each.name === name)?.deployedBytecode.object}`;
  const code = { [caller]: codeOf("Caller"), [answer]: codeOf("Answer") };
  const data = `${selectorOf(standardSuite, "run(address)")}${answer.slice(2).padStart(64, "0")}`;
  const finder = new ContractFinder(projects);
  const recording = await recordCall({ from, to: caller, data, code });
  expect(recording.status).toBe(0);
  const debuggee = debuggeeOf(recording, finder);
  const rest = { notes: [], verdict: undefined, verdictLines: [], close: async () => undefined };
  started = { debuggee, finder, ask: recordCall, changes: { code }, ...rest };
});
afterAll(async () => {
  closeCompiler();
  await chain.close();
  rmSync(folder, { recursive: true });
});

/** The last step of the outermost function. */
function end(): FrameScope {
  const { playback, timeline } = started.debuggee;
  const last = playback.length - 1;
  return new FrameScope(started.debuggee, last, timeline.visibleAt(last), last);
}

it("a function of a contract is asked that is called as a member of addresses once was", async () => {
  const scope = end();
  const worked = async (expression: string): Promise<string> =>
    valueText(scope.view, await evaluatorOf(started, scope).evaluate(expression));
  expect(await worked("this.balance()")).toBe("8");
  expect(await worked("address(this).balance")).toBe("0");
});

it("why there is no value is said in the language of the reader", async () => {
  useSources("zh-cn");
  const scope = end();
  const messageOf = (expression: string): Promise<string> =>
    evaluatorOf(started, scope)
      .evaluate(expression)
      .then(
        (value) => valueText(scope.view, value),
        (error: Error) => error.message,
      );
  expect(await messageOf("[1, 2][2]")).toBe("索引超出范围");
  expect(await messageOf("total[0]")).toBe("此值没有元素");
  const list = Array.from({ length: 25 }, (_, i) => i);
  expect(await messageOf(`[${list.join()}]`)).toBe(`[${list.slice(0, 20).join(", ")}, … 另有 5 项]`);
});

it("of a contract everything is proposed that others can call, and nothing else", async () => {
  const proposed = (await completions(end(), "this.", 5)).map(({ label }) => label);
  expect(proposed.sort()).toEqual(["balance", "kept", "run", "total"]);
});

it("of msg, tx and block everything is proposed that has a value here", async () => {
  const evaluator = evaluatorOf(started, end());
  for (const space of ["msg", "tx", "block"]) {
    const proposed = (await completions(end(), `${space}.`, space.length + 1)).map(({ label }) => label);
    for (const name of proposed) await evaluator.evaluate(`${space}.${name}`);
    if (space === "block") expect(proposed).toEqual(expect.arrayContaining(["number", "difficulty", "blobbasefee"]));
  }
});

it("calls that were made tell the contract that came of it, and why they failed", () => {
  const { playback } = started.debuggee;
  const state = new ShownState(started.debuggee, { step: playback.length - 1 });
  const scopes = state.scopes(state.frames[0]?.id ?? 0);
  const calls = scopes.find(({ name }) => name === "Calls made so far");
  const lines = state.variables({ variablesReference: calls?.variablesReference ?? 0 });
  expect(lines.map(({ name, value }) => `${name} → ${value}`)).toEqual([
    `Vault.constructor → ${playback.frame(1).to}`,
    "Vault.fail() → too small",
    "Answer.ping() → 9",
  ]);
});

it("gas is told by the lines of files, which may have one name in two projects", () => {
  const { lines } = gasByLine(started.debuggee, []);
  const shared = lines.filter(({ line }) => line === 18);
  expect(shared.map(({ path }) => path).sort()).toEqual(
    ["a/src/Part.sol", "b/src/Part.sol"].map((at) => join(folder, at)),
  );
});

it("a breakpoint on a function with its parameters is on that one of several", async () => {
  const stopped = async (name: string): Promise<number> => {
    const breakpoints = new Breakpoints();
    const [placed] = breakpoints.setFunctions(started.debuggee, [{ name }]);
    const options = { stopOnEntry: false, stopAtEnd: false, log: () => undefined, warn: () => undefined };
    const control = new ExecutionControl(started, breakpoints, options);
    let count = 0;
    for (let at = await control.begin(); at; at = await control.continue()) if (at.reason !== "exception") count++;
    return placed?.verified ? count : -1;
  };
  const names = [
    "same",
    "Base.same",
    "same(uint256)",
    "same( uint )",
    "same(Other)",
    "same(address)",
    "same(uint8)",
    "same()",
  ];
  const counts: number[] = [];
  for (const name of names) counts.push(await stopped(name));
  expect(counts).toEqual([2, 2, 1, 1, 1, 1, -1, -1]);
});
