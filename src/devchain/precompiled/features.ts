import { isFlagOf } from "../../chain/config/chainFlags";
import { versionNumber } from "../../text/versions";

/** Corrections that come with a data version (docs/protocol/built-in-contracts.md, "Flags"). */
const corrections: readonly (readonly [version: string, flags: readonly string[]])[] = [
  ["3.2.3", ["revert"]],
  ["3.2.4", ["statestorage_hash", "evm_create2_delegatecall_staticcall_codecopy"]],
  ["3.2.7", ["event_log_order", "call_noaddr_return", "precompiled_codehash", "dmc_revert"]],
  ["3.5.0", ["revert", "statestorage_hash"]],
  [
    "3.6.0",
    [
      "statestorage_hash",
      "evm_create2_delegatecall_staticcall_codecopy",
      "event_log_order",
      "call_noaddr_return",
      "precompiled_codehash",
      "dmc_revert",
    ],
  ],
  ["3.6.1", ["keypage_system_entry_hash", "internal_create_redundant_storage"]],
  ["3.7.0", ["empty_abi_reset", "eip55_addr", "sharding_call_in_child_executive", "internal_create_permission_denied"]],
  ["3.8.0", ["eoa_as_contract", "dmc_deploy_gas_used", "evm_exception_gas_used", "set_row_with_dirty_flag"]],
  ["3.9.0", ["staticcall_noaddr_return", "support_transfer_receive_fallback", "eoa_match_failed"]],
  ["3.12.0", ["rpbft_vrf_blocknumber_input"]],
  ["3.13.0", ["delete_account_code", "policy1_empty_code_address", "precompiled_gasused"]],
  ["3.14.0", ["nonce_not_increase_when_revert", "set_contract_nonce_when_create"]],
  ["3.15.1", ["precompiled_gascalc"]],
  ["3.15.2", ["method_auth_sender", "precompiled_evm_status"]],
  ["3.16.0", ["delegatecall_transfer", "nonce_initialize", "v1_timestamp"]],
  ["3.16.4", ["revert_logs"]],
];

const inRelease = (version: number, release: string): boolean => version >>> 16 === versionNumber(release) >>> 16;

/** Releases whose chains all have shards, without a flag to switch on. */
export const isShardingRelease = (version: number): boolean =>
  inRelease(version, "3.3.0") || inRelease(version, "3.4.0");

function flagsBetween(from: number, to: number): string[] {
  const flags = new Set<string>();
  for (const [version, names] of corrections) {
    const step = versionNumber(version);
    if (step > from && step <= to) for (const name of names) flags.add(`bugfix_${name}`);
  }
  return [...flags];
}

/** Flags that a chain has from its first block on. */
export function genesisFlags(version: number): string[] {
  if (isShardingRelease(version)) return ["feature_sharding"];
  if (inRelease(version, "3.5.0")) return flagsBetween(versionNumber("3.4.0"), version);
  return flagsBetween(0, version);
}

/** Flags that rising from one data version to another switches on: those that the program knows, however high the rise. */
export function upgradeFlags(from: number, to: number, nodeVersion: string): string[] {
  if (to <= from) return [];
  const start = to < versionNumber("3.2.7") ? 0 : from;
  const flags = flagsBetween(start, to);
  if (isShardingRelease(from) || isShardingRelease(to)) flags.push("feature_sharding");
  return flags.filter((name) => isFlagOf(nodeVersion, name));
}
