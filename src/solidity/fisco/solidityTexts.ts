import account from "./contracts/Account.sol";
import accountManager from "./contracts/AccountManager.sol";
import balance from "./contracts/Balance.sol";
import bfs from "./contracts/BFS.sol";
import cast from "./contracts/Cast.sol";
import consensus from "./contracts/Consensus.sol";
import contractAuth from "./contracts/ContractAuth.sol";
import crypto from "./contracts/Crypto.sol";
import dagTransfer from "./contracts/DagTransfer.sol";
import entry from "./contracts/Entry.sol";
import entryWrapper from "./contracts/EntryWrapper.sol";
import groupSig from "./contracts/GroupSig.sol";
import paillier from "./contracts/Paillier.sol";
import ringSig from "./contracts/RingSig.sol";
import sharding from "./contracts/Sharding.sol";
import systemConfig from "./contracts/SystemConfig.sol";
import table from "./contracts/Table.sol";
import tableV320 from "./contracts/TableV320.sol";
import zkp from "./contracts/Zkp.sol";
import printer from "./testing/console.sol";
import test from "./testing/Test.sol";
import cheatCodes from "./testing/Vm.sol";

/**
 * The interfaces of the chain's built-in contracts in Solidity, by the name of their file, for compilers from 0.6 on. Compilations of each
 * are compared with the ABI of the built-in contracts (docs/protocol/built-in-contracts.md) by a test.
 */
export const interfaceTexts: Readonly<Record<string, string>> = {
  Account: account,
  AccountManager: accountManager,
  BFS: bfs,
  Balance: balance,
  Cast: cast,
  Consensus: consensus,
  ContractAuth: contractAuth,
  Crypto: crypto,
  DagTransfer: dagTransfer,
  Entry: entry,
  EntryWrapper: entryWrapper,
  GroupSig: groupSig,
  Paillier: paillier,
  RingSig: ringSig,
  Sharding: sharding,
  SystemConfig: systemConfig,
  Table: table,
  TableV320: tableV320,
  Zkp: zkp,
};

/**
 * Sources for tests of contracts (docs/contract-tests.md). `test/unit/contractTests/cheatTable.test.ts` compares `Vm.sol` with the cheat
 * codes.
 */
const testTexts: Readonly<Record<string, string>> = {
  "fisco/Test.sol": test,
  "fisco/Vm.sol": cheatCodes,
  "fisco/console.sol": printer,
};

/** `fisco/console.sol` without its ways to print. */
export const emptyConsole = `${printer.slice(0, printer.indexOf("    function log"))}}\n`;

/** The text of a source for tests, by its name; undefined for any other name. */
export const testSource = (name: string): string | undefined =>
  Object.hasOwn(testTexts, name) ? testTexts[name] : undefined;
