/**
 * Sections and keys that only nodes of 2.x read, in their config.ini, group.<n>.genesis or group.<n>.ini: what is left of them in a file of
 * 3.x is no slip, and has its own words.
 */
const sections = new Set([
  "network_security",
  "group",
  "compatibility",
  "network_compress",
  "tx_pool",
  "tx_execute",
  "state",
]);

const keys: Readonly<Record<string, RegExp>> = {
  rpc: /^(?:channel_listen_ip|channel_listen_port|jsonrpc_listen_ip|jsonrpc_listen_port|disable_dynamic_group)$/,
  p2p: /^(?:node\.\d+|enable_compress)$/,
  chain: /^(?:id|sm_crypto_channel)$/,
  storage_security: /^key_manager_(?:ip|port)$/,
  flow_control: /^(?:limit_req|outgoing_bandwidth_limit)$/,
  consensus: /^(?:max_trans_num|min_block_generation_time|enable_dynamic_block_size|enable_ttl_optimization|ttl)$/,
  storage: /^(?:max_capacity|max_forward_block|scroll_threshold_multiple|binary_log|cached_storage|topic)$/,
};

export const isLeftoverSection = (name: string): boolean => sections.has(name);

export const isLeftoverKey = (section: string, key: string): boolean =>
  Object.hasOwn(keys, section) && keys[section]?.test(key) === true;
