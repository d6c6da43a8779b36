import { atLeast } from "../../text/versions";

/** Feature and repair names in the order a program lists them, with the program version that brought each. */
const featureSince: readonly (readonly [name: string, since: string])[] = [
  ["bugfix_revert", "3.5.0"],
  ["bugfix_statestorage_hash", "3.6.0"],
  ["bugfix_evm_create2_delegatecall_staticcall_codecopy", "3.6.0"],
  ["bugfix_event_log_order", "3.6.0"],
  ["bugfix_call_noaddr_return", "3.6.0"],
  ["bugfix_precompiled_codehash", "3.6.0"],
  ["bugfix_dmc_revert", "3.6.0"],
  ["bugfix_keypage_system_entry_hash", "3.6.1"],
  ["bugfix_internal_create_redundant_storage", "3.6.1"],
  ["bugfix_internal_create_permission_denied", "3.7.0"],
  ["bugfix_sharding_call_in_child_executive", "3.7.0"],
  ["bugfix_empty_abi_reset", "3.7.0"],
  ["bugfix_eip55_addr", "3.7.0"],
  ["bugfix_eoa_as_contract", "3.7.3"],
  ["bugfix_eoa_match_failed", "3.9.0"],
  ["bugfix_evm_exception_gas_used", "3.7.3"],
  ["bugfix_dmc_deploy_gas_used", "3.7.3"],
  ["bugfix_staticcall_noaddr_return", "3.7.3"],
  ["bugfix_support_transfer_receive_fallback", "3.7.3"],
  ["bugfix_set_row_with_dirty_flag", "3.7.3"],
  ["bugfix_rpbft_vrf_blocknumber_input", "3.12.0"],
  ["bugfix_delete_account_code", "3.13.0"],
  ["bugfix_policy1_empty_code_address", "3.13.0"],
  ["bugfix_precompiled_gasused", "3.13.0"],
  ["bugfix_nonce_not_increase_when_revert", "3.14.0"],
  ["bugfix_set_contract_nonce_when_create", "3.14.0"],
  ["bugfix_precompiled_gascalc", "3.15.1"],
  ["bugfix_method_auth_sender", "3.15.4"],
  ["bugfix_precompiled_evm_status", "3.15.4"],
  ["bugfix_delegatecall_transfer", "3.16.0"],
  ["bugfix_nonce_initialize", "3.16.0"],
  ["bugfix_v1_timestamp", "3.16.0"],
  ["bugfix_revert_logs", "3.16.4"],
  ["feature_dmc2serial", "3.6.0"],
  ["feature_sharding", "3.5.0"],
  ["feature_rpbft", "3.5.0"],
  ["feature_paillier", "3.5.0"],
  ["feature_balance", "3.6.0"],
  ["feature_balance_precompiled", "3.6.0"],
  ["feature_balance_policy1", "3.6.0"],
  ["feature_paillier_add_raw", "3.6.0"],
  ["feature_evm_cancun", "3.10.0"],
  ["feature_evm_timestamp", "3.12.0"],
  ["feature_evm_address", "3.12.0"],
  ["feature_rpbft_term_weight", "3.12.0"],
  ["feature_raw_address", "3.13.0"],
  ["feature_rpbft_vrf_type_secp256k1", "3.13.0"],
  ["feature_balance_policy2", "3.14.0"],
];

const configSince: readonly (readonly [name: string, since: string])[] = [
  ["tx_gas_limit", "3.0.0"],
  ["tx_gas_price", "3.6.0"],
  ["tx_count_limit", "3.0.0"],
  ["consensus_leader_period", "3.0.0"],
  ["auth_check_status", "3.3.0"],
  ["compatibility_version", "3.0.0"],
  ["feature_rpbft", "3.5.0"],
  ["feature_rpbft_epoch_block_num", "3.5.0"],
  ["feature_rpbft_epoch_sealer_num", "3.5.0"],
  ["feature_rpbft_notify_rotate", "3.5.0"],
  ["feature_balance_precompiled", "3.6.0"],
  ["web3_chain_id", "3.9.0"],
  ["balance_transfer", "3.10.2"],
  ["executor_version", "3.15.0"],
];

const known = (list: typeof featureSince, version: string): string[] =>
  list.filter(([, since]) => atLeast(version, since)).map(([name]) => name);

/** `featureKeys` of a node's information: what its program knows, not what is switched on. */
export const knownFeatures = (nodeVersion: string): string[] => known(featureSince, nodeVersion);

/** `supportConfigs` of a node's information. */
export const knownConfigs = (nodeVersion: string): string[] => known(configSince, nodeVersion);
