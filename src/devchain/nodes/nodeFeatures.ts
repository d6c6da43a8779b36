import { systemConfigKey } from "../../chain/config/systemConfigKeys";
import { chainFlags } from "../../facts/releases/chainFlags";
import { atLeast } from "../../text/versions";

/** Keys in the order in which a program names them. */
const configOrder = [
  "tx_gas_limit",
  "tx_gas_price",
  "tx_count_limit",
  "consensus_leader_period",
  "auth_check_status",
  "compatibility_version",
  "feature_rpbft",
  "feature_rpbft_epoch_block_num",
  "feature_rpbft_epoch_sealer_num",
  "feature_rpbft_notify_rotate",
  "feature_balance_precompiled",
  "web3_chain_id",
  "balance_transfer",
  "executor_version",
] as const;

/** What rPBFT notes for itself came with its flag; no transaction sets it. */
const ownNotes: ReadonlyMap<string, string> = new Map([["feature_rpbft_notify_rotate", "feature_rpbft"]]);

function isKeyOf(nodeVersion: string, key: string): boolean {
  const found = systemConfigKey(ownNotes.get(key) ?? key);
  return found !== undefined && atLeast(nodeVersion, found.since);
}

/** `featureKeys` of a node's information: what its program knows, not what is switched on. */
export const knownFeatures = (nodeVersion: string): string[] =>
  chainFlags.filter(({ since }) => atLeast(nodeVersion, since)).map(({ name }) => name);

/** `supportConfigs` of a node's information. */
export const knownConfigs = (nodeVersion: string): string[] => configOrder.filter((key) => isKeyOf(nodeVersion, key));
