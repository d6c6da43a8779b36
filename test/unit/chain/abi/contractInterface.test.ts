import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interfaceOfCode } from "../../../../src/chain/abi/codeSuite";
import { contractInterface } from "../../../../src/chain/abi/contractInterface";
import { returnedValues } from "../../../../src/chain/abi/returnedValues";
import { decodeRevert, revertText } from "../../../../src/chain/abi/revert";
import type { Hex } from "../../../../src/crypto/bytes/hex";
import { cryptoSuite, smSuite, standardSuite } from "../../../../src/crypto/suites";
import { ChainError } from "../../../../src/errors/chainError";
import vectors from "../../../fixtures/vectors/abi-calls.json";

const suites = [standardSuite, smSuite];

function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof ChainError) return `${error.kind}/${error.code}: ${error.message} ${error.advice}`;
    throw error;
  }
  return "accepted";
}

describe("calls made by the official client", () => {
  test.each(vectors.vectors.map((vector) => [`${vector.method} ${vector.hash}`, vector] as const))(
    "%s",
    (_, vector) => {
      const suite = cryptoSuite(vector.crypto === "sm2" ? "sm" : "standard");
      const abi = contractInterface(vector.abi, suite);
      const encode = (args: readonly unknown[]): string =>
        vector.method === "constructor" ? abi.encodeDeploy(vector.bin, args) : abi.encodeCall(vector.method, args);
      expect(encode(vector.values)).toBe(`0x${vector.encoded.replace(/^0x/, "")}`);
      expect(encode(vector.sdkParams)).toBe(`0x${vector.encoded.replace(/^0x/, "")}`);
      if (vector.method !== "constructor") {
        const call = abi.decodeCall(`0x${vector.encoded.replace(/^0x/, "")}`);
        const again = abi.encodeCall(vector.method, call?.arguments.map((argument) => argument.value) ?? []);
        expect(again).toBe(`0x${vector.encoded.replace(/^0x/, "")}`);
      }
    },
  );
});

const shop = [
  {
    type: "function",
    name: "sell",
    inputs: [
      {
        name: "items",
        type: "tuple[]",
        internalType: "struct Shop.Item[]",
        components: [
          { name: "id", type: "uint64" },
          { name: "owner", type: "address" },
          { name: "tags", type: "bytes4[2]" },
          {
            name: "size",
            type: "tuple",
            components: [
              { name: "", type: "int8" },
              { name: "", type: "bool" },
            ],
          },
        ],
      },
      { name: "note", type: "string" },
    ],
    outputs: [
      { name: "sum", type: "uint256" },
      { name: "", type: "bytes" },
    ],
    stateMutability: "nonpayable",
  },
  { type: "function", name: "pick", inputs: [{ name: "a", type: "uint256" }], outputs: [], stateMutability: "view" },
  { type: "function", name: "pick", inputs: [{ name: "a", type: "string" }], outputs: [], stateMutability: "view" },
  {
    type: "function",
    name: "pick",
    inputs: [
      { name: "a", type: "uint256" },
      { name: "b", type: "bool" },
    ],
    outputs: [],
  },
  {
    type: "function",
    name: "hook",
    inputs: [{ name: "f", type: "function" }],
    outputs: [{ name: "", type: "function" }],
  },
  {
    type: "event",
    name: "Sold",
    inputs: [
      { name: "who", type: "address", indexed: true },
      { name: "tag", type: "string", indexed: true },
      { name: "sum", type: "uint256", indexed: false },
    ],
  },
  { type: "event", name: "Quiet", anonymous: true, inputs: [{ name: "x", type: "uint256", indexed: false }] },
  {
    type: "error",
    name: "TooMuch",
    inputs: [
      { name: "wanted", type: "uint256" },
      { name: "why", type: "string" },
    ],
  },
  { type: "fallback" },
  { type: "receive", stateMutability: "payable" },
];
const owner = "0x7b63e014ab65656ec6019b6c576bd38ba452ef3c";

