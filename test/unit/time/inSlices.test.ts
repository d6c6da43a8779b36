import { describe, expect, it } from "vitest";
import { inSlices } from "../../../src/time/inParallel";

const busy = (ms: number): void => {
  for (const since = performance.now(); performance.now() - since < ms; );
};

describe("work in slices", () => {
  it("is done for each item in order, and lets others have their turn between", async () => {
    const done: (number | string)[] = [];
    const turn = (): void => {
      done.push("other");
      if (done.length < 20) setImmediate(turn);
    };
    setImmediate(turn);
    await inSlices([1, 2, 3], (item) => {
      busy(6);
      done.push(item);
    });
    expect(done.filter((each) => each !== "other")).toEqual([1, 2, 3]);
    expect(done.indexOf("other")).toBeLessThan(done.indexOf(2));
  });
});
