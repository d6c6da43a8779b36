import { type LocalizableText, text } from "../../text/catalogue";
import { readAccessLists } from "../analysis/accessLists";
import type { AnalysisContext, KnownNode } from "../analysis/analysisContext";
import { resolveEvaluation } from "../analysis/evaluation";
import { listeners } from "../analysis/listeners";
import { listedIdentity } from "../analysis/peerIdentity";
import { type IniDocument, parseDocument } from "../document/iniDocument";
import { appendToList } from "../edits/appendToList";
import { applyEdits, replaceValue } from "../edits/fix";
import { decideConnection } from "../lists/decideConnection";
import type { ReloadMethod } from "../lists/reloadMethod";
import type { TextEdit } from "../text/textRange";

/** A node folder that takes part in an expansion. */
export interface ExpansionNode {
  readonly node: KnownNode;
  readonly document: IniDocument;
  readonly context: AnalysisContext;
}

/** What is to be changed in the files of one node. */
interface PlannedFile {
  readonly node: KnownNode;
  readonly edits: readonly TextEdit[];
}

/**
 * The edits that make old nodes and the new one accept each other. Every old node whose whitelist is on gets the identity of
 * the new one; the new one gets the whole list. A whitelist that is off stays off: a first entry would shut out all
 * others. Entries that are there already are not written again.
 */
export function planWhitelists(existing: readonly ExpansionNode[], added: ExpansionNode): PlannedFile[] {
  const plan: PlannedFile[] = [];
  const everybody = new Set<string>();
  for (const old of existing) {
    const lists = readAccessLists(old.document, old.context);
    if (!lists.white.enabled) continue;
    for (const entry of lists.white.entries) if (entry.accepted) everybody.add(entry.value.toLowerCase());
    const identity = listedIdentity(added.node, lists.digits);
    if (identity === undefined) continue;
    everybody.add(identity.toLowerCase());
    const edits = appendToList(old.document, old.context, "white", [identity]);
    if (edits.length > 0) plan.push({ node: old.node, edits });
  }
  const edits = everybody.size > 0 ? appendToList(added.document, added.context, "white", [...everybody]) : [];
  if (edits.length > 0) plan.push({ node: added.node, edits });
  return plan;
}

/** The seven steps of adding a node, in their order (docs/protocol/config-ini.md, "Adding a node"). */
type ExpansionStepId =
  | "addNode"
  | "queryIdentity"
  | "appendToWhitelists"
  | "copyConfiguration"
  | "reloadNodes"
  | "startNode"
  | "joinGroup";

/** What was found out; whatever is `undefined` is not known, and the step that needs it is not done. */
export interface ExpansionFacts {
  /** The nodes the chain had before. */
  readonly existing: readonly (ExpansionNode & {
    readonly running: boolean;
    readonly reload: ReloadMethod;
    /** Whether the running process has the file as it is now: it was reloaded or started after the last change. */
    readonly loaded: boolean;
  })[];
  /** The folder of the new node, once it is there. */
  readonly added: ExpansionNode | undefined;
  /** Whether `config.genesis` and `nodes.json` of the new folder are those of the chain. */
  readonly chainFilesCopied: boolean;
  /** Ports of the new node that another node on its host opens too, such as those of the node whose config.ini was copied. */
  readonly sharedPorts?: readonly { readonly port: number; readonly other: string }[];
  readonly addedRunning: boolean;
  /** The part the new node has in the group, once it has one. */
  readonly membership: "sealer" | "candidateSealer" | "observer" | undefined;
  /** Whether the new folder has a config.genesis that settles something else than the chain's. */
  readonly foreignFile?: boolean;
  /** The genesis block that the new node runs on, and the chain's, where a connected node hears another one of it. */
  readonly foreignGenesis?:
    | {
        readonly node: string;
        readonly chain: string;
        /** The files are the same: it was only started at height 0 another number of times. */
        readonly restarted?: boolean;
      }
    | undefined;
  /** What is connected, when it has another genesis block than the folders: nothing it says is about their chain. */
  readonly otherChain?: string | undefined;
  /** Whether the connected node hears from the new one; `undefined` where that is unknown. */
  readonly hasPeer?: boolean | undefined;
}

export interface ExpansionStep {
  readonly id: ExpansionStepId;
  /** `next` is offered; `waiting` comes after a step that is not done. */
  readonly state: "done" | "next" | "waiting";
  readonly title: LocalizableText;
  /** What is still missing, one sentence each. */
  readonly missing: readonly LocalizableText[];
}

type Check = (facts: ExpansionFacts) => LocalizableText[];

const needFolder = (facts: ExpansionFacts): LocalizableText[] =>
  facts.added ? [] : [text("The folder of the new node doesn't exist yet.")];

const missingIdentity: Check = ({ added }) => {
  if (!added) return [];
  const { digits } = readAccessLists(added.document, added.context);
  const missing: LocalizableText[] = [];
  if (listedIdentity(added.node, digits) === undefined) {
    missing.push(text("The {0}-digit ID of {1} for the lists is unknown.", digits, added.node.name));
  }
  if (added.node.consensusId === undefined) {
    missing.push(text("The consensus ID of {0} (conf/node.nodeid) is unknown.", added.node.name));
  }
  return missing;
};

