import { type LocalizableText, say, t, text } from "../../text/catalogue";
import { labelled, listed } from "../../text/joining";
import { markupText } from "../../text/markup";
import { visibleLine } from "../../text/visibleText";
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
const mostBars = 360;

/** Transactions of each second as bars; several seconds in one where there are many. */
function chart(seconds: readonly number[]): string {
  if (seconds.length === 0) return "";
  const each = Math.ceil(seconds.length / mostBars);
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

const style = `body{font:14px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8884;vertical-align:top;overflow-wrap:anywhere}
svg{width:100%;fill:#3b82f6}svg text{fill:#888;font-size:12px}:root{color-scheme:light dark}`;

/** A page of its own: no scripts, nothing fetched, every text escaped. */
export function loadReportPage(report: LoadReport, language: string): string {
  const said = (message: LocalizableText): string => html(say(message));
  const { figures, started, interrupted } = report;
  const line = (cells: readonly string[]): string =>
    `<tr>${cells.map((cell, at) => (at === 0 ? `<th scope="row">${cell}</th>` : `<td>${cell}</td>`)).join("")}</tr>`;
  const errors = figures.errors.map(({ error, count, words }) => line([html(error), String(count), html(words)]));
  const title = said(text("Load test"));
  return [
    `<!doctype html><html lang="${html(language)}"><head><meta charset="utf-8"><title>${title}</title>`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<style>${style}</style></head><body><h1>${title}</h1><p>${html(started)}</p>`,
    interrupted ? `<p><strong>${said(text("The run was interrupted."))}</strong></p>` : "",
    `<table>${rows(report)
      .map(([name, value]) => line([said(name), html(value)]))
      .join("")}</table>`,
    `<h2>${said(text("Transactions per second"))}</h2>${chart(figures.seconds)}`,
    errors.length > 0 ? `<h2>${said(text("Errors"))}</h2><table>${errors.join("")}</table>` : "",
    "</body></html>\n",
  ].join("\n");
}
