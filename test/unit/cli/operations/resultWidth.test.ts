import type { GenericSchema } from "valibot";
import { describe, expect, it } from "vitest";
import { resultLines } from "../../../../src/cli/operations/resultText";
import { loadedOperations } from "../../../../src/operations/loaded";
import { widthOf } from "../../../../src/text/columns";

type Schema = GenericSchema & {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly items?: readonly Schema[];
  readonly value?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly (Schema | string)[];
  readonly literal?: unknown;
  readonly rest?: Schema;
};

/** What nodes give where the catalogue says no more than "an object": nested, and with JSON in a text. */
const anything = (word: () => string): unknown => ({
  name: word(),
  nodes: [
    { id: word(), config: JSON.stringify({ chainId: word(), rpc: { address: word(), peers: [word(), word()] } }) },
    { id: word(), config: JSON.stringify({ chainId: word(), rpc: { address: word(), peers: [] } }) },
  ],
  lists: [[word(), word()], [{ deep: { deeper: word() } }]],
});

/** Some result of the shape, with everything in it that may be in it. */
function sample(schema: Schema, word: () => string): unknown {
  const { type, entries = {}, item, items, value, wrapped, options = [], literal } = schema;
  switch (type) {
    case "string":
      return word();
    case "number":
      return 1_234_567;
    case "boolean":
      return true;
    case "any":
    case "unknown":
      return anything(word);
    case "literal":
      return literal;
    case "picklist":
      return options[0];
    case "array":
      return item && [1, 2, 3].map(() => sample(item, word));
    case "tuple":
      return items?.map((each) => sample(each, word));
    case "record":
      return value?.type === "unknown"
        ? anything(word)
        : value && Object.fromEntries(["one", "two"].map((name) => [name, sample(value, word)]));
    case "object":
    case "loose_object":
    case "strict_object":
      return Object.fromEntries(Object.entries(entries).map(([name, each]) => [name, sample(each, word)]));
    case "union":
    case "variant":
      return sample(options.at(-1) as Schema, word);
    case "null":
      return null;
    default:
      if (wrapped) return sample(wrapped, word);
      throw new TypeError(`no sample of ${type}`);
  }
}

describe.each([8, 42, 66, 128])("results whose texts have %i characters", (length) => {
  it.each(loadedOperations.map((operation) => [`${operation.noun} ${operation.verb}`, operation] as const))(
    "of %s fit into 80 columns, but for a value that stands alone",
    (_, { result }) => {
      let count = 0;
      const word = (): string => {
        count += 1;
        return `w${String(count).padStart(3, "0")}`.padEnd(length, "x");
      };
      const lines = resultLines(sample(result as Schema, word), 80);
      const words = lines.join("\n").match(/w\d{3}x*/g) ?? [];
      expect(new Set(words).size).toBe(count);
      for (const line of lines) {
        if (widthOf(line) > 80) expect(line.match(/w\d{3}x*/g), line).toHaveLength(1);
        expect(line).not.toMatch(/[{[]"/);
      }
    },
  );
});
