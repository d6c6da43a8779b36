import { type LocalizableText, say, text } from "../../text/catalogue";
import { capitalized } from "../../text/joining";

/** What can be wrong with a chain, by a node's answers, an index, rules, or logs. */
export type TroubleKind = keyof typeof kinds;

interface Kind {
  /** Of several troubles the gravest is told first. */
  readonly gravity: number;
  /** What to do. `{0}`: the nodes that it is about. */
  readonly advice: LocalizableText;
  /** What to do once it is over; without it the same. */
  readonly afterwards?: LocalizableText;
}

/** From here on no block is made, or blocks are wrong. */
const stoppedGravity = 8;

const logsAndClocks = text("Check the logs and clocks of the sealers, and restart those that hang.");
const compareLogs = text("Compare the logs, clocks, and load of the sealers in this time.");
const lookAtEnd = text("See the last lines of its log and the system's log: {0}.");

const kinds = {
  fork: {
    gravity: 9,
    advice: text(
      "Stop the nodes whose blocks differ. Compare their program, configuration, and data with the others' before they seal again.",
    ),
  },
  lacksSealers: {
    gravity: stoppedGravity,
    advice: text("Start these nodes or check their network: {0}. Blocks then come again automatically."),
    afterwards: text("Find out from logs and systems why these nodes were missing: {0}."),
  },
  viewsApart: { gravity: stoppedGravity, advice: logsAndClocks, afterwards: compareLogs },
  standstill: { gravity: stoppedGravity, advice: logsAndClocks, afterwards: compareLogs },
  noLeader: { gravity: stoppedGravity, advice: logsAndClocks, afterwards: compareLogs },
  ended: {
    gravity: 6,
    advice: text("See the last lines of its log and the system's log, then start it: {0}."),
    afterwards: lookAtEnd,
  },
  nodeStopped: {
    gravity: 6,
    advice: text("If it wasn't stopped on purpose, start it, and see in the system's log who did: {0}."),
    afterwards: text("If it wasn't stopped on purpose, the system's log says who did: {0}."),
  },
  disk: { gravity: 5, advice: text("Free space on the disk, then start the node: {0}.") },
  diskLow: { gravity: 4, advice: text("Free space on the disk before the node stops: {0}.") },
  memory: { gravity: 5, advice: text("Add memory for the node, or take load off its machine: {0}.") },
  files: { gravity: 5, advice: text("Raise the limit of open files (ulimit -n) and restart the node: {0}.") },
  certificate: { gravity: 5, advice: text("Check the certificates and when they expire, and renew them: {0}.") },
  database: { gravity: 5, advice: text("Set the node up again from a backup or by block sync: {0}.") },
  ownLag: {
    gravity: 5,
    advice: text("The connected node is still catching up. What you see here isn't the newest data."),
  },
  silent: { gravity: 4, advice: text("Check load, disk, and virtual machine of the node: {0}.") },
  leaderChanged: {
    gravity: 3,
    advice: text(
      "One or two changes are usual when a node stops. If it continues, check the logs and clocks of the sealers.",
    ),
    afterwards: text("A few changes are usual when a node stops. Compare the load of the sealers in this time."),
  },
  unreachable: {
    gravity: 3,
    advice: text("Start these nodes, or check their network and access lists: {0}. Blocks come without them."),
  },
  behind: {
    gravity: 2,
    advice: text("A node that was stopped catches up automatically. If the gap grows, check its disk and log."),
  },
  poolWait: {
    gravity: 4,
    advice: text(
      "Check that each sealer runs: the others wait out the turns of one that doesn't. Then check their load, and tx_count_limit.",
    ),
  },
  failures: {
    gravity: 1,
    advice: text("The status of each receipt says why. With an index, the saved question failure-reasons lists them."),
  },
  endpointSilent: { gravity: 1, advice: text("Another endpoint is used. Start that node: {0}.") },
  slowAnswers: { gravity: 0, advice: text("The node or its network might be busy.") },
} as const satisfies Readonly<Record<string, Kind>>;

const kindOf = (kind: TroubleKind): Kind => kinds[kind];

/** Something that is wrong. */
export interface Trouble {
  readonly kind: TroubleKind;
  /** When, what, and because of what, in the chosen language. */
  readonly line: string;
  /** More about what it is, in sentences, where there is room for it. */
  readonly more?: string;
  /** Nodes that it is about. */
  readonly nodes?: readonly string[];
  /** Nothing is to be done about it any more but to find its reason. */
  readonly isOver?: boolean;
  /** Of two that are equally grave, the longer is told first. */
  readonly lastsMs?: number;
}

/** A trouble's line where it stands by itself; names of nodes stay as they are written. */
export const sentenceOf = ({ line, nodes }: Pick<Trouble, "line" | "nodes">): string => capitalized(line, nodes);

/** What people are told first. */
export interface Story {
  readonly state: "well" | "trouble" | "stopped";
  /** What is wrong, since when, and because of what; or that nothing is. */
  readonly headline: string;
  /** What to do; empty where nothing is wrong. */
  readonly advice: string;
}

/** What to do about a trouble, in words that are said later. */
export function adviceText(kind: TroubleKind, nodes: readonly string[] = [], isOver = false): LocalizableText {
  const { advice, afterwards }: Kind = kinds[kind];
  const chosen = (isOver ? afterwards : undefined) ?? advice;
  return { ...chosen, args: [nodes] };
}

/** What to do about a trouble. */
export const adviceOf = ({ kind, nodes, isOver }: Omit<Trouble, "line">): string =>
  say(adviceText(kind, nodes, isOver));

/** Whether a word read from elsewhere is a kind of trouble. */
export const isTroubleKind = (word: unknown): word is TroubleKind =>
  typeof word === "string" && Object.hasOwn(kinds, word);

/** The gravest first, what isn't wrong last; equally grave ones as they come, longer ones first where lengths are known. */
export function gravestFirst<Of extends { readonly kind: TroubleKind | undefined; readonly lastsMs?: number }>(
  troubles: readonly Of[],
): readonly Of[] {
  const gravityOf = ({ kind }: Of): number => (kind === undefined ? -1 : kindOf(kind).gravity);
  const longer = (one: Of, other: Of): number => {
    const [first, second] = [one.lastsMs ?? 0, other.lastsMs ?? 0];
    return first === second ? 0 : second - first;
  };
  return troubles.toSorted((one, other) => gravityOf(other) - gravityOf(one) || longer(one, other));
}

/** What there is besides the story's first line: more about it, and the other troubles. */
export function moreOf(troubles: readonly Trouble[]): readonly string[] {
  const [first, ...others] = gravestFirst(troubles);
  return [...(first?.more === undefined ? [] : [first.more]), ...others.map(sentenceOf)];
}

/** The story of troubles: its first line is the gravest. */
export function storyOf(troubles: readonly Trouble[], well: string): Story {
  const [first] = gravestFirst(troubles);
  if (!first) return { state: "well", headline: well, advice: "" };
  const isStopped = kindOf(first.kind).gravity >= stoppedGravity && first.isOver !== true;
  return { state: isStopped ? "stopped" : "trouble", headline: sentenceOf(first), advice: adviceOf(first) };
}
