import { say, t, text } from "../../text/catalogue";
import { numberText } from "../../text/formats";
import { mebibyte } from "../../text/limits/sizes";
import type { Stage } from "../tracking/blockStages";
import type { ConnectionTrouble } from "../tracking/nodeEvents";
import { rounded } from "./figures";
import type { AnalyzedViewChange, LogAnalysis } from "./logAnalysis";

const stageNames: Readonly<Record<Stage, ReturnType<typeof text>>> = {
  pool: text("pool (waiting for transactions)"),
  sealing: text("sealing"),
  proposal: text("proposal and its check"),
  prepare: text("pre-prepare to prepared"),
  commit: text("prepared to committed"),
  execution: text("execution"),
  checkpoint: text("agreement on the result"),
  storage: text("storage"),
  viewChange: text("view change"),
};

/** What a stage is called. */
export const stageName = (stage: Stage): string => say(stageNames[stage]);

const advice: Readonly<Partial<Record<Stage, ReturnType<typeof text>>>> = {
  sealing: text(
    "Leaders wait for more transactions until a block is full or min_seal_time is over. That is by design where few transactions come.",
  ),
  proposal: text(
    "Nodes check the proposal's transactions before they vote. Those that a node hasn't in its pool it fetches from the leader.",
  ),
  prepare: text("Nodes wait for each other's votes: look at the network between them and at the slowest node."),
  commit: text("Nodes wait for each other's votes: look at the network between them and at the slowest node."),
  execution: text(
    "Most of the time is spent executing transactions. If it's too long, check what the contracts in the slow blocks do.",
  ),
  checkpoint: text("Nodes wait until enough of them have executed the block: look at the slowest node."),
  storage: text("Most of the time is spent writing blocks. If it's too long, check the disks of the nodes."),
  viewChange: text("Leaders didn't answer: look at the view changes and connections below."),
};

/** Where to look when a stage takes most of the time. */
export const stageAdvice = (stage: Stage): string | undefined => {
  const text = advice[stage];
  return text && say(text);
};

/** Why a node left its view. */
export function viewChangeReason({ reason, leader, timeouts }: AnalyzedViewChange): string {
  switch (reason.kind) {
    case "leaderGone":
      return timeouts > 0
        ? t("leader {0} isn't connected; further timeouts: {1}", leader ?? "?", timeouts)
        : t("leader {0} isn't connected", leader ?? "?");
    case "timeout":
      return reason.timeoutMs === undefined
        ? t("no block until the timeout")
        : timeouts > 1
          ? t("no block within {0} ms, {1} times", numberText(reason.timeoutMs), timeouts)
          : t("no block within {0} ms", numberText(reason.timeoutMs));
    case "others":
      return t("others asked for it");
    case "recovery":
      return t("a node that started looks for the view");
  }
}

const kinds = {
  lost: text("connection lost"),
  refused: text("connection refused"),
  restored: text("connected again"),
} as const;

/** What became of a connection. */
export const connectionText = (kind: ConnectionTrouble): string => say(kinds[kind]);

const events = {
  started: text("started"),
  stopped: text("stopped"),
  died: text("ended without stopping"),
} as const;

/** What befell a node. */
export const nodeEventText = (kind: LogAnalysis["nodeEvents"][number]["kind"]): string => say(events[kind]);

/** What was read, in sentences. */
export function logSummary({ nodes, files, first, last, bytes, lines, blocks, blocksLeftOut }: LogAnalysis): string[] {
  const size = numberText(Math.max(0.1, Math.round((bytes / mebibyte) * 10) / 10));
  const messages = [
    t("Nodes: {0}, files: {1}, lines: {2}, size: {3} MB", nodes.length, files.length, numberText(lines), size),
  ];
  if (first !== undefined) messages.push(t("From {0} to {1}, by the nodes' own clocks", first, last ?? first));
  const [lowest, highest] = [blocks[0]?.height, blocks.at(-1)?.height];
  if (lowest === undefined || highest === undefined) {
    messages.push(t("No block was stored in this time."));
  } else {
    const sum = (field: "transactions" | "failed"): string =>
      numberText(blocks.reduce((all, block) => all + (block[field] ?? 0), 0));
    const range = [numberText(lowest), numberText(highest)] as const;
    messages.push(t("Blocks {0} to {1}: {2} transactions, {3} failed", ...range, sum("transactions"), sum("failed")));
  }
  if (blocksLeftOut > 0)
    messages.push(t("{0} older blocks are left out. Choose a shorter time to see them.", numberText(blocksLeftOut)));
  for (const { path, damaged, swollen, gone } of files) {
    if (damaged) messages.push(t("{0} is damaged: it was read as far as it goes.", path));
    if (gone) messages.push(t("{0} was moved or deleted while the logs were read.", path));
    if (swollen) messages.push(t("{0} is far larger unpacked than a log: only its beginning was read.", path));
  }
  return messages;
}

/** Milliseconds for a cell of a table; nothing where there are none. */
export const msText = (value: number | undefined): string => (value === undefined ? "" : numberText(rounded(value)));
