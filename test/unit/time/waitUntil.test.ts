import { expect, it } from "vitest";
import { Debounce } from "../../../src/time/debounce";
import { pause, waitUntil } from "../../../src/time/waitUntil";
import { FakeClock, settled } from "../../support/fakeClock";

/** Looks that find something at the given time, with the times at which they began. */
function looks(clock: FakeClock, findsAt: number): { readonly times: number[]; look(): Promise<string | undefined> } {
  const begin = clock.now();
  const times: number[] = [];
  return {
    times,
    look: async () => {
      times.push(clock.now() - begin);
      return clock.now() - begin >= findsAt ? "found" : undefined;
    },
  };
}

it("looks at once, and after each step until it finds something", async () => {
  const clock = new FakeClock();
  const { times, look } = looks(clock, 25);
  const found = waitUntil(look, { stepMs: 10, clock });
  await clock.pass(100);
  expect(await found).toBe("found");
  expect(times).toEqual([0, 10, 20, 30]);
});

it("lets steps grow to the longest one", async () => {
  const clock = new FakeClock();
  const { times, look } = looks(clock, 110);
  const found = waitUntil(look, { stepMs: 10, factor: 2, maxStepMs: 35, clock });
  await clock.pass(200);
  expect(await found).toBe("found");
  expect(times).toEqual([0, 10, 30, 65, 100, 135]);
});

it("looks a last time at the limit", async () => {
  const clock = new FakeClock();
  const { times, look } = looks(clock, 1000);
  const found = waitUntil(look, { stepMs: 10, limitMs: 25, clock });
  await clock.pass(1000);
  expect(await found).toBeUndefined();
  expect(times).toEqual([0, 10, 20, 30]);
});

it("ends within a step when it is aborted, and never begins when it was before", async () => {
  const clock = new FakeClock();
  const { times, look } = looks(clock, 1000);
  const abort = new AbortController();
  const timeout = { stepMs: 10, signal: abort.signal, clock };
  const found = waitUntil(look, timeout);
  await clock.pass(15);
  abort.abort();
  expect(await found).toBeUndefined();
  expect(clock.due).toBeUndefined();
  expect(await waitUntil(look, timeout)).toBeUndefined();
  expect(times).toEqual([0, 10]);
});

it("ends with what a look throws", async () => {
  const broken = new Error("broken");
  await expect(waitUntil(() => Promise.reject(broken), { stepMs: 10 })).rejects.toBe(broken);
});

it("pauses as long as is said", async () => {
  const clock = new FakeClock();
  let over = false;
  void pause(10, undefined, clock).then(() => (over = true));
  await clock.pass(9);
  expect(over).toBe(false);
  await clock.pass(1);
  expect(over).toBe(true);
});

it("does what was asked for last once the asking rests, each key by itself", async () => {
  const clock = new FakeClock();
  const debounce = new Debounce(clock);
  const done: string[] = [];
  const ask = (what: string, key: string): void => debounce.after(10, () => done.push(what), key);
  ask("a1", "a");
  await clock.pass(6);
  ask("a2", "a");
  ask("b1", "b");
  await clock.pass(6);
  expect(done).toEqual([]);
  expect(debounce.isWaiting("a")).toBe(true);
  debounce.takeBack("b");
  await clock.pass(6);
  expect(done).toEqual(["a2"]);
  expect(debounce.isWaiting("a")).toBe(false);
  ask("a3", "a");
  debounce.dispose();
  await clock.pass(100);
  await settled();
  expect(done).toEqual(["a2"]);
});
