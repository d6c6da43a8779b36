import { expect, test } from "vitest";
import { slotEntry, stateRootFormula, stateRootOf } from "../../../../src/chain/verification/stateRoot";
import { bytesToHex, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { cryptoSuite } from "../../../../src/crypto/suites";
import rows from "../../../fixtures/stateRoots.json";

const word = (digits: string): string => digits.padStart(64, "0");

test.each(rows)("$chain, $name", ({ suite, executorVersion, dataVersion, contract, writes, root }) => {
  const formula = stateRootFormula(executorVersion as 0 | 1, () => dataVersion === "3.17.0");
  const entries = writes.map(([slot = "", value = ""]) =>
    slotEntry(contract, word(slot), /^0*$/.test(value) ? undefined : hexToBytes(word(value))),
  );
  expect(bytesToHex(stateRootOf(cryptoSuite(suite as "standard" | "sm"), entries, formula))).toBe(root);
});

test("a block that changes nothing has a root of zeros, and a row that is gone has no content", () => {
  const suite = cryptoSuite("standard");
  expect(bytesToHex(stateRootOf(suite, [], "measured"))).toBe(`0x${"0".repeat(64)}`);
  const gone = { table: "t", key: hexToBytes("aa"), data: undefined };
  const empty = { ...gone, data: new Uint8Array(0) };
  const roots = [gone, empty].map((entry) => bytesToHex(stateRootOf(suite, [entry], "measured")));
  expect(new Set(roots).size).toBe(2);
  expect(roots[0]).toBe(bytesToHex(suite.hash(hexToBytes("000000017400000001aa01"))));
});