describe.each(suites)("under the $name suite", (suite) => {
  const abi = contractInterface(JSON.stringify(shop), suite);

  test("structs, fixed lists and texts go there and back", () => {
    const item = { id: "18446744073709551615", owner, tags: ["0x01020304", "0xffffffff"], size: ["-128", true] };
    const typed = `[{id: 18446744073709551615, owner: ${owner}, tags: [0x01020304, 0xFFFFFFFF], size: [-128, true]}]`;
    const data = abi.encodeCall("sell", [[item], "好"]);
    expect(abi.encodeCall("sell", [typed, "好"])).toBe(data);
    expect(abi.encodeCall("sell", { note: "好", items: [item] })).toBe(data);
    expect(abi.decodeCall(data)).toEqual({
      name: "sell",
      signature: "sell((uint64,address,bytes4[2],(int8,bool))[],string)",
      arguments: [
        {
          name: "items",
          type: "(uint64,address,bytes4[2],(int8,bool))[]",
          value: [item],
          source: { type: "Item[]", named: [item] },
        },
        { name: "note", type: "string", value: "好" },
      ],
    });
  });

  test("data that a stranger sends under the selector of a function is a call of none", () => {
    const { selector = "0x" } = abi.functions.find(({ name }) => name === "sell") ?? {};
    for (const rest of ["", "00", "ff".repeat(64)]) expect(abi.decodeCall(`${selector}${rest}` as Hex)).toBeUndefined();
  });

  test("results of another shape, of unknown functions and of none are none", () => {
    const output = abi.encodeOutput("sell", [5n, "0x"]);
    expect(returnedValues(abi, "sell", output)).toEqual(abi.decodeOutput("sell", output));
    expect(returnedValues(abi, "sell", "0x01")).toEqual([]);
    expect(returnedValues(abi, "sell", "0x")).toEqual([]);
    expect(returnedValues(abi, "nothing()", output)).toEqual([]);
    expect(returnedValues(undefined, "sell", output)).toEqual([]);
  });

  test("results carry names and types", () => {
    const output = abi.encodeOutput("sell", [2n ** 256n - 1n, "0x"]);
    expect(abi.decodeOutput("sell", output)).toEqual([
      { name: "sum", type: "uint256", value: (2n ** 256n - 1n).toString() },
      { name: "", type: "bytes", value: "0x" },
    ]);
    expect(refusal(() => abi.decodeOutput("sell", "0x"))).toContain("decode/abiEmptyAnswer");
    expect(refusal(() => abi.decodeOutput("sell", "0x1234"))).toContain("decode/abiMismatch");
  });

  test("overloads are told apart", () => {
    expect(abi.getFunction("pick( uint a )").signature).toBe("pick(uint256)");
    expect(abi.getFunction(abi.getFunction("pick(string)").selector).signature).toBe("pick(string)");
    expect(abi.encodeCall("pick", [1, true]).slice(0, 10)).toBe(abi.getFunction("pick(uint256,bool)").selector);
    expect(refusal(() => abi.encodeCall("pick", [1]))).toBe(
      "usage/ambiguousFunction: The contract has several functions pick. Specify one by its signature: pick(uint256), pick(string), pick(uint256,bool).",
    );
    expect(refusal(() => abi.getFunction("pock"))).toContain(
      "usage/unknownFunction: The contract doesn't have a function pock.",
    );
    expect(refusal(() => abi.encodeCall("hook", []))).toContain("arguments for hook(function): expected 1, got 0.");
  });

  test("an external function is 24 bytes", () => {
    const value = `${owner}01020304`;
    expect(abi.decodeOutput("hook", abi.encodeOutput("hook", [value]))).toEqual([
      { name: "", type: "function", value },
    ]);
  });

  test("events: indexed, hashed, anonymous", () => {
    const topic = abi.events[0]?.topic ?? "0x";
    const hash = `0x${"ab".repeat(32)}`;
    const who = `0x${"0".repeat(24)}${owner.slice(2)}`;
    const sum = `0x${"0".repeat(63)}5`;
    const wanted = {
      name: "Sold",
      signature: "Sold(address,string,uint256)",
      anonymous: false,
      arguments: [
        { name: "who", type: "address", indexed: true, hashed: false, value: owner },
        { name: "tag", type: "string", indexed: true, hashed: true, value: hash },
        { name: "sum", type: "uint256", indexed: false, hashed: false, value: "5" },
      ],
    };
    expect(abi.decodeEvent({ topics: [topic, who, hash], data: sum })).toEqual(wanted);
    expect(abi.decodeEvent({ topics: [topic.slice(2), who.slice(2), hash], data: sum })).toEqual(wanted);
    expect(abi.decodeEvent({ topics: [], data: sum })?.name).toBe("Quiet");
    expect(abi.decodeEvent({ topics: [hash], data: sum })).toBeUndefined();
    expect(abi.decodeEvent({ topics: [topic, who], data: sum })).toBeUndefined();
    expect(abi.decodeEvent({ topics: [topic, who, hash], data: "0x12" })).toBeUndefined();
  });

  test("reasons of failures", () => {
    const custom = `${abi.errors[0]?.selector}${abi.encodeOutput("sell", ["7", "0x61"]).slice(2)}` as const;
    expect(abi.decodeRevert(custom as `0x${string}`)).toMatchObject({ kind: "custom", name: "TooMuch" });
    for (const [error, panic] of [
      ["0x08c379a0", "0x4e487b71"],
      ["0xc703cb12", "0xb95aa355"],
    ]) {
      const text = abi.encodeCall("pick(string)", ["坏"]).slice(10);
      expect(abi.decodeRevert(`0x${error?.slice(2)}${text}`)).toEqual({ kind: "error", message: "坏" });
      const number = abi.encodeCall("pick(uint256)", [17]).slice(10);
      expect(abi.decodeRevert(`0x${panic?.slice(2)}${number}`)).toMatchObject({ kind: "panic", code: 17 });
      expect(abi.decodeRevert(`0x${error?.slice(2)}00`)).toMatchObject({ kind: "unknown" });
    }
    expect(abi.decodeRevert("0x")).toEqual({ kind: "empty" });
    expect(abi.decodeRevert("0x01020304")).toEqual({ kind: "unknown", selector: "0x01020304", data: "0x01020304" });
  });

  test("each wrong argument is named", () => {
    const good = { id: 1, owner, tags: ["0x01020304", "0xffffffff"], size: [0, true] };
    const sell = (change: object): string => refusal(() => abi.encodeCall("sell", [[{ ...good, ...change }], ""]));
    expect([
      sell({ id: "1.5" }),
      sell({ id: 2 ** 53 }),
      sell({ id: -1 }),
      sell({ id: null }),
      sell({ owner: "0x12" }),
      sell({ tags: ["0x01020304"] }),
      sell({ tags: ["0x01020304", "0x0102"] }),
      sell({ tags: ["0x01020304", "0x0102030"] }),
      sell({ tags: ["0x01020304", "text"] }),
      sell({ tags: ["base64://AQIDBA==", "base64://AQI DBA="] }),
      sell({ tags: ["base64://AQIDBA", "base64://AQIDB"] }),
      sell({ size: [128, true] }),
      sell({ size: [1, "yes"] }),
      sell({ size: [1] }),
      sell({ size: "[1, true" }),
      sell({ colour: 1 }),
      refusal(() => abi.encodeCall("sell", [[{ id: 1 }], ""])),
      refusal(() => abi.encodeCall("sell", ["1", ""])),
      refusal(() => abi.encodeCall("sell", [[good], {}])),
      refusal(() => abi.encodeDeploy("60zz")),
      refusal(() => abi.encodeDeploy("60__$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa$__60")),
    ]).toMatchInlineSnapshot(`
      [
        "usage/argumentNotInteger: Argument items[0].id (uint64): 1.5 isn't an integer. Write decimal digits, 0x and hex digits, or a number with a unit such as 1.5 ether or 3 days.",
        "usage/argumentNotExact: Argument items[0].id (uint64): 9007199254740992 isn't an exact integer. Enter a number above 2^53 as text.",
        "usage/argumentOutOfRange: Argument items[0].id (uint64): -1 is out of range. The range is 0 to 18446744073709551615.",
        "usage/argumentNotInteger: Argument items[0].id (uint64): null isn't an integer. Write decimal digits, 0x and hex digits, or a number with a unit such as 1.5 ether or 3 days.",
        "usage/argumentAddress: Argument items[0].owner (address): 0x12 isn't an address. Write 0x and 40 hex digits.",
        "usage/argumentListLength: Argument items[0].tags (bytes4[2]): expected 2 elements, got 1. Enter exactly 2 elements.",
        "usage/argumentBytesLength: Argument items[0].tags[1] (bytes4): expected 4 bytes, got 2. Enter exactly 4 bytes (8 hex digits). Pad shorter values with zeros.",
        "usage/argumentBytesForm: Argument items[0].tags[1] (bytes4): 0x0102030 isn't hex with an even number of digits. Write 0x and two hex digits for each byte.",
        "usage/argumentBytesForm: Argument items[0].tags[1] (bytes4): text isn't hex with an even number of digits. Write 0x and two hex digits for each byte.",
        "usage/argumentBase64Form: Argument items[0].tags[1] (bytes4): base64://AQI DBA= isn't base64. After base64://, write only letters, digits, +, and /, without spaces. Or write the bytes as hex, beginning with 0x.",
        "usage/argumentBase64Form: Argument items[0].tags[1] (bytes4): base64://AQIDB isn't base64. After base64://, write only letters, digits, +, and /, without spaces. Or write the bytes as hex, beginning with 0x.",
        "usage/argumentOutOfRange: Argument items[0].size.0 (int8): 128 is out of range. The range is -128 to 127.",
        "usage/argumentBool: Argument items[0].size.1 (bool): yes is neither true nor false. Write true or false.",
        "usage/argumentStructLength: Argument items[0].size ((int8,bool)): expected 2 members, got 1. The members are 0, 1.",
        "usage/argumentSyntax: Argument items[0].size ((int8,bool)): [1, true can't be read from character 9 on. Write a list as [a, b] and a struct as {"name": value}.",
        "usage/argumentUnknownMember: Argument items[0] ((uint64,address,bytes4[2],(int8,bool))): the struct doesn't have a member "colour". The members are id, owner, tags, size.",
        "usage/argumentMissing: Argument items[0].owner (address): the value is missing. Enter all of id, owner, tags, size.",
        "usage/argumentList: Argument items ((uint64,address,bytes4[2],(int8,bool))[]): expected a list. Write a list as [a, b].",
        "usage/argumentText: Argument note (string): expected text. Enter the text itself.",
        "usage/bytecodeNotHex: The bytecode isn't hex. Use the creation code that the compiler wrote as bytecode.",
        "usage/bytecodeUnlinked: The bytecode isn't linked to its libraries. Deploy the libraries and link their addresses into the bytecode first.",
      ]
    `);
  });
});

