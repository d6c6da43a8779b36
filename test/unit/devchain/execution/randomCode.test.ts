import fc from "fast-check";
import { expect, test } from "vitest";
import { creationCode } from "../../../support/creationCode";
import { admin } from "../governance/executedChain";
import { embedded, Istanbul } from "./istanbul";

// Contracts that no one wrote, which call each other: Ethereum's machine and the embedded chain must end alike, for the same gas.

const byte = (code: number): string => code.toString(16).padStart(2, "0");
const push = (value: bigint): string => {
  const digits = value.toString(16);
  const even = digits.length % 2 ? `0${digits}` : digits;
  return byte(0x5f + even.length / 2) + even;
};
const max = (1n << 256n) - 1n;
const word = fc
  .oneof(
    fc.constantFrom(0n, 1n, 31n, 32n, 255n, 256n, 1n << 255n, (1n << 255n) - 1n, max),
    fc.bigInt({ min: 0n, max: 300n }),
    fc.bigInt({ min: 0n, max: max }),
  )
  .map(push);
const place = fc.constantFrom(0n, 1n, 31n, 32n, 33n, 100n, 1000n).map(push);
const size = fc.constantFrom(0n, 1n, 31n, 32n, 33n, 96n, 200n).map(push);
const slot = fc.constantFrom(0n, 1n, 2n).map(push);
const one = (...codes: number[]) => fc.constantFrom(...codes).map(byte);
const join = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(""));

/** Pieces leave at least what they found on the stack, so that nothing ends but on purpose. */
const arithmetic = one(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
const nobody = push(BigInt(`0x${"ee".repeat(20)}`));
const plain: fc.Arbitrary<string>[] = [
  word,
  join(word, word, word, arithmetic),
  fc.integer({ min: 0x80, max: 0x9f }).map((code) => (code === 0x9f ? "9e" : byte(code))),
  // ORIGIN, CALLER, CALLVALUE, CALLDATASIZE, CODESIZE, RETURNDATASIZE, PC, MSIZE, JUMPDEST
  one(0x32, 0x33, 0x34, 0x36, 0x38, 0x3d, 0x58, 0x59, 0x5b),
  join(place, one(0x35, 0x51)),
  join(word, place, one(0x52, 0x53)),
  join(size, place, one(0x20)),
  join(size, place, place, one(0x37, 0x39)),
  fc.constant("3d6000601f3e"),
  join(slot, one(0x54)),
  join(word, slot, one(0x55)),
  fc
    .integer({ min: 0, max: 4 })
    .chain((topics) =>
      join(...Array.from({ length: topics }, () => word), size, place, fc.constant(byte(0xa0 + topics))),
    ),
  join(fc.constant(nobody), one(0x31, 0x3b, 0x3f)),
  join(size, place, place, fc.constant(`${nobody}3c`)),
];
/** Messages to the contract that the input names, and to 0x2 and 0x4. */
const named = fc.constantFrom("602035");
const spread = join(size, place, size, place);
const messages: fc.Arbitrary<string>[] = [
  join(spread, fc.constant("6000"), fc.oneof(named, fc.constantFrom("6002", "6004")), fc.constant("5af1")),
  join(spread, fc.constant("6000"), named, fc.constant("5af2")),
  join(spread, named, fc.constant("5af4")),
  join(spread, fc.constantFrom("6002", "6004"), fc.constant("5afa")),
  // a contract of some bytes of nothing
  fc.integer({ min: 1, max: 60 }).map((length) => `6460${byte(length)}6000f360005260056${"01b"}6000f01515`),
];
const end = fc.constantFrom("60005260406000f3", "60005260406000f3", "60206000fd", "00");
const sixteen = "6001".repeat(16);
const code = (pieces: fc.Arbitrary<string>[], maxLength: number) =>
  fc.tuple(fc.array(fc.oneof(...pieces), { maxLength }), end).map(([body, last]) => sixteen + body.join("") + last);

test.each([0, 1] as const)(
  "any code costs and gives what it does in Istanbul's machine, executor %i",
  async (executor) => {
    const theirs = await Istanbul.start(executor === 1);
    const ours = await embedded(executor);
    const make = async (text: string): Promise<string> => {
      const { created } = await ours.run("", creationCode(text), admin);
      await theirs.put(created, text);
      return created;
    };
    await fc.assert(
      fc.asyncProperty(code([...plain, ...plain, ...messages], 60), code(plain, 30), async (caller, called) => {
        const [to, other] = [await make(caller), await make(called)];
        for (const tail of ["", "aa".repeat(45)]) {
          const input = "01".repeat(32) + other.padStart(64, "0") + tail;
          expect(await ours.run(to, input, admin)).toEqual(await theirs.run(to, input, admin));
        }
      }),
      { numRuns: 60 },
    );
  },
);
