import { expect, it } from "vitest";
import { allBegun } from "../../../src/time/inParallel";

it("leaves no rejection to no one where another work throws at once", async () => {
  const unheard: unknown[] = [];
  const note = (reason: unknown): void => void unheard.push(reason);
  process.on("unhandledRejection", note);
  const throws = (): number => {
    throw new Error("begun");
  };
  await expect(allBegun(() => Promise.reject(new Error("asked")), throws)).rejects.toThrow();
  await expect(allBegun(throws, () => Promise.reject(new Error("asked")))).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("unhandledRejection", note);
  expect(unheard).toEqual([]);
  expect(
    await allBegun(
      () => 1,
      async () => "a",
    ),
  ).toEqual([1, "a"]);
});
