import { describe, expect, it } from "vitest";
import {
  bits,
  childrenOf,
  decodeBer,
  decodeDer,
  encodeDer,
  integer,
  numberBytesOf,
  objectId,
  objectIdOf,
  octets,
  sequence,
  time,
  wholeBits,
} from "../../../src/crypto/asn1";
import { Asn1Error } from "../../../src/crypto/asn1Error";

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");

describe("DER", () => {
  it.each([
    ["a length in more bytes than it needs", "30 81 03 02 01 05"],
    ["a length with a zero before it", "30 82 00 03 02 01 05"],
    ["a length that its end tells", "30 80 02 01 05 00 00"],
    ["bytes behind it", "30 03 02 01 05 00"],
    ["a number with a zero too many", "30 04 02 02 00 05"],
    ["a number with two zeros before a high bit", "30 05 02 03 00 00 85"],
    ["a negative number with a byte too many", "30 04 02 02 ff 85"],
    ["a value that goes beyond its list", "30 03 02 02 05"],
    ["a list that is cut off", "30 05 02 01 05"],
    ["nothing", ""],
  ])("is not %s", (_, hex) => {
    expect(() => decodeDer(bytes(hex))).toThrow(Asn1Error);
  });

  it("gives each part back as it came", () => {
    const inner = "30 0b 02 01 05 04 02 01 02 0c 02 68 69".replaceAll(" ", "");
    const [first] = childrenOf(decodeDer(bytes(`300f ${inner} 0500`)));
    expect(first && encodeDer(first).toString("hex")).toBe(inner);
  });

  it("is read to a depth of its own, however deep others nest it", () => {
    let nested = bytes("0500");
    for (let depth = 0; depth < 3000; depth++) {
      const { length } = nested;
      const head = length < 0x80 ? [0x30, length] : [0x30, 0x82, length >> 8, length & 0xff];
      nested = Buffer.concat([Uint8Array.from(head), nested]);
    }
    expect(() => decodeDer(nested)).toThrow(Asn1Error);
  });
});

it("reads BER where a file of others may have it: strings in pieces, ends that are marked", () => {
  expect(childrenOf(decodeBer(bytes("30 80 24 80 04 01 61 04 01 62 00 00 00 00")))).toHaveLength(1);
});

describe("object identifiers", () => {
  it("are read as they are written, beyond 32 bits, too", () => {
    expect(encodeDer(objectId("1.2.156.10197.1.501")).toString("hex")).toBe("06082a811ccf55018375");
    expect(objectIdOf(decodeDer(bytes("06082a811ccf55018375")))).toBe("1.2.156.10197.1.501");
    expect(objectIdOf(decodeDer(bytes("06 06 55 90 80 80 80 01")))).toBe("2.5.4294967297");
  });

  it.each([
    ["filled up on the left", "06 09 2a 81 1c cf 55 01 80 83 75"],
    ["without an end", "06 07 2a 81 1c cf 55 01 83"],
    ["without anything", "06 00"],
    ["beyond what a number holds", "06 0b 55 ff ff ff ff ff ff ff ff ff 7f"],
    ["of another type", "04 01 2a"],
  ])("are refused %s", (_, hex) => {
    expect(() => objectIdOf(decodeBer(bytes(hex)))).toThrow(Asn1Error);
  });
});

it("takes only numbers that are not negative and no longer than wanted", () => {
  const pair = childrenOf(decodeDer(encodeDer(sequence(integer(bytes("00 85")), integer(bytes("01 00 00"))))));
  expect(numberBytesOf(pair[0], 2).toString("hex")).toBe("0085");
  expect(() => numberBytesOf(pair[1], 2)).toThrow(Asn1Error);
  expect(() => numberBytesOf(decodeDer(bytes("02 01 85")), 4)).toThrow(Asn1Error);
  expect(() => numberBytesOf(octets(bytes("05")), 4)).toThrow(Asn1Error);
});

it("takes only bits that end at a byte", () => {
  expect(wholeBits(bits(bytes("ab"))).toString("hex")).toBe("ab");
  expect(() => wholeBits(bits(bytes("a0"), 4))).toThrow(Asn1Error);
});

it("writes years from 2050 on in full", () => {
  expect(encodeDer(time(new Date(Date.UTC(2049, 11, 31)))).toString("latin1")).toBe("\x17\x0d491231000000Z");
  expect(encodeDer(time(new Date(Date.UTC(2050, 0, 1)))).toString("latin1")).toBe("\x18\x0f20500101000000Z");
});
