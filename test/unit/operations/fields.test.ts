import { describe, expect, it } from "vitest";
import {
  aFlag,
  aHash,
  aNode,
  anAccount,
  anInteger,
  aText,
  type Field,
  oneOf,
  optional,
  type RawValue,
  readValues,
  texts,
  values,
  WrongField,
} from "../../../src/operations/model/fields";
import { say, text } from "../../../src/text/catalogue";

const label = text("Field");
const account = `0x${"1a".repeat(20)}` as const;
const hash = `0x${"2b".repeat(32)}`;

/** What a field reads of what was given; the sentence where it won't do. */
async function reading(field: Field, given: RawValue): Promise<unknown> {
  try {
    return (await readValues({ it: field }, given === undefined ? {} : { it: given }, async () => account)).it;
  } catch (error) {
    if (error instanceof WrongField) return say(error.text);
    throw error;
  }
}

describe("what an operation is given", () => {
  it.each<[Field, RawValue, unknown]>([
    [aText(label), "word", "word"],
    [aText(label), 7, "7"],
    [aText(label), undefined, '"it" is required.'],
    [aText(label), ["a"], '"it" must be text.'],
    [optional(aText(label)), undefined, undefined],
    [anInteger(label, { from: 1, to: 9 }), "7", 7],
    [anInteger(label, { from: 1, to: 9 }), 10, '"it" must be from 1 to 9.'],
    [anInteger(label, { from: 1 }), 0, '"it" must be at least 1.'],
    [anInteger(label), "1.5", '"it" must be an integer.'],
    [anInteger(label), "90071992547409930", '"it" must be an integer.'],
    [anInteger(label), "", '"it" must be an integer.'],
    [aFlag(label), "true", true],
    [aFlag(label), false, false],
    [aFlag(label), "yes", '"it" must be one of true, false, not "yes".'],
    [oneOf(label, ["a", "b"]), "b", "b"],
    [oneOf(label, ["a", "b"]), "c", '"it" must be one of a, b, not "c".'],
    [aHash(label), hash, hash],
    [aHash(label), "0x12", '"it" must be 0x and 64 hex digits.'],
    [texts(label), "a, b", ["a", "b"]],
    [texts(label), ["a", 1], ["a", "1"]],
    [texts(label), '["a, b", "c"]', ["a, b", "c"]],
    [texts(label), "[a].t.sol, b", ["[a].t.sol", "b"]],
    [texts(label), { a: 1 }, '"it" must be a list.'],
    [values(label), "id=1, name=Ann Lee", { id: "1", name: "Ann Lee" }],
    [values(label), '{"id":"1, 2"}', { id: "1, 2" }],
    [values(label), '{"id":90071992547409931}', { id: "90071992547409931" }],
    [values(label), { id: 1 }, { id: "1" }],
    // a node's own lists have lower case: what a change comes to is found by it
    [aNode(label), ` ${"AB".repeat(64)} `, "ab".repeat(64)],
    [aNode(label), "Node1", "Node1"],
    [values(label), "id", '"it" must be pairs such as id=1, name=Ann.'],
    [values(label), "{", '"it" must be a map.'],
    [anAccount(label), `0x${"3c".repeat(20)}`, `0x${"3c".repeat(20)}`],
    [anAccount(label), "alice", account],
  ])("%o takes %o as %o", async (field, given, expected) => {
    expect(await reading(field, given)).toEqual(expected);
  });

  it("names a field that isn't there, and those that are", async () => {
    const wrong = readValues({ node: aText(label) }, { nodes: "x" }, async () => account);
    await expect(wrong).rejects.toBeInstanceOf(WrongField);
    expect(
      say(
        await wrong.then(
          () => label,
          (error: WrongField) => error.text,
        ),
      ),
    ).toBe('There is no field "nodes". The fields are node.');
  });
});
