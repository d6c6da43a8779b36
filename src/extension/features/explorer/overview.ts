import type { RequestOptions } from "../../../chain/client";
import { getBlockNumber } from "../../../chain/rpc/getBlockNumber";
import { getConsensusStatus } from "../../../chain/rpc/getConsensusStatus";
import { getGroupPeers } from "../../../chain/rpc/getGroupPeers";
import { getObserverList } from "../../../chain/rpc/getObserverList";
import { getPendingTxSize } from "../../../chain/rpc/getPendingTxSize";
import { getSealerList } from "../../../chain/rpc/getSealerList";
import { getSyncStatus } from "../../../chain/rpc/getSyncStatus";
import { getTotalTransactionCount } from "../../../chain/rpc/getTotalTransactionCount";
import type { NodeLine, Overview } from "../../../webview/explorer/messages";
import { blockLines } from "./blockLines";
import type { ExplorerGround } from "./explorerGround";

const recentBlocks = 40;

/** The group at a glance, from answers of one node: what others report is as that node heard it. */
export async function overview(ground: ExplorerGround, options: RequestOptions): Promise<Overview> {
  const { client } = ground.session;
  const [height, totals, pending, consensus, sync, sealers, observers, reachable] = await Promise.all([
    getBlockNumber(client, options),
    getTotalTransactionCount(client, options),
    getPendingTxSize(client, options),
    getConsensusStatus(client, options),
    getSyncStatus(client, options),
    getSealerList(client, options),
    getObserverList(client, options),
    getGroupPeers(client, options),
  ]);
  const heights = new Map(sync.peers.map((peer) => [peer.nodeID, peer.blockNumber]));
  heights.set(sync.nodeID, sync.blockNumber);
  const connected = new Set(reachable);
  const leader = consensus.consensusNodeList.find((node) => node.index === consensus.leaderIndex)?.nodeID;
  const line = (nodeId: string, role: NodeLine["role"], weight?: number): NodeLine => {
    const known = heights.get(nodeId);
    const name = ground.nodeName(nodeId);
    return {
      nodeId,
      ...(name === undefined ? {} : { name }),
      role,
      ...(weight === undefined ? {} : { weight }),
      ...(known === undefined ? {} : { height: Number(known) }),
      reachable: connected.has(nodeId) || nodeId === sync.nodeID,
      leader: nodeId === leader,
      self: nodeId === sync.nodeID,
    };
  };
  const listed = new Set([...sealers.map((node) => node.nodeID), ...observers]);
  return {
    kind: "overview",
    height,
    transactions: Number(totals.transactionCount),
    failed: Number(totals.failedTransactionCount),
    pending,
    view: Number(consensus.view),
    consensusTimeout: consensus.timeout,
    maxFaulty: Number(consensus.maxFaultyQuorum),
    nodes: [
      ...sealers.map((node) => line(node.nodeID, "sealer", Number(node.weight))),
      ...observers.map((nodeId) => line(nodeId, "observer")),
      ...reachable.filter((nodeId) => !listed.has(nodeId)).map((nodeId) => line(nodeId, "other")),
    ],
    recent: (await blockLines(ground, height, recentBlocks, options)).reverse(),
  };
}
