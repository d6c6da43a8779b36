import { bytesToHexDigits } from "../../../crypto/bytes/hex";
import { atLeast } from "../../../text/versions";
import { ledgerError } from "../../errors/rpcError";
import type { NodeIdentity } from "../../keys/seededKeys";
import type { Group } from "../../ledger/group";
import { groupInfoJson, type Network, nodeInfoJson, peersJson, reachableNodes } from "../../nodes/network";
import { readConsensusNodes, readSystemConfig } from "../../state/systemTables";
import type { Handler } from "../envelope";
import { writeJson } from "../jsonText";
import type { NodeContext } from "./nodeContext";

/** What a node says for "no index": 2^64 − 1. */
const noIndex = 18446744073709551615n;

/** Answer of `getSyncStatus` (json-rpc.md, "Health"): JSON inside a text, with its line end. */
function syncStatusText(network: Network, group: Group): string {
  const head = group.head;
  const genesisHash = bytesToHexDigits(group.blocks.hashOf(0) as Uint8Array);
  const latestHash = bytesToHexDigits(head.hash);
  const archived = (number: number): number | undefined =>
    atLeast(network.settings.nodeVersion, "3.2.0") ? number : undefined;
  const members = new Set(readConsensusNodes(group.sealed).map(({ nodeId }) => nodeId));
  const peers = reachableNodes(network, group).filter((node, index) => index > 0 && members.has(node.nodeId));
  return `${writeJson({
    archivedBlockNumber: archived(group.archive.number),
    blockNumber: head.number,
    genesisHash,
    isSyncing: false,
    knownHighestNumber: head.number,
    knownLatestHash: latestHash,
    latestHash,
    nodeID: (network.nodes[0] as NodeIdentity).nodeId,
    peers: peers.map(({ nodeId }) => {
      const lag = group.members.lagOf(nodeId);
      const number = Math.max(0, head.number - lag);
      return {
        archivedBlockNumber: archived(0),
        blockNumber: number,
        genesisHash,
        latestHash: bytesToHexDigits(group.blocks.hashOf(number) as Uint8Array),
        nodeID: nodeId,
      };
    }),
  })}\n`;
}

/** Answer of `getConsensusStatus` (json-rpc.md, "Health"): JSON inside a text, with its line end. */
function consensusStatusText(network: Network, group: Group): string {
  const head = group.head;
  const next = head.number + 1;
  const { members } = group;
  const set = members.sealersOf(next);
  const own = (network.nodes[0] as NodeIdentity).nodeId;
  const index = set.sealers.findIndex(({ nodeId }) => nodeId === own);
  const withTerm = atLeast(network.settings.nodeVersion, "3.12.0");
  return `${writeJson({
    blockNumber: head.number,
    changeCycle: members.changeCycle,
    connectedNodeList: set.sealers.filter(({ nodeId }) => members.isUp(nodeId)).length,
    consensusNodeList: set.sealers.map((sealer, position) => ({
      index: position,
      nodeID: sealer.nodeId,
      termWeight: withTerm ? sealer.termWeight : undefined,
      weight: sealer.weight,
    })),
    consensusNodesNum: set.totalWeight,
    hash: bytesToHexDigits(head.hash),
    index: index < 0 ? noIndex : index,
    isConsensusNode: index >= 0,
    leaderIndex: members.leaderOf(next, set),
    maxFaultyQuorum: set.maxFaulty,
    minRequiredQuorum: set.required,
    nodeID: own,
    timeout: members.changeCycle > 0 || !group.hasQuorum(),
    view: members.view,
  })}\n`;
}

/** Groups, their members and settings, peers, and how consensus stands (json-rpc.md, "Group and node info"). */
export function groupMethods(node: NodeContext): Record<string, Handler> {
  const { network } = node;

  const nodeList = (group: Group, type: string): unknown[] =>
    readConsensusNodes(group.sealed)
      .filter((member) => member.type === type && member.enableNumber <= group.head.number + 1)
      .map(({ nodeId, termWeight, weight }) => ({
        nodeID: nodeId,
        termWeight: node.since("3.12.0") ? termWeight : undefined,
        weight,
      }));

  const methods: Record<string, Handler> = {
    getPendingTxSize: (p) => node.groupOf("getPendingTxSize", p).pool.size,
    getSystemConfigByKey: (p) => {
      const group = node.groupOf("getSystemConfigByKey", p);
      const key = p.text(2);
      const config = readSystemConfig(group.sealed, key);
      if (!config) throw ledgerError(3008, `Entry: ${key} does not exists!`);
      return { blockNumber: config.enableNumber, value: config.value };
    },
    getSealerList: (p) => nodeList(node.groupOf("getSealerList", p), "consensus_sealer"),
    getObserverList: (p) =>
      readConsensusNodes(node.groupOf("getObserverList", p).sealed)
        .filter(({ type }) => type === "consensus_observer")
        .map(({ nodeId }) => nodeId),
    getPbftView: (p) => node.groupOf("getPbftView", p).members.view,
    getSyncStatus: (p) => syncStatusText(network, node.groupOf("getSyncStatus", p)),
    getConsensusStatus: (p) => consensusStatusText(network, node.groupOf("getConsensusStatus", p)),
    getPeers: () => peersJson(network),
    getGroupPeers: (p) => {
      const group = network.groups.get(p.text(0));
      return group
        ? reachableNodes(network, group)
            .map(({ nodeId }) => nodeId)
            .sort()
        : [];
    },
    getGroupList: () => ({ code: 0, groupList: [...network.groups.keys()], msg: "success" }),
    getGroupInfo: (p) => {
      const group = network.groups.get(p.text(0));
      return group ? groupInfoJson(network, group) : null;
    },
    getGroupInfoList: () => [...network.groups.values()].map((group) => groupInfoJson(network, group)),
    getGroupNodeInfo: (p) => {
      const group = p.text(0) === "" ? undefined : network.groups.get(p.text(0));
      return group && p.text(1) === network.nodes[0]?.nodeId ? nodeInfoJson(network, group) : null;
    },
  };
  const byType: Handler = (p) => nodeList(node.groupOf("getNodeListByType", p), p.text(2) || "consensus_sealer");
  if (node.since("3.5.0")) Object.assign(methods, { getNodeListByType: byType });

  return methods;
}
