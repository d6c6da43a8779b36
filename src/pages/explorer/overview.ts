import type { RequestOptions } from "../../chain/client/client";
import { isStopped, judgeHealth } from "../../chain/health/groupHealth";
import { troublesOf, wellText } from "../../chain/health/groupTroubles";
import { gravestFirst, sentenceOf, storyOf } from "../../chain/health/story";
import { getBlockNumber } from "../../chain/rpc/blocks";
import { getGroupPeers } from "../../chain/rpc/getGroupPeers";
import { getConsensusStatus, getSyncStatus } from "../../chain/rpc/nodeStatus";
import { getPendingTxSize, getTotalTransactionCount } from "../../chain/rpc/transactions";
import { getGroupMembers } from "../../chain/services/consensus/groupMembers";
import type { NodeLine, Overview } from "../../webview/explorer/messages";
import { blockLines } from "./blockLines";
import type { ExplorerContext } from "./explorerContext";

const recentBlocks = 40;

/** The group at a glance, from answers of one node: what others report is as that node heard it, and judged as everywhere. */
export async function overview(context: ExplorerContext, options: RequestOptions): Promise<Overview> {
  const { client } = context.session;
  const asked = performance.now();
  const [height, totals, pending, consensus, sync, members, reachable] = await Promise.all([
    getBlockNumber(client, options),
    getTotalTransactionCount(client, options),
    getPendingTxSize(client, options),
    getConsensusStatus(client, options),
    getSyncStatus(client, options),
    getGroupMembers(context.session, options),
    getGroupPeers(client, options),
  ]);
  const observers = members.flatMap(({ nodeId, role }) => (role === "observer" ? [nodeId] : []));
  const answers = {
    consensus,
    sync,
    groupPeers: reachable,
    observers,
    waiting: pending,
    answerMs: performance.now() - asked,
  };
  const recent = (await blockLines(context, height, recentBlocks, options)).reverse();
  const lastBlockMs = recent.at(-1)?.timestampMs ?? 0;
  const health = context.judged({ ...judgeHealth(answers), ...(lastBlockMs > 0 ? { lastBlockMs } : {}) });
  const troubles = gravestFirst([...troublesOf(health, context.nodeName), ...context.endpointTroubles()]);
  const more = troubles.slice(1).map(sentenceOf);
  const heights = new Map(sync.peers.map((peer) => [peer.nodeID, peer.blockNumber]));
  heights.set(sync.nodeID, sync.blockNumber);
  const connected = new Set(reachable);
  const leader = consensus.consensusNodeList.find((node) => node.index === consensus.leaderIndex)?.nodeID;
  const line = (nodeId: string, role: NodeLine["role"], weight?: number): NodeLine => {
    const known = heights.get(nodeId);
    const name = context.nodeName(nodeId);
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
  const listed = new Set(members.map(({ nodeId }) => nodeId));
  return {
    kind: "overview",
    height,
    transactions: Number(totals.transactionCount),
    failed: Number(totals.failedTransactionCount),
    pending,
    view: Number(consensus.view),
    state: isStopped(health) ? "stopped" : health.changingView ? "changing" : "working",
    story: { ...storyOf(troubles, wellText(health)), more },
    maxFaulty: Number(consensus.maxFaultyQuorum),
    nodes: [
      ...members.map(({ nodeId, role, weight }) => line(nodeId, role, weight === undefined ? weight : Number(weight))),
      ...reachable.filter((nodeId) => !listed.has(nodeId)).map((nodeId) => line(nodeId, "other")),
    ],
    recent,
  };
}
