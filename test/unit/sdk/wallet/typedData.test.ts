import { hashMessage, hashTypedData } from "viem";
import { describe, expect, it } from "vitest";
import { bytesToHex } from "../../../../src/crypto/bytes/hex";
import { joinBytes } from "../../../../src/crypto/bytes/joinBytes";
import { sm3 } from "../../../../src/crypto/sm3";
import { messageHash } from "../../../../src/sdk/wallet/signedMessages";
import { readTypedData, type TypedData, typedDataHash } from "../../../../src/sdk/wallet/typedData";

const address = `0x${"cd".repeat(20)}`;
const mail = {
  types: {
    Person: [
      { name: "name", type: "string" },
      { name: "wallets", type: "address[2]" },
    ],
    Mail: [
      { name: "from", type: "Person" },
      { name: "to", type: "Person[]" },
      { name: "attachment", type: "bytes" },
      { name: "urgent", type: "bool" },
      { name: "tag", type: "bytes4" },
      { name: "offset", type: "int16" },
      { name: "grid", type: "uint8[][2]" },
    ],
  },
  primaryType: "Mail",
  domain: {
    name: "Ether Mail",
    version: "1",
    chainId: 20200,
    verifyingContract: address,
    salt: `0x${"0a".repeat(32)}`,
  },
  message: {
    from: { name: "Li", wallets: [address, address] },
    to: [{ name: "Wang", wallets: [address, address] }],
    attachment: "0x010203",
    urgent: true,
    tag: "0xdeadbeef",
    offset: -7,
    grid: [[1, 2], []],
  },
} satisfies TypedData;

describe("typed data", () => {
  it("hashes as viem does on a standard chain", () => {
    expect(bytesToHex(typedDataHash(mail))).toBe(hashTypedData(mail as never));
    const byDomain = { ...mail, primaryType: "EIP712Domain" };
    expect(bytesToHex(typedDataHash(byDomain))).toBe(hashTypedData(byDomain as never));
    expect(bytesToHex(messageHash("茶"))).toBe(hashMessage("茶"));
    expect(bytesToHex(messageHash(Uint8Array.of(1, 2)))).toBe(hashMessage({ raw: "0x0102" }));
  });

  it("hashes by SM3 throughout on an SM chain", () => {
    const text = (words: string): Uint8Array => sm3(new TextEncoder().encode(words));
    const one = new Uint8Array(32).fill(1, 31);
    const data = {
      types: { Order: [{ name: "id", type: "uint8" }] },
      primaryType: "Order",
      domain: { name: "Shop" },
      message: { id: 1 },
    };
    const domain = sm3(joinBytes([text("EIP712Domain(string name)"), text("Shop")]));
    const struct = sm3(joinBytes([text("Order(uint8 id)"), one]));
    const whole = sm3(joinBytes([Uint8Array.of(0x19, 1), domain, struct]));
    expect(bytesToHex(typedDataHash(data, "sm"))).toBe(bytesToHex(whole));
    expect(bytesToHex(messageHash("hi", "sm"))).toBe(bytesToHex(text("\x19Ethereum Signed Message:\n2hi")));
  });

  it("takes a struct of its own kind", () => {
    const types = {
      Node: [
        { name: "id", type: "uint8" },
        { name: "next", type: "Node" },
      ],
    };
    const data = { types, primaryType: "Node", domain: {}, message: { id: 1, next: { id: 2, next: null } } };
    expect(typedDataHash(data)).toHaveLength(32);
    let deep: object = { id: 1 };
    for (let level = 0; level < 40; level++) deep = { id: 1, next: deep };
    expect(() => typedDataHash({ ...data, message: deep as never })).toThrow("too deep");
  });

  it.each([
    ["not JSON", "{"],
    ["no object", "1"],
    ["no types", JSON.stringify({ ...mail, types: undefined })],
    ["an unknown type", JSON.stringify({ ...mail, primaryType: "constructor" })],
    ["a type that is none", JSON.stringify({ ...mail, types: { Mail: [{ name: "a", type: "uint256) evil(" }] } })],
    ["no message", JSON.stringify({ ...mail, message: null })],
  ])("refuses %s", (_, text) => {
    expect(() => readTypedData(text)).toThrow(/typed data|JSON/);
  });

  it.each([
    ["uint8", 256],
    ["uint8", -1],
    ["uint8", 1.5],
    ["uint8", ""],
    ["uint7", 1],
    ["int8", 128],
    ["bool", "true"],
    ["string", 1],
    ["bytes", "abc"],
    ["bytes2", "0x01"],
    ["bytes33", `0x${"00".repeat(33)}`],
    ["address", "0x01"],
    ["uint8[2]", [1]],
    ["uint8[]", null],
    ["Other", {}],
    ["uint8", undefined],
  ])("refuses %s of %s", (type, value) => {
    const data = { types: { A: [{ name: "a", type }] }, primaryType: "A", domain: {}, message: { a: value } };
    expect(() => typedDataHash(data)).toThrow("typed data");
  });
});
