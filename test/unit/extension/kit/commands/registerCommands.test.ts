import { beforeEach, expect, it } from "vitest";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import { registerCommands } from "../../../../../src/extension/kit/registration/registerCommands";
import { host } from "../../../../support/fakeVscode/fakeHost";

beforeEach(() => host.reset());

const done = (): unknown[] => host.executed.filter(([command]) => command === "setContext").map(([, key]) => key);

it("a command ends the step of a walkthrough when it did what it is for, and only then", async () => {
  const shown: unknown[] = [];
  const errors = { show: async (error: unknown) => void shown.push(error) } as never;
  let outcome: Error | undefined = new Cancelled();
  // Of no command that other tests run in the same process: what is done is noted once in a window.
  const trial = async (): Promise<void> => {
    if (outcome) throw outcome;
  };
  registerCommands({ errors }, { "chainside.trial": trial } as never);
  const run = (): unknown => host.commands.get("chainside.trial")?.();
  await run();
  outcome = new Error("it failed");
  await run();
  expect(done()).toEqual([]);
  expect(shown).toHaveLength(2);
  outcome = undefined;
  await run();
  await run();
  expect(done()).toEqual(["chainside.done.trial"]);
});
