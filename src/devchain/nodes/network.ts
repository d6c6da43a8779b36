import { bytesToHexDigits } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { atLeast, versionNumber } from "../../text/versions";
import type { NodeIdentity } from "../keys/seededKeys";
import { foundingMembers } from "../ledger/genesis";
import type { Group } from "../ledger/group";
import type { DevChainSettings } from "../settings/options";
import { knownConfigs, knownFeatures } from "./nodeFeatures";

/** What the process is to its clients: node 0 of an air chain, with its peers behind it. */
export interface Network {
  readonly settings: DevChainSettings;
  readonly suite: CryptoSuite;
  readonly nodes: readonly NodeIdentity[];
  readonly groups: ReadonlyMap<string, Group>;
  /** Ends the groups and lets the data directory go. */
  close(): void;
}

/** The group of the ports that know one only. */
export function firstGroup({ groups }: Network): Group {
  const [group] = groups.values();
  if (!group) throw new Error("a chain has at least one group");
  return group;
}

/** The group of this name; an empty one means the first. */
export const groupNamed = (network: Network, name: string): Group | undefined =>
  name === "" ? firstGroup(network) : network.groups.get(name);

/** The newest version of the SDK's protocol that a program knows. */
export const newestProtocol = (nodeVersion: string): number => (atLeast(nodeVersion, "3.6.0") ? 2 : 1);

const firstP2pPort = 30300;

/**
 * The TLS identity of a node: on RSA chains the hex of a 270-byte public key, on SM chains of 64 bytes with their mark.
 * Its key is held nowhere: there is no P2P port.
 */
function p2pNodeId(suite: CryptoSuite, node: NodeIdentity): string {
  if (suite.name === "sm") return `04${node.nodeId}`;
  let modulus = "";
  for (let part = suite.hash(node.publicKey); modulus.length < 512; part = suite.hash(part)) {
    modulus += bytesToHexDigits(part);
  }
  // 0xc0 keeps 2048 bits, the last digit makes it odd, as moduli are
  const odd = `c${modulus.slice(1, 511)}1`;
  return `3082010a0282010100${odd}0203010001`;
}

function p2pInfo(network: Network, index: number): unknown {
  const node = network.nodes[index] as NodeIdentity;
  return {
    endPoint: `127.0.0.1:${firstP2pPort + index}`,
    groupNodeIDInfo: [...network.groups.values()]
      .filter((group) => index === 0 || group.members.isUp(node.nodeId))
      .map((group) => ({ group: group.id, nodeIDList: [node.nodeId] })),
    p2pNodeID: p2pNodeId(network.suite, node),
  };
}

/** Nodes that can be reached in a group, or in any: those that a fault has not taken away. The first is the one that answers. */
export function reachableNodes(network: Network, group?: Group): NodeIdentity[] {
  const groups = group ? [group] : [...network.groups.values()];
  return network.nodes.filter((node, index) => index === 0 || groups.some((each) => each.members.isUp(node.nodeId)));
}

/** Answer of `getPeers` (json-rpc.md, "Group and node info"). */
export function peersJson(network: Network): unknown {
  const reachable = new Set(reachableNodes(network));
  const peers = network.nodes
    .map((node, index) => ({ node, index }))
    .filter(({ node, index }) => index > 0 && reachable.has(node));
  return { ...(p2pInfo(network, 0) as object), peers: peers.map(({ index }) => p2pInfo(network, index)) };
}

const groupService = ["LedgerServiceObj", "SchedulerServiceObj", "FrontServiceObj"] as const;

/** What a node says of itself (json-rpc.md, "Group and node info"). */
export function nodeInfoJson(network: Network, group: Group): unknown {
  const { settings } = network;
  const node = network.nodes[0] as NodeIdentity;
  const sm = network.suite.name === "sm";
  const iniConfig = {
    binaryInfo: {
      buildTime: "19700101 00:00:00",
      gitCommitHash: "0".repeat(40),
      platform: "Linux/g++",
      version: settings.nodeVersion,
    },
    chainID: settings.chainId,
    gatewayServiceName: "",
    groupID: group.id,
    isAuthCheck: settings.auth,
    isSerialExecute: true,
    isWasm: false,
    nodeID: node.nodeId,
    nodeName: node.nodeId,
    rpcServiceName: "",
    smCryptoType: sm,
  };
  const since = (version: string): boolean => atLeast(settings.nodeVersion, version);
  return {
    featureKeys: since("3.6.0") ? knownFeatures(settings.nodeVersion) : undefined,
    iniConfig: `${JSON.stringify(iniConfig)}\n`,
    microService: false,
    name: node.nodeId,
    nodeID: node.nodeId,
    protocol: {
      compatibilityVersion: versionNumber(group.config("compatibility_version") ?? settings.compatibilityVersion),
      maxSupportedVersion: newestProtocol(settings.nodeVersion),
      minSupportedVersion: 0,
    },
    serviceInfo: [
      ...groupService.map((serviceName, index) => ({ serviceName, type: 2 + index })),
      { serviceName: "", type: 6 },
      { serviceName: "", type: 7 },
      { serviceName: "TxPoolServiceObj", type: 8 },
    ],
    supportConfigs: since("3.9.0") ? knownConfigs(settings.nodeVersion) : undefined,
    type: sm ? 1 : 0,
  };
}

/** Answer of `getGroupInfo` (json-rpc.md, "Group and node info"): the genesis settings, not those of today. */
export function groupInfoJson(network: Network, group: Group): unknown {
  const { settings } = network;
  const { sealers } = foundingMembers(network.nodes, settings);
  const genesis = {
    blockTxCountLimit: settings.txCountLimit,
    consensusLeaderPeriod: 1,
    consensusType: settings.consensus,
    sealerList: sealers.map(({ nodeId }) => ({ nodeID: nodeId, weight: 1 })),
    txGasLimit: Number(settings.txGasLimit),
  };
  return {
    chainID: settings.chainId,
    genesisConfig: `${JSON.stringify(genesis)}\n`,
    groupID: group.id,
    iniConfig: "",
    nodeList: [nodeInfoJson(network, group)],
  };
}
