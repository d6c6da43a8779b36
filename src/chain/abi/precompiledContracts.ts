import { type Address, prefixedAddress } from "../../crypto/bytes/hex";
import type { CryptoSuite, CryptoSuiteName } from "../../crypto/cryptoSuite";
import { type ContractInterface, contractInterface } from "./contractInterface";
import account from "./precompiled/Account.json";
import accountManager from "./precompiled/AccountManager.json";
import balance from "./precompiled/Balance.json";
import bfs from "./precompiled/BFS.json";
import cast from "./precompiled/Cast.json";
import committee from "./precompiled/Committee.json";
import committeeManager from "./precompiled/CommitteeManager.json";
import consensus from "./precompiled/Consensus.json";
import contractAuth from "./precompiled/ContractAuth.json";
import crypto from "./precompiled/Crypto.json";
import dagTransfer from "./precompiled/DagTransfer.json";
import groupSig from "./precompiled/GroupSig.json";
import kvTable from "./precompiled/KVTable.json";
import paillier from "./precompiled/Paillier.json";
import proposalManager from "./precompiled/ProposalManager.json";
import ringSig from "./precompiled/RingSig.json";
import sharding from "./precompiled/Sharding.json";
import systemConfig from "./precompiled/SystemConfig.json";
import table from "./precompiled/Table.json";
import tableManager from "./precompiled/TableManager.json";
import voteComputer from "./precompiled/VoteComputer.json";
import zkp from "./precompiled/Zkp.json";
import { type PrecompiledName, precompiledNames } from "./precompiledNames";

/** A contract that comes with the node (docs/protocol/precompiled-contracts.md, "Addresses"). */
export interface PrecompiledContract {
  /** Missing where each table, account or chain has an address of its own. */
  readonly address?: Address;
  /** Its BFS name: a link on EVM chains, the address on WASM chains. */
  readonly path?: string;
  /** First release, with the system-config key that switches it on where there is one. */
  readonly since: string;
  readonly feature?: string;
  readonly abi: readonly unknown[];
}

const at = (low: string): Address => `0x${low.padStart(40, "0")}`;

export const precompiledContracts = {
  SystemConfig: { address: at("1000"), path: "/sys/status", since: "3.0.0", abi: systemConfig },
  Table: { path: "/sys/table_storage", since: "3.0.0", abi: table },
  TableManager: { address: at("1002"), path: "/sys/table_manager", since: "3.0.0", abi: tableManager },
  Consensus: { address: at("1003"), path: "/sys/consensus", since: "3.0.0", abi: consensus },
  ContractAuth: { address: at("1005"), path: "/sys/auth", since: "3.0.0", abi: contractAuth },
  KVTable: { path: "/sys/kv_storage", since: "3.0.0", abi: kvTable },
  Crypto: { address: at("100a"), path: "/sys/crypto_tools", since: "3.0.0", abi: crypto },
  DagTransfer: { address: at("100c"), path: "/sys/dag_test", since: "3.0.0", abi: dagTransfer },
  BFS: { address: at("100e"), path: "/sys/bfs", since: "3.0.0", abi: bfs },
  Cast: { address: at("100f"), path: "/sys/cast_tools", since: "3.2.0", abi: cast },
  Sharding: { address: at("1010"), path: "/sys/sharding", since: "3.3.0", feature: "feature_sharding", abi: sharding },
  Balance: { address: at("1011"), since: "3.6.0", feature: "feature_balance_precompiled", abi: balance },
  Paillier: { address: at("5003"), since: "3.5.0", feature: "feature_paillier", abi: paillier },
  GroupSig: { address: at("5004"), path: "/sys/group_sig", since: "3.0.0", abi: groupSig },
  RingSig: { address: at("5005"), path: "/sys/ring_sig", since: "3.0.0", abi: ringSig },
  Zkp: { address: at("5100"), path: "/sys/discrete_zkp", since: "3.0.0", abi: zkp },
  CommitteeManager: { address: at("10001"), since: "3.0.0", abi: committeeManager },
  Committee: { since: "3.0.0", abi: committee },
  ProposalManager: { since: "3.0.0", abi: proposalManager },
  VoteComputer: { since: "3.0.0", abi: voteComputer },
  AccountManager: { address: at("10003"), path: "/sys/account_manager", since: "3.1.0", abi: accountManager },
  Account: { since: "3.1.0", abi: account },
} as const satisfies Readonly<Record<PrecompiledName, PrecompiledContract>>;

/** The built-in contract that stands at a fixed address, with or without `0x`. */
export function precompiledAt(address: string): PrecompiledName | undefined {
  const wanted = prefixedAddress(address).toLowerCase();
  return precompiledNames.find((name) => (precompiledContracts[name] as PrecompiledContract).address === wanted);
}

const interfaces = new Map<string, ContractInterface>();

/** The interface of a built-in contract under a suite; made once. */
export function precompiledInterface(name: PrecompiledName, suite: CryptoSuite): ContractInterface {
  const key = `${suite.name}:${name}` satisfies `${CryptoSuiteName}:${PrecompiledName}`;
  let found = interfaces.get(key);
  if (!found) {
    found = contractInterface(precompiledContracts[name].abi, suite);
    interfaces.set(key, found);
  }
  return found;
}
