import { expect, it } from "vitest";
import type { Debuggee } from "../../../src/debugger/program/debuggee";
import { failureOrigins } from "../../../src/debugger/program/explain";

interface Call {
  readonly parent: number;
  readonly output?: string;
  readonly error?: string;
  readonly code?: number;
}

/** Calls in their order, each of ten steps; `looks` counts how often one is looked up by its caller. */
function debuggeeOf(calls: readonly Call[]): { debuggee: Debuggee; looks: () => number } {
  let looks = 0;
  const frames = calls.map(({ parent, output = "0x", error, code = 0 }) => ({
    get parent() {
      looks++;
      return parent;
    },
    ...{ output, error, code },
  }));
  const playback = {
    recording: { frames },
    frameStart: calls.map((_, frame) => frame * 10),
    frameEnd: calls.map((_, frame) => frame * 10 + 10),
  };
  return { debuggee: { playback } as unknown as Debuggee, looks: () => looks };
}

it("a failure began in the last call that failed with the same words", () => {
  const { debuggee } = debuggeeOf([
    { parent: -1, error: "revert", output: "0x01" },
    { parent: 0, error: "revert", output: "0x02" },
    { parent: 0, error: "revert", output: "0x01" },
    { parent: 2, error: "revert", output: "0x01" },
    { parent: 3 },
  ]);
  const deepest = { frame: 3, step: 39 };
  expect(failureOrigins(debuggee)).toEqual([deepest, { frame: 1, step: 19 }, deepest, deepest, undefined]);
});

it("a failure without words is its own, and what stands for several executions hands on any", () => {
  const calls: readonly Call[] = [
    { parent: -1, error: "revert" },
    { parent: 0, error: "revert" },
  ];
  expect(failureOrigins(debuggeeOf(calls).debuggee)[0]).toEqual({ frame: 0, step: 9 });
  const several = calls.map((call, frame) => ({ ...call, code: frame - 1 }));
  expect(failureOrigins(debuggeeOf(several).debuggee)[0]).toEqual({ frame: 1, step: 19 });
});

it("each of many calls is looked at no more than twice", () => {
  const many = Array.from({ length: 5000 }, (_, i): Call => ({ parent: i === 0 ? -1 : 0, error: "revert" }));
  const { debuggee, looks } = debuggeeOf(many);
  expect(failureOrigins(debuggee)).toHaveLength(many.length);
  expect(looks()).toBeLessThanOrEqual(2 * many.length);
});
