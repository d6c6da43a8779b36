import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExecutionRecording } from "../../../src/chain/dev/executionRecording";
import { Playback } from "../../../src/debugger/replay/playback";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import helloWorld from "../../fixtures/devchain/helloWorld.json";
import { ask } from "../../support/askNode";
import { creationCode } from "../../support/creationCode";

const chains: { name: string; chain: DevChain }[] = [];
beforeAll(async () => {
  for (const [name, settings] of [
    ["baseline", {}],
    ["sm", { suite: "sm" as const }],
    ["classic 3.6", { compatibilityVersion: "3.6.0", executorVersion: 0 as const }],
  ] as const) {
    chains.push({
      name,
      chain: await startDevChain({
        port: 0,
        openDev: true,
        sealers: 1,
        observers: 0,
        txGasLimit: 400_000n,
        ...settings,
      }),
    });
  }
});
afterAll(async () => {
  for (const { chain } of chains) await chain.close();
});

const rpc = <T>(chain: DevChain, method: string, ...params: unknown[]): Promise<T> => ask<T>(chain.url, method, params);

interface Step {
  readonly pc: number;
  readonly gas: string;
  readonly stack: string[];
  readonly memory: string;
}
interface Trace {
  readonly status: number;
  readonly steps: Step[];
}

/** Runtime codes, each with what is hard about it. */
const codes: Record<string, string> = {
  "a jump to nowhere": "6003600456",
  "a copy within memory that no gas pays": "63ffffffff600060005e",
  "too few words": "600101",
  "an opcode that is none": "60016002030c",
  "the end without an end": "6001600201",
  "a loop and memory": `60005b${"80602052" /* store the counter */}6001018060141060025750${"60206020a0"}00`,
  "a return with code behind it": "602060006020f35b6001600201505b5800",
  "a revert with code behind it": "602060006020fd5b6001600201505b5800",
  revert: "6004600055602060006000a16020600052602060 00fd".replaceAll(" ", ""),
  "a contract made and called":
    // creation code of 10 bytes that makes a contract which gives 42 back
    "69602a60005260206000f3600052600a6016600af08060005260206000600060006000855af13d6000602a3e60206000f3",
  "creation code that copies call data": "6b602060006000376000515000600052600c60146000f000",
  "itself, until the depth ends": "6000600060006000600030615000f160005500",
  "all its gas": "5b60005660015b600056",
  "a hash and a copy": "602060002060005260206000206020523660006040376020604060603e00",
  "itself as a file": "3860006000393860006020303c60406000a000",
};

test("what is played is what the machine did, opcode by opcode", async () => {
  for (const { name, chain } of chains) {
    for (const [what, code] of Object.entries({ ...codes, "Hello World": "" })) {
      const from = `0x${"12".repeat(20)}`;
      const init = code === "" ? helloWorld.init : `0x${creationCode(code)}`;
      const { contractAddress } = await rpc<{ contractAddress: string }>(chain, "dev_sendTransaction", "group0", {
        from,
        data: init,
      });
      const data = code === "" ? helloWorld.set : `0x${"ab".repeat(40)}`;
      const { transactionHash } = await rpc<{ transactionHash: string }>(chain, "dev_sendTransaction", "group0", {
        from,
        to: contractAddress,
        data,
      });
      const options = { steps: 20_000, memory: true };
      const recorded = await rpc<ExecutionRecording>(chain, "dev_recordTransaction", "group0", transactionHash);
      const playback = new Playback(recorded);
      let trace: Trace;
      try {
        trace = await rpc<Trace>(chain, "dev_traceTransaction", "group0", transactionHash, options);
      } catch {
        expect(playback.length, what).toBeGreaterThan(2_000_000);
        continue; // too long for that one
      }
      expect(recorded.status, `${name}: ${what}`).toBe(trace.status);
      const played = trace.steps.map((_, step) => {
        const top = playback.machineAt(step).top;
        if (!top) return undefined;
        return {
          pc: top.pc,
          gas: String(top.gas),
          stack: top.stack.map((word) => `0x${word.toString(16)}`),
          memory: `0x${Buffer.from(top.memory.read(0, top.memory.size)).toString("hex")}`,
        };
      });
      const wanted = trace.steps.map(({ pc, gas, stack, memory }) => ({ pc, gas, stack, memory }));
      for (const [step, want] of wanted.entries()) {
        const got = played[step];
        // the library's memory is longer than what was used
        const length = Math.min(got?.memory.length ?? 0, want.memory.length);
        expect({ ...got, memory: got?.memory.slice(0, length) }, `${name}: ${what}, step ${step}`).toEqual({
          ...want,
          memory: want.memory.slice(0, length),
        });
      }
      expect(playback.length, `${name}: ${what}`).toBeGreaterThanOrEqual(wanted.length);
      // a failing opcode may be played that no trace has; after a return or a revert there is nothing
      const ends = (recorded.status === 0 || recorded.status === 16) && wanted.length < options.steps;
      if (ends) expect(playback.length, `${name}: ${what}`).toBe(wanted.length);
    }
  }
});

test("looking at steps in any order shows the same", async () => {
  const chain = chains[0]?.chain as DevChain;
  const from = `0x${"12".repeat(20)}`;
  const loop = "60005b806020526001018061ffff1060025700";
  const { contractAddress } = await rpc<{ contractAddress: string }>(chain, "dev_sendTransaction", "group0", {
    from,
    data: `0x${creationCode(loop)}`,
  });
  const recorded = await rpc<ExecutionRecording>(chain, "dev_recordCall", "group0", {
    from,
    to: contractAddress,
    data: "0x",
  });
  const playback = new Playback(recorded);
  const shown = (step: number) => {
    const top = playback.machineAt(step).top;
    return [top?.pc, top?.stack.join(), top?.gas, Buffer.from(top?.memory.read(0, 96) ?? []).toString("hex")].join(" ");
  };
  const steps = Array.from({ length: 60 }, (_, i) => (i * 7919) % playback.length).sort((a, b) => a - b);
  const forwards = steps.map(shown);
  expect([...steps].reverse().map(shown).reverse()).toEqual(forwards);
});

test("a recording whose code copies more memory than there can be is played without the copy", async () => {
  const chain = chains[0]?.chain as DevChain;
  const from = `0x${"12".repeat(20)}`;
  const { contractAddress } = await rpc<{ contractAddress: string }>(chain, "dev_sendTransaction", "group0", {
    from,
    data: `0x${creationCode("6300000020600060005e00")}`,
  });
  const recorded = await rpc<ExecutionRecording>(chain, "dev_recordCall", "group0", { from, to: contractAddress });
  const text = JSON.stringify(recorded);
  const forged = JSON.parse(text.replaceAll("6300000020", "63ffffffff")) as ExecutionRecording;
  expect(JSON.stringify(forged)).not.toBe(text);
  const playback = new Playback(forged);
  expect(playback.length).toBe(5);
  expect(playback.machineAt(4).top?.memory.size).toBe(0);
});
