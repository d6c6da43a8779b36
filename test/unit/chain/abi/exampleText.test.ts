import { describe, expect, it } from "vitest";
import { readParameters } from "../../../../src/chain/abi/abiType";
import { exampleText, readArgument } from "../../../../src/chain/abi/abiValue";
import { sourceType } from "../../../../src/chain/abi/namedValue";
import { ChainError } from "../../../../src/errors/chainError";
import { functionText } from "../../../../src/extension/flows/lines/functionText";

const [order, color, grid, texts] = readParameters(
  [
    {
      name: "order",
      type: "tuple",
      internalType: "struct Shop.Order",
      components: [
        { name: "buyer", type: "address" },
        {
          name: "items",
          type: "tuple[]",
          internalType: "struct Item[]",
          components: [
            { name: "name", type: "string" },
            { name: "price", type: "int64" },
          ],
        },
      ],
    },
    { name: "color", type: "uint8", internalType: "enum Shop.Color" },
    { name: "grid", type: "uint8[2][3]", internalType: "uint8[2][3]" },
    { name: "texts", type: "string[9]" },
  ],
  "f",
);

describe("examples of what is typed", () => {
  it.each([
    [order, '{buyer: 0x…, items: [{name: "text", price: -42}, …]}'],
    [color, "42"],
    [grid, "[[42, 42], [42, 42], [42, 42]]"],
    [texts, '["text", "text", "text", …]'],
  ])("show the members of a struct and the items of a list", (parameter, text) => {
    expect(parameter && exampleText(parameter.shape)).toBe(text);
  });

  it("are a value of the type where nothing is left out", () => {
    if (!grid) throw new Error("no grid");
    expect(readArgument(grid, exampleText(grid.shape), 0)).toEqual([
      [42n, 42n],
      [42n, 42n],
      [42n, 42n],
    ]);
  });
});

describe("a type as its source says it", () => {
  it("is the name of a struct or an enum, without the contract it stands in", () => {
    expect([order, color, grid, texts].map((each) => each && sourceType(each))).toEqual([
      "Order",
      "Color",
      "uint8[2][3]",
      "string[9]",
    ]);
  });

  it("makes a function short to read", () => {
    const inputs = [order, color].flatMap((each) => each ?? []);
    const one = {
      name: "place",
      signature: "place((address,(string,int64)[]),uint8)",
      selector: "0x12345678",
      inputs,
      outputs: inputs.slice(0, 1),
      stateMutability: "nonpayable",
    } as const;
    expect(functionText(one)).toBe("(Order order, Color color) → Order order");
  });
});

describe("an empty field", () => {
  it.each([
    ["address", "0x…"],
    ["uint8", "42"],
    ["bytes4", "0x…"],
    ["bool", "true"],
    ["uint8[]", "[42, …]"],
  ])("of type %s is said to be empty", (type, example) => {
    const [parameter] = readParameters([{ name: "it", type }], "f");
    if (!parameter) throw new Error("no parameter");
    let thrown: unknown;
    try {
      readArgument(parameter, " ", 0);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ChainError);
    expect(thrown).toMatchObject({ code: "argumentEmpty", details: { argument: "it", type, example } });
  });

  it("is a text of no length", () => {
    const [parameter] = readParameters([{ name: "it", type: "string" }], "f");
    expect(parameter && readArgument(parameter, "", 0)).toEqual(new Uint8Array(0));
  });
});
