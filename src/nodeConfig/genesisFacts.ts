import type { GenesisFacts } from "../facts/genesisFacts";
import { parseDocument } from "./document/iniDocument";
import { type IniTree, readAsNode, readPath } from "./document/nodeReading";
import { trimBlanks } from "./text/trimBlanks";
import { castInt64, readBool, readUnsigned } from "./values/typedRead";

/** Longer files are not read: a thousand sealers take 150 KB. */
const maxLength = 1024 * 1024;

function sealersOf(tree: IniTree): GenesisFacts["sealers"] | undefined {
  const sealers: { nodeId: string; weight: bigint }[] = [];
  for (const [name, value] of tree.sections.get("consensus") ?? []) {
    if (!name.startsWith("node.")) continue;
    const [id = "", weight = "1", termWeight = "0"] = value.split(":");
    const [number, term] = [weight, termWeight].map((each) => castInt64(trimBlanks(each)));
    if (number === undefined || number < 1n || term === undefined || term < 0n) return undefined;
    if (!/^[0-9a-fA-F]{128}$/.test(id)) return undefined;
    sealers.push({ nodeId: id.toLowerCase(), weight: number });
  }
  return sealers.length === 0 ? undefined : sealers;
}

function featuresOf(tree: IniTree): GenesisFacts["features"] | undefined {
  const features: [string, boolean][] = [];
  for (const [name, value] of tree.sections.get("features") ?? []) {
    const on = readBool(value);
    if (on === undefined) return undefined;
    features.push([name, on]);
  }
  return features;
}

/**
 * Reads the text of a `config.genesis` as a node does: defaults where it says nothing.
 * @returns undefined where a node would refuse it, and for one older than 3.1, which leaves the chain's name to config.ini
 */
export function genesisFacts(source: string): GenesisFacts | undefined {
  if (source.length > maxLength) return undefined;
  const reading = readAsNode(parseDocument(source, "genesis"));
  if (!reading.accepted) return undefined;
  const { tree } = reading;
  const [sealers, features] = [sealersOf(tree), featuresOf(tree)];
  const compatibilityVersion = readPath(tree, "version.compatibility_version");
  const chainId = readPath(tree, "chain.chain_id");
  const groupId = readPath(tree, "chain.group_id");
  if (!sealers || !features || !compatibilityVersion || !chainId || !groupId) return undefined;
  const given = (path: string, fallback: string): string => readPath(tree, path) ?? fallback;
  const flag = (path: string): boolean => readBool(given(path, "")) ?? false;
  // these stop a node where they are no numbers
  const long = (path: string, fallback: bigint): bigint | undefined => castInt64(given(path, String(fallback)));
  const [txCountLimit, leaderPeriod, gasLimit] = [
    long("consensus.block_tx_count_limit", 1000n),
    long("consensus.leader_period", 1n),
    long("tx.gas_limit", 3_000_000_000n),
  ];
  if (txCountLimit === undefined || leaderPeriod === undefined || gasLimit === undefined) return undefined;
  const consensusType = given("consensus.consensus_type", "pbft");
  // a node looks at them with rPBFT alone (`NodeConfig::loadLedgerConfig`)
  const ofEpochs = (path: string, fallback: bigint): bigint =>
    (consensusType === "rpbft" ? readUnsigned(given(path, ""), 32) : undefined) ?? fallback;
  return {
    sm: flag("chain.sm_crypto"),
    chainId,
    groupId,
    consensusType,
    ...{ txCountLimit, leaderPeriod },
    compatibilityVersion,
    gasLimit,
    wasm: flag("executor.is_wasm"),
    authCheck: flag("executor.is_auth_check"),
    admin: given("executor.auth_admin_account", ""),
    serial: flag("executor.is_serial_execute"),
    epochSealers: ofEpochs("consensus.epoch_sealer_num", 4n),
    epochBlocks: ofEpochs("consensus.epoch_block_num", 1000n),
    features,
    sealers,
  };
}
