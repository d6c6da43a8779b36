import { expect, it } from "vitest";
import { CellOrder } from "../../../../../src/extension/features/notebook/cellOrder";

const ended: string[] = [];
const cell = (name: string, token = { isCancellationRequested: false }) => ({
  name,
  token,
  end: (success: boolean | undefined) => void ended.push(`${name} ${success}`),
});

it("runs cells of a notebook in the order in which they were started, also behind one that failed", async () => {
  const order = new CellOrder<object>();
  const [one, other] = [{}, {}];
  const done: string[] = [];
  const run = async ({ name }: { readonly name: string }): Promise<boolean> => done.push(name) > 0;
  let answer = (): void => undefined;
  const question = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const first = order.run(one, [cell("first")], async () => {
    await question;
    done.push("first");
    throw new Error("refused");
  });
  const second = order.run(one, [cell("second")], run);
  await order.run(other, [cell("of another notebook")], run);
  answer();
  await expect(first).rejects.toThrow("refused");
  await second;
  expect(done).toEqual(["of another notebook", "first", "second"]);
});

it("ends what isn't run: cells behind one that failed, and those that were cancelled while they waited", async () => {
  ended.length = 0;
  const done: string[] = [];
  const order = new CellOrder<object>();
  const cancelled = { isCancellationRequested: true };
  const cells = [cell("a"), cell("cancelled", cancelled), cell("b"), cell("c"), cell("d")];
  await order.run({}, cells, async ({ name }) => {
    done.push(name);
    return name !== "b";
  });
  expect(done).toEqual(["a", "b"]);
  expect(ended).toEqual(["cancelled undefined", "c undefined", "d undefined"]);
});
