import * as v from "valibot";
import { clientError } from "../../errors/clientError";
import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { count, exactInteger, jsonText, nodeId } from "./wireSchemas";

const systemConfigSchema = v.looseObject({
  /** Block from which the value is in force; 0 is the genesis block. */
  blockNumber: count,
  value: v.string(),
});
export type SystemConfig = v.InferOutput<typeof systemConfigSchema>;

export const getSystemConfigByKeyMethod = wireMethod("getSystemConfigByKey", { key: "text" }, systemConfigSchema);

/** A value of the system configuration. A key that is not set is the error 3008. */
export function getSystemConfigByKey(
  client: ChainClient,
  key: string,
  options?: RequestOptions,
): Promise<SystemConfig> {
  return callMethod(client, getSystemConfigByKeyMethod, [key], options);
}

export const getGroupPeersMethod = wireMethod("getGroupPeers", {}, v.array(nodeId), { leading: "group" });

/**
 * Node IDs of the group that can be reached, this node included.
 * @throws ChainError rpc `unknownGroup`: a node answers an empty list for a group that it does not have.
 */
export async function getGroupPeers(client: ChainClient, options?: RequestOptions): Promise<string[]> {
  const peers = await callMethod(client, getGroupPeersMethod, [], options);
  if (peers.length > 0) return peers;
  const groups = await getGroupList(client, options);
  if (groups.includes(client.group)) return peers;
  throw clientError("unknownGroup", { group: client.group, groups });
}

const nodeIniConfigSchema = v.looseObject({
  binaryInfo: v.optional(
    v.looseObject({
      /** Version of the node's program, `3.16.4`. */
      version: v.optional(v.string()),
      gitCommitHash: v.optional(v.string()),
      buildTime: v.optional(v.string()),
      platform: v.optional(v.string()),
    }),
  ),
  chainID: v.optional(v.string()),
  groupID: v.optional(v.string()),
  isAuthCheck: v.optional(v.boolean()),
  isSerialExecute: v.optional(v.boolean()),
  isWasm: v.optional(v.boolean()),
  nodeID: v.optional(nodeId),
  nodeName: v.optional(v.string()),
  smCryptoType: v.optional(v.boolean()),
});

/** What a node says of itself (docs/protocol/json-rpc.md, "Group and node info"). */
export const nodeInfoSchema = v.looseObject({
  /** The node's name; on air nodes the node ID unless configured. */
  name: v.string(),
  nodeID: nodeId,
  /** Cryptography of the chain: 0 standard, 1 SM. */
  type: count,
  microService: v.optional(v.boolean()),
  /** JSON text on the wire. */
  iniConfig: v.union([
    v.pipe(
      v.literal(""),
      v.transform(() => ({}) as v.InferOutput<typeof nodeIniConfigSchema>),
    ),
    jsonText(nodeIniConfigSchema),
  ]),
  serviceInfo: v.optional(v.array(v.looseObject({ serviceName: v.string(), type: count }))),
  protocol: v.optional(
    v.looseObject({
      /** The chain's data version as integer: 0x03100000 is 3.16.0. */
      compatibilityVersion: count,
      minSupportedVersion: v.optional(count),
      maxSupportedVersion: v.optional(count),
    }),
  ),
  /** Since 3.6: features this program knows, on or off. */
  featureKeys: v.optional(v.array(v.string())),
  /** Since 3.9: keys that the system configuration takes. */
  supportConfigs: v.optional(v.array(v.string())),
});

const genesisConfigSchema = v.looseObject({
  blockTxCountLimit: v.optional(exactInteger),
  consensusLeaderPeriod: v.optional(exactInteger),
  consensusType: v.optional(v.string()),
  sealerList: v.optional(v.array(v.looseObject({ nodeID: nodeId, weight: exactInteger }))),
  txGasLimit: v.optional(exactInteger),
});

export const groupInfoSchema = v.looseObject({
  chainID: v.string(),
  groupID: v.string(),
  /** JSON text on the wire. Values of the genesis block, not those in force now. */
  genesisConfig: v.union([
    v.pipe(
      v.literal(""),
      v.transform(() => ({}) as v.InferOutput<typeof genesisConfigSchema>),
    ),
    jsonText(genesisConfigSchema),
  ]),
  iniConfig: v.optional(v.string()),
  /** On an air node this node only. */
  nodeList: v.array(nodeInfoSchema),
});

export type NodeInfo = v.InferOutput<typeof nodeInfoSchema>;

export type GroupInfo = v.InferOutput<typeof groupInfoSchema>;

export const getGroupInfoMethod = wireMethod("getGroupInfo", {}, v.nullable(groupInfoSchema), { leading: "group" });

/** What the group is; null for a group the node does not have. */
export function getGroupInfo(client: ChainClient, options?: RequestOptions): Promise<GroupInfo | null> {
  return callMethod(client, getGroupInfoMethod, [], options);
}

export const getGroupInfoListMethod = wireMethod("getGroupInfoList", {}, v.array(groupInfoSchema), { leading: "none" });

/** Info of every group of the node. */
export function getGroupInfoList(client: ChainClient, options?: RequestOptions): Promise<GroupInfo[]> {
  return callMethod(client, getGroupInfoListMethod, [], options);
}

const groupListSchema = v.looseObject({
  code: v.optional(count),
  groupList: v.array(v.string()),
  msg: v.optional(v.string()),
});

export const getGroupListMethod = wireMethod("getGroupList", {}, groupListSchema, { leading: "none" });

/** What a node of 2.x answers: the numbers of its groups. */
export const olderGroupsMethod = wireMethod("getGroupList", {}, v.array(v.number()), { leading: "none" });
const anyGroupsMethod = wireMethod("getGroupList", {}, v.union([groupListSchema, olderGroupsMethod.result]), {
  leading: "none",
});

/**
 * Names of the groups the node serves.
 * @throws ChainError rpc `olderNode` for a node of 2.x
 */
export async function getGroupList(client: ChainClient, options?: RequestOptions): Promise<string[]> {
  const answer = await callMethod(client, anyGroupsMethod, [], options);
  if (Array.isArray(answer)) throw clientError("olderNode", { endpoint: client.transport.label });
  return answer.groupList;
}

export const getGroupNodeInfoMethod = wireMethod("getGroupNodeInfo", {}, v.nullable(nodeInfoSchema));

/** Info of the node that the client names (`client.node`, here a key on every deployment); null for an unknown name. */
export function getGroupNodeInfo(client: ChainClient, options?: RequestOptions): Promise<NodeInfo | null> {
  return callMethod(client, getGroupNodeInfoMethod, [], options);
}
