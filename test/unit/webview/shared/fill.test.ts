import fc from "fast-check";
import { expect, test } from "vitest";
import { fill } from "../../../../src/webview/shared/fill";

test("values stand in their places, also out of order and more than once", () => {
  expect(fill("{1} of {0}, {1}", 7, "three")).toBe("three of 7, three");
  expect(fill("as {0}", "$& $1 {1}", "no")).toBe("as $& $1 {1}");
  expect(fill("{0} and {1}", "one")).toBe("one and {1}");
});

test("a value is never read as a place or as a pattern", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, two) => {
      expect(fill("<{0}|{1}>", one, two)).toBe(`<${one}|${two}>`);
    }),
  );
});