test("an odd text as a string result does not break the decoding", () => {
  const abi = contractInterface(
    [{ type: "function", name: "s", inputs: [], outputs: [{ type: "string" }] }],
    standardSuite,
  );
  const raw = `0x${"20".padStart(64, "0")}${"2".padStart(64, "0")}${"fffe".padEnd(64, "0")}` as const;
  expect(abi.decodeOutput("s", raw)).toEqual([{ name: "", type: "string", value: "\ufffd\ufffd" }]);
});

test("what is no ABI is refused", () => {
  expect([
    refusal(() => contractInterface("{", standardSuite)),
    refusal(() => contractInterface("{}", standardSuite)),
    refusal(() => contractInterface("[1]", standardSuite)),
    refusal(() => contractInterface([{ type: "function", inputs: [] }], standardSuite)),
    refusal(() => contractInterface([{ type: "function", name: "f", inputs: [{ type: "uint7" }] }], standardSuite)),
    refusal(() => contractInterface([{ type: "function", name: "f", inputs: [{ type: "bytes33" }] }], standardSuite)),
    refusal(() => contractInterface([{ type: "function", name: "f", inputs: [{}] }], standardSuite)),
  ]).toMatchInlineSnapshot(`
    [
      "usage/abiNotJson: The ABI isn't JSON. Use the list that the compiler writes as abi.",
      "usage/abiNotList: The ABI isn't a list. Use the list that the compiler writes as abi.",
      "usage/abiBadEntry: The ABI is damaged at [0]. Use the list that the compiler writes as abi, unchanged.",
      "usage/abiBadEntry: The ABI is damaged at [0]. Use the list that the compiler writes as abi, unchanged.",
      "usage/abiUnknownType: The ABI has the unknown type "uint7" at f[0]. Use the list that the Solidity compiler writes as abi. Other languages aren't supported.",
      "usage/abiUnknownType: The ABI has the unknown type "bytes33" at f[0]. Use the list that the Solidity compiler writes as abi. Other languages aren't supported.",
      "usage/abiBadEntry: The ABI is damaged at f[0]. Use the list that the compiler writes as abi, unchanged.",
    ]
  `);
});

