import { bytesToHexDigits } from "../../crypto/bytes/hex";
import { atLeast } from "../../text/versions";
import type { NodeIdentity } from "../keys/seededKeys";
import type { Group } from "../ledger/group";
import { type Network, reachableNodes } from "../nodes/network";
import { readConsensusNodes } from "../state/systemTables";
import { writeJson } from "./jsonText";

/** What a node says for "no index": 2^64 − 1. */
const noIndex = 18446744073709551615n;

/** Answer of `getSyncStatus` (json-rpc.md, "Health"): JSON inside a text, with its line end. */
export function syncStatusText(network: Network, group: Group): string {
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
export function consensusStatusText(network: Network, group: Group): string {
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
