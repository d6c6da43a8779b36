import { chainFlags } from "../../facts/releases/chainFlags";

/** What a value must look like (docs/protocol/precompiled-contracts.md, "System configuration"). */
type SystemConfigForm =
  | { readonly kind: "integer"; readonly min: bigint; readonly max?: bigint }
  /** `0x` and hex digits on the wire. */
  | { readonly kind: "gasPrice" }
  | { readonly kind: "version" }
  /** Can only be switched on, with `1`. */
  | { readonly kind: "switch"; readonly needs?: string };

export interface SystemConfigKey {
  readonly key: string;
  readonly form: SystemConfigForm;
  /** Data version of the chain, or release of the program for a switch, from which the key is taken. */
  readonly since: string;
}

const integer = (key: string, since: string, min: bigint, max?: bigint): SystemConfigKey => ({
  key,
  since,
  form: { kind: "integer", min, ...(max === undefined ? {} : { max }) },
});
const feature = (key: string, since: string, needs?: string): SystemConfigKey => ({
  key,
  since,
  form: { kind: "switch", ...(needs === undefined ? {} : { needs }) },
});

/** Every key that nodes of 3.0 to 3.16 take, except the `bugfix_…` switches, which come with the chain's data version. */
export const systemConfigKeys: readonly SystemConfigKey[] = [
  integer("tx_count_limit", "3.0.0", 1n),
  integer("consensus_leader_period", "3.0.0", 1n),
  integer("tx_gas_limit", "3.0.0", 100_000n),
  { key: "tx_gas_price", since: "3.6.0", form: { kind: "gasPrice" } },
  { key: "compatibility_version", since: "3.0.0", form: { kind: "version" } },
  integer("auth_check_status", "3.3.0", 0n, 255n),
  integer("feature_rpbft_epoch_sealer_num", "3.5.0", 1n),
  integer("feature_rpbft_epoch_block_num", "3.5.0", 1n),
  integer("web3_chain_id", "3.9.0", 0n, 4_294_967_295n),
  integer("balance_transfer", "3.10.2", 0n),
  integer("executor_version", "3.15.0", 0n),
  ...chainFlags
    .filter(({ name }) => name.startsWith("feature_"))
    .map(({ name, since, needs }) => feature(name, since, needs)),
];

/** What is known of a key; a `bugfix_…` or newer `feature_…` key is a switch of unknown age. Undefined for a key no release has. */
export function systemConfigKey(key: string): SystemConfigKey | undefined {
  const known = systemConfigKeys.find((entry) => entry.key === key);
  if (known) return known;
  return /^(bugfix|feature)_[a-z0-9_]+$/.test(key) ? feature(key, "3.0.0") : undefined;
}
