import { atLeast, versionNumber } from "../../chain/chainVersion";
import { genesisText } from "../../chain/verification/genesisText";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { genesisFlags } from "../builtins/features";
import { firstWorkingSealers } from "../builtins/workingSealers";
import type { NodeIdentity } from "../nodes/seededKeys";
import { type DevChainSettings, headerVersion } from "../options";
import type { StateStore } from "../state/stateStore";
import { writeConsensusNodes, writeSystemConfig } from "../state/systemTables";
import type { BlockRecord } from "./blockRecord";
import { headerHash } from "./blockSigning";

/** The text form of the genesis settings that block 0 carries. */
function settledText(
  settings: DevChainSettings,
  groupId: string,
  admin: string,
  sealers: readonly NodeIdentity[],
): string {
  return genesisText({
    sm: settings.suite === "sm",
    chainId: settings.chainId,
    groupId,
    consensusType: settings.consensus,
    txCountLimit: BigInt(settings.txCountLimit),
    leaderPeriod: 1n,
    compatibilityVersion: settings.compatibilityVersion,
    gasLimit: BigInt(settings.txGasLimit),
    wasm: false,
    authCheck: settings.auth,
    admin,
    serial: true,
    epochSealers: BigInt(settings.epochSealers),
    epochBlocks: BigInt(settings.epochBlocks),
    features: settings.features.map((name) => [name, true] as const),
    sealers: sealers.map(({ nodeId }) => ({ nodeId, weight: 1n })),
  });
}

const nothing = new Uint8Array(0);

/** Block 0, which nobody signs. */
export function genesisBlock(
  suite: CryptoSuite,
  settings: DevChainSettings,
  groupId: string,
  admin: string,
  sealers: readonly NodeIdentity[],
): BlockRecord {
  const header = {
    version: headerVersion(settings.compatibilityVersion, settings.nodeVersion),
    number: 0,
    parentHash: nothing,
    txsRoot: nothing,
    receiptsRoot: nothing,
    stateRoot: nothing,
    gasUsed: "",
    timestampMs: 0,
    sealer: 0,
    sealers: [],
    weights: [],
    extraData: new TextEncoder().encode(settledText(settings, groupId, admin, sealers)),
    signers: [],
  };
  return {
    header: { ...header, hash: headerHash(suite, header) },
    transactions: [],
    receipts: [],
    transactionCount: 0,
    failedTransactionCount: 0,
  };
}

/** Writes the system tables of block 0. */
export function writeGenesisTables(
  store: StateStore,
  suite: CryptoSuite,
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
  if (settings.auth || atLeast(version, "3.3.0")) config("auth_check_status", settings.auth ? "1" : "0");
  if (atLeast(version, "3.6.0")) config("tx_gas_price", "0x0");
  if (atLeast(settings.nodeVersion, "3.9.0")) config("web3_chain_id", String(settings.webChainId));
  if (settings.executorVersion === 1) {
    config("balance_transfer", "1");
    config("executor_version", "1");
  }
  for (const flag of genesisFlags(versionNumber(version))) config(flag, "1");
  for (const flag of settings.features) config(flag, "1");
  const nodeIds = sealers.map(({ nodeId }) => nodeId);
  const rotating = settings.consensus === "rpbft";
  const working = new Set(rotating ? firstWorkingSealers(suite, nodeIds, settings.epochSealers) : nodeIds);
  if (rotating) {
    config("feature_rpbft", "1");
    config("feature_rpbft_epoch_sealer_num", String(settings.epochSealers));
    config("feature_rpbft_epoch_block_num", String(settings.epochBlocks));
    config("feature_rpbft_notify_rotate", "0");
  }
  writeConsensusNodes(store, [
    ...sealers.map(({ nodeId }) => ({
      nodeId,
      type: working.has(nodeId) ? ("consensus_sealer" as const) : ("consensus_candidate_sealer" as const),
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
