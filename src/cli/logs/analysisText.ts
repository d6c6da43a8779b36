import type { AnalyzedBlock, LogAnalysis } from "../../nodeLogs/report/logAnalysis";
import { logStory } from "../../nodeLogs/report/logStory";
import { type LogTable, logTables, onlyDay, shownTime } from "../../nodeLogs/report/logTables";
import { logSummary, msText, stageAdvice, stageName } from "../../nodeLogs/report/logWords";
import { stages } from "../../nodeLogs/tracking/blockStages";
import { t } from "../../text/catalogue";
import { proseLines, textTable } from "../output/textTable";

/** Lines of each list; `--json` has all. */
const maxLines = 20;

/** A list, with times of day alone where all are of one day. */
function section({ title, heads, right, time, lines }: LogTable, day: string | undefined): string[] {
  const rows = lines
    .slice(0, maxLines)
    .map(({ cells }) => cells.map((cell, place) => (place === time ? shownTime(cell, day) : cell)));
  const more = lines.length - maxLines;
  return ["", title, ...textTable(heads, rows, right), ...(more > 0 ? [t("{0} more (--json has all)", more)] : [])];
}

function bottleneckLines({ bottleneck }: LogAnalysis): string[] {
  if (bottleneck === undefined) return [];
  const hint = stageAdvice(bottleneck);
  return ["", t("Bottleneck: {0}", stageName(bottleneck)), ...(hint === undefined ? [] : proseLines(hint))];
}

/** Each block with its stages. */
function blockLines(blocks: readonly AnalyzedBlock[], day: string | undefined): string[] {
  const shown = stages.filter((stage) => blocks.some((block) => block.stages[stage] !== undefined));
  const rows = blocks.map((block) => [
    String(block.height),
    shownTime(block.time, day),
    String(block.transactions ?? ""),
    block.leader ?? "",
    msText(block.workMs),
    ...shown.map((stage) => msText(block.stages[stage])),
  ]);
  const heads = [t("block"), t("time"), t("txs"), t("leader"), t("ms"), ...shown];
  return ["", ...textTable(heads, rows, [0, 2, ...heads.map((_, place) => place).slice(4)])];
}

function nodeLines({ nodes }: LogAnalysis): string[] {
  const rows = nodes.map((node) => [
    node.name,
    node.nodeId ?? "",
    String(node.blocks),
    String(node.led),
    String(node.synced),
    String(node.highest ?? ""),
    msText(node.behindMs),
    msText(node.maxBehindMs),
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
  return ["", ...textTable(heads, rows, [2, 3, 4, 5, 6, 7])];
}

/** An analysis for people, in the chosen language. */
export function analysisText(analysis: LogAnalysis, withBlocks: boolean): string[] {
  const day = onlyDay(analysis);
  const tables = logTables(analysis);
  const sections = (chosen: readonly LogTable[]): string[] => chosen.flatMap((table) => section(table, day));
  const { headline, advice, more } = logStory(analysis);
  return [
    ...proseLines(headline),
    ...(advice === "" ? [] : proseLines(advice)),
    ...(more.length > 0 ? ["", t("What happened"), ...more.flatMap(proseLines)] : []),
    "",
    ...logSummary(analysis).flatMap(proseLines),
    ...sections(tables.filter(({ id }) => id === "figures")),
    ...bottleneckLines(analysis),
    ...nodeLines(analysis),
    ...(withBlocks ? blockLines(analysis.blocks, day) : []),
    ...sections(tables.filter(({ id }) => id !== "figures")),
  ];
}
