import { expect, test } from "vitest";
import { threeMachines } from "./libraryMachine";

// A frame has everything that the library's opcodes ask for: each opcode of each revision is run on a frame of ours and on the
// library's own interpreter, with operands that suit it and with others, and has to end alike: word on top, memory, events, what came
// back, gas.

const byte = (number: number): string => number.toString(16).padStart(2, "0");
const push = (word: bigint): string => {
  const digits = word.toString(16);
  const even = digits.padStart(digits.length + (digits.length % 2), "0");
  return byte(0x5f + even.length / 2) + even;
};

const max = (1n << 256n) - 1n;
/** Operands of any opcode, the one on top last. */
const plain: readonly (readonly string[])[] = [
  Array.from({ length: 17 }, () => "6000"),
  Array.from({ length: 17 }, (_, index) => push(BigInt(index + 1))),
  Array.from({ length: 17 }, () => push(max)),
  [],
];
/** Operands of those that send a message. */
const sending: readonly (readonly string[])[] = [
  ["6007", "600a", "6000", "6000"], // a new contract
  ["6007", "600a", "6000", "6001"], // that is sent what there is not
  ["6020", "6000", "6020", "6000", "6000", "30", "612710"], // a call of the contract itself
  ["6020", "6000", "6020", "6000", "6001", "30", "612710"],
  ["6020", "6000", "6020", "6000", "6000", "6004", "612710"], // of the copying contract
  ["6020", "6000", "6020", "6000", "30", "612710"],
  ["6020", "6000", "6020", "6000", "6004", "612710"],
  ["6020", "6000", "6020", "6000", "6099", "5a"], // of no one
];

/** Called by a contract: writes a slot, emits an event and gives 32 bytes. */
const inner = "323314601557600160005560006000a060206000f35b";
/** Memory from 0 on: what makes a contract of one byte. */
const filled = `7f${"60fe60005360016000f3".padEnd(64, "0")}600052`;
/** The answer: memory, size of what came back, the word on top, and what came back. */
const answer = "3d61010052610120523d60006101403e6101606000f3";

test.each([
  ["3.0.0", 0],
  ["3.16.0", 0],
  ["3.16.0", 1],
] as const)("every opcode ends as in the library's interpreter, %s, executor %i", async (version, executor) => {
  const { ours, all } = threeMachines(version, executor);
  const known = ours.evm.opcodeEntries.map(({ opcodeInfo }) => opcodeInfo).filter(({ isInvalid }) => !isInvalid);
  expect(known.length).toBeGreaterThan(140);
  for (const { code, fullName } of known) {
    const operands = code >= 0xf0 ? [...plain, ...sending] : plain;
    for (const [index, words] of operands.entries()) {
      const ended = await all(`${inner}${filled}${words.join("")}${byte(code)}${answer}`);
      expect(ended.ours, `${fullName} ${index}`).toEqual(ended.theirs);
      expect(ended.watched, `${fullName} ${index}`).toEqual(ended.theirs);
    }
  }
});
