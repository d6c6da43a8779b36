import { chainIdOf, enforcesPermissions, executorOf } from "../../chain/config/configValues";
import { clockCountsSeconds, type EvmRevision, evmRevision } from "../../chain/evm/chainMachine";
import { maxWord } from "../../chain/evm/wordArithmetic";
import { atLeast, dataVersionIn, versionNumber, versionText } from "../../text/versions";
import type { StateStore } from "../state/stateStore";
import { latestConfigChange, readSystemConfig } from "../state/systemTables";

/** Settings of the chain that decide how a block is executed, read once a block. */
export interface ChainRules {
  readonly compatibilityVersion: string;
  readonly executorVersion: 0 | 1;
  readonly revision: EvmRevision;
  readonly gasLimit: bigint;
  /** Hex text, as transactions show it. */
  readonly gasPrice: string;
  readonly webChainId: bigint;
  readonly timestampInSeconds: boolean;
  readonly moveValue: boolean;
  readonly addressFromNonce: boolean;
  readonly authEnabled: boolean;
  feature(name: string): boolean;
}

/** A setting counts from its enable number on, the one before it until then. */
export function effectiveConfig(store: StateStore, key: string, blockNumber: number): string | undefined {
  const config = readSystemConfig(store, key);
  return config && config.enableNumber <= blockNumber ? config.value : config?.before;
}

/** Rules that hold from a block on, until the configuration changes. */
interface KnownRules {
  readonly version: number;
  readonly from: number;
  readonly rules: ChainRules;
}

const knownRules = new WeakMap<StateStore, KnownRules>();

/** The rules of a block. They are read once, as long as nothing changes. */
export function readChainRules(store: StateStore, blockNumber: number): ChainRules {
  const known = knownRules.get(store);
  if (known && known.version === store.configVersion && known.from <= blockNumber) return known.rules;
  const rules = rulesAt(store, blockNumber);
  if (latestConfigChange(store) <= blockNumber) {
    knownRules.set(store, { version: store.configVersion, from: blockNumber, rules });
  }
  return rules;
}

function rulesAt(store: StateStore, blockNumber: number): ChainRules {
  const config = (key: string): string | undefined => effectiveConfig(store, key, blockNumber);
  const feature = (name: string): boolean => config(name) === "1";
  const version = config("compatibility_version") ?? "3.0.0";
  const compatibilityVersion = versionText(dataVersionIn(version) ?? versionNumber(version));
  const executorVersion = executorOf(config("executor_version"));
  const machine = { compatibilityVersion, executorVersion, hasFeature: feature };
  const transfer = config("balance_transfer");
  return {
    compatibilityVersion,
    executorVersion,
    revision: evmRevision(machine),
    gasLimit: BigInt(config("tx_gas_limit") ?? "3000000000"),
    gasPrice: config("tx_gas_price") ?? "0x0",
    // that of a copied chain can be any text
    webChainId: atLeast(compatibilityVersion, "3.9.0") ? chainIdOf(config("web3_chain_id")) & maxWord : 0n,
    timestampInSeconds: clockCountsSeconds(machine),
    moveValue:
      executorVersion === 1
        ? transfer !== undefined && transfer !== "0"
        : feature("feature_balance") && !feature("feature_balance_policy1") && transfer !== "0",
    addressFromNonce: executorVersion === 0 && feature("feature_evm_address"),
    authEnabled: enforcesPermissions(config("auth_check_status") ?? ""),
    feature,
  };
}

/** The time of a block as contracts see it. */
export const timeSeen = (
  { timestampInSeconds }: Pick<ChainRules, "timestampInSeconds">,
  timestampMs: number,
): number => (timestampInSeconds ? Math.floor(timestampMs / 1000) : timestampMs);

/** A gas price as the system configuration has it. */
export const priceOf = (text: string): bigint => (/^0x[0-9a-fA-F]+$/.test(text) ? BigInt(text) : 0n);
