import { expect, it } from "vitest";
import { OneByOne } from "../../../src/time/inParallel";

it("one work begins when the one before it has ended, well or not", async () => {
  const works = new OneByOne();
  const done: string[] = [];
  const work =
    (name: string, fails = false) =>
    async (): Promise<string> => {
      done.push(`${name} begins`);
      await new Promise((next) => setImmediate(next));
      done.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const all = [works.run(work("a", true)), works.run(work("b")), works.run(work("c"))];
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(done).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});
