import { describe, expect, it } from "vitest";
import { contractInterface } from "../../../../src/chain/abi/contractInterface";
import { readJsonArtifact } from "../../../../src/chain/artifact/readArtifact";
import { readDocs, readNotes, withNotes } from "../../../../src/chain/artifact/sourceNotes";
import { standardSuite } from "../../../../src/crypto/suites";
import { formConstructor, formFunctions } from "../../../../src/extension/features/contractForm/formSubject";

const devdoc = {
  methods: {
    constructor: { details: "Made once.", params: { owner: "who begins" } },
    "price(uint64)": {
      details: "Rounds up.",
      params: { id: "of the item" },
      returns: { _0: "in wei", cents: "and cents" },
    },
    "old()": { return: "the only one" },
  },
  events: { "Sold(uint64)": { params: { id: "what was sold" } } },
  errors: { "Gone(uint64)": [{ params: { id: "what is gone" } }] },
};
const userdoc = {
  methods: { "price(uint64)": { notice: "What an item costs." } },
  events: { "Sold(uint64)": { notice: "Something was sold." } },
  errors: { "Gone(uint64)": [{ notice: "It was sold before." }, { notice: "Declared elsewhere." }] },
};
const abi = [
  { type: "constructor", inputs: [{ name: "owner", type: "address" }] },
  {
    type: "function",
    name: "price",
    inputs: [{ name: "id", type: "uint64" }],
    outputs: [
      { name: "", type: "uint256" },
      { name: "cents", type: "uint8" },
    ],
    stateMutability: "view",
  },
  { type: "function", name: "old", inputs: [], outputs: [{ name: "", type: "uint256" }] },
  { type: "function", name: "silent", inputs: [], outputs: [] },
  { type: "event", name: "Sold", inputs: [{ name: "id", type: "uint64" }] },
  { type: "error", name: "Gone", inputs: [{ name: "id", type: "uint64" }] },
];

describe("the comments of a source", () => {
  const notes = readNotes({ devdoc, userdoc });
  const shop = contractInterface(withNotes(abi, notes), standardSuite);

  it("stand at the functions, parameters and results of the form", () => {
    const [old, price, silent] = formFunctions(shop);
    expect(price?.doc).toBe("What an item costs.\nRounds up.");
    expect(price?.inputs[0]?.doc).toBe("of the item");
    expect([old?.doc, silent?.doc]).toEqual([undefined, undefined]);
    const made = formConstructor("Shop", shop);
    expect([made.doc, made.inputs[0]?.doc]).toEqual(["Made once.", "who begins"]);
    const results = shop.decodeOutput("price", shop.encodeOutput("price", ["7", "8"]));
    expect(results.map(({ source }) => source?.doc)).toEqual(["in wei", "and cents"]);
    expect(shop.decodeOutput("old", shop.encodeOutput("old", ["1"])).map(({ source }) => source?.doc)).toEqual([
      "the only one",
    ]);
    const sold = shop.decodeEvent({ topics: [shop.events[0]?.topic ?? ""], data: `0x${"7".padStart(64, "0")}` });
    expect(sold?.arguments.map(({ source }) => source?.doc)).toEqual(["what was sold"]);
    const [event] = shop.events;
    const [gone] = shop.errors;
    expect([event?.doc, gone?.doc, gone?.inputs[0]?.doc]).toEqual([
      "Something was sold.",
      "It was sold before.",
      "what is gone",
    ]);
  });

  it.each([
    ["Truffle", { devdoc, userdoc }],
    ["Foundry", { metadata: { output: { devdoc, userdoc } } }],
    ["solc", { metadata: JSON.stringify({ output: { devdoc, userdoc } }) }],
  ])("are read from what %s writes, and leave the ABI for the chain as it is", (_, more) => {
    const artifact = readJsonArtifact(
      JSON.stringify({ contractName: "Shop", abi, bytecode: "0x60", ...more }),
      "Shop.json",
    );
    expect(artifact).toMatchObject({ notes, abi });
    // words of an ABI into which notes were put
    expect(JSON.stringify(artifact?.abi)).not.toContain('"doc"');
  });

  it("are as long as a reader reads, and nothing where a file says nothing", () => {
    const long = readDocs({ methods: { "f()": { details: "x".repeat(100_000) } } }, {});
    expect(long?.functions["f()"]?.text).toHaveLength(2000);
    for (const odd of [
      undefined,
      null,
      7,
      "x",
      [],
      { methods: 7 },
      { methods: { "f()": null } },
      { methods: { "f()": { details: 5 } } },
    ])
      expect(readDocs(odd, odd)).toBeUndefined();
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`f${at}()`, { details: "x" }]));
    expect(Object.keys(readDocs({ methods: many }, {})?.functions ?? {})).toHaveLength(2000);
    expect(readNotes({})).toBeUndefined();
    expect(withNotes(abi, undefined)).toBe(abi);
  });
});
