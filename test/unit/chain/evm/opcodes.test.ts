import { Common, Hardfork, Mainnet } from "@ethereumjs/common";
import { createEVM, type EVM } from "@ethereumjs/evm";
import { expect, test } from "vitest";
import {
  instructionSize,
  instructionStarts,
  jumpTargets,
  opcodes,
  pushedNumber,
} from "../../../../src/chain/evm/opcodes";
import { hexToBytes } from "../../../../src/crypto/bytes/hex";

test("opcodes have the names that the EVM's library gives them", async () => {
  const evm = (await createEVM({ common: new Common({ chain: Mainnet, hardfork: Hardfork.Cancun }) })) as EVM;
  const named = [...evm.getActiveOpcodes()].map(([code, { fullName }]) => [code, fullName] as const);
  expect(named.length).toBeGreaterThan(140);
  for (const [code, name] of named) expect(opcodes[code]?.name, code.toString(16)).toBe(name);
});

test("what is pushed is data: no instruction, no place to jump to", () => {
  const code = hexToBytes("0x605b5b615b5b5b7f01");
  expect(instructionStarts(code)).toEqual([0, 2, 3, 6, 7]);
  expect([...jumpTargets(code)]).toEqual([0, 0, 1, 0, 0, 0, 1, 0, 0]);
  expect(pushedNumber(code, 0)).toBe(0x5bn);
  expect(pushedNumber(code, 3)).toBe(0x5b5bn);
  // zeros stand behind the end of the code
  expect(pushedNumber(code, 7)).toBe(1n << 248n);
  expect([0x5f, 0x60, 0x7f, 0x80].map(instructionSize)).toEqual([1, 2, 33, 1]);
});
