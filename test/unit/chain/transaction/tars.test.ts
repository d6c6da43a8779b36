import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeSignedTransaction } from "../../../../src/chain/encoding/signedTransaction";
import { TarsReader, TarsWriter } from "../../../../src/chain/encoding/tars";
import { decodeTransactionData, encodeTransactionData } from "../../../../src/chain/encoding/transactionData";
import { bytesToHexDigits, hexToBytes } from "../../../../src/crypto/bytes/hex";

function written(write: (out: TarsWriter) => void): string {
  const out = new TarsWriter();
  write(out);
  return bytesToHexDigits(out.toBytes());
}

const data = fc.record({
  version: fc.integer({ min: 0, max: 2 }),
  chainId: fc.string({ unit: "grapheme" }),
  groupId: fc.string({ maxLength: 300 }),
  blockLimit: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  nonce: fc.string(),
  to: fc.string(),
  input: fc.uint8Array({ maxLength: 400 }),
  abi: fc.string({ maxLength: 600 }),
  value: fc.string(),
  gasPrice: fc.string(),
  gasLimit: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  maxFeePerGas: fc.string(),
  maxPriorityFeePerGas: fc.string(),
  extension: fc.uint8Array(),
});

describe("Tars", () => {
  it.each([
    [0, "1c"],
    [127, "107f"],
    [128, "110080"],
    [-128, "1080"],
    [-129, "11ff7f"],
    [255, "1100ff"],
    [32767, "117fff"],
    [32768, "1200008000"],
    [2n ** 31n, "130000000080000000"],
    [-(2n ** 31n), "1280000000"],
    [2n ** 63n - 1n, "137fffffffffffffff"],
  ])("shrinks the integer %s to %s", (value, expected) => {
    expect(written((out) => out.int(1, value))).toBe(expected);
  });

  it("switches to the long form of text after 255 UTF-8 bytes", () => {
    expect(written((out) => out.text(2, "é".repeat(127))).slice(0, 4)).toBe("26fe");
    expect(written((out) => out.text(2, "é".repeat(128))).slice(0, 10)).toBe("2700000100");
  });

  it("writes a tag of 15 and above in a byte of its own", () => {
    expect(written((out) => out.int(15, 1))).toBe("f00f01");
    const reader = new TarsReader(hexToBytes("f0c801"));
    expect(reader.next()).toBe(true);
    expect([reader.tag, reader.int()]).toEqual([200, 1n]);
  });

  it("passes over fields it does not know, of every type", () => {
    const unknown = ["2001", "210001", "2200000001", "230000000000000001", "2400000000", "250000000000000000"];
    unknown.push("260161", "270000000161", "280001060161160162", "290002000100ff", "2a10010b", "2c", "2d00000101");
    for (const field of unknown) {
      const reader = new TarsReader(hexToBytes(`1c${field}36017a`));
      const texts: string[] = [];
      while (reader.next()) {
        if (reader.tag === 3) texts.push(reader.text());
        else reader.skip();
      }
      expect(texts, field).toEqual(["z"]);
    }
  });

  it("gives back what was written, in both forms", () => {
    fc.assert(
      fc.property(data, fc.constantFrom("client" as const, "compact" as const), (value, form) => {
        expect(decodeTransactionData(encodeTransactionData(value, form))).toEqual(value);
      }),
      { numRuns: 150 },
    );
  });

  it("answers arbitrary bytes with a value or with the decode error", () => {
    const outcome = (bytes: Uint8Array): unknown => {
      try {
        return decodeSignedTransaction(bytes) && "decoded";
      } catch (error) {
        return (error as { code?: unknown }).code;
      }
    };
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(["decoded", "malformedTars"]).toContain(outcome(bytes));
      }),
      { numRuns: 200 },
    );
    for (const hostile of ["1a".repeat(5000), "29".repeat(5000), "1a3902ffffffff", "2702ffffffff", "2d00027fffffff"]) {
      expect(outcome(hexToBytes(hostile))).toBe("malformedTars");
    }
  });

  it("survives a flipped byte anywhere in a real transaction", () => {
    const bytes = encodeTransactionData({
      ...{ version: 1, chainId: "chain0", groupId: "group0", blockLimit: 501n, nonce: "1", to: "", abi: "[]" },
      ...{ value: "0x1", gasPrice: "", gasLimit: 7n, maxFeePerGas: "", maxPriorityFeePerGas: "" },
      ...{ input: hexToBytes("010203"), extension: hexToBytes("04") },
    });
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      try {
        decodeTransactionData(damaged);
      } catch (error) {
        expect(error).toMatchObject({ name: "ChainError", kind: "decode", code: "malformedTars" });
      }
    }
  });
});
