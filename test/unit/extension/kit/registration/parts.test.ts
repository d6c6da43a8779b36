import { expect, it } from "vitest";
import { Parts } from "../../../../../src/extension/kit/registration/parts";

it("parts of a feature end with it once, and those that come later at once", () => {
  const ended: string[] = [];
  const part = (name: string) => ({ dispose: () => void ended.push(name) });
  const parts = new Parts();
  parts.add(part("first"), part("second"));
  expect(ended).toEqual([]);
  parts.dispose();
  parts.dispose();
  expect(ended).toEqual(["first", "second"]);
  parts.add(part("late"));
  expect(ended).toEqual(["first", "second", "late"]);
});
