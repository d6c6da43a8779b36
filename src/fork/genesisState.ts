import { chainIdOf, enforcesPermissions, executorOf } from "../chain/config/configValues";
import { getBlockByNumber } from "../chain/rpc/blocks";
import { getGroupInfo, getSystemConfigByKey, type SystemConfig } from "../chain/rpc/groups";
import { getObserverList } from "../chain/rpc/members";
import {
  adminInGenesisText,
  featuresInGenesisText,
  sealersInGenesisText,
  valueInGenesisText,
} from "../chain/verification/genesisText";
import { hexToBytes, zeroAddress } from "../crypto/bytes/hex";
import type { NodeIdentity } from "../devchain/keys/seededKeys";
import { writeGenesisTables } from "../devchain/ledger/genesis";
import { knownConfigs, knownFeatures } from "../devchain/nodes/nodeFeatures";
import { type DevChainSettings, devChainSettings } from "../devchain/settings/options";
import { configTable, type StateStore } from "../devchain/state/stateStore";
import { readConsensusNodes, writeConsensusNodes, writeSystemConfig } from "../devchain/state/systemTables";
import { ChainError } from "../errors/chainError";
import { t } from "../text/catalogue";
import { inParallel } from "../time/inParallel";
import { CannotFork, clientOf, type ForkBudget, type ForkContext, requestOptions } from "./forkContext";

interface Member {
  readonly nodeId: string;
  readonly weight: number;
}

/** What a chain began with, as far as its node tells. */
interface GenesisFacts {
  readonly settings: DevChainSettings;
  readonly admin: string;
  readonly sealers: readonly Member[];
  readonly observers: readonly string[];
  /** The system configuration of now: a value that counts since block 0 is that of block 0. */
  readonly config: ReadonlyMap<string, SystemConfig>;
}

/** What the node's program can be asked for. */
const configKeys = ({ session: { nodeVersion } }: ForkContext): string[] => [
  ...new Set([...knownConfigs(nodeVersion), ...knownFeatures(nodeVersion)]),
];

/** Asks for every value of the system configuration that the node's program knows. */
export async function readConfig(context: ForkContext, budget: ForkBudget): Promise<Map<string, SystemConfig>> {
  const keys = configKeys(context);
  const values = await inParallel(keys, 8, async (key) => {
    budget.fetched();
    try {
      const found = await getSystemConfigByKey(clientOf(context), key, requestOptions(context));
      return found.value.length <= 1000 ? found : undefined;
    } catch (error) {
      if (error instanceof ChainError && (error.kind === "rpc" || error.kind === "execution")) return undefined;
      throw error;
    }
  });
  return new Map(keys.flatMap((key, i) => (values[i] ? [[key, values[i]] as const] : [])));
}

const numberIn = (text: string | undefined, max: number): number | undefined =>
  text !== undefined && /^[0-9]{1,15}$/.test(text) && Number(text) <= max ? Number(text) : undefined;

/**
 * Reads what a chain began with: the settings in block 0, the group's information, and the configuration.
 * @throws CannotFork for what the embedded chain can't be.
 */
export async function readGenesis(context: ForkContext, budget: ForkBudget): Promise<GenesisFacts> {
  const { session } = context;
  const client = clientOf(context);
  const options = requestOptions(context);
  const block = await getBlockByNumber(client, 0, "header", options);
  const text = new TextDecoder().decode(hexToBytes(block.extraData));
  const config = await readConfig(context, budget);
  const info = (await getGroupInfo(client, options))?.genesisConfig;
  const fixed = (key: string): string | undefined => {
    const found = config.get(key);
    return found?.blockNumber === 0 ? found.value : undefined;
  };
  const sealers: Member[] = (
    sealersInGenesisText(text)?.map(({ nodeId, weight }) => ({ nodeId, weight: Number(weight) })) ??
    info?.sealerList?.map(({ nodeID, weight }) => ({ nodeId: nodeID, weight: Number(weight) })) ??
    []
  ).slice(0, 64);
  if (sealers.length === 0) throw new CannotFork(t("The node doesn't show the chain's genesis settings."));
  const compatibilityVersion =
    fixed("compatibility_version") ?? valueInGenesisText(text, "compatibility_version") ?? session.compatibilityVersion;
  const consensus = valueInGenesisText(text, "consensus_type") ?? info?.consensusType;
  const auth = enforcesPermissions(fixed("auth_check_status") ?? valueInGenesisText(text, "isAuthCheck") ?? "");
  try {
    const settings = devChainSettings({
      suite: session.suite.name,
      nodeVersion: session.nodeVersion,
      compatibilityVersion,
      executorVersion: executorOf(fixed("executor_version")),
      consensus: consensus === "rpbft" ? "rpbft" : "pbft",
      epochSealers: numberIn(valueInGenesisText(text, "epochSealerNum"), 64) || 4,
      epochBlocks: numberIn(valueInGenesisText(text, "epochBlockNum"), 0xffff_ffff) || 1000,
      sealers: sealers.length,
      observers: 0,
      accounts: 0,
      auth,
      features: featuresInGenesisText(text),
      txGasLimit: BigInt(
        numberIn(fixed("tx_gas_limit") ?? valueInGenesisText(text, "gaslimit"), Number.MAX_SAFE_INTEGER) ?? 3e9,
      ),
      txCountLimit:
        numberIn(fixed("tx_count_limit") ?? valueInGenesisText(text, "block_tx_count_limit"), 1_000_000) || 1000,
      // where it was set since, what it was isn't known: most set it to what it was already
      webChainId: chainIdOf(config.get("web3_chain_id")?.value),
    });
    const observers = (await getObserverList(client, options)).slice(0, 1000);
    return { settings, admin: adminInGenesisText(text) ?? zeroAddress, sealers, observers, config };
  } catch (error) {
    if (error instanceof ChainError && error.code === "badOption") {
      throw new CannotFork(t("The chain's genesis settings aren't supported here: {0}", error.message));
    }
    throw error;
  }
}

const identity = (nodeId: string): NodeIdentity => ({
  nodeId: nodeId as NodeIdentity["nodeId"],
  publicKey: new Uint8Array(0),
  privateKey: new Uint8Array(0),
  label: "",
});

/** Writes the tables of block 0. Observers are those of now, without those that joined later. */
export function writeGenesisState(
  store: StateStore,
  context: ForkContext,
  { settings, sealers, observers, config }: GenesisFacts,
  joined: (nodeId: string) => boolean,
): void {
  const sorted = [...sealers].sort((a, b) => (a.nodeId < b.nodeId ? -1 : 1));
  writeGenesisTables(
    store,
    context.session.suite,
    settings,
    sorted.map(({ nodeId }) => identity(nodeId)),
    observers.filter((nodeId) => !joined(nodeId)).map(identity),
  );
  const weights = new Map(sealers.map(({ nodeId, weight }) => [nodeId, weight]));
  writeConsensusNodes(
    store,
    readConsensusNodes(store).map((node) => ({ ...node, weight: weights.get(node.nodeId) ?? node.weight })),
  );
  const asked = new Set(configKeys(context));
  for (const key of [...store.keys(configTable)]) {
    // the node knows of none: it is not there at block 0 either
    if (asked.has(key) && !config.has(key)) store.set(configTable, key, undefined);
  }
  for (const [key, { value, blockNumber }] of config) {
    if (blockNumber === 0) writeSystemConfig(store, key, { value, enableNumber: 0 });
    else if (key === "executor_version") store.set(configTable, key, undefined);
  }
}
