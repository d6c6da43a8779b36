import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../../chain/client/client";
import { getNodeListByType, getObserverList, getSealerList } from "../../chain/rpc/members";
import {
  addObserver,
  addSealer,
  removeNode,
  setTermWeight,
  setWeight,
} from "../../chain/services/consensus/memberChanges";
import { maxWeight } from "../../chain/services/consensus/nodeChecks";
import { listPeers } from "../../chain/services/network/listPeers";
import { t, text } from "../../text/catalogue";
import { shortHex } from "../../text/shortText";
import { memberFailure } from "../consequences/knownFailures";
import { lossWarning, weightWarning } from "../consequences/membership";
import { asking, signing } from "../kit/define";
import { asked } from "../kit/results";
import { aNode, anInteger, askedBy } from "../model/fields";
import { members, observers, sealers, sealersAndOthers, weightNow } from "./askedNodes";

const noun = "node";
const node = aNode(text("Node"));
const weight = anInteger(text("Weight"), {
  from: 1,
  to: maxWeight,
  ask: { prompt: text("Voting weight"), start: "1" },
});

const listSealers = asking({
  noun,
  verb: "list-sealers",
  word: "listSealers",
  console: [{ name: "getSealerList", arguments: [] }],
  summary: text("IDs of the sealers."),
  fields: {},
  result: v.array(v.string()),
  run: async ({ session }) => (await getSealerList(session.client)).map(({ nodeID }) => nodeID),
});

const listObservers = asking({
  noun,
  verb: "list-observers",
  word: "listObservers",
  console: [{ name: "getObserverList", arguments: [] }],
  summary: text("IDs of the observers."),
  fields: {},
  result: v.array(v.string()),
  run: ({ session }) => getObserverList(session.client),
});

const listCandidates = asking({
  noun,
  verb: "list-candidates",
  word: "listCandidates",
  console: [{ name: "getCandidateList", arguments: [] }],
  summary: text("Candidate sealers, where sealers change by term (rPBFT)."),
  fields: {},
  result: v.array(v.string()),
  run: async (context) =>
    (await getNodeListByType(context.session.client, "consensus_candidate_sealer", asked(context))).map(
      ({ nodeID }) => nodeID,
    ),
});

const peers = v.object({
  /** How the node answers: as `gateway`, or as a node of 2.x. */
  variant: v.picklist(["gateway", "2.x"]),
  peers: v.array(
    v.object({
      name: v.optional(v.string()),
      agency: v.optional(v.string()),
      endpoint: v.optional(v.string()),
      p2pNodeId: v.optional(v.string()),
      nodeIds: v.array(v.string()),
    }),
  ),
});
const readPeers = async (client: ChainClient, options: RequestOptions): Promise<v.InferOutput<typeof peers>> => {
  const { variant, peers: found } = await listPeers(client, options);
  return { variant, peers: found.map(({ nodeIds, ...rest }) => ({ ...rest, nodeIds: [...nodeIds] })) };
};

const listPeersOperation = asking({
  noun,
  verb: "list-peers",
  word: "listPeers",
  summary: text("Peers of the connected node, with the IDs by which access lists name them; also of a 2.x node."),
  fields: {},
  result: peers,
  run: (context) => readPeers(context.session.client, asked(context)),
  ofOlderNode: readPeers,
});

const addSealerOperation = signing(
  {
    noun,
    verb: "add-sealer",
    word: "addSealer",
    console: [{ name: "addSealer", arguments: ["node", "weight"] }],
    summary: text("Makes a node a sealer."),
    fields: { node: askedBy(node, observers), weight },
    command: { title: text("Add Sealer") },
  },
  {
    title: (given) => text("Make {0} a sealer, weight {1}", shortHex(given.node), given.weight),
    right: () => ({ kind: "addSealer" }),
    proposal: (given) => ({ kind: "addSealer", nodeId: given.node, weight: given.weight }),
    consequences: async (context, given) => ({
      ...(await weightWarning(context, given.node, given.weight)),
      byRules: true,
    }),
    run: async ({ session }, signer, given, options) =>
      addSealer(session, signer, { nodeId: given.node, weight: given.weight }, options),
  },
);

