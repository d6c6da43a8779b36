import { ledgerError } from "../../errors/rpcError";
import type { Group } from "../../ledger/group";
import { groupInfoJson, nodeInfoJson, peersJson, reachableNodes } from "../../nodes/network";
import { readConsensusNodes, readSystemConfig } from "../../state/systemTables";
import type { Handler } from "../envelope";
import { consensusStatusText, syncStatusText } from "../statusJson";
import type { NodeContext } from "./nodeContext";

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
