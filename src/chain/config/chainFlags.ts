import { atLeast } from "../../text/versions";

/** A flag of the system configuration, which only ever is switched on. */
interface ChainFlag {
  readonly name: string;
  /** First release whose program knows it. */
  readonly since: string;
  /** The flag that has to be on before. */
  readonly needs?: string;
}

const flag = (name: string, since: string, needs?: string): ChainFlag => ({
  name,
  since,
  ...(needs === undefined ? {} : { needs }),
});

/** Every flag of the releases 3.0 to 3.16, in the order in which a node's program lists them (`featureKeys`). */
export const chainFlags: readonly ChainFlag[] = [
  flag("bugfix_revert", "3.2.3"),
  flag("bugfix_statestorage_hash", "3.2.4"),
  flag("bugfix_evm_create2_delegatecall_staticcall_codecopy", "3.2.4"),
  flag("bugfix_event_log_order", "3.2.7"),
  flag("bugfix_call_noaddr_return", "3.2.7"),
  flag("bugfix_precompiled_codehash", "3.2.7"),
  flag("bugfix_dmc_revert", "3.2.7"),
  flag("bugfix_keypage_system_entry_hash", "3.6.1"),
  flag("bugfix_internal_create_redundant_storage", "3.6.1"),
  flag("bugfix_internal_create_permission_denied", "3.7.0"),
  flag("bugfix_sharding_call_in_child_executive", "3.7.0"),
  flag("bugfix_empty_abi_reset", "3.7.0"),
  flag("bugfix_eip55_addr", "3.7.0"),
  flag("bugfix_eoa_as_contract", "3.7.3"),
  flag("bugfix_eoa_match_failed", "3.9.0"),
  flag("bugfix_evm_exception_gas_used", "3.7.3"),
  flag("bugfix_dmc_deploy_gas_used", "3.7.3"),
  flag("bugfix_staticcall_noaddr_return", "3.7.3"),
  flag("bugfix_support_transfer_receive_fallback", "3.7.3"),
  flag("bugfix_set_row_with_dirty_flag", "3.7.3"),
  flag("bugfix_rpbft_vrf_blocknumber_input", "3.12.0"),
  flag("bugfix_delete_account_code", "3.13.0"),
  flag("bugfix_policy1_empty_code_address", "3.13.0"),
  flag("bugfix_precompiled_gasused", "3.13.0"),
  flag("bugfix_nonce_not_increase_when_revert", "3.14.0"),
  flag("bugfix_set_contract_nonce_when_create", "3.14.0"),
  flag("bugfix_precompiled_gascalc", "3.15.1"),
  flag("bugfix_method_auth_sender", "3.15.4"),
  flag("bugfix_precompiled_evm_status", "3.15.4"),
  flag("bugfix_delegatecall_transfer", "3.16.0"),
  flag("bugfix_nonce_initialize", "3.16.0"),
  flag("bugfix_v1_timestamp", "3.16.0"),
  flag("bugfix_revert_logs", "3.16.4"),
  flag("feature_dmc2serial", "3.2.4"),
  flag("feature_sharding", "3.5.0"),
  flag("feature_rpbft", "3.5.0"),
  flag("feature_paillier", "3.5.0"),
  flag("feature_balance", "3.6.0"),
  flag("feature_balance_precompiled", "3.6.0", "feature_balance"),
  flag("feature_balance_policy1", "3.6.0", "feature_balance_precompiled"),
  flag("feature_paillier_add_raw", "3.6.0"),
  flag("feature_evm_cancun", "3.10.0"),
  flag("feature_evm_timestamp", "3.12.0"),
  flag("feature_evm_address", "3.12.0"),
  flag("feature_rpbft_term_weight", "3.12.0"),
  flag("feature_raw_address", "3.13.0"),
  flag("feature_rpbft_vrf_type_secp256k1", "3.13.0"),
  flag("feature_balance_policy2", "3.14.0"),
];

const byName: ReadonlyMap<string, ChainFlag> = new Map(chainFlags.map((each) => [each.name, each]));

/** What is known of a flag; undefined for one that no release has. */
export const chainFlag = (name: string): ChainFlag | undefined => byName.get(name);

/** Whether the program of a release knows the flag. */
export function isFlagOf(nodeVersion: string, name: string): boolean {
  const found = byName.get(name);
  return found !== undefined && atLeast(nodeVersion, found.since);
}
