import { weiIn } from "../../chain/abi/numberUnits";
import { genesisText } from "../../chain/verification/genesisText";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { genesisFlags } from "../../facts/releases/chainFlags";
import { atLeast, versionNumber } from "../../text/versions";
import { type NodeIdentity, seededAccounts } from "../keys/seededKeys";
import { firstWorkingSealers } from "../precompiled/workingSealers";
import type { BlockRecord } from "../records/blockRecord";
import { type DevChainSettings, headerVersion } from "../settings/options";
import type { StateStore } from "../state/stateStore";
import { writeConsensusNodes, writeSystemConfig } from "../state/systemTables";
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

/** Block 0, which has no signatures. */
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

/**
 * The hash by which a chain goes whose nodes execute block 0, or undefined where they don't. Executor 1 does so at each start at height 0,
 * when what the system contracts need is made, and what comes of it gets a hash of its own each time: `getBlockHashByNumber(0)`, the parent
 * of block 1 and `getSyncStatus` name it, block 0 itself keeps that of its content (json-rpc.md, "Block 0"). A node's comes from the roots
 * of that execution, ours from the content and the number of starts.
 */
export function executedGenesisHash(
  suite: CryptoSuite,
  settings: Pick<DevChainSettings, "executorVersion" | "compatibilityVersion">,
  { header }: BlockRecord,
  starts: number,
): Uint8Array | undefined {
  if (settings.executorVersion !== 1 || !atLeast(settings.compatibilityVersion, "3.1.0")) return undefined;
  const count = new Uint8Array(4);
  new DataView(count.buffer).setUint32(0, starts);
  const stateRoot = suite.hash(Uint8Array.from([...header.hash, ...count]));
  return headerHash(suite, { ...header, extraData: nothing, gasUsed: "0", stateRoot });
}

/** Which of its nodes seal in a new chain, in the order of their IDs, and which only follow. */
export function foundingMembers<Node extends Pick<NodeIdentity, "nodeId">>(
  nodes: readonly Node[],
  settings: DevChainSettings,
): { readonly sealers: readonly Node[]; readonly observers: readonly Node[] } {
  const sealers = nodes.slice(0, settings.sealers).sort((a, b) => (a.nodeId < b.nodeId ? -1 : 1));
  return { sealers, observers: nodes.slice(settings.sealers) };
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

/** Development accounts that are to have a balance, as 40 hex digits; none without `fund`. */
export function fundedAccounts(suite: CryptoSuite, { fund, seed, accounts }: DevChainSettings): string[] {
  return fund === 0 ? [] : seededAccounts(suite, seed, accounts).map(({ address }) => address.slice(2));
}

/** What each of them has, in wei. */
export const fundedBalance = ({ fund }: DevChainSettings): bigint => BigInt(fund) * weiIn("ether");
