import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { onAbort } from "../../../src/time/onAbort";

it("calls all who wait for a signal, each once, through one listener", () => {
  const stop = new AbortController();
  const heard: number[] = [];
  const takeBack = Array.from({ length: 100 }, (_, at) => onAbort(stop.signal, () => heard.push(at)));
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(1);
  for (const [at, back] of takeBack.entries()) if (at % 2 === 0) back();
  stop.abort();
  stop.abort();
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
  expect(heard).toEqual(Array.from({ length: 50 }, (_, at) => 2 * at + 1));
});

it("leaves out those that another's end takes back, and calls no one for a signal that was aborted before", () => {
  const stop = new AbortController();
  const heard: string[] = [];
  let back = (): void => undefined;
  onAbort(stop.signal, () => {
    heard.push("first");
    back();
  });
  back = onAbort(stop.signal, () => heard.push("second"));
  stop.abort();
  onAbort(stop.signal, () => heard.push("late"));
  expect(heard).toEqual(["first"]);
});

it("leaves nothing on a signal when no one waits any more, and waits anew", () => {
  const stop = new AbortController();
  let heard = 0;
  const first = onAbort(stop.signal, () => heard++);
  first();
  first();
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
  onAbort(stop.signal, () => heard++);
  first();
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(1);
  stop.abort();
  expect(heard).toBe(1);
});