test("code says under which suite it wants to be called, and what it says is understood under either", () => {
  const path = new URL("../../../fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json", import.meta.url);
  const artifact = JSON.parse(readFileSync(path, "utf8")) as {
    abi: unknown[];
    bytecode: string;
    deployedBytecode: string;
  };
  const standard = contractInterface(artifact.abi, standardSuite);
  const sm = contractInterface(artifact.abi, smSuite);
  for (const code of [artifact.bytecode, artifact.deployedBytecode]) {
    expect(interfaceOfCode(artifact.abi, smSuite, code).suite).toBe("standard");
    expect(interfaceOfCode(artifact.abi, standardSuite, code).suite).toBe("standard");
  }
  let ofSm = artifact.deployedBytecode;
  for (const [index, { selector }] of standard.functions.entries()) {
    ofSm = ofSm.replaceAll(`63${selector.slice(2)}`, `63${sm.functions[index]?.selector.slice(2)}`);
  }
  expect(interfaceOfCode(artifact.abi, standardSuite, ofSm).suite).toBe("sm");
  expect(interfaceOfCode(artifact.abi, smSuite, "0x").suite).toBe("sm");
  const call = standard.encodeCall("setLabel", ["x"]);
  expect(sm.decodeCall(call)).toEqual(standard.decodeCall(call));
  const error = `${standard.errors[0]?.selector}${standard.encodeCall("setLabel", ["x"]).slice(10)}` as const;
  expect(sm.decodeRevert(error as `0x${string}`)).toEqual(standard.decodeRevert(error as `0x${string}`));
  const paid = standard.events.find(({ name }) => name === "Paid");
  const log = {
    topics: [paid?.topic ?? "", `0x${"0".repeat(24)}${owner.slice(2)}`],
    data: `0x${"7".padStart(64, "0")}`,
  };
  expect(sm.decodeEvent(log)).toMatchObject({ name: "Paid", arguments: [{ value: owner }, { value: "7" }] });
});

