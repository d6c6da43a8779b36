import { expect, it } from "vitest";
import { CellOrder } from "../../../../../src/extension/features/notebook/cellOrder";

it("runs cells of a notebook in the order in which they were started, also behind one that failed", async () => {
  const order = new CellOrder<object>();
  const [one, other] = [{}, {}];
  const done: string[] = [];
  let answer = (): void => undefined;
  const question = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const first = order.run(one, async () => {
    await question;
    done.push("first");
    throw new Error("refused");
  });
  const second = order.run(one, async () => void done.push("second"));
  await order.run(other, async () => void done.push("of another notebook"));
  answer();
  await expect(first).rejects.toThrow("refused");
  await second;
  expect(done).toEqual(["of another notebook", "first", "second"]);
});
