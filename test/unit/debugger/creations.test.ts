import { afterAll, beforeAll, expect, it } from "vitest";
import type { ExecutionRecording } from "../../../src/chain/dev/executionRecording";
import { evaluatorOf } from "../../../src/debugger/adapter/breakpointHits";
import { readBytes } from "../../../src/debugger/adapter/machineReferences";
import { ShownState } from "../../../src/debugger/adapter/shownState";
import { debuggeeOf } from "../../../src/debugger/program/debuggee";
import { ContractFinder } from "../../../src/debugger/program/findContract";
import { FrameScope } from "../../../src/debugger/program/frameScope";
import type { StartedDebuggee } from "../../../src/debugger/program/startDebuggee";
import { viewCaller } from "../../../src/debugger/program/viewCall";
import { valueText } from "../../../src/debugger/values/showValue";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { ask } from "../../support/askNode";
import { creationCode } from "../../support/creationCode";

let chain: DevChain;
beforeAll(async () => {
  chain = await startDevChain({ port: 0, openDev: true, sealers: 1, observers: 0, blockIntervalMs: 0 });
});
afterAll(() => chain.close());

const from = `0x${"12".repeat(20)}`;
const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => ask<T>(chain.url, method, ["group0", ...params]);
const recordCall = (call: Readonly<Record<string, unknown>>): Promise<ExecutionRecording> =>
  rpc<ExecutionRecording>("dev_recordCall", call);

async function deployed(code: string): Promise<string> {
  const data = `0x${creationCode(code)}`;
  return (await rpc<{ contractAddress: string }>("dev_sendTransaction", { from, data })).contractAddress;
}

function started(recording: ExecutionRecording): StartedDebuggee {
  const finder = new ContractFinder([]);
  return {
    debuggee: debuggeeOf(recording, finder),
    finder,
    ask: recordCall,
    notes: [],
    changes: {},
    verdict: undefined,
    verdictLines: [],
    close: async () => undefined,
  };
}

function scopeAt({ debuggee }: StartedDebuggee, step: number): FrameScope {
  return new FrameScope(debuggee, step, debuggee.timeline.visibleAt(step), step);
}

/** What the machine of the innermost frame shows under a name. */
function machine({ debuggee }: StartedDebuggee, step: number, name: string): string | undefined {
  const state = new ShownState(debuggee, { step });
  const [frame] = state.frames;
  const scopes = state.scopes(frame?.id ?? 0);
  const lines = state.variables({ variablesReference: scopes.at(-1)?.variablesReference ?? 0 });
  return lines.find((line) => line.name === name)?.value;
}

/** Puts creation code of a contract of 32 bytes into memory, with its place and length for CREATE. */
const maker = "69602a60005260206000f3600052600a6016";

it("code that makes a contract has no call data", async () => {
  const made = started(await recordCall({ from, data: `0x${creationCode("00")}` }));
  const scope = scopeAt(made, 2);
  const worked = async (expression: string): Promise<string> =>
    valueText(scope.view, await evaluatorOf(made, scope).evaluate(expression));
  expect(await worked("msg.data")).toBe("0x");
  expect(await worked("msg.sig")).toBe("0x00000000");
  expect(machine(made, 2, "calldata")).toBe("0");
  expect(readBytes(made.debuggee, 2, { memoryReference: "i0:0", count: 4 })).toMatchObject({ unreadableBytes: 4 });
});

it("a contract that was made leaves no return data", async () => {
  // CREATE, RETURNDATASIZE
  const to = await deployed(`${maker}6000f03d00`);
  const made = started(await recordCall({ from, to }));
  const last = made.debuggee.playback.length - 1;
  expect(made.debuggee.playback.machineAt(last).top?.stack.at(-1)).toBe(0n);
  expect(machine(made, last, "returndata")).toBe("0");
  expect(readBytes(made.debuggee, last, { memoryReference: "r0:0", count: 4 })).toMatchObject({ unreadableBytes: 4 });
});

it("a contract that was made in a call that failed is gone", async () => {
  // with call data: CREATE and REVERT; else CALL itself with a byte of call data, and STOP
  const failing = `${maker}6000f060006000fd`;
  const to = await deployed(`36601457600060006001600060003061fffff1005b${failing}`);
  const made = started(await recordCall({ from, to }));
  const { playback } = made.debuggee;
  const at = playback.recording.frames.findIndex(({ type }) => type === "CREATE");
  const address = playback.frame(at).to.slice(2);
  const sizeAt = async (step: number): Promise<bigint> => {
    // EXTCODESIZE, MSTORE, RETURN
    const { output } = await viewCaller(made, scopeAt(made, step)).run(`0x73${address}3b60005260206000f3`);
    return BigInt(`0x${Buffer.from(output).toString("hex")}`);
  };
  expect(await sizeAt(playback.frameEnd[at] ?? 0)).toBe(32n);
  expect(await sizeAt(playback.length - 1)).toBe(0n);
});
