import { expect, test } from "vitest";
import { isSoleTransaction } from "../../../../src/chain/verification/division";

const none = new Uint8Array();
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const call = Uint8Array.from([0x4e, 0xd3, 0x88, 0x5e, ...new Array<number>(64).fill(0)]);

function isSole(nonce: string, to: string, input = call): boolean {
  const tail = Uint8Array.from([...ascii(nonce), ...ascii(to), ...input]);
  return isSoleTransaction(tail, {
    version: 0,
    nonce: ascii(nonce),
    to: ascii(to),
    input,
    abi: none,
    value: none,
    gasPrice: none,
    gasLimit: 0n,
    maxFeePerGas: none,
    maxPriorityFeePerGas: none,
    extension: none,
  });
}

const address = "6849f21d1e455e9f0712b1e99fa4fcd23758e8f1";

test("a nonce of any length does not make an honest call ambiguous", () => {
  for (let digits = 1; digits <= 78; digits++) {
    const nonce = "1751802082".repeat(8).slice(0, digits);
    expect([digits, isSole(nonce, `0x${address}`)]).toEqual([digits, true]);
  }
});

test("an address without 0x is told from the nonce by the call behind it, where that is a compiler's", () => {
  for (let digits = 1; digits <= 78; digits++) {
    const nonce = "1751802082".repeat(8).slice(0, digits);
    expect([digits, isSole(nonce, address)]).toEqual([digits, true]);
  }
  // a selector that begins with a digit of ASCII could have been cut off an address
  expect(isSole("17", address, Uint8Array.from([0x34, ...call.subarray(1)]))).toBe(false);
  expect(isSole("17", address, call.subarray(0, 7))).toBe(false);
  // forty decimal digits are as well the end of a nonce
  expect(isSole("17", `${"0".repeat(36)}1003`)).toBe(false);
});
