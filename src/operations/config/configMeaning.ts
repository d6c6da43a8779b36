import { t } from "../../text/catalogue";

/** What a key of the system configuration does, in a sentence; empty for one that nothing is known of. */
export function configMeaning(key: string): string {
  switch (key) {
    case "tx_count_limit":
      return t("Maximum number of transactions in a block.");
    case "consensus_leader_period":
      return t("Number of consecutive blocks that a leader proposes.");
    case "tx_gas_limit":
      return t("Gas available to each transaction.");
    case "tx_gas_price":
      return t("Gas price. Above 0, accounts without a balance can no longer do anything.");
    case "compatibility_version":
      return t("Data version of the chain. It can only be raised, never lowered.");
    case "auth_check_status":
      return t("Controls whether permissions are enforced. Once on, the committee takes effect.");
    case "feature_rpbft_epoch_sealer_num":
      return t("rPBFT: number of sealers in a term.");
    case "feature_rpbft_epoch_block_num":
      return t("rPBFT: number of blocks in a term.");
    case "web3_chain_id":
      return t("Chain ID that Ethereum tools see on the web3 port.");
    case "balance_transfer":
      return t("Controls whether accounts can transfer balance.");
    case "executor_version":
      return t("Executor that runs contracts: 0 is the classic one, 1 the newer one.");
    default:
      return key.startsWith("feature_") || key.startsWith("bugfix_")
        ? t("A switch. Once it's on (1), it can't be switched off.")
        : "";
  }
}
