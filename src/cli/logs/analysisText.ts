import type { AnalyzedBlock, AnalyzedViewChange, LogAnalysis } from "../../nodeLogs/report/logAnalysis";
import { type Stage, stages } from "../../nodeLogs/tracking/blockStages";
import { say, t, text } from "../../text/catalogue";
import { numberText } from "../../text/formats";
import { listed } from "../../text/joining";
import { mebibyte } from "../../text/limits/sizes";
import { textTable } from "../output/textTable";

/** Lines of each list; `--json` has all. */
const mostLines = 20;

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

const stageName = (stage: Stage): string => say(stageNames[stage]);

const advice: Readonly<Partial<Record<Stage, ReturnType<typeof text>>>> = {
  sealing: text(
    "Leaders wait for more transactions until a block is full or min_seal_time is over. That is by design where few transactions come.",
  ),
  proposal: text(
    "Nodes check the proposal's transactions before they vote. Those that a node hasn't in its pool it fetches from the leader.",
  ),
  prepare: text("Nodes wait for each other's votes: look at the network between them and at the slowest node."),
  commit: text("Nodes wait for each other's votes: look at the network between them and at the slowest node."),
  execution: text("Transactions take long to execute: look at what the contracts of the slow blocks do."),
  checkpoint: text("Nodes wait until enough of them have executed the block: look at the slowest node."),
  storage: text("Writing blocks takes long: look at the disks of the nodes."),
  viewChange: text("Leaders didn't answer: look at the view changes and connections below."),
};

const ms = (value: number | undefined): string => (value === undefined ? "" : numberText(Math.round(value * 10) / 10));
const clock = (time: string | undefined): string => time?.slice(11) ?? "";

