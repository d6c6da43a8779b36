import { t } from "../../text/catalogue";
import { dateTimeText, numberText, recentTimeText } from "../../text/formats";
import { joinSentences, labelled, listed, noted, stopped } from "../../text/joining";
import { shortHex } from "../../text/shortText";
import { type GroupHealth, isStopped, lacksWeight, type WatchedTrouble } from "./groupHealth";
import { adviceOf, gravestFirst, sentenceOf, type Trouble } from "./story";

/** Answers that take longer than this are worth a word. */
const slowMs = 2000;
/** Nodes that a line names. */
const maxNamed = 3;

/** What a node is called here; undefined where it has no name. */
export type NodeNameOf = (nodeId: string) => string | undefined;

/** What is wrong, and since when where that is known. */
const sinceText = (what: string, sinceMs: number | undefined): string =>
  sinceMs === undefined ? what : t("{0} since {1}", what, recentTimeText(sinceMs));

/**
 * What is known of the beginning of what was wrong at the first look already: that it was so before, and after which block. Nothing where
 * no looks are remembered.
 */
function beforeLook(
  { since, lastBlockMs, lastSealedMs = {}, unreachable }: GroupHealth,
  what: WatchedTrouble,
  named: (nodeId: string) => string,
): Pick<Trouble, "more"> {
  if (!since || since[what] !== undefined) return {};
  const sealed = unreachable.flatMap((nodeId) => {
    const ms = lastSealedMs[nodeId];
    return ms ? [t("The last block that {0} sealed: {1}.", named(nodeId), recentTimeText(ms))] : [];
  });
  const last = what === "stopped" && lastBlockMs ? [t("The last block: {0}.", recentTimeText(lastBlockMs))] : [];
  return { more: joinSentences(t("It was so before this look."), ...last, ...sealed.slice(0, maxNamed)) };
}

/** How much of the group takes part, as a count of sealers only where each of them weighs the same. */
function reachedText(health: GroupHealth): string {
  const { reachableWeight, neededWeight, totalWeight, reachableSealers, totalSealers } = health;
  return totalWeight === totalSealers
    ? t("{0} of {1} sealers reachable; needed: {2}", reachableSealers, totalSealers, neededWeight)
    : t(
        "{0} of {1} sealers reachable, with weight {2} of {3}; needed: {4}",
        reachableSealers,
        totalSealers,
        reachableWeight,
        totalWeight,
        neededWeight,
      );
}

/** Why no block comes. */
function stoppedTrouble(health: GroupHealth, nodes: readonly string[], named: (nodeId: string) => string): Trouble {
  const { since = {}, lastBlockMs, waiting, height } = health;
  // what waits would have made a block: the last one is when they ended
  const sinceMs = waiting > 0 && lastBlockMs ? lastBlockMs : since.stopped;
  const what = sinceText(t("no new blocks"), sinceMs);
  if (lacksWeight(health)) {
    const before = sinceMs === undefined ? beforeLook(health, "stopped", named) : {};
    return { kind: "lacksSealers", line: labelled(what, reachedText(health)), nodes, ...before };
  }
  const cause = t(
    "transactions wait in the pool ({0}) at height {1}, though enough sealers are reachable",
    numberText(waiting),
    height,
  );
  return { kind: "standstill", line: labelled(what, cause) };
}

/** What is wrong with a group, the gravest first. Nothing when it is well. */
export function troublesOf(health: GroupHealth, nameOf: NodeNameOf = () => undefined): readonly Trouble[] {
  const { behind, ownLag, answerMs, changes, view, since = {} } = health;
  const named = (nodeId: string): string => nameOf(nodeId) ?? shortHex(nodeId);
  const unreachable = health.unreachable.map(named);
  const stands = isStopped(health);
  const [late] = behind;
  const found: Trouble[] = [];
  if (stands) found.push(stoppedTrouble(health, unreachable, named));
  if (ownLag > 1) found.push({ kind: "ownLag", line: t("this node is {0} blocks behind", ownLag) });
  if (health.changingView && !stands) {
    const line = noted(sinceText(t("changing leader"), since.changingView), t("view {0}, {1} in a row", view, changes));
    found.push({ kind: "leaderChanged", line });
  }
  if (unreachable.length > 0 && !stands) {
    const count =
      unreachable.length === 1 ? t("1 node not reachable") : t("{0} nodes not reachable", unreachable.length);
    const names = noted(count, listed(unreachable.slice(0, maxNamed)));
    const line = sinceText(names, since.unreachable);
    found.push({ kind: "unreachable", line, nodes: unreachable, ...beforeLook(health, "unreachable", named) });
  }
  if (late && behind.length === 1) {
    const nodes = [named(late.nodeId)];
    found.push({ kind: "behind", line: t("{0} is {1} blocks behind", named(late.nodeId), late.blocks), nodes });
  }
  if (behind.length > 1) {
    const each = behind.slice(0, maxNamed).map(({ nodeId, blocks }) => `${named(nodeId)} ${blocks}`);
    found.push({ kind: "behind", line: labelled(t("{0} nodes are behind", behind.length), listed(each)) });
  }
  if (answerMs > slowMs)
    found.push({ kind: "slowAnswers", line: t("slow: responses take {0} s", (answerMs / 1000).toFixed(1)) });
  return gravestFirst(found);
}

/** A trouble for a tooltip, an alert, or a question: what it is, and what to do. */
export const troubleSentence = (trouble: Trouble): string =>
  joinSentences(stopped(sentenceOf(trouble)), trouble.more ?? "", adviceOf(trouble));

/** That nothing is wrong, with what that rests on. */
export function wellText({ reachableSealers, totalSealers, lastBlockMs }: GroupHealth): string {
  const reached = t("{0} of {1} sealers reachable", reachableSealers, totalSealers);
  const well = t("Nothing is wrong: {0}", reached);
  return lastBlockMs ? noted(well, t("last block {0}", dateTimeText(lastBlockMs))) : well;
}

/** Endpoints of a connection that don't answer, where there are any. */
export const silentEndpoints = (silent: readonly string[], all: number): readonly Trouble[] =>
  silent.length === 0
    ? []
    : [
        {
          kind: "endpointSilent",
          line: t("Endpoints without a response: {0} of {1}", silent.length, all),
          nodes: silent,
        },
      ];
