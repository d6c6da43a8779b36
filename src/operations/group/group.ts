import * as v from "valibot";
import { isStopped } from "../../chain/health/groupHealth";
import { troublesOf, wellText } from "../../chain/health/groupTroubles";
import { watchGroupHealth } from "../../chain/health/readGroupHealth";
import { moreOf, storyOf } from "../../chain/health/story";
import { getPeers } from "../../chain/rpc/getPeers";
import { getGroupInfo, getGroupInfoList, getGroupList, getGroupNodeInfo, getGroupPeers } from "../../chain/rpc/groups";
import { getConsensusStatus, getPbftView, getSyncStatus } from "../../chain/rpc/nodeStatus";
import { getPendingTxSize, getTotalTransactionCount } from "../../chain/rpc/transactions";
import { text } from "../../text/catalogue";
import { asking } from "../kit/define";
import { anyObject, plainJson, plainObject } from "../kit/plain";
import { asked } from "../kit/results";
import { aText, optional } from "../model/fields";

const noun = "group";
const aNumber = v.union([v.number(), v.string()]);

const list = asking({
  noun,
  verb: "list",
  word: "getGroupList",
  console: [{ name: "getGroupList", arguments: [] }],
  summary: text("Groups of the connected node."),
  fields: {},
  result: v.array(v.string()),
  run: async (context) => [...(await getGroupList(context.session.client, asked(context)))],
});

const info = asking({
  noun,
  verb: "info",
  word: "getGroupInfo",
  console: [{ name: "getGroupInfo", arguments: [] }],
  summary: text("The group: its chain, its first configuration, its nodes."),
  fields: {},
  result: v.nullable(anyObject),
  run: async (context) => {
    const found = await getGroupInfo(context.session.client, asked(context));
    return found ? plainObject(found) : null;
  },
});

const infos = asking({
  noun,
  verb: "infos",
  word: "getGroupInfoList",
  console: [{ name: "getGroupInfoList", arguments: [] }],
  summary: text("All groups of the connected node with their nodes."),
  fields: {},
  result: v.array(anyObject),
  run: async (context) => (await getGroupInfoList(context.session.client, asked(context))).map(plainObject),
});

const nodeInfo = asking({
  noun,
  verb: "node",
  word: "getGroupNodeInfo",
  console: [{ name: "getGroupNodeInfo", arguments: ["name"] }],
  summary: text("What a node of the group reports about itself."),
  fields: { name: optional(aText(text("Name of the node; the connected one when left out"))) },
  result: v.nullable(anyObject),
  run: async (context, given) => {
    const { client } = context.session;
    const asking = given.name === undefined ? client : { ...client, node: given.name };
    const found = await getGroupNodeInfo(asking, asked(context));
    return found ? plainObject(found) : null;
  },
});

const peers = asking({
  noun,
  verb: "peers",
  word: "getGroupPeers",
  console: [{ name: "getGroupPeers", arguments: [] }],
  summary: text("IDs of the nodes of the group that can be reached."),
  fields: {},
  result: v.array(v.string()),
  run: (context) => getGroupPeers(context.session.client, asked(context)),
});

const connections = asking({
  noun,
  verb: "connections",
  word: "getPeers",
  console: [{ name: "getPeers", arguments: [] }],
  summary: text("P2P connections of the connected node."),
  fields: {},
  result: anyObject,
  run: async (context) => plainObject(await getPeers(context.session.client, asked(context))),
  ofOlderNode: async (client, options) => plainObject(await getPeers(client, options)),
});

const health = asking({
  noun,
  verb: "health",
  word: "getHealth",
  summary: text("Health of the group: which nodes are reached, which are behind, and whether blocks can be produced."),
  fields: {},
  result: v.looseObject({
    /** What is wrong, since when, because of what, and what to do, in words. */
    story: v.object({
      state: v.picklist(["well", "trouble", "stopped"]),
      headline: v.string(),
      advice: v.string(),
      /** More about it, and what else is wrong. */
      more: v.optional(v.array(v.string())),
    }),
    /** No block is made: too little of the weight takes part, or transactions wait and none comes. */
    stopped: v.boolean(),
    reachableWeight: v.number(),
    neededWeight: v.number(),
    totalWeight: v.number(),
    /** Transactions in the pool of the asked node. */
    waiting: v.number(),
    /** How long, in milliseconds, transactions were seen to wait without a block. */
    standsMs: v.number(),
    unreachable: v.array(v.string()),
    behind: v.array(v.object({ nodeId: v.string(), blocks: v.number() })),
  }),
  run: async (context) => {
    const found = await watchGroupHealth(context.session.client, asked(context));
    const troubles = troublesOf(found);
    const more = [...moreOf(troubles)];
    return {
      story: { ...storyOf(troubles, wellText(found)), ...(more.length > 0 ? { more } : {}) },
      ...found,
      stopped: isStopped(found),
      unreachable: [...found.unreachable],
      behind: [...found.behind],
      answerMs: Math.round(found.answerMs),
    };
  },
});

const sync = asking({
  noun,
  verb: "sync",
  word: "getSyncStatus",
  console: [{ name: "getSyncStatus", arguments: [] }],
  summary: text("How far the connected node and its peers have synchronized."),
  fields: {},
  result: anyObject,
  run: async (context) => plainObject(await getSyncStatus(context.session.client, asked(context))),
});

const consensus = asking({
  noun,
  verb: "consensus",
  word: "getConsensusStatus",
  console: [{ name: "getConsensusStatus", arguments: [] }],
  summary: text("State of the consensus as the connected node sees it."),
  fields: {},
  result: anyObject,
  run: async (context) => plainObject(await getConsensusStatus(context.session.client, asked(context))),
});

const pbftView = asking({
  noun,
  verb: "pbft-view",
  word: "getPbftView",
  console: [{ name: "getPbftView", arguments: [] }],
  summary: text("The PBFT view of the connected node."),
  fields: {},
  result: aNumber,
  run: async (context) => plainJson(await getPbftView(context.session.client, asked(context))) as number | string,
});

const pending = asking({
  noun,
  verb: "pending",
  word: "getPendingTxSize",
  console: [{ name: "getPendingTxSize", arguments: [] }],
  summary: text("How many transactions are pending."),
  fields: {},
  result: aNumber,
  run: async (context) => plainJson(await getPendingTxSize(context.session.client, asked(context))) as number | string,
});

const total = asking({
  noun,
  verb: "transactions",
  word: "getTotalTransactionCount",
  console: [{ name: "getTotalTransactionCount", arguments: [] }],
  summary: text("How many transactions the chain holds, and how many of them failed."),
  fields: {},
  result: v.object({ blockNumber: v.number(), transactions: v.number(), failed: v.number() }),
  run: async (context) => {
    const found = await getTotalTransactionCount(context.session.client, asked(context));
    return {
      blockNumber: found.blockNumber,
      transactions: found.transactionCount,
      failed: found.failedTransactionCount,
    };
  },
});

/** The group and the nodes in it, as the connected node tells. */
export const groupOperations = [
  list,
  info,
  infos,
  nodeInfo,
  peers,
  connections,
  health,
  sync,
  consensus,
  pbftView,
  pending,
  total,
] as const;
