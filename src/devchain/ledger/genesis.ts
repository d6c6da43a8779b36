import type { NodeIdentity } from "../nodes/seededKeys";
import { atLeast, type DevChainSettings } from "../options";
import type { StateStore } from "../state/stateStore";
import { writeConsensusNodes, writeSystemConfig } from "../state/systemTables";

/** Repairs that a data version switches on, by the version that brought them (precompiles.md §4.3). */
export const repairSteps: readonly (readonly [version: string, flags: readonly string[]])[] = [
  ["3.2.3", ["bugfix_revert"]],
  ["3.2.4", ["bugfix_statestorage_hash", "bugfix_evm_create2_delegatecall_staticcall_codecopy"]],
  [
    "3.2.7",
    ["bugfix_event_log_order", "bugfix_call_noaddr_return", "bugfix_precompiled_codehash", "bugfix_dmc_revert"],
  ],
  ["3.5.0", ["bugfix_revert", "bugfix_statestorage_hash"]],
  [
    "3.6.0",
    [
      "bugfix_statestorage_hash",
      "bugfix_evm_create2_delegatecall_staticcall_codecopy",
      "bugfix_event_log_order",
      "bugfix_call_noaddr_return",
      "bugfix_precompiled_codehash",
      "bugfix_dmc_revert",
    ],
  ],
  ["3.6.1", ["bugfix_keypage_system_entry_hash", "bugfix_internal_create_redundant_storage"]],
  [
    "3.7.0",
    [
      "bugfix_empty_abi_reset",
      "bugfix_eip55_addr",
      "bugfix_sharding_call_in_child_executive",
      "bugfix_internal_create_permission_denied",
    ],
  ],
  [
    "3.8.0",
    [
      "bugfix_eoa_as_contract",
      "bugfix_dmc_deploy_gas_used",
      "bugfix_evm_exception_gas_used",
      "bugfix_set_row_with_dirty_flag",
    ],
  ],
  ["3.9.0", ["bugfix_staticcall_noaddr_return", "bugfix_support_transfer_receive_fallback", "bugfix_eoa_match_failed"]],
  ["3.12.0", ["bugfix_rpbft_vrf_blocknumber_input"]],
  ["3.13.0", ["bugfix_delete_account_code", "bugfix_policy1_empty_code_address", "bugfix_precompiled_gasused"]],
  ["3.14.0", ["bugfix_nonce_not_increase_when_revert", "bugfix_set_contract_nonce_when_create"]],
  ["3.15.1", ["bugfix_precompiled_gascalc"]],
  ["3.15.2", ["bugfix_method_auth_sender", "bugfix_precompiled_evm_status"]],
  ["3.16.0", ["bugfix_delegatecall_transfer", "bugfix_nonce_initialize", "bugfix_v1_timestamp"]],
  ["3.16.4", ["bugfix_revert_logs"]],
];

/** Repairs in force on a chain that starts with the data version. */
export function genesisRepairs(version: string): string[] {
  if (atLeast(version, "3.3.0") && !atLeast(version, "3.5.0")) return [];
  const exactly35 = atLeast(version, "3.5.0") && !atLeast(version, "3.6.0");
  const flags = new Set<string>();
  for (const [step, names] of repairSteps) {
    if (exactly35 ? step === "3.5.0" : atLeast(version, step)) for (const name of names) flags.add(name);
  }
  return [...flags];
}

/** The text form of the genesis settings that block 0 carries (json-rpc.md, "Blocks"). */
export function genesisText(
  settings: DevChainSettings,
  groupId: string,
  admin: string,
  sealers: readonly NodeIdentity[],
): string {
  const lines = [
    "[chain]",
    `sm_crypto:${settings.suite === "sm" ? 1 : 0}`,
    `chainID: ${settings.chainId}`,
    `grouID: ${groupId}`,
    "[consensys]",
    "consensus_type: pbft",
    `block_tx_count_limit:${settings.txCountLimit}`,
    "leader_period:1",
    "[version]",
    `compatibility_version:${settings.compatibilityVersion}`,
    "[tx]",
    `gaslimit:${settings.txGasLimit}`,
    "[executor]",
    "iswasm: 0",
    `isAuthCheck:${settings.auth ? 1 : 0}`,
    `authAdminAccount:${admin}`,
    "isSerialExecute:1",
  ];
  if (atLeast(settings.compatibilityVersion, "3.5.0")) lines.push("epochSealerNum:4", "epochBlockNum:1000");
  for (const feature of settings.features) lines.push(`${feature}:1`);
  sealers.forEach((sealer, index) => {
    lines.push(`node.${index}:${sealer.nodeId},1`);
  });
  return `${lines.join("\n")}\n`;
}

/** Writes the system tables of block 0. */
export function writeGenesisTables(
  store: StateStore,
  settings: DevChainSettings,
  sealers: readonly NodeIdentity[],
  observers: readonly NodeIdentity[],
): void {
  const config = (key: string, value: string): void => writeSystemConfig(store, key, { value, enableNumber: 0 });
  const version = settings.compatibilityVersion;
  config("tx_count_limit", String(settings.txCountLimit));
  config("consensus_leader_period", "1");
  config("tx_gas_limit", String(settings.txGasLimit));
  config("compatibility_version", version);
  if (settings.auth) config("auth_check_status", "1");
  if (atLeast(version, "3.6.0")) config("tx_gas_price", "0x0");
  if (atLeast(settings.nodeVersion, "3.9.0")) config("web3_chain_id", String(settings.webChainId));
  if (settings.executorVersion === 1) {
    config("balance_transfer", "1");
    config("executor_version", "1");
  }
  for (const flag of genesisRepairs(version)) config(flag, "1");
  for (const flag of settings.features) config(flag, "1");
  writeConsensusNodes(store, [
    ...sealers.map(({ nodeId }) => ({
      nodeId,
      type: "consensus_sealer" as const,
      weight: 1,
      termWeight: 0,
      enableNumber: 0,
    })),
    ...observers.map(({ nodeId }) => ({
      nodeId,
      type: "consensus_observer" as const,
      weight: 0,
      termWeight: 0,
      enableNumber: 0,
    })),
  ]);
}
