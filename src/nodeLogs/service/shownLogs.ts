import { t } from "../../text/catalogue";
import { numberText } from "../../text/formats";
import type { LogAnalysis } from "../report/logAnalysis";
import { logStory } from "../report/logStory";
import { type LogTable, logTables } from "../report/logTables";
import { logTimeline } from "../report/logTimeline";
import { logSummary, stageAdvice, stageName } from "../report/logWords";
import { stages } from "../tracking/blockStages";
import type { ShownLogs } from "./messages";

type ShownTable = ShownLogs["tables"][number];

/** Lines of a list. */
const maxLines = 200;

function shownTable({ id, title: whole, heads, right, lines }: LogTable): ShownTable {
  const title =
    lines.length > maxLines
      ? t("{0} (the first {1} of {2})", whole, numberText(maxLines), numberText(lines.length))
      : whole;
  const shown = lines
    .slice(0, maxLines)
    .map(({ cells, at }) => (at ? { cells, at: { file: at.file, offset: at.offset } } : { cells }));
  return { id, title, heads, right, lines: shown };
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
    story: logStory(analysis),
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
    tables: logTables(analysis).map(shownTable),
  };
}
