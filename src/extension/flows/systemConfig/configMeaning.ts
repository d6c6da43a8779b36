import { l10n } from "vscode";

/** What a key of the system configuration does, in a sentence; empty for one that nothing is known of. */
export function configMeaning(key: string): string {
  switch (key) {
    case "tx_count_limit":
      return l10n.t("The most transactions that a block holds.");
    case "consensus_leader_period":
      return l10n.t("How many blocks in a row one leader makes.");
    case "tx_gas_limit":
      return l10n.t("The gas that every transaction gets.");
    case "tx_gas_price":
      return l10n.t("What gas costs. Above 0, accounts without a balance can do nothing any more.");
    case "compatibility_version":
      return l10n.t("The data version of the chain. It only goes up, never back.");
    case "auth_check_status":
      return l10n.t("Whether permissions are enforced. Switching it on brings the committee into force.");
    case "feature_rpbft_epoch_sealer_num":
      return l10n.t("rPBFT: how many sealers take part in a term.");
    case "feature_rpbft_epoch_block_num":
      return l10n.t("rPBFT: how many blocks a term has.");
    case "web3_chain_id":
      return l10n.t("The chain ID that Ethereum tools see on the web3 port.");
    case "balance_transfer":
      return l10n.t("Whether accounts may transfer balance.");
    case "executor_version":
      return l10n.t("Which executor runs contracts: 0 is the classic one, 1 the newer.");
    default:
      return key.startsWith("feature_") || key.startsWith("bugfix_")
        ? l10n.t("A switch: once on (1), it stays on.")
        : "";
  }
}
