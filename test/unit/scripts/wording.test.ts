import { expect, it } from "vitest";
import { checkWording, wordingProblems } from "../../../scripts/lint/wording";

it.each([
  ["Nobody may change balances yet.", "nobody"],
  ["What shall it be?", "shall"],
  ['"{to}" is no address.', "is no"],
  ["The node does not start.", "contraction"],
  ["Loading …", "blank"],
])("refuses %s", (text, problem) => {
  expect(wordingProblems(text, "").join()).toContain(problem);
});

it.each(["There is no method {name}.", 'The node reports "is not allowed".', "{0} is no longer connected."])(
  "leaves %s alone",
  (text) => {
    expect(wordingProblems(text, "")).toEqual([]);
  },
);

it("refuses Chinese that the terms rule out", () => {
  expect(wordingProblems("", "您的账号")).toHaveLength(2);
});

it("finds nothing in what users read now", () => {
  expect(checkWording()).toEqual([]);
});
