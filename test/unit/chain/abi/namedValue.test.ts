import { describe, expect, it } from "vitest";
import { type AbiValue, plainValue } from "../../../../src/chain/abi/abiDecoder";
import { exampleText } from "../../../../src/chain/abi/abiValue";
import { contractInterface } from "../../../../src/chain/abi/contractInterface";
import { decodedCall, decodedText, decodedTexts, namedType, namedValue } from "../../../../src/chain/abi/namedValue";
import { revertText } from "../../../../src/chain/abi/revert";
import { amountText, notedText, withNotes } from "../../../../src/chain/abi/valueNotes";
import { enumNamesOf, withEnumNames } from "../../../../src/chain/artifact/enumNames";
import { readJsonArtifact } from "../../../../src/chain/artifact/readArtifact";
import type { Hex } from "../../../../src/crypto/bytes/hex";
import { standardSuite } from "../../../../src/crypto/suites";

const color = { type: "uint8", internalType: "enum Shop.Color" };
const item = {
  name: "item",
  type: "tuple",
  internalType: "struct Shop.Item",
  components: [
    { name: "id", type: "uint64", internalType: "uint64" },
    { name: "color", ...color },
    { name: "others", ...color, type: "uint8[]", internalType: "enum Shop.Color[]" },
  ],
};
const abi = [
  {
    type: "function",
    name: "paint",
    inputs: [
      { name: "color", ...color },
      { name: "n", type: "uint8" },
    ],
    outputs: [],
  },
  {
    type: "function",
    name: "items",
    inputs: [],
    outputs: [
      { ...item, type: "tuple[]", internalType: "struct Shop.Item[]" },
      { name: "", type: "uint256" },
    ],
  },
  {
    type: "error",
    name: "Faded",
    inputs: [
      { name: "color", ...color },
      { name: "left", type: "uint8" },
    ],
  },
  { type: "event", name: "Painted", inputs: [{ name: "color", ...color, indexed: true }, item] },
];
const ast = {
  nodeType: "SourceUnit",
  nodes: [
    { nodeType: "EnumDefinition", name: "Size", canonicalName: "Size", members: [{ name: "S" }] },
    {
      nodeType: "ContractDefinition",
      nodes: [
        {
          nodeType: "EnumDefinition",
          canonicalName: "Shop.Color",
          members: [{ name: "Red" }, { name: "Green" }],
        },
      ],
    },
  ],
};

