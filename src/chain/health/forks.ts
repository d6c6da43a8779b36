import { type LocalizableText, say, t, text } from "../../text/catalogue";
import type { Trouble } from "./story";

/** What is another thing in a block on two nodes. */
export type BlockDifference = "transactions" | "state" | "receipts" | "header";

/** A node whose blocks differ from those of others. Blocks are final, so one of both sides is wrong, whatever happens next. */
export interface Fork {
  /** Endpoints that it was compared with: those that most nodes agree with. */
  readonly others: readonly string[];
  /** The first block that is known to differ. */
  readonly first: number;
  /** The last block that is known to be the same; -1 where not even the genesis block is. */
  readonly same: number;
  /** What of block `first` differs; empty where that couldn't be read. */
  readonly differs: readonly BlockDifference[];
}

/** What a comparison says of a node: `unknown` where it couldn't be compared with another. */
export type ComparedNode =
  | { readonly endpoint: string; readonly state: "same" | "unknown" }
  | { readonly endpoint: string; readonly state: "forked"; readonly fork: Fork };

/** Endpoints that are named. */
const maxNamed = 3;

/** A fork in a sentence about the node. Endpoints are the person's own words; nothing in it is of the chain. */
export function forkText({ others, first, same, differs }: Fork): LocalizableText {
  const named = others.slice(0, maxNamed);
  if (first === 0) return text("The genesis block differs from that of {0}: these are different chains.", named);
  const since = same === first - 1;
  if (!since) return text("Blocks differ from those of {0}, first between {1} and {2}.", named, same + 1, first);
  if (differs.includes("transactions"))
    return text("Blocks differ from those of {0} since block {1}, which has other transactions.", named, first);
  if (differs.includes("state"))
    return text(
      "Blocks differ from those of {0} since block {1}: the same transactions, another state root.",
      named,
      first,
    );
  if (differs.includes("receipts"))
    return text(
      "Blocks differ from those of {0} since block {1}: the same transactions and state, other receipts.",
      named,
      first,
    );
  return text("Blocks differ from those of {0} since block {1}.", named, first);
}

/** The same as a trouble of the group. */
export const forkTrouble = (endpoint: string, fork: Fork): Trouble => ({
  kind: "fork",
  line: t("fork: {0} has other blocks from {1} on", endpoint, fork.first),
  more: say(forkText(fork)),
});
