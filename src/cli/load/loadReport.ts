import { type LocalizableText, say, t, text } from "../../text/catalogue";
import { labelled, listed } from "../../text/joining";
import { markupText } from "../../text/markdown";
import { visibleLine } from "../../text/visibleText";
import page from "./loadReport.html.eta";
import type { LoadFigures } from "./loadStatistics";

/** What a run was and what came of it. Nothing in it is secret: no key, no key file, no password. */
export interface LoadReport {
  /** @public for readers of its JSON */
  readonly program: "chainside load";
  readonly started: string;
  readonly interrupted: boolean;
  readonly endpoints: readonly string[];
  readonly chain: {
    readonly chainId: string;
    readonly group: string;
    readonly suite: string;
    readonly nodeVersion: string;
  };
  readonly workload: string;
  readonly contract: string;
  readonly limits: { readonly count: number; readonly seconds: number; readonly rate: number | undefined };
  readonly senders: number;
  readonly connections: number;
  readonly figures: LoadFigures;
}

const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;

/** The figures, each with its name, for a terminal and for a page. */
function rows({ figures, endpoints, chain, workload, ...report }: LoadReport): (readonly [LocalizableText, string])[] {
  const { latency, blocks } = figures;
  const list: (readonly [LocalizableText, string])[] = [
    [text("Endpoints"), listed(endpoints)],
    [text("Chain"), listed([`${chain.chainId} ${chain.group}`, chain.suite, chain.nodeVersion])],
    [text("Workload"), `${workload} → ${report.contract}`],
    [text("Senders, connections"), listed([report.senders, report.connections])],
    [text("Requested rate"), report.limits.rate === undefined ? "–" : `${report.limits.rate}/s`],
    [text("Sent"), String(figures.sent)],
    [text("Succeeded"), String(figures.succeeded)],
    [text("Failed"), String(figures.failed)],
    [text("Unknown outcome"), String(figures.lost)],
    [text("Duration"), `${(figures.durationMs / 1000).toFixed(2)} s`],
    [text("TPS"), figures.tps.toFixed(1)],
  ];
  if (latency) {
    const { p50, p90, p95, p99, min, mean, max } = latency;
    list.push([text("Latency p50, p90, p95, p99"), listed([p50, p90, p95, p99].map(ms))]);
    list.push([text("Latency min, mean, max"), listed([min, mean, max].map(ms))]);
  }
  if (report.limits.rate !== undefined) list.push([text("Largest delay behind the rate"), ms(figures.behindMs)]);
  if (figures.reconnects > 0) list.push([text("Reconnected"), String(figures.reconnects)]);
  if (blocks) list.push([text("Blocks"), `${blocks.first} – ${blocks.last}`]);
  return list;
}

/** For a terminal. */
export function loadReportText(report: LoadReport): string {
  const errors = report.figures.errors.map(({ error, count, words }) =>
    visibleLine(`  ${count} × ${error}${words ? `: ${words}` : ""}`),
  );
  return [
    ...rows(report).map(([name, value]) => visibleLine(labelled(say(name), value))),
    ...(errors.length > 0 ? [labelled(t("Errors"), "").trimEnd(), ...errors] : []),
  ].join("\n");
}

/** Foreign text in a page: visible, and no markup. */
const html = (value: string): string => markupText(visibleLine(value));

const [chartWidth, chartHeight] = [720, 160];

/** More bars than this can't be told apart. */
const maxBars = 360;

/** Transactions of each second as bars; several seconds in one where there are many. */
function chart(seconds: readonly number[]): string {
  if (seconds.length === 0) return "";
  const each = Math.ceil(seconds.length / maxBars);
  const bars: number[] = [];
  for (let at = 0; at < seconds.length; at += each) {
    const part = seconds.slice(at, at + each);
    bars.push(part.reduce((sum, count) => sum + count, 0) / part.length);
  }
  const top = Math.max(1, ...bars);
  const width = chartWidth / bars.length;
  const shapes = bars.map((count, at) => {
    const height = (count / top) * (chartHeight - 20);
    const place = `x="${(at * width).toFixed(2)}" y="${(chartHeight - height).toFixed(2)}"`;
    return `<rect ${place} width="${Math.max(0.5, width - 1).toFixed(2)}" height="${height.toFixed(2)}"/>`;
  });
  return `<svg viewBox="0 0 ${chartWidth} ${chartHeight}" role="img"><text x="0" y="12">${top.toFixed(0)}</text>${shapes.join("")}</svg>`;
}

/** A page of its own: no scripts, nothing fetched, every text escaped. */
export function loadReportPage(report: LoadReport, language: string): string {
  const { figures, started, interrupted } = report;
  return page({
    language: html(language),
    title: html(t("Load test")),
    started: html(started),
    interrupted: interrupted ? html(t("The run was interrupted.")) : undefined,
    rows: rows(report).map(([name, value]) => [html(say(name)), html(value)]),
    secondsTitle: html(t("Transactions per second")),
    chart: chart(figures.seconds),
    errorsTitle: html(t("Errors")),
    errors: figures.errors.map(({ error, count, words }) => ({ error: html(error), count, words: html(words) })),
  });
}
