import { expect, it } from "vitest";
import { withSmChecksums } from "../../../src/solidity/compile/compiler";
import { builtInSource, variantOf } from "../../../src/solidity/fisco/builtInSources";
import { importedName, readRemapping, remapped } from "../../../src/solidity/imports/remappings";
import { readSourceHead } from "../../../src/solidity/source/sourceHead";

it("finds pragmas and imports, and takes no comment or text for one", () => {
  const head = readSourceHead(`// pragma solidity ^0.4.0;
/* import "a.sol"; */
pragma solidity >=0.6.10 /* or newer */ <0.8.20;
pragma experimental ABIEncoderV2;
import "./A.sol";
import B, {C as D} from './B.sol';
import * as E from "@scope/E.sol"; import "f.sol" as F;
contract X { string s = "import \\"no.sol\\";"; function f() { /* } */ } }
import "./Last.sol";`);
  expect(head.pragmas).toEqual([">=0.6.10 <0.8.20"]);
  expect(head.imports.map(({ path }) => path)).toEqual(["./A.sol", "./B.sol", "@scope/E.sol", "f.sol", "./Last.sol"]);
});

it("reads what is only half written", () => {
  expect(readSourceHead("import {A").imports).toEqual([]);
  expect(readSourceHead('import "./a.sol\ncontract A {}').imports.length).toBeLessThanOrEqual(1);
  expect(readSourceHead("pragma solidity ^0.8.0\ncontract A {}").pragmas).toEqual(["^0.8.0"]);
  expect(readSourceHead("pragma").pragmas).toEqual([]);
});

it("names imports and remaps them as compilers do", () => {
  expect(importedName("./B.sol", "contracts/a/A.sol")).toBe("contracts/a/B.sol");
  expect(importedName("../../B.sol", "contracts/a/A.sol")).toBe("B.sol");
  expect(importedName("@x/B.sol", "contracts/A.sol")).toBe("@x/B.sol");
  const list = ["@x/=lib/x/", "@x/deep/=lib/deep/", "lib/y:@x/=lib/y/x/", "# comment", "bad"]
    .map(readRemapping)
    .filter((each) => each !== undefined);
  expect(list).toHaveLength(3);
  expect(remapped("@x/B.sol", "contracts/A.sol", list)).toBe("lib/x/B.sol");
  expect(remapped("@x/deep/B.sol", "contracts/A.sol", list)).toBe("lib/deep/B.sol");
  expect(remapped("@x/B.sol", "lib/y/A.sol", list)).toBe("lib/y/x/B.sol");
});

it("stands in for the interfaces of FISCO BCOS in the form that the contract is written for", () => {
  const modern = ["^0.8.0"];
  const old = variantOf(['TableInfo("id", columns)'], modern);
  const recent = variantOf(['Condition( ConditionOP.GT, "id", text)'], modern);
  expect([old.tables, recent.tables]).toEqual(["old", "new"]);
  expect(variantOf(["Condition(ConditionOP.GT, text)"], modern).tables).toBe("old");
  expect(builtInSource("contracts/Table.sol", "./Table.sol", old)).toContain('import "fisco/Table.sol"');
  expect(builtInSource("fisco/Table.sol", "fisco/Table.sol", recent)).toContain('import "fisco/TableV320.sol"');
  expect(builtInSource("fisco/Table.sol", "fisco/Table.sol", old)).toContain("abstract contract TableManager");
  expect(builtInSource("@x/Table.sol", "@x/Table.sol", old)).toBeUndefined();
  expect(builtInSource("contracts/Coin.sol", "./Coin.sol", old)).toBeUndefined();
  const five = variantOf([""], ["^0.5.0"]);
  expect(builtInSource("fisco/Cast.sol", "fisco/Cast.sol", five)).not.toMatch(/abstract contract|virtual/);
  expect(builtInSource("fisco/Table.sol", "fisco/Table.sol", five)).toBeUndefined();
});

it("gives addresses the capitals of SM3, and leaves texts and comments alone", () => {
  const address = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
  const source = `address a = ${address}; // ${address}\nstring s = "${address}";`;
  const changed = withSmChecksums(source);
  expect(changed).toHaveLength(source.length);
  expect(changed.toLowerCase()).toBe(source.toLowerCase());
  expect(changed.split(address)).toHaveLength(3);
  // One that is wrong under keccak256 stays: the compiler says so.
  expect(withSmChecksums("address a = 0xdac17f958D2ee523a2206206994597C13D831ec7;")).toContain(
    "0xdac17f958D2ee523a2206206994597C13D831ec7",
  );
});
