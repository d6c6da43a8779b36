import { afterAll, beforeAll, expect, it } from "vitest";
import { builtInMember } from "../../../../src/solidity/language/names/builtIns";
import { type Type, value } from "../../../../src/solidity/language/names/types";
import { placeIn, SolidityWorkspace } from "../../../support/solidityWorkspace";

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace({ "A.sol": "" });
});
afterAll(() => solidity.close());

async function proposed(pragma: string, written: string, before = ""): Promise<string[]> {
  const text = `pragma solidity ${pragma};\n${before}\ncontract A { enum E { X } error Er(); uint[3] few; function f() public { ${written} } }\n`;
  const question = { kind: "completion" as const, position: placeIn(text, written, written.length) };
  const { proposals } = await solidity.ask("completion", "A.sol", question, { "A.sol": text });
  return proposals.map(({ label }) => label);
}

// What the compilers of these releases take: each member by itself was compiled by 0.7.6, 0.8.19 and 0.8.30.
it("members are proposed that the release has which the pragma allows", async () => {
  const block = (pragma: string) => proposed(pragma, "block.");
  expect(await block("^0.7.0")).toEqual(["timestamp", "number", "coinbase", "difficulty", "gaslimit"]);
  expect(await block("0.8.19")).toEqual([
    "timestamp",
    "number",
    "chainid",
    "coinbase",
    "prevrandao",
    "basefee",
    "gaslimit",
  ]);
  expect(await block("^0.8.20")).toEqual([...(await block("0.8.19")).slice(0, -1), "blobbasefee", "gaslimit"]);
  expect(await block("^0.4.24")).toContain("blockhash");
  expect(await proposed("^0.7.0", "abi.")).not.toContain("encodeCall");
  expect(await proposed("^0.7.0", "address(this).")).not.toContain("code");
  expect(await proposed("^0.8.0", "type(E).")).toEqual(["min", "max"]);
  expect(await proposed("0.8.4", "type(E).")).toEqual([]);
});

it("so are names and words that stand anywhere", async () => {
  expect(await proposed("^0.6.0", "if (true) ")).toEqual(expect.arrayContaining(["now", "virtual", "gasleft"]));
  expect(await proposed("^0.6.0", "if (true) ")).not.toContain("unchecked");
  const now = await proposed("^0.8.28", "if (true) ");
  expect(now).toEqual(expect.arrayContaining(["unchecked", "transient", "blobhash", "require"]));
  for (const gone of ["now", "sha3", "suicide"]) expect(now).not.toContain(gone);
});

it("an error has a selector alone, a list of one length no push, and a type of one's own what wraps it", async () => {
  expect(await proposed("^0.8.20", "Er.")).toEqual(["selector"]);
  expect(await proposed("^0.8.20", "few.")).toEqual(["length"]);
  expect(await proposed("^0.8.20", "Price.", "type Price is uint128;")).toEqual(["wrap", "unwrap"]);
});

it("members have the types that their help declares", () => {
  const of = (name: string): Type => ({ is: "builtIn", name });
  expect(builtInMember(of("msg"), "data")).toEqual(value("bytes"));
  expect(builtInMember(of("msg"), "sender")).toEqual(value("address payable"));
  expect(builtInMember(of("abi"), "encodeCall")).toEqual({
    is: "function",
    parameters: undefined,
    returns: [value("bytes")],
  });
  expect(builtInMember(value("address"), "call")).toMatchObject({ returns: [value("bool"), value("bytes")] });
  expect(builtInMember(value("address"), "transfer")).toMatchObject({ returns: [] });
  expect(builtInMember(of("block"), "nothing")).toBeUndefined();
});
