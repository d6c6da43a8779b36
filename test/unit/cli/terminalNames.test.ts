// What stands behind addresses and amounts in the text of a terminal.
import { expect, test } from "vitest";
import { etherText } from "../../../src/chain/abi/numberUnits";
import { hasAddress, withAddressNames } from "../../../src/chain/abi/valueNotes";
import { namedResult, typedText } from "../../../src/cli/operations/terminalNames";

const address = `0x${"a1".repeat(20)}`;
const names = (each: string) => (each.toLowerCase() === address ? "dev1" : undefined);

test.each([
  [10n ** 19n, "10 ether"],
  [2_500_000_000_000_000_000n, "2.5 ether"],
  [-(10n ** 15n), "-0.001 ether"],
  // Too little, not round, and what is no amount at all.
  [10n ** 15n - 1n, undefined],
  [10n ** 18n + 1n, undefined],
  [(1n << 256n) - 1n, undefined],
  [0n, undefined],
])("%s wei are %s", (wei, text) => expect(etherText(wei)).toBe(text));

test("an amount has its unit behind it, where its type can hold one", () => {
  const value = String(10n ** 18n);
  expect(typedText({ type: "uint256", value })).toBe(`${value} (1 ether)`);
  expect(typedText({ type: "uint64", value })).toBe(value);
  expect(typedText({ type: "string", value })).toBe(value);
  expect(typedText({ type: "uint256[]", value: [value] })).toBe(`["${value} (1 ether)"]`);
});

test("addresses have their names behind them, whatever letters they have; longer words are none", () => {
  expect(withAddressNames(`Sent(${address.toUpperCase().replace("0X", "0x")}, 5)`, names)).toContain("(dev1), 5)");
  for (const text of [`${address}00`, `${address}f`, `a${address}`, `0x${"b2".repeat(20)}`])
    expect([withAddressNames(text, names), hasAddress(`a ${text}, b`)]).toEqual([
      text,
      text === `0x${"b2".repeat(20)}`,
    ]);
  expect(namedResult({ from: address, list: [{ to: address, block: 3 }] }, names)).toEqual({
    from: `${address} (dev1)`,
    list: [{ to: `${address} (dev1)`, block: 3 }],
  });
});
