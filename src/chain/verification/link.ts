import type reasons from "./reasons.json";

/**
 * One step on the way from what was asked to sealers that there is a reason to believe. In this order they make a chain: what
 * stands at its end is worth as much as its weakest link.
 */
export type LinkName =
  /** The answer is about what was asked. */
  | "asked"
  /** Its members give its hash. */
  | "hash"
  /** They can be read from what was hashed in one way only, and belong to this chain and group. */
  | "members"
  /**
   * The sender, whose signature over that hash came with the answer. Part of the chain only where the hash covers that signature (Ethereum
   * transactions), or where it is wrong: else every key can sign the same hash, and it stands in `Verdict.apart`.
   */
  | "sender"
  /** The Merkle path starts at that hash: its place in the block. */
  | "leaf"
  /** The path ends at the root in the block's header. */
  | "root"
  /** The transaction that a receipt belongs to is proven itself. */
  | "transaction"
  /** The list of the block's transactions is the whole list. */
  | "list"
  /** The header gives the block's hash. */
  | "header"
  /** Enough of the sealers that the header names signed that hash. */
  | "signatures"
  /** There is a reason to believe these sealers. */
  | "sealers";

/** `unproven`: nothing speaks against it, but it is not proven. `false`: the answer contradicts itself or what is proven. */
type LinkState = "proven" | "unproven" | "false";
type ReasonCode = keyof typeof reasons;

export interface Link {
  readonly name: LinkName;
  readonly state: LinkState;
  readonly reason: ReasonCode;
  /** What the reason's text names. */
  readonly values: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, string | number | bigint>>;

function link(name: LinkName, state: LinkState, reason: ReasonCode, values: Values): Link {
  return {
    name,
    state,
    reason,
    values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)])),
  };
}

export const proven = (name: LinkName, reason: ReasonCode, values: Values = {}): Link =>
  link(name, "proven", reason, values);
export const unproven = (name: LinkName, reason: ReasonCode, values: Values = {}): Link =>
  link(name, "unproven", reason, values);
export const broken = (name: LinkName, reason: ReasonCode, values: Values = {}): Link =>
  link(name, "false", reason, values);

/**
 * What a whole verdict comes to. `contained`: all is proven but whose it is: the block holds a receipt with exactly this content, and
 * which of its transactions it belongs to is the node's word. `false`: the answer contradicts itself or what is proven.
 */
export type Outcome = "proven" | "contained" | "unproven" | "false";

/** What was found of one answer. */
export interface Verdict {
  /** Every link is proven. Nothing less deserves a tick. */
  readonly verified: boolean;
  readonly outcome: Outcome;
  readonly links: readonly Link[];
  /** Said beside the chain of reasons: nothing that the chain commits to decides it, so that no tick speaks of it. */
  readonly apart: readonly Link[];
  /**
   * Members of the answer that no hash covers, so that a node may say anything there: paths from the answer's top, in the answer's order.
   * They are not part of what is verified.
   */
  readonly uncovered: readonly string[];
}

/** Whether what the chain commits to names the sender; else `from` is only what a node says, with a signature that fits. */
export const isSenderProven = ({ verified, links }: Verdict): boolean =>
  verified && links.some(({ name, state }) => name === "sender" && state === "proven");

function outcomeOf(links: readonly Link[], apart: readonly Link[]): Outcome {
  if ([...links, ...apart].some(({ state }) => state === "false")) return "false";
  const open = links.filter(({ state }) => state !== "proven");
  if (links.length > 0 && open.length === 0) return "proven";
  return open.length > 0 && open.every(({ reason }) => reason === "otherPlace") ? "contained" : "unproven";
}

export function verdictOf(links: readonly Link[], uncovered: readonly string[], apart: readonly Link[] = []): Verdict {
  const verified = links.length > 0 && links.every(({ state }) => state === "proven");
  return { verified, outcome: outcomeOf(links, apart), links, apart, uncovered };
}
