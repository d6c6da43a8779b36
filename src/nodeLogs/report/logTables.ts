import { t } from "../../text/catalogue";
import { numberText } from "../../text/formats";
import { listed } from "../../text/joining";
import type { LineReference, LogAnalysis } from "./logAnalysis";
import { connectionText, msText, nodeEventText, stageName, viewChangeReason } from "./logWords";

interface LogTableLine {
  readonly cells: readonly string[];
  /** The line of a log that says so. */
  readonly at?: LineReference;
}

/** A list of what logs tell, in words of the chosen language. */
export interface LogTable {
  readonly id: "figures" | "slow" | "views" | "connections" | "nodes" | "warnings";
  readonly title: string;
  readonly heads: readonly string[];
  /** Places of columns with numbers. */
  readonly right: readonly number[];
  /** Place of the column with dates and times of day. */
  readonly time?: number;
  readonly lines: readonly LogTableLine[];
}

/** The day of a time as a log writes it. */
export const dayOf = (time: string | undefined): string | undefined => time?.slice(0, 10);

/** The day that all lines of an analysis are of, as a log writes it; undefined where they are of several. */
export function onlyDay({ first, last }: Pick<LogAnalysis, "first" | "last">): string | undefined {
  return dayOf(first) === dayOf(last) ? dayOf(first) : undefined;
}

/** A line's time: the time of day where the reader knows the day, else with its date. */
export const shownTime = (time: string | undefined, knownDay: string | undefined): string =>
  (dayOf(time) === knownDay ? time?.slice(11) : time) ?? "";

function blockTables({ stages, slowBlocks, slowMs }: LogAnalysis): LogTable[] {
  return [
    {
      id: "figures",
      title: t("Stages of blocks"),
      heads: [t("stage"), t("share"), t("median ms"), t("95 % ms"), t("most ms"), t("in block")],
      right: [1, 2, 3, 4, 5],
      lines: stages.map(({ stage, share, medianMs, p95Ms, maxMs, maxAt }) => ({
        cells: [
          stageName(stage),
          share === undefined ? "" : `${numberText(Math.round(share * 1000) / 10)} %`,
          ...[medianMs, p95Ms, maxMs].map(msText),
          String(maxAt),
        ],
      })),
    },
    {
      id: "slow",
      title: t("Slow blocks (from {0} ms)", msText(slowMs)),
      heads: [t("block"), t("time"), t("leader"), t("ms"), t("mostly"), t("ms"), t("node")],
      right: [0, 3, 5],
      time: 1,
      lines: slowBlocks.map(({ height, time, leader = "", workMs, stage, stageMs, node = "", at }) => ({
        cells: [String(height), time, leader, msText(workMs), stageName(stage), msText(stageMs), node],
        ...(at ? { at } : {}),
      })),
    },
  ];
}

function nodeLines({ nodeEvents, catchUps }: LogAnalysis): LogTableLine[] {
  const lines = [
    ...nodeEvents.map(({ time, node, kind, at }) => ({
      cells: [time, node, nodeEventText(kind)],
      at,
    })),
    ...catchUps.map(({ first, last, node, from, to, at }) => ({
      cells: [first, node, t("got blocks {0} to {1} from others until {2}", from, to, shownTime(last, dayOf(first)))],
      at,
    })),
  ];
  return lines.sort(({ cells: [one = ""] }, { cells: [other = ""] }) => (one < other ? -1 : one > other ? 1 : 0));
}

function troubleTables(analysis: LogAnalysis): LogTable[] {
  const { viewChanges, connections, warnings } = analysis;
  return [
    {
      id: "views",
      title: t("View changes"),
      heads: [t("time"), t("block"), t("view"), t("ms"), t("reason"), t("nodes")],
      right: [1, 3],
      time: 0,
      lines: viewChanges.map((change) => ({
        cells: [
          ...[change.time, String(change.height ?? "")],
          `${change.from ?? "?"} → ${change.ms === undefined ? "?" : (change.to ?? "?")}`,
          ...[msText(change.ms), viewChangeReason(change), listed(change.nodes)],
        ],
        at: change.at,
      })),
    },
    {
      id: "connections",
      title: t("Connections between nodes"),
      heads: [t("time"), t("node"), t("what"), t("peer"), t("times")],
      right: [4],
      time: 0,
      lines: connections.map(({ first, node, kind, peer, count, at }) => ({
        cells: [first, node, connectionText(kind), peer, String(count)],
        at,
      })),
    },
    {
      id: "nodes",
      title: t("Nodes that started, stopped, or caught up"),
      heads: [t("time"), t("node"), t("what")],
      right: [],
      time: 0,
      lines: nodeLines(analysis),
    },
    {
      id: "warnings",
      title: t("Warnings and errors"),
      heads: [t("times"), t("node"), t("level"), t("line of the log")],
      right: [0],
      lines: warnings.map(({ count, node, level, text, at }) => ({ cells: [String(count), node, level, text], at })),
    },
  ];
}

/** The lists of an analysis that have lines. */
export const logTables = (analysis: LogAnalysis): LogTable[] =>
  [...blockTables(analysis), ...troubleTables(analysis)].filter(({ lines }) => lines.length > 0);