describe("names that the source gives", () => {
  const enums = enumNamesOf(ast);
  const shop = contractInterface(withEnumNames(abi, enums), standardSuite);
  const items = [[{ id: "7", color: "1", others: ["0", "9"] }], "3"];

  it("are of enums in the compiler's tree", () => {
    expect(enums).toEqual({ Size: ["S"], "Shop.Color": ["Red", "Green"] });
    const file = JSON.stringify({ abi, bytecode: "0x60", ast });
    expect(readJsonArtifact(file, "Shop.json")).toMatchObject({ notes: { enums }, abi });
  });

  it("stand beside the numbers of enums and in place of the types, wherever they are", () => {
    const decoded = shop.decodeOutput("items", shop.encodeOutput("items", items));
    expect(decoded.map(namedType)).toEqual(["Item[]", "uint256"]);
    expect(decoded.map(namedValue)).toEqual([[{ id: "7", color: "1 (Green)", others: ["0 (Red)", "9"] }], "3"]);
    expect(decodedTexts(decoded)).toBe('item: [{"id":"7","color":"1 (Green)","others":["0 (Red)","9"]}], 3');
    const call = shop.decodeCall(shop.encodeCall("paint", ["1", "1"]));
    expect(decodedCall("paint", call?.arguments ?? [])).toBe("paint(1 (Green), 1)");
  });

  it("go with the value, into copies and other processes; programs get what the ABI says", () => {
    const decoded = shop.decodeCall(shop.encodeCall("paint", ["1", "1"]))?.arguments ?? [];
    expect(decodedCall("paint", structuredClone(decoded))).toBe("paint(1 (Green), 1)");
    expect(
      decodedCall(
        "paint",
        decoded.map((each) => ({ ...each, name: "" })),
      ),
    ).toBe("paint(1 (Green), 1)");
    expect(decoded.map(plainValue)).toEqual([
      { name: "color", type: "uint8", value: "1" },
      { name: "n", type: "uint8", value: "1" },
    ]);
  });

  it("can be given in place of the numbers, as they are shown, too", () => {
    const numbers = shop.encodeCall("paint", ["1", "1"]);
    for (const given of ["Green", " Green ", "1 (Green)", "0x1", 1, 1n])
      expect(shop.encodeCall("paint", [given, "1"])).toBe(numbers);
    expect(shop.encodeCall("paint", { color: "Green", n: 1 })).toBe(numbers);
    expect(shop.encodeOutput("items", ["[{id: 7, color: Green, others: [Red, 9]}]", "3"])).toBe(
      shop.encodeOutput("items", items),
    );
    expect(shop.functions[1]?.outputs.map(({ shape }) => exampleText(shape))).toEqual([
      "[{id: 42, color: Red, others: [Red, …]}, …]",
      "42",
    ]);
  });

  it("are told where what is given is no member", () => {
    const advice = "Write a member or its number: Red (0), Green (1).";
    for (const given of ["green", "Blue", "2 (Green)", "1.5", null])
      expect(() => shop.encodeCall("paint", [given, "1"])).toThrow(
        expect.objectContaining({
          code: "argumentNotMember",
          message: `Argument color (uint8): the enum has no member ${given}.`,
          advice,
        }),
      );
    expect(() => shop.encodeCall("paint", ["Green", "Green"])).toThrow(
      expect.objectContaining({ code: "argumentNotInteger" }),
    );
    const bare = contractInterface(abi, standardSuite);
    expect(() => bare.encodeCall("paint", ["Green", "1"])).toThrow(
      expect.objectContaining({ code: "argumentNotInteger" }),
    );
  });

  it("are of events too", () => {
    const topics = [shop.events[0]?.topic ?? "", `0x${"00".repeat(31)}01`];
    const item = { id: "7", color: "0", others: [] };
    const body = contractInterface(
      [{ type: "function", name: "f", inputs: [], outputs: [abi.find(({ type }) => type === "event")?.inputs?.[1]] }],
      standardSuite,
    ).encodeOutput("f", [item]);
    const event = shop.decodeEvent({ topics, data: body });
    expect(event?.arguments.map(decodedText)).toEqual(["1 (Green)", '{"id":"7","color":"0 (Red)","others":[]}']);
  });

  it("are no more than what the ABI tells without the tree", () => {
    const bare = contractInterface(abi, standardSuite);
    const decoded = bare.decodeOutput("items", shop.encodeOutput("items", items) as Hex);
    expect(decoded.map(namedType)).toEqual(["Item[]", "uint256"]);
    expect(decoded.map(namedValue)).toEqual(items);
    expect(withEnumNames(JSON.stringify(abi), {})).toBe(JSON.stringify(abi));
  });

  it("are none of what is no tree", () => {
    const definition = (canonicalName: unknown, members: unknown) => ({
      nodes: [{ nodeType: "EnumDefinition", canonicalName, members }],
    });
    for (const odd of [
      undefined,
      null,
      7,
      "ast",
      [],
      definition("A", [{ name: 1 }]),
      definition("A b", [{ name: "X" }]),
      definition("A", "X"),
      definition("A", [{ name: "X\u001b[31m" }]),
      definition(
        "A",
        Array.from({ length: 300 }, () => ({ name: "X" })),
      ),
    ])
      expect(enumNamesOf(odd)).toEqual({});
    expect(enumNamesOf(definition("__proto__", [{ name: "X" }]))).toBeTypeOf("object");
    const deep: { nodes: unknown[] } = { nodes: [] };
    deep.nodes.push(deep);
    expect(enumNamesOf(deep)).toEqual({});
  });

  it("are told of errors, too", () => {
    const [faded] = shop.errors;
    const word = (value: number): string => value.toString(16).padStart(64, "0");
    const revert = shop.decodeRevert(`${faded?.selector ?? "0x"}${word(1)}${word(1)}` as Hex);
    expect(revertText(revert)).toBe("Faded(color: 1 (Green), left: 1)");
  });
});

describe("what is said behind a value", () => {
  const [known, other] = [`0x${"a1".repeat(20)}`, `0x${"b2".repeat(20)}`];
  const nameOf = (address: string) => (address === known ? "dev1" : undefined);
  const noted = (type: string, value: AbiValue): string => notedText({ name: "x", type, value }, nameOf);
  const ether = "2500000000000000000";

  it.each<[string, AbiValue, string]>([
    ["address", known, `${known} (dev1)`],
    ["address", other, other],
    ["uint256", ether, `${ether} (2.5 ether)`],
    // no money: too small a type, too small, not round, a hash of an indexed list
    ["uint64", ether, ether],
    ["uint256", "5", "5"],
    ["uint256[]", known, known],
    ["string", known, known],
    ["bool", true, "true"],
    [
      "(address,uint256)[]",
      [{ who: known, amount: ether }],
      `[{"who":"${known} (dev1)","amount":"${ether} (2.5 ether)"}]`,
    ],
    ["(uint64,(address,bool))", ["7", [known, false]], `["7",["${known} (dev1)",false]]`],
    ["address[2][]", [[known, other]], `[["${known} (dev1)","${other}"]]`],
    ["Lib.Set", { at: known }, `{"at":"${known}"}`],
  ])("of %s %j is %s", (type, value, text) => expect(noted(type, value)).toBe(text));

  it("keeps the value for programs, and the source's words", () => {
    const source = { type: "Color", named: "1 (Green)", doc: "how it looks" };
    const decoded = { name: "c", type: "uint8", value: "1", source };
    expect(withNotes(decoded, nameOf)).toEqual(decoded);
    expect(plainValue(withNotes({ name: "", type: "address", value: known }, nameOf)).value).toBe(known);
  });

  it("shows what can't be seen in a name", () => {
    const odd = notedText({ name: "", type: "address", value: known }, () => "a\u202eb\n");
    expect(odd).toBe(`${known} (a\\u202eb\\n)`);
  });

  it.each([
    ["0x22b1c8c1227a0000", "0x22b1c8c1227a0000 (2.5 ether)"],
    [ether, `${ether} (2.5 ether)`],
    ["0x", "0x"],
    ["a lot", "a lot"],
  ])("of an amount of %s is %s", (wei, text) => expect(amountText(wei)).toBe(text));
});
