import { afterAll, beforeAll, expect, it } from "vitest";
import type { ExecutionRecording } from "../../../src/chain/dev/executionRecording";
import { Breakpoints } from "../../../src/debugger/adapter/breakpoints";
import { ExecutionControl } from "../../../src/debugger/adapter/executionControl";
import { codeAddress } from "../../../src/debugger/adapter/machineReferences";
import { debuggeeOf } from "../../../src/debugger/program/debuggee";
import { ContractFinder } from "../../../src/debugger/program/findContract";
import type { StartedDebuggee } from "../../../src/debugger/program/startDebuggee";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { ask } from "../../support/askNode";
import { creationCode } from "../../support/creationCode";

const from = `0x${"12".repeat(20)}`;
/** Turns of the loop. */
const turns = 40;
/** Program counter of the loop's beginning. */
const loop = 2;
let chain: DevChain;
let recording: ExecutionRecording;
const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => ask<T>(chain.url, method, ["group0", ...params]);
beforeAll(async () => {
  chain = await startDevChain({ port: 0, openDev: true, sealers: 1, observers: 0, blockIntervalMs: 0 });
  const code = `60${turns.toString(16)}5b6001900380600257${"00"}`;
  const data = `0x${creationCode(code)}`;
  const { contractAddress: to } = await rpc<{ contractAddress: string }>("dev_sendTransaction", { from, data });
  recording = await rpc<ExecutionRecording>("dev_recordCall", { from, to });
});
afterAll(() => chain.close());

/** A control of the loop with one breakpoint at its beginning; `asked` counts what its condition asks of the chain. */
function loopControl(set: { condition?: string; hitCondition?: string }): {
  control: ExecutionControl;
  asked: number[];
} {
  const asked: number[] = [];
  const finder = new ContractFinder([]);
  const started: StartedDebuggee = {
    debuggee: debuggeeOf(recording, finder),
    finder,
    ask: (call) => {
      asked.push(asked.length);
      return rpc<ExecutionRecording>("dev_recordCall", call);
    },
    notes: [],
    changes: {},
    verdict: undefined,
    verdictLines: [],
    close: async () => undefined,
  };
  const breakpoints = new Breakpoints();
  const at = started.debuggee.playback.frame(0).code;
  const [placed] = breakpoints.setInstructions(started.debuggee, [
    { instructionReference: codeAddress(at, loop), ...set },
  ]);
  expect(placed?.verified).toBe(true);
  const options = { stopOnEntry: false, stopAtEnd: true, log: () => undefined, warn: () => undefined };
  return { control: new ExecutionControl(started, breakpoints, options), asked };
}

it.each(["begin", "reverseContinue"] as const)("a pause of %s is told by what was running, once", async (command) => {
  const { control } = loopControl({ condition: "block.chainid == 0" });
  if (command === "reverseContinue") expect(await control.begin()).toMatchObject({ reason: "end" });
  const running = control[command]();
  expect(control.pause()).toBeUndefined();
  const stopped = await running;
  expect(stopped).toMatchObject({ reason: "pause" });
  // it stands still now
  expect(control.pause()).toMatchObject({ reason: "pause", step: stopped?.step });
});

it("hits are counted once, also on the way back", async () => {
  const { control, asked } = loopControl({ condition: "block.chainid != 0", hitCondition: "== 3" });
  const third = await control.begin();
  expect(third).toMatchObject({ reason: "instruction breakpoint" });
  expect(await control.continue()).toMatchObject({ reason: "end" });
  asked.length = 0;
  expect(await control.reverseContinue()).toMatchObject({ reason: "instruction breakpoint", step: third?.step });
  // each place on the way asks once whether its condition holds
  expect(asked.length).toBeLessThanOrEqual(turns);
});
