import { describe, expect, it } from "vitest";
import { fieldArguments, readFields } from "../../../../src/cli/operations/fieldOptions";
import { takenOptions } from "../../../../src/cli/operations/operationLine";
import { allOperations } from "../../../../src/operations/catalogue";
import { aFlag, anInteger, aText, type Fields, optional, texts, values } from "../../../../src/operations/model/fields";
import { callForm, fieldOption } from "../../../../src/operations/words/fieldText";
import { text } from "../../../../src/text/catalogue";

const label = text("Node");
const fields = {
  later: optional(aText(label)),
  node: aText(label),
  columns: texts(label),
  blockNumber: anInteger(label, { from: 0, to: 9 }),
} satisfies Fields;
const read = (given: Fields, words: readonly string[], options: Record<string, unknown> = {}) =>
  readFields(given, options, words, takenOptions);

describe("fields on a command line", () => {
  it("are words in the order of the required ones, a list as long as the rest leaves room", () => {
    expect(read(fields, ["n", "a", "b", "7"])).toEqual({ node: "n", columns: ["a", "b"], blockNumber: "7" });
    expect(read({ name: fields.node, path: fields.later }, ["n", "/apps"])).toEqual({ name: "n", path: "/apps" });
  });

  it("are options, in the spelling of options, and beside those of every command", () => {
    expect(fieldOption("blockNumber", takenOptions)).toBe("block-number");
    expect(fieldOption("node", takenOptions)).toBe("field-node");
    expect(read(fields, ["a", "b"], { "field-node": "n", "block-number": "\u0000-3" })).toEqual({
      node: "n",
      columns: ["a", "b"],
      blockNumber: "-3",
    });
  });

  it("may be maps and flags", () => {
    const given = { row: values(label), fast: optional(aFlag(label)) };
    expect(read(given, ["a=1", "b=x=y"], { "no-fast": true })).toEqual({ row: { a: "1", b: "x=y" }, fast: false });
    expect(() => read(given, ["nothing"])).toThrow("NAME=VALUE");
    expect(() => read(given, ["a=1"], { fast: true, "no-fast": true })).toThrow("not both");
  });

  it("are refused when one is missing or there are too many words", () => {
    expect(() => read({ node: fields.node }, [])).toThrow("NODE (Node)");
    expect(() => read({ node: fields.node }, ["a", "b", "c"])).toThrow("b c");
  });

  it("of no operation share an option", async () => {
    for (const operation of await allOperations()) {
      const options = Object.keys(fieldArguments(operation.fields, takenOptions));
      expect(
        options.filter((option) => Object.hasOwn(takenOptions, option)),
        callForm(operation),
      ).toEqual([]);
      expect(new Set(options).size).toBe(options.length);
    }
  });
});
