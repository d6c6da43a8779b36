// What a node's JSON parser and its conversions make of a request (docs/protocol/json-rpc.md, "JSON").
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answer, type MethodTable } from "../../../../src/devchain/rpc/envelope";
import { parseWire, readNodeJson } from "../../../../src/devchain/rpc/jsonReader";
import { RealNumber, writeJson } from "../../../../src/devchain/rpc/jsonText";

const methods: MethodTable = (method) =>
  (
    ({
      text: (p) => p.text(0),
      number: (p) => p.int64(0),
      flag: (p) => p.bool(0, true),
    }) as Record<string, ReturnType<MethodTable>>
  )[method];

const invalid = "-32600 The JSON sent is not a valid Request object.";
const unreadable = "-32700 Invalid JSON was received by the server.";

/** The answer as `id jsonrpc result`, or the error's number and words. */
async function ask(text: string): Promise<string> {
  const line = await answer(text, methods);
  const { error, result } = JSON.parse(line) as { error?: { code: number; message: string }; result?: unknown };
  const [, id = ""] = /"id":(-?\d+)/.exec(line) ?? [];
  const [, jsonrpc = ""] = /"jsonrpc":("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
  return error ? `${error.code} ${error.message}` : `${id} ${jsonrpc} ${JSON.stringify(result)}`;
}

const withId = (id: string): Promise<string> => ask(`{"jsonrpc":"2.0","method":"flag","params":[],"id":${id}}`);
const withText = (text: string): Promise<string> => ask(`{"jsonrpc":"2.0","method":"text","params":["${text}"]}`);
const withNumber = (number: string): Promise<string> => ask(`{"jsonrpc":"2.0","method":"number","params":[${number}]}`);

describe("the text of a request", () => {
  it("may have comments where values, names and commas stand, and anything behind it", async () => {
    const fine = '0 "2.0" true';
    for (const text of [
      '// a\n{"jsonrpc":"2.0","method":"flag","params":[]}',
      '{/* a */"jsonrpc":/* b */"2.0"/* c */,"method":"flag"//\r,"params":[/**/true/**/]}/',
      '{"jsonrpc":"2.0","method":"flag","params":[]}}]"',
      '{"jsonrpc":"2.0"/* c */5"method":"flag","params":[]}',
      '{"jsonrpc":"2.0","method":"flag","params":[],"":1,}',
      '{"jsonrpc":"2.0","method":"flag","params":[ ],"id":null}\u0000',
    ]) {
      expect(await ask(text), text).toBe(fine);
    }
    for (const text of [
      '{"jsonrpc"/* a */:"2.0","method":"flag","params":[]}',
      '{"jsonrpc":"2.0","method":"flag","params":[/* a */]}',
      '{"jsonrpc":"2.0","method":"flag","params":[true/* a */ 5]}',
      '{"jsonrpc":"2.0","method":"flag","params":[],}',
      '{"jsonrpc":"2.0","method":"flag","params":[true,]}',
      '{,"jsonrpc":"2.0","method":"flag","params":[]}',
      '{"jsonrpc":"2.0","method":"flag","params":[],"a":/b}',
      '{"jsonrpc":"2.0","method":"flag","params":[],"a":/* b}',
      '{"jsonrpc":"2.0","method":"flag","params":[],"a":NaN}',
      '{"jsonrpc":"2.0","method":"flag","params":[],"a":"b}',
      '{"jsonrpc":"2.0","method":"flag","params":[]\u0000}',
    ]) {
      expect(await ask(text), text).toBe(invalid);
    }
  });

  it("is broken off where it nests deeper than 1000 values", async () => {
    const nested = (depth: number): string =>
      `{"jsonrpc":"2.0","method":"flag","params":[],"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect(await ask(nested(999))).toBe('0 "2.0" true');
    expect(await ask(nested(1000))).toBe(unreadable);
    expect(await ask(`{"jsonrpc":"2.0","method":"flag","params":${"[".repeat(1000)}`)).toBe(unreadable);
    expect(await ask(`[${"[".repeat(998)}`)).toBe(invalid);
  });

  it("has strings with whatever stands between quotes, but no other escapes than JSON's", async () => {
    expect(await withText("a\nb\tc")).toBe('0 "2.0" "a\\nb\\tc"');
    expect(await withText("\\u4e2d\\/\\\\\\b")).toBe(`0 "2.0" ${JSON.stringify("中/\\\b")}`);
    expect(await withText("\\ud83d\\ude00")).toBe('0 "2.0" "😀"');
    // whatever follows a high half is taken for the low one; a low one alone is lost
    expect(await withText("\\ud83d\\u0041")).toBe(`0 "2.0" "${String.fromCodePoint(0x1f400 + 0x41)}"`);
    expect(await withText("\\ude00")).toBe('0 "2.0" "\ufffd"');
    for (const text of ["\\ud83d", "\\ud83dabcdef", "\\ud83d\\n12345", "\\x41", "\\u12g4", "\\u12", "\\\n", "\\'"]) {
      expect(await withText(text), text).toBe(invalid);
    }
  });

  it("keeps whole numbers of 64 bits, and takes zeros before them", async () => {
    expect(await withId("007")).toBe('7 "2.0" true');
    expect(await withId("-")).toBe('0 "2.0" true');
    expect(await withId("1.")).toBe('1 "2.0" true');
    expect(await withId("-.9")).toBe('0 "2.0" true');
    expect(await withId("1.e3")).toBe('1000 "2.0" true');
    expect(await withId("-9223372036854775808")).toBe('-9223372036854775808 "2.0" true');
    expect(await withId("9223372036854775808.0")).toBe('-9223372036854775808 "2.0" true');
    for (const id of ["-9223372036854775809e1", "18446744073709551616", "1e999", "{}", '""']) {
      expect(await withId(id), id).toBe(unreadable);
    }
    for (const id of ["1e", "1e+", "-.", "+1", ".5", "0x1", "-e5"]) expect(await withId(id), id).toBe(invalid);
  });

  it("gives back jsonrpc as text, also a number", async () => {
    for (const [written, text] of [
      ["2", "2"],
      ["2.0", "2.0"],
      ["-0", "0"],
      ["-0.0", "-0.0"],
      ["0.1", "0.10000000000000001"],
      ["1e5", "100000.0"],
      ["1e16", "10000000000000000.0"],
      ["1e17", "1e+17"],
      ["0.0001", "0.0001"],
      ["0.00001", "1.0000000000000001e-05"],
      ["123456789012345678901", "1.2345678901234568e+20"],
      ["18446744073709551615", "18446744073709551615"],
      ["true", "true"],
      ["null", ""],
    ]) {
      expect(await ask(`{"jsonrpc":${written},"method":"flag","params":[]}`), written).toBe(`0 "${text}" true`);
    }
    for (const written of ["{}", "[]"]) {
      expect(await ask(`{"jsonrpc":${written},"method":"flag","params":[]}`)).toBe(unreadable);
    }
  });
});

describe("a parameter", () => {
  it("is a number of 64 bits, or an error that says which limit it passes", async () => {
    for (const [written, result] of [
      ["9223372036854775807", '0 "2.0" 9223372036854776000'],
      ["1.9", '0 "2.0" 1'],
      ["-1.9", '0 "2.0" -1'],
      ["true", '0 "2.0" 1'],
      ["9223372036854775808", "-32600 LargestUInt out of Int64 range"],
      ["18446744073709551615", "-32600 LargestUInt out of Int64 range"],
      ["18446744073709551616", "-32600 double out of Int64 range"],
      ["-9223372036854775809", '0 "2.0" -9223372036854776000'],
      ["-1e30", "-32600 double out of Int64 range"],
      ["1e30", "-32600 double out of Int64 range"],
      ["[]", "-32600 Value is not convertible to Int64."],
    ] as const) {
      expect(await withNumber(written), written).toBe(result);
    }
  });

  it("is a truth value, of whatever number", async () => {
    const flag = (written: string): Promise<string> => ask(`{"jsonrpc":"2.0","method":"flag","params":[${written}]}`);
    expect(await Promise.all(["0", "0.0", "0.1", "18446744073709551615", "null"].map(flag))).toEqual(
      [false, false, true, true, false].map((value) => `0 "2.0" ${value}`),
    );
    expect(await flag('"true"')).toBe("-32600 Value is not convertible to bool.");
  });
});

describe("the node's reader", () => {
  it("agrees with JSON.parse on all JSON", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const plain = writeJson(readNodeJson(text));
        expect(JSON.parse(plain)).toEqual(JSON.parse(text));
        expect(writeJson(parseWire(text))).toBe(plain);
      }),
      { numRuns: 200 },
    );
  });

  it("writes reals as C does", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = new RealNumber(value).toString();
        expect(Object.is(Number(text), value)).toBe(true);
        expect(text).toMatch(/^-?\d(?:\.\d*[1-9])?e[+-]\d{2,}$|^-?\d+\.(?:0|\d*[1-9])$/);
      }),
      { numRuns: 200 },
    );
  });
});