function viewChangeReason({ reason, leader, timeouts }: AnalyzedViewChange): string {
  switch (reason.kind) {
    case "leaderGone":
      return timeouts > 0
        ? t("leader {0} isn't connected; {1} more timeouts", leader ?? "?", timeouts)
        : t("leader {0} isn't connected", leader ?? "?");
    case "timeout":
      return reason.timeoutMs === undefined
        ? t("no block until the timeout")
        : t("no block within {0} ms, {1} times", numberText(reason.timeoutMs), timeouts);
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

function summary({ nodes, files, first, last, bytes, lines, blocks, blocksLeftOut }: LogAnalysis): string[] {
  const size = numberText(Math.round(bytes / mebibyte));
  const said = [
    t("Nodes: {0}, files: {1}, lines: {2}, size: {3} MB", nodes.length, files.length, numberText(lines), size),
  ];
  if (first !== undefined) said.push(t("From {0} to {1}, by the nodes' own clocks", first, last ?? first));
  const [lowest, highest] = [blocks[0]?.height, blocks.at(-1)?.height];
  if (lowest === undefined || highest === undefined) {
    said.push(t("No block was stored in this time."));
  } else {
    const sum = (field: "transactions" | "failed"): string =>
      numberText(blocks.reduce((all, block) => all + (block[field] ?? 0), 0));
    const range = [numberText(lowest), numberText(highest)] as const;
    said.push(t("Blocks {0} to {1}: {2} transactions, {3} failed", ...range, sum("transactions"), sum("failed")));
  }
  if (blocksLeftOut > 0)
    said.push(t("{0} older blocks are left out. --from and --to choose a time.", numberText(blocksLeftOut)));
  for (const { path, damaged } of files)
    if (damaged) said.push(t("{0} is damaged: it was read as far as it goes.", path));
  return said;
}

function stageLines({ stages: figures, bottleneck }: LogAnalysis): string[] {
  if (figures.length === 0) return [];
  const rows = figures.map(({ stage, share, medianMs, p95Ms, mostMs, mostAt }) => [
    stageName(stage),
    share === undefined ? "" : `${numberText(Math.round(share * 1000) / 10)} %`,
    ms(medianMs),
    ms(p95Ms),
    ms(mostMs),
    String(mostAt),
  ]);
  const heads = [t("stage"), t("share"), t("median ms"), t("95 % ms"), t("most ms"), t("in block")];
  const said = ["", ...textTable(heads, rows, [1, 2, 3, 4, 5])];
  if (bottleneck === undefined) return said;
  const hint = advice[bottleneck];
  return [...said, "", t("Bottleneck: {0}", stageName(bottleneck)), ...(hint ? [say(hint)] : [])];
}

function cut(rows: readonly (readonly string[])[]): {
  readonly rows: readonly (readonly string[])[];
  readonly more: string[];
} {
  const more = rows.length - mostLines;
  return { rows: rows.slice(0, mostLines), more: more > 0 ? [t("{0} more (--json has all)", more)] : [] };
}

function section(
  title: string,
  heads: readonly string[],
  all: readonly (readonly string[])[],
  right: readonly number[] = [],
): string[] {
  if (all.length === 0) return [];
  const { rows, more } = cut(all);
  return ["", title, ...textTable(heads, rows, right), ...more];
}

/** Each block with its stages. */
function blockLines(blocks: readonly AnalyzedBlock[]): string[] {
  const shown = stages.filter((stage) => blocks.some((block) => block.stages[stage] !== undefined));
  const rows = blocks.map((block) => [
    String(block.height),
    clock(block.time),
    String(block.transactions ?? ""),
    block.leader ?? "",
    ms(block.workMs),
    ...shown.map((stage) => ms(block.stages[stage])),
  ]);
  const heads = [t("block"), t("time"), t("txs"), t("leader"), t("ms"), ...shown];
  return ["", ...textTable(heads, rows, [0, 2, ...heads.map((_, place) => place).slice(4)])];
}

/** An analysis for people, in the chosen language. */
export function analysisText(analysis: LogAnalysis, withBlocks: boolean): string[] {
  const { nodes, slowBlocks, viewChanges, connections, nodeEvents, catchUps, warnings, slowMs } = analysis;
  const nodeRows = nodes.map((node) => [
    node.name,
    node.nodeId ?? "",
    String(node.blocks),
    String(node.led),
    String(node.synced),
    String(node.highest ?? ""),
    ms(node.behindMs),
    ms(node.mostBehindMs),
  ]);
  const heads = [
    t("node"),
    t("node ID"),
    t("blocks"),
    t("led"),
    t("synced"),
    t("height"),
    t("behind ms"),
    t("most ms"),
  ];
  return [
    ...summary(analysis),
    ...stageLines(analysis),
    "",
    ...textTable(heads, nodeRows, [2, 3, 4, 5, 6, 7]),
    ...(withBlocks ? blockLines(analysis.blocks) : []),
    ...section(
      t("Slow blocks (from {0} ms)", ms(slowMs)),
      [t("block"), t("time"), t("leader"), t("ms"), t("mostly"), t("ms"), t("node")],
      slowBlocks.map((block) => [
        String(block.height),
        clock(block.time),
        block.leader ?? "",
        ms(block.workMs),
        stageName(block.stage),
        ms(block.stageMs),
        block.node ?? "",
      ]),
      [0, 3, 5],
    ),
    ...section(
      t("View changes"),
      [t("time"), t("block"), t("view"), t("ms"), t("reason"), t("nodes")],
      viewChanges.map((change) => [
        clock(change.time),
        String(change.height ?? ""),
        `${change.from ?? "?"} → ${change.ms === undefined ? "?" : (change.to ?? "?")}`,
        ms(change.ms),
        viewChangeReason(change),
        listed(change.nodes),
      ]),
      [1, 3],
    ),
    ...section(
      t("Connections between nodes"),
      [t("time"), t("node"), t("what"), t("peer"), t("times")],
      connections.map(({ first, node, kind, peer, count }) => [
        clock(first),
        node,
        say(kinds[kind]),
        peer,
        String(count),
      ]),
      [4],
    ),
    ...section(
      t("Nodes that started, stopped, or caught up"),
      [t("time"), t("node"), t("what")],
      [
        ...nodeEvents.map(({ time, node, kind }) => [time, node, kind === "started" ? t("started") : t("stopped")]),
        ...catchUps.map(({ first, last, node, from, to }) => [
          first,
          node,
          t("got blocks {0} to {1} from others until {2}", from, to, clock(last)),
        ]),
      ]
        .sort(([one = ""], [other = ""]) => (one < other ? -1 : one > other ? 1 : 0))
        .map(([time = "", ...rest]) => [clock(time), ...rest]),
    ),
    ...section(
      t("Warnings and errors"),
      [t("times"), t("node"), t("level"), t("what")],
      warnings.map(({ count, node, level, text: said }) => [String(count), node, level, said]),
      [0],
    ),
  ];
}
