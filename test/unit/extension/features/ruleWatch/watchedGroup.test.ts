import { expect, it } from "vitest";
import { WatchedGroup } from "../../../../../src/extension/features/ruleWatch/watchedGroup";
import type { Connection } from "../../../../../src/extension/state/connections/connection";
import { FakeClock } from "../../../../support/fakeClock";

it("a group is looked at with a new block, at most once a second, else every ten seconds", async () => {
  const clock = new FakeClock();
  const blocks = new Set<() => void>();
  /** Questions; each look has the same number of them. */
  let looks = 0;
  const transport = {
    label: "",
    request: async (): Promise<unknown> => {
      looks++;
      throw new Error("no node");
    },
    close: async () => undefined,
  };
  const connection = { openEach: async () => [{ url: "http://127.0.0.1:20200", transport }], profile: {} };
  const watched = await WatchedGroup.begin(connection as unknown as Connection, "group0", [], {
    clock,
    onBlock: (listener) => {
      blocks.add(listener);
      return { dispose: () => blocks.delete(listener) };
    },
    changed: () => undefined,
    troubled: () => undefined,
    report: (error) => expect(error).toBeUndefined(),
  });
  const newBlock = (): void => {
    for (const each of blocks) each();
  };
  await clock.pass(1);
  const first = looks;
  expect(first).toBeGreaterThan(0);
  const each = first;
  await clock.pass(9000);
  expect(looks).toBe(first);
  newBlock();
  newBlock();
  await clock.pass(1000);
  expect(looks).toBe(first + each);
  // a block that comes before the next look doesn't put it off
  newBlock();
  await clock.pass(600);
  newBlock();
  await clock.pass(400);
  expect(looks).toBe(first + 2 * each);
  await clock.pass(9999);
  expect(looks).toBe(first + 2 * each);
  await clock.pass(1);
  expect(looks).toBe(first + 3 * each);
  watched.dispose();
  expect(blocks.size).toBe(0);
  await clock.pass(60_000);
  expect(looks).toBe(first + 3 * each);
});
