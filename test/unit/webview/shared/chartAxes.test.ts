import { expect, it } from "vitest";
import { namedPlaces } from "../../../../src/webview/shared/chartAxes";

const dates = Array.from({ length: 40 }, (_, place) => `11/23, 09:12\n#${300 + place}`);

it("names of places are as many as there is room for, and none is cut off at the left", () => {
  expect(namedPlaces(dates, 0, 39, 400)).toEqual([0, 10, 20, 30]);
  // half a name reaches 42 pixels to the left of its place
  expect(namedPlaces(dates, 0, 39, 400, 42)).toEqual([0, 10, 20, 30]);
  expect(namedPlaces(dates, 0, 39, 400, 27)).toEqual([2, 12, 22, 32]);
  expect(namedPlaces(["a", "b"], 0, 1, 400, 27)).toEqual([0, 1]);
  // where nothing fits, the last one stands
  expect(namedPlaces(["x".repeat(24)], 0, 0, 20, 0)).toEqual([0]);
});
