/** What a monitor tells of itself: name without prefix and `_total`, type, and what it says. */
export const monitorMetricNames = {
  start_time_seconds: ["gauge", "When the monitor started, in seconds since 1970."],
  settings_refused: ["gauge", "Whether the settings on the disk were refused (1), so that those before hold."],
  look_timestamp_seconds: ["gauge", "When the nodes of a connection were looked at last, in seconds since 1970."],
  alerts: ["gauge", "Alerts that began and haven't ended."],
  alerts_waiting: ["gauge", "Alerts that wait to be sent."],
  alerts_sent: ["counter", "Alerts that were sent."],
  alerts_lost: ["counter", "Alerts that were given up."],
  sink_failing: ["gauge", "Whether the last alert couldn't be sent (1) or could (0)."],
  index_height: ["gauge", "Highest block that the index of a connection has."],
} as const satisfies Readonly<Record<string, readonly ["gauge" | "counter", string]>>;

export type MonitorMetricName = keyof typeof monitorMetricNames;

/** Beginning of each name. */
export const monitorMetricPrefix = "chainside_monitor_";

/** The metrics of nodes and groups: name without prefix and `_total`, type, and what it says. The order is that of the answer. */
export const metricNames = {
  up: ["gauge", "Whether the endpoint answered (1) or not (0)."],
  scrape_duration_seconds: ["gauge", "How long all questions to the endpoint took."],
  p2p_peers: ["gauge", "Nodes of the P2P network that the node is connected with."],
  certificate_expiry_timestamp_seconds: ["gauge", "When a certificate expires, in seconds since 1970."],
  group_up: ["gauge", "Whether the group's questions were answered (1) or not (0)."],
  node_info: ["gauge", "What the node and its group are; always 1."],
  block_height: ["gauge", "Height of the latest block on the node."],
  block_known_highest: ["gauge", "Highest block that the node knows of its peers."],
  block_timestamp_seconds: ["gauge", "Time of the latest block, in seconds since 1970."],
  block_transactions: ["gauge", "Transactions in the latest block."],
  sync_lag_blocks: ["gauge", "Blocks that the node lacks of the highest that it knows."],
  syncing: ["gauge", "Whether the node is fetching blocks (1) or not (0)."],
  archived_blocks: ["gauge", "Blocks whose bodies the node has archived."],
  transactions: ["counter", "Transactions of the group since its first block."],
  transactions_failed: ["counter", "Failed transactions of the group since its first block."],
  pool_pending_transactions: ["gauge", "Transactions that wait in the pool of the node."],
  consensus_view: ["gauge", "View of PBFT on the node; each change of the leader raises it."],
  consensus_change_cycle: ["gauge", "Changes of the view in a row without a block."],
  consensus_leader_index: ["gauge", "Place of the leader among the sealers."],
  consensus_is_sealer: ["gauge", "Whether the node is a sealer (1) or not (0)."],
  consensus_weight: ["gauge", "Weight of all sealers."],
  consensus_weight_reachable: ["gauge", "Weight of the sealers that the node reaches, itself included."],
  consensus_weight_needed: ["gauge", "Weight that a block needs."],
  sealers: ["gauge", "Sealers of the group."],
  sealers_reachable: ["gauge", "Sealers that the node reaches, itself included."],
  observers: ["gauge", "Observers of the group."],
  sealer_reachable: ["gauge", "Whether the node reaches the sealer (1) or not (0)."],
  members_unreachable: ["gauge", "Sealers and observers that the node does not reach."],
  peer_block_height: ["gauge", "Height of another member of the group, as the node knows it."],
  chain_forked: ["gauge", "Whether blocks of the node differ from those of other endpoints (1) or not (0)."],
  chain_fork_first_block: ["gauge", "First block of the node that differs, where blocks do."],
  series_truncated: ["gauge", "Series of the endpoint that are left out of this answer, because it names too many."],
  system_config: ["gauge", "Value of the system configuration, where it is a number."],
} as const satisfies Readonly<Record<string, readonly ["gauge" | "counter", string]>>;

export type MetricName = keyof typeof metricNames;

/** Beginning of each name. */
export const metricPrefix = "fisco_bcos_";
