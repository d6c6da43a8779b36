import fc from "fast-check";
import { expect, test } from "vitest";
import { type Ended, threeMachines } from "./execution/libraryMachine";

function expectAlike({ ours, watched, theirs }: { ours: Ended; watched: Ended; theirs: Ended }): void {
  expect(ours).toEqual(theirs);
  expect(watched).toEqual(theirs);
}

const word = fc.oneof(
  fc.constantFrom(0n, 1n, 31n, 255n, 256n, 1n << 255n, (1n << 256n) - 1n, (1n << 255n) - 1n),
  fc.bigInt({ min: 0n, max: 300n }),
  fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
);
const push = word.map((value) => {
  const digits = value.toString(16).padStart(value < 256n ? 2 : 64, "0");
  return (0x5f + digits.length / 2).toString(16) + digits;
});
const opcode = (code: number): string => code.toString(16).padStart(2, "0");
const stackOpcodes = [
  1, 2, 3, 4, 5, 6, 7, 0xb, 0x1a, 0x1d, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1b, 0x1c, 0x50,
  0x5b,
];
const piece = fc.oneof(
  { weight: 8, arbitrary: push },
  { weight: 10, arbitrary: fc.constantFrom(...stackOpcodes).map(opcode) },
  {
    weight: 4,
    arbitrary: fc
      .integer({ min: 0x80, max: 0x9f })
      .map((code) => opcode(code < 0x90 ? 0x80 + (code % 4) : 0x90 + (code % 4))),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "5f",
      "00",
      "57",
      "56",
      "600a56",
      "600457",
      "36",
      "34",
      "5a",
      "600035",
      "601f35",
      "35",
      "51",
      "52",
      "6003600160053700",
      "60206000f3",
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom("600052", "600051", "60406001205b", "60046002600037") },
  // memory grows, by little and by much, and tells its size
  { weight: 2, arbitrary: fc.constantFrom("602152", "61040052", "602151", "620a000151", "6320000000525a", "59") },
  { weight: 1, arbitrary: fc.integer({ min: 0x60, max: 0xa0 }).map(opcode) },
);
/** Gives the word on top of the stack at last. */
const give = "60005260206000f3";

test.each([0, 1] as const)("any code ends as in the library's own loop, executor %i", async (executor) => {
  const { all } = threeMachines("3.16.0", executor);
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      expectAlike(await all(`${pieces.join("")}${give}`));
    }),
    { numRuns: 100 },
  );
});

test("every opcode of the stack gives what it says", async () => {
  const { ours } = threeMachines("3.16.0", 1);
  const top = async (code: string): Promise<string> => (await ours.ends(code + give)).output.replace(/^0+(?=.)/, "");
  const max = "f".repeat(64);
  expect(await top(`60017f${max}01`)).toBe("0"); // the sum wraps
  expect(await top(`60027f${max}02`)).toBe(`${"f".repeat(63)}e`);
  expect(await top("6002600103")).toBe(max);
  expect(await top("6000600504")).toBe("0");
  expect(await top(`60027f${max}05`)).toBe("0"); // -1 / 2
  expect(await top(`7f${max}600205`)).toBe(`${"f".repeat(63)}e`); // 2 / -1
  expect(await top(`60037f${"f".repeat(63)}907`)).toBe(max); // -7 % 3
  expect(await top("6003600706")).toBe("1");
  expect(await top("60ff60000b")).toBe(max); // -1 of one byte
  expect(await top("61020160001a")).toBe("0");
  expect(await top("610201601e1a")).toBe("2");
  expect(await top(`7f${max}60ff1d`)).toBe(max);
  expect(await top(`7f${max}6101001d`)).toBe(max); // shifted out, the sign stays
  expect(await top(`60017f${max}12`)).toBe("1"); // -1 < 1
  expect(await top(`60017f${max}10`)).toBe("0");
  expect(await top("60ff19")).toBe(`${"f".repeat(62)}00`);
  expect(await top("60016101001b")).toBe("0"); // shifted out
});

test("a loop that uses up its gas, a stack too high, and one too low", async () => {
  const { all } = threeMachines("3.16.0", 1);
  for (const [code, status] of [
    ["5b600056", 12],
    ["5b6001600056", 13],
    ["01", 14],
    ["600456", 12],
    [`${"6001".repeat(1024)}80`, 13],
  ] as const) {
    const ended = await all(code);
    expectAlike(ended);
    expect(ended.ours.status, code).toBe(status);
  }
});
