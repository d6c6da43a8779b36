import { t } from "../../text/catalogue";
import { numberText } from "../../text/formats";
import { listed } from "../../text/joining";
import type { LineReference, LogAnalysis } from "../report/logAnalysis";
import { logTimeline } from "../report/logTimeline";
import { connectionText, logSummary, msText, stageAdvice, stageName, viewChangeReason } from "../report/logWords";
import { stages } from "../tracking/blockStages";
import type { ShownLine, ShownLogs, ShownTable } from "./messages";

/** Lines of a list. */
const mostLines = 200;

const line = (cells: readonly string[], at?: LineReference): ShownLine =>
  at ? { cells, at: { file: at.file, offset: at.offset } } : { cells };

function table(
  id: string,
  title: string,
  heads: readonly string[],
  lines: readonly ShownLine[],
  right: readonly number[] = [],
): ShownTable[] {
  return lines.length === 0 ? [] : [{ id, title, heads, right, lines: lines.slice(0, mostLines) }];
}

function blockTables({ stages: figures, slowBlocks, slowMs }: LogAnalysis): ShownTable[] {
  return [
    ...table(
      "figures",
      t("Stages of blocks"),
      [t("stage"), t("share"), t("median ms"), t("95 % ms"), t("most ms"), t("in block")],
      figures.map(({ stage, share, medianMs, p95Ms, mostMs, mostAt }) =>
        line([
          stageName(stage),
          share === undefined ? "" : `${numberText(Math.round(share * 1000) / 10)} %`,
          ...[medianMs, p95Ms, mostMs].map(msText),
          String(mostAt),
        ]),
      ),
      [1, 2, 3, 4, 5],
    ),
    ...table(
      "slow",
      t("Slow blocks (from {0} ms)", msText(slowMs)),
      [t("block"), t("time"), t("leader"), t("ms"), t("mostly"), t("ms"), t("node")],
      slowBlocks.map((block) =>
        line(
          [
            ...[String(block.height), block.time, block.leader ?? "", msText(block.workMs)],
            ...[stageName(block.stage), msText(block.stageMs), block.node ?? ""],
          ],
          block.at,
        ),
      ),
      [0, 3, 5],
    ),
  ];
}

function troubleTables({ viewChanges, connections, nodeEvents, catchUps, warnings }: LogAnalysis): ShownTable[] {
  const byTime = (one: ShownLine, other: ShownLine): number => ((one.cells[0] ?? "") < (other.cells[0] ?? "") ? -1 : 1);
  return [
    ...table(
      "views",
      t("View changes"),
      [t("time"), t("block"), t("view"), t("ms"), t("reason"), t("nodes")],
      viewChanges.map((change) =>
        line(
          [
            ...[change.time, String(change.height ?? "")],
            `${change.from ?? "?"} → ${change.ms === undefined ? "?" : (change.to ?? "?")}`,
            ...[msText(change.ms), viewChangeReason(change), listed(change.nodes)],
          ],
          change.at,
        ),
      ),
      [1, 3],
    ),
    ...table(
      "connections",
      t("Connections between nodes"),
      [t("time"), t("node"), t("what"), t("peer"), t("times")],
      connections.map(({ first, node, kind, peer, count, at }) =>
        line([first, node, connectionText(kind), peer, String(count)], at),
      ),
      [4],
    ),
    ...table(
      "nodes",
      t("Nodes that started, stopped, or caught up"),
      [t("time"), t("node"), t("what")],
      [
        ...nodeEvents.map(({ time, node, kind, at }) =>
          line([time, node, kind === "started" ? t("started") : t("stopped")], at),
        ),
        ...catchUps.map(({ first, last, node, from, to, at }) =>
          line([first, node, t("got blocks {0} to {1} from others until {2}", from, to, last.slice(11))], at),
        ),
      ].sort(byTime),
    ),
    ...table(
      "warnings",
      t("Warnings and errors"),
      [t("times"), t("node"), t("level"), t("what")],
      warnings.map(({ count, node, level, text, at }) => line([String(count), node, level, text], at)),
      [0],
    ),
  ];
}

/** An analysis in words, as a page shows it. */
export function shownLogs(analysis: LogAnalysis): ShownLogs {
  const { step, points, range } = logTimeline(analysis);
  const { bottleneck, files } = analysis;
  // waiting for transactions is no work
  const worked = stages.filter((stage) => stage !== "pool");
  const hint = bottleneck === undefined ? undefined : stageAdvice(bottleneck);
  return {
    files: files.map(({ path }) => path),
    summary: [
      ...logSummary(analysis),
      ...(bottleneck === undefined ? [] : [t("Bottleneck: {0}", stageName(bottleneck))]),
      ...(hint === undefined ? [] : [hint]),
    ],
    ...(range ? { range } : {}),
    ...{ step, stages: worked.map(stageName) },
    points: points.map(({ stages: own, ...point }) => ({
      ...point,
      stages: worked.map((stage) => own[stage] ?? null),
    })),
    tables: [...blockTables(analysis), ...troubleTables(analysis)],
  };
}