const addObserverOperation = signing(
  {
    noun,
    verb: "add-observer",
    word: "addObserver",
    console: [{ name: "addObserver", arguments: ["node"] }],
    summary: text("Makes a node an observer."),
    fields: { node: askedBy(node, sealersAndOthers) },
    command: { title: text("Add Observer") },
  },
  {
    title: (given) => text("Make {0} an observer", shortHex(given.node)),
    right: () => ({ kind: "addObserver" }),
    proposal: (given) => ({ kind: "addObserver", nodeId: given.node }),
    consequences: async (context, given) => ({ ...(await lossWarning(context, given.node, false)), byRules: true }),
    run: async ({ session }, signer, given, options) => addObserver(session, signer, { nodeId: given.node }, options),
  },
);

const setWeightOperation = signing(
  {
    noun,
    verb: "set-weight",
    word: "setWeight",
    console: [{ name: "setConsensusWeight", arguments: ["node", "weight"] }],
    summary: text("Sets the weight of a sealer."),
    fields: { node: askedBy(node, sealers), weight: askedBy(weight, { start: weightNow("weight") }) },
    command: { title: text("Set Sealer Weight") },
    idempotent: true,
  },
  {
    title: (given) => text("Set the weight of sealer {0} to {1}", shortHex(given.node), given.weight),
    right: () => ({ kind: "setWeight" }),
    proposal: (given) => ({ kind: "setConsensusWeight", nodeId: given.node, weight: given.weight }),
    lines: async ({ session }, given) => {
      const now = (await getSealerList(session.client)).find(({ nodeID }) => nodeID === given.node)?.weight;
      return [
        { label: t("Node"), value: given.node },
        { label: t("Weight"), value: now === undefined ? String(given.weight) : `${now} → ${given.weight}` },
      ];
    },
    consequences: async (context, given) => {
      const blocked = await memberFailure(context.session, given.node, "weight");
      if (blocked) return { blocked };
      return { ...(await weightWarning(context, given.node, given.weight)), byRules: true };
    },
    run: async ({ session }, signer, given, options) =>
      setWeight(session, signer, { nodeId: given.node, weight: given.weight }, options),
  },
);

const setTermWeightOperation = signing(
  {
    noun,
    verb: "set-term-weight",
    word: "setTermWeight",
    summary: text("Sets how often a sealer gets its turn where sealers change by term."),
    fields: {
      node: askedBy(node, sealers),
      weight: anInteger(text("Weight"), {
        from: 0,
        to: maxWeight,
        ask: { prompt: text("Enter the term weight"), start: weightNow("termWeight") },
      }),
    },
    command: { title: text("Set Term Weight") },
    idempotent: true,
  },
  {
    title: (given) => text("Set the term weight of {0} to {1}", shortHex(given.node), given.weight),
    right: () => ({ kind: "setTermWeight" }),
    consequences: async ({ session }, given) => ({
      warnings: [t("This only matters on chains whose sealers change by term (rPBFT).")],
      blocked: await memberFailure(session, given.node, "weight"),
    }),
    run: async ({ session }, signer, given, options) =>
      setTermWeight(session, signer, { nodeId: given.node, termWeight: given.weight }, options),
  },
);

const removeNodeOperation = signing(
  {
    noun,
    verb: "remove",
    word: "removeNode",
    console: [{ name: "removeNode", arguments: ["node"] }],
    summary: text("Removes a node from the group."),
    fields: { node: askedBy(node, members) },
    command: { title: text("Remove Node from Group") },
  },
  {
    title: (given) => text("Remove node {0} from the group", shortHex(given.node)),
    right: () => ({ kind: "removeNode" }),
    proposal: (given) => ({ kind: "removeNode", nodeId: given.node }),
    consequences: async (context, given) => {
      const failure = await memberFailure(context.session, given.node, "remove");
      if (failure) return { blocked: failure };
      const { warnings = [], ...loss } = await lossWarning(context, given.node, true);
      const leaves = t("The node leaves the group. It gets no more blocks until it's added as an observer again.");
      return { ...loss, warnings: [leaves, ...warnings], byRules: true };
    },
    run: async ({ session }, signer, given, options) => removeNode(session, signer, { nodeId: given.node }, options),
  },
);

/** Who takes part in the consensus of a group. */
export const nodeOperations = [
  listSealers,
  listObservers,
  listCandidates,
  listPeersOperation,
  addSealerOperation,
  addObserverOperation,
  setWeightOperation,
  setTermWeightOperation,
  removeNodeOperation,
] as const;
