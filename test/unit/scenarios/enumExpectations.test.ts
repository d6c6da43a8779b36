import { describe, expect, it } from "vitest";
import { contractInterface } from "../../../src/chain/abi/contractInterface";
import { withEnumNames } from "../../../src/chain/artifact/enumNames";
import { readCell } from "../../../src/chain/notebook/requestText";
import { standardSuite } from "../../../src/crypto/suites";
import { expectationValue } from "../../../src/scenarios/notebook/expectations";
import { checkOutcome } from "../../../src/scenarios/run/outcome";
import { Scope, StepFailure, seenAnswer } from "../../../src/scenarios/run/scope";
import { say } from "../../../src/text/catalogue";

const color = { type: "uint8", internalType: "enum Color" };
const number = { name: "", type: "uint8", internalType: "uint8" };
const answers = (name: string, ...outputs: object[]) => ({ type: "function", name, inputs: [], outputs });
const abi = [
  answers("one", { ...color, name: "" }),
  answers("plain", number),
  answers("list", { ...color, name: "", type: "uint8[]", internalType: "enum Color[]" }),
  answers("pair", { ...color, name: "color" }, { ...number, name: "n" }),
];
const easel = contractInterface(withEnumNames(abi, { Color: ["Red", "Green", "Blue"] }), standardSuite);

const word = (value: number): string => value.toString(16).padStart(64, "0");

/** What an expectation of a notebook says to an answer of these words; nothing where it is met. */
function messageOf(called: string, words: readonly number[], expected: string): string | undefined {
  const values = easel.decodeOutput(called, `0x${words.map(word).join("")}`);
  const { plain, named } = seenAnswer(values);
  const [request] = readCell(`call Easel ${called}\n${expected}`);
  try {
    for (const { expectation } of request?.expected(() => "") ?? [])
      checkOutcome(expectationValue(expectation, 1), { result: plain, named }, new Scope());
    return undefined;
  } catch (error) {
    if (error instanceof StepFailure) return say(error.text);
    throw error;
  }
}

describe("members of enums that are expected", () => {
  it.each([
    ["one", [1], "Green"],
    ["one", [1], "1"],
    ["one", [1], "0x1"],
    ["one", [1], '"1 (Green)"'],
    ["one", [9], "9"],
    ["list", [32, 2, 2, 0], "[Blue, Red]"],
    ["list", [32, 2, 2, 0], "[2, Red]"],
    ["list", [32, 2, 2, 0], "contains Red"],
    ["pair", [2, 1], "{color: Blue, n: 1}"],
    ["one", [1], "atLeast 1"],
    ["one", [1], "not Red"],
  ])("of %s with %j is met by %s", (called, words, expected) => {
    expect(messageOf(called, words, `expect ${expected}`)).toBeUndefined();
  });

  it.each([
    ["one", [1], "Red", "result is 1 (Green), expected Red"],
    ["one", [1], "green", "result is 1 (Green), expected green"],
    ["one", [1], '"2 (Green)"', "result is 1 (Green), expected 2 (Green)"],
    ["one", [9], "Green", "result is 9, expected Green"],
    ["plain", [1], "Green", "result is 1, expected Green"],
    ["list", [32, 1, 2], "[Red]", "result[0] is 2 (Blue), expected Red"],
    ["list", [32, 1, 2], "contains Red", 'result is ["2 (Blue)"], expected $contains Red'],
    ["pair", [2, 1], "{n: Green}", "result.n is 1, expected Green"],
    ["one", [1], "not Green", "result is 1 (Green), expected $not Green"],
  ])("of %s with %j is not met by %s", (called, words, expected, why) => {
    expect(messageOf(called, words, `expect ${expected}`)).toBe(why);
  });
});

it("an address that isn't the expected one has its name in the run behind it; both sides are compared without", () => {
  const [alice, till] = [`0x${"a1".repeat(20)}`, `0x${"b2".repeat(20)}`] as const;
  const scope = new Scope();
  scope.addresses.set("alice", alice);
  scope.contracts.set("till", { name: "Till", address: till, abi: easel });
  const [request] = readCell(`call Easel one\nexpect ${till.toUpperCase().replace("0X", "0x")}`);
  const [expected] = request?.expected(() => "") ?? [];
  if (!expected) throw new Error("no expectation");
  let failure: unknown;
  try {
    checkOutcome(expectationValue(expected.expectation, 1), { result: alice }, scope);
  } catch (error) {
    failure = error;
  }
  if (!(failure instanceof StepFailure)) throw failure;
  const wanted = till.toUpperCase().replace("0X", "0x");
  expect(say(failure.text)).toBe(`result is ${alice} (alice), expected ${wanted} (till)`);
  expect(failure.difference).toEqual({ actual: alice, expected: wanted });
});
