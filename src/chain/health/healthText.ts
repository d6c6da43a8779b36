import { t } from "../../text/catalogue";
import { listed, noted } from "../../text/joining";
import { shortHex } from "../../text/shortText";
import { type GroupHealth, isStopped, lacksWeight } from "./groupHealth";

/** Answers that take longer than this are worth a word. */
const slowMs = 2000;

/** Why no block comes: how much of the group takes part, as a count of sealers only where each of them weighs the same. */
function stoppedText(health: GroupHealth): string {
  if (!lacksWeight(health)) return t("no new blocks, though transactions are waiting");
  const { reachableWeight, neededWeight, totalWeight, reachableSealers, totalSealers } = health;
  return totalWeight === totalSealers
    ? t("no new blocks: {0} of {1} sealers reachable; needed: {2}", reachableSealers, totalSealers, neededWeight)
    : t(
        "no new blocks: {0} of {1} sealers reachable, with weight {2} of {3}; needed: {4}",
        reachableSealers,
        totalSealers,
        reachableWeight,
        totalWeight,
        neededWeight,
      );
}

/** What is wrong with a group, the gravest first, as short pieces for a line of the tree. Nothing when it is well. */
export function troubles(health: GroupHealth): readonly string[] {
  const { unreachable, behind, ownLag, answerMs } = health;
  const [late] = behind;
  return [
    ...(isStopped(health) ? [stoppedText(health)] : []),
    ...(ownLag > 1 ? [t("this node is {0} blocks behind", ownLag)] : []),
    ...(health.changingView && !isStopped(health) ? [t("changing leader")] : []),
    ...(unreachable.length > 0 && !isStopped(health)
      ? [unreachable.length === 1 ? t("1 node not reachable") : t("{0} nodes not reachable", unreachable.length)]
      : []),
    ...(late && behind.length === 1 ? [t("{0} is {1} blocks behind", shortHex(late.nodeId), late.blocks)] : []),
    ...(behind.length > 1 ? [t("{0} nodes are behind", behind.length)] : []),
    ...(answerMs > slowMs ? [t("slow: responses take {0} s", (answerMs / 1000).toFixed(1))] : []),
  ];
}

/** The same for a tooltip: what it means, and what to do. */
export function troubleAdvice(health: GroupHealth): readonly string[] {
  const { behind, ownLag, unreachable, changes, view, answerMs } = health;
  return [
    ...(isStopped(health) && !lacksWeight(health)
      ? [
          t(
            "Transactions in the pool: {0}. No block since height {1}, for {2} s or more, though enough sealers are reachable. They might hang, or their views might differ: check the logs and clocks of the sealers, and restart those that hang.",
            health.waiting,
            health.height,
            Math.floor(health.standsMs / 1000),
          ),
        ]
      : []),
    ...(lacksWeight(health)
      ? [
          t(
            "Too few sealers reach each other, so transactions stay in the pool and no blocks are produced. Start the stopped nodes or check their network. The chain then recovers automatically.",
          ),
        ]
      : []),
    ...(health.changingView && !isStopped(health)
      ? [
          t(
            "The sealers are changing the leader: consensus view {0}, {1} changes in a row. One or two changes are usual when a node stops. If it continues, check the logs and clocks of the sealers.",
            view,
            changes,
          ),
        ]
      : []),
    ...(unreachable.length > 0 && !isStopped(health)
      ? [
          t(
            "Not reachable: {0}. The chain produces blocks without them. Start these nodes, or check their network and access lists.",
            listed(unreachable.map(shortHex)),
          ),
        ]
      : []),
    ...(behind.length > 0
      ? [
          t(
            "Behind: {0}. A node that was stopped catches up automatically. If the gap grows, check its disk and log.",
            listed(behind.map(({ nodeId, blocks }) => noted(shortHex(nodeId), String(blocks)))),
          ),
        ]
      : []),
    ...(ownLag > 1 ? [t("The connected node is still catching up. What you see here isn't the newest data.")] : []),
    ...(answerMs > slowMs ? [t("The node responds slowly. The node or its network might be busy.")] : []),
  ];
}