/** Old nodes whose whitelist is on and lacks the new node, or whose blacklist has it. */
const missingInWhitelists: Check = ({ existing, added }) => {
  if (!added) return [];
  return existing.flatMap(({ node, document, context }) => {
    const lists = readAccessLists(document, context);
    const identity = listedIdentity(added.node, lists.digits);
    if (identity === undefined) return lists.white.enabled ? [text("{0} doesn't accept the new node.", node.name)] : [];
    const decision = decideConnection(lists, identity, "reload");
    return decision.accepted ? [] : [text("{0} doesn't accept the new node.", node.name)];
  });
};

const missingConfiguration: Check = ({ existing, added, chainFilesCopied, foreignFile, sharedPorts = [] }) => {
  const missing: LocalizableText[] = [];
  if (foreignFile)
    missing.push(
      text("The new folder's config.genesis belongs to another chain. With it, the node never joins this one."),
    );
  else if (!chainFilesCopied) missing.push(text("The new folder needs config.genesis and nodes.json of the chain."));
  for (const { port, other } of sharedPorts)
    missing.push(text("The new node has port {0} of {1}: set another one in its config.ini.", port, other));
  if (!added) return missing;
  const lists = readAccessLists(added.document, added.context);
  for (const { node } of existing) {
    const identity = listedIdentity(node, lists.digits);
    if (lists.white.enabled && identity !== undefined && !decideConnection(lists, identity, "reload").accepted) {
      missing.push(text("The new node doesn't accept {0}.", node.name));
    }
  }
  return missing;
};

const missingReload: Check = ({ existing }) =>
  existing.flatMap(({ node, running, loaded }) =>
    running && !loaded ? [text("{0} runs with the lists it had before.", node.name)] : [],
  );

/** A node that was started before it had the chain's file keeps the block 0 it made then. */
const missingStart: Check = ({ addedRunning, foreignGenesis }) => {
  if (!addedRunning) return [text("The new node isn't running.")];
  if (foreignGenesis?.restarted) {
    return [
      text(
        "The new node has the chain's config.genesis, but its block 0 has the hash {0} and the chain's {1}: each start at height 0 gives it a new one. Start the new node again until both agree. If they never do, delete its data folder first.",
        foreignGenesis.node,
        foreignGenesis.chain,
      ),
    ];
  }
  return foreignGenesis === undefined
    ? []
    : [
        text(
          "The new node runs on another genesis block ({0}) than the chain ({1}): stop it, delete its data folder, and start it with the chain's config.genesis.",
          foreignGenesis.node,
          foreignGenesis.chain,
        ),
      ];
};

const missingMembership: Check = ({ membership, otherChain, hasPeer }) => {
  if (otherChain !== undefined)
    return [
      text("{0} has a different genesis block than these folders. Connect to the chain of these folders.", otherChain),
    ];
  if (membership === undefined) return [text("The new node isn't a member of the group.")];
  return hasPeer === false
    ? [
        text(
          "The new node is a member, but the connected node doesn't hear from it. Check its log, and the access lists and TLS files of both.",
        ),
      ]
    : [];
};

const steps: readonly {
  readonly id: ExpansionStepId;
  readonly title: () => LocalizableText;
  readonly missing: Check;
}[] = [
  { id: "addNode", title: () => text("Add the node with build_chain.sh"), missing: needFolder },
  { id: "queryIdentity", title: () => text("Find its IDs"), missing: missingIdentity },
  {
    id: "appendToWhitelists",
    title: () => text("Add its ID to the whitelist of every existing node"),
    missing: missingInWhitelists,
  },
  {
    id: "copyConfiguration",
    title: () => text("Copy the configuration to the new node"),
    missing: missingConfiguration,
  },
  { id: "reloadNodes", title: () => text("Reload the lists on every running node"), missing: missingReload },
  {
    id: "startNode",
    title: () => text("Start the new node"),
    missing: missingStart,
  },
  {
    id: "joinGroup",
    title: () => text("Add it to the group, as an observer or a sealer"),
    missing: missingMembership,
  },
];

/**
 * Where an expansion stands, told from facts alone: whatever was done by hand counts, and an interrupted expansion goes on
 * where it stopped.
 */
export function expansionSteps(facts: ExpansionFacts): ExpansionStep[] {
  let open = false;
  return steps.map(({ id, title, missing: check }) => {
    const missing = check(facts);
    const state = open ? "waiting" : missing.length === 0 ? "done" : "next";
    if (missing.length > 0) open = true;
    return { id, state, title: title(), missing };
  });
}

/** A node's config.ini, with what it is read by. */
type NodeConfig = Pick<ExpansionNode, "document" | "context">;

/** Keys of ports that a node opens, or would once they are switched on; 0 is off. */
const portKeys: ReadonlySet<string> = new Set(["listen_port", "tars_rpc_port", "archive_port"]);

const portsOf = ({ document, context }: NodeConfig): number[] =>
  listeners(document, resolveEvaluation(document, context)).map(({ port }) => port);

/**
 * The text of a config.ini for one more node on the host: all ports moved up alike, so far that none of those that the template opens is
 * one of the nodes beside it.
 */
export function withFreePorts(template: NodeConfig, beside: readonly NodeConfig[]): string {
  const own = portsOf(template);
  const taken = new Set([template, ...beside].flatMap(portsOf));
  let by = 1;
  while (own.some((port) => taken.has(port + by))) by++;
  const copy = parseDocument(template.document.text);
  const edits = copy.lines.flatMap((line, index) =>
    line.kind === "entry" && portKeys.has(line.name) && /^0*[1-9]\d{0,4}$/.test(line.value)
      ? [replaceValue(line, index, String(Number(line.value) + by))]
      : [],
  );
  applyEdits(copy, edits);
  return copy.text;
}
