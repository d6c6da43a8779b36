import type { AnalyzedBlock, LogAnalysis } from "../../nodeLogs/report/logAnalysis";
import {
  connectionText,
  logSummary,
  msText,
  stageAdvice,
  stageName,
  viewChangeReason,
} from "../../nodeLogs/report/logWords";
import { stages } from "../../nodeLogs/tracking/blockStages";
import { t } from "../../text/catalogue";
import { numberText } from "../../text/formats";
import { listed } from "../../text/joining";
import { textTable } from "../output/textTable";

/** Lines of each list; `--json` has all. */
const mostLines = 20;

const clock = (time: string | undefined): string => time?.slice(11) ?? "";

function stageLines({ stages: figures, bottleneck }: LogAnalysis): string[] {
  if (figures.length === 0) return [];
  const rows = figures.map(({ stage, share, medianMs, p95Ms, mostMs, mostAt }) => [
    stageName(stage),
    share === undefined ? "" : `${numberText(Math.round(share * 1000) / 10)} %`,
    msText(medianMs),
    msText(p95Ms),
    msText(mostMs),
    String(mostAt),
  ]);
  const heads = [t("stage"), t("share"), t("median ms"), t("95 % ms"), t("most ms"), t("in block")];
  const said = ["", ...textTable(heads, rows, [1, 2, 3, 4, 5])];
  if (bottleneck === undefined) return said;
  const hint = stageAdvice(bottleneck);
  return [...said, "", t("Bottleneck: {0}", stageName(bottleneck)), ...(hint === undefined ? [] : [hint])];
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
    msText(block.workMs),
    ...shown.map((stage) => msText(block.stages[stage])),
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
    msText(node.behindMs),
    msText(node.mostBehindMs),
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
    ...logSummary(analysis),
    ...stageLines(analysis),
    "",
    ...textTable(heads, nodeRows, [2, 3, 4, 5, 6, 7]),
    ...(withBlocks ? blockLines(analysis.blocks) : []),
    ...section(
      t("Slow blocks (from {0} ms)", msText(slowMs)),
      [t("block"), t("time"), t("leader"), t("ms"), t("mostly"), t("ms"), t("node")],
      slowBlocks.map((block) => [
        String(block.height),
        clock(block.time),
        block.leader ?? "",
        msText(block.workMs),
        stageName(block.stage),
        msText(block.stageMs),
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
        msText(change.ms),
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
        connectionText(kind),
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
