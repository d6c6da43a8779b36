import { expect, test } from "vitest";
import {
  precompiledAt,
  precompiledContracts,
  precompiledInterface,
} from "../../../../src/chain/abi/precompiledContracts";
import type { PrecompiledName } from "../../../../src/chain/abi/precompiledNames";
import { canonicalSignature } from "../../../../src/chain/abi/selector";
import { smSuite, standardSuite } from "../../../../src/crypto/suites";
import selectors from "../../../fixtures/abi/selectors.json";

const table: Readonly<Record<string, readonly { signature: string; keccak256: string; sm3: string }[]>> = selectors;
/** Contracts of the table that carry no ABI of their own here. */
const internal = new Set(["_literal", "_events"]);

test.each(Object.keys(precompiledContracts))("%s has the selectors of the node under both suites", (name) => {
  const rows = table[name] ?? [];
  expect(rows.length).toBeGreaterThan(0);
  const standard = precompiledInterface(name as PrecompiledName, standardSuite);
  const sm = precompiledInterface(name as PrecompiledName, smSuite);
  expect(standard.functions.map((item) => `${item.signature} ${item.selector}`).sort()).toEqual(
    rows.map((row) => `${row.signature} ${row.keccak256}`).sort(),
  );
  expect(sm.functions.map((item) => `${item.signature} ${item.selector}`).sort()).toEqual(
    rows.map((row) => `${row.signature} ${row.sm3}`).sort(),
  );
});

test("an address has 0x or not, as clients write it", () => {
  const address = precompiledContracts.CommitteeManager.address;
  expect([precompiledAt(address), precompiledAt(address.slice(2))]).toEqual(["CommitteeManager", "CommitteeManager"]);
  expect(precompiledAt("/sys/status")).toBeUndefined();
});

test("every contract of the table is here", () => {
  const missing = Object.keys(table).filter((name) => !internal.has(name) && !(name in precompiledContracts));
  expect(missing).toEqual([]);
});

test("signatures as people write them", () => {
  expect(
    [
      "set( uint n, string memory s )",
      "function put((uint8,string)[] memory conditions, (uint32 a,uint32 b) calldata limit)",
      "f(int[2][] x,address payable to)",
      "noArgs()",
    ].map(canonicalSignature),
  ).toEqual(["set(uint256,string)", "put((uint8,string)[],(uint32,uint32))", "f(int256[2][],address)", "noArgs()"]);
});