test("no text, however deep or long, gets past the reader", () => {
  const deep = "[".repeat(100_000);
  const abi = contractInterface(
    [{ type: "function", name: "f", inputs: [{ name: "x", type: "uint256[][]" }] }],
    standardSuite,
  );
  expect(refusal(() => abi.encodeCall("f", [deep]))).toContain("usage/argumentSyntax");
  const nested = (depth: number): object =>
    depth === 0 ? { type: "bool" } : { type: "tuple", name: "t", components: [nested(depth - 1)] };
  expect(
    refusal(() => contractInterface([{ type: "function", name: "f", inputs: [nested(500)] }], standardSuite)),
  ).toContain("usage/abiBadEntry");
  expect(
    refusal(() =>
      contractInterface(
        [{ type: "function", name: "f", inputs: [{ type: `bool${"[]".repeat(9000)}` }] }],
        standardSuite,
      ),
    ),
  ).toContain("usage/abiUnknownType");
  expect(revertText({ kind: "error", message: "x".repeat(5000) })?.length).toBe(1001);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(refusal(() => abi.encodeCall("f", [text]))).toMatch(/^(accepted|usage)/);
    }),
    { numRuns: 100 },
  );
});

describe("a reason that no ABI names", () => {
  const selector = "0x12345678";
  const word = "00".repeat(31);

  test("is shown as it is: an error of a contract that was called", () => {
    expect(revertText(decodeRevert(`${selector}${word}2a`))).toBe(`error ${selector}, which no known ABI names`);
    expect(revertText(decodeRevert(selector))).toBe(`error ${selector}, which no known ABI names`);
  });

  test("is none when it is not even an error", () => {
    expect(revertText(decodeRevert(`${selector}01`))).toBeUndefined();
    expect(revertText(decodeRevert("0x"))).toBeUndefined();
  });
});
