import { type LocalizableText, say, t, text } from "../../text/catalogue";
import { labelled, listed } from "../../text/joining";
import { markupText } from "../../text/markdown";
import { visibleLine } from "../../text/visibleText";
import page from "./loadReport.html.eta";

/** What became of one transaction. */
export type LoadOutcome =
  | { readonly kind: "succeeded"; readonly block: number }
  /** `lost`: it may be in a block or not. */
  | { readonly kind: "failed" | "lost"; readonly error: string; readonly words: string };

interface ErrorCount {
  /** Kind and code, as `execution 16`. */
  readonly error: string;
  readonly count: number;
  /** Of the first: what the chain or the client said. */
  readonly words: string;
}

/** Milliseconds from sending to the receipt. */
interface LatencyFigures {
  readonly min: number;
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

interface LoadFigures {
  readonly sent: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly lost: number;
  /** From the first transaction sent to the last answer. */
  readonly durationMs: number;
  /** Transactions that succeeded, for each second of the duration. */
  readonly tps: number;
  /** Of those that got a receipt. */
  readonly latency: LatencyFigures | undefined;
  /** How much later than the rate wants a transaction was sent, at worst. */
  readonly behindMs: number;
  readonly reconnects: number;
  readonly blocks: { readonly first: number; readonly last: number } | undefined;
  /** How many succeeded in each second since the start. */
  readonly seconds: readonly number[];
  /** Most frequent first. */
  readonly errors: readonly ErrorCount[];
}

/** The value below or at which a share of the sorted numbers lies (nearest rank); undefined of none. */
export function percentile(sorted: readonly number[] | Float64Array, share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

function latencyFigures(latencies: readonly number[]): LatencyFigures | undefined {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number): number => percentile(sorted, share) ?? 0;
  if (sorted.length === 0) return undefined;
  const mean = sorted.reduce((sum, each) => sum + each, 0) / sorted.length;
  return { min: at(0), mean, p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** Kinds of errors that are told apart at most: a chain chooses their codes. */
const maxErrors = 100;
/** Latencies that the live figures are made of. */
const recentLatencies = 1000;

/** Counts what becomes of transactions. All times are milliseconds since the start. */
export class LoadStatistics {
  readonly #latencies: number[] = [];
  readonly #seconds: number[] = [];
  readonly #errors = new Map<string, { count: number; words: string }>();
  #counts = { sent: 0, succeeded: 0, failed: 0, lost: 0 };
  #first: number | undefined;
  #last = 0;
  #behindMs = 0;
  #blocks: { first: number; last: number } | undefined;
  #reconnects = 0;

  /** @param dueMs when the rate wanted it to be sent */
  sent(atMs: number, dueMs = atMs): void {
    this.#counts.sent += 1;
    this.#first ??= atMs;
    this.#behindMs = Math.max(this.#behindMs, atMs - dueMs);
  }

  /** An endpoint that couldn't be reached answers again. */
  reconnected(): void {
    this.#reconnects += 1;
  }

  answered(sentMs: number, atMs: number, outcome: LoadOutcome, hasReceipt = outcome.kind === "succeeded"): void {
    this.#counts[outcome.kind] += 1;
    this.#last = Math.max(this.#last, atMs);
    if (hasReceipt) this.#latencies.push(atMs - sentMs);
    if (outcome.kind === "succeeded") this.#place(atMs, outcome.block);
    else this.#count(outcome.error, outcome.words);
  }

  #place(atMs: number, block: number): void {
    const second = Math.max(0, Math.floor(atMs / 1000));
    while (this.#seconds.length <= second) this.#seconds.push(0);
    this.#seconds[second] = (this.#seconds[second] ?? 0) + 1;
    const { first = block, last = block } = this.#blocks ?? {};
    this.#blocks = { first: Math.min(first, block), last: Math.max(last, block) };
  }

  #count(error: string, words: string): void {
    const name = this.#errors.has(error) || this.#errors.size < maxErrors ? error : "other";
    const known = this.#errors.get(name);
    if (known) known.count += 1;
    else this.#errors.set(name, { count: 1, words: words.slice(0, 300) });
  }

  /** For people who watch: latencies are those of the last thousand receipts. */
  live(): { sent: number; succeeded: number; failed: number; lastSecond: number; p50: number; p99: number } {
    const recent = Float64Array.from(this.#latencies.slice(-recentLatencies)).sort();
    const { sent, succeeded, failed, lost } = this.#counts;
    return {
      sent,
      succeeded,
      failed: failed + lost,
      lastSecond: this.#seconds.at(-2) ?? this.#seconds.at(-1) ?? 0,
      p50: percentile(recent, 0.5) ?? 0,
      p99: percentile(recent, 0.99) ?? 0,
    };
  }

  figures(): LoadFigures {
    const durationMs = Math.max(0, this.#last - (this.#first ?? 0));
    const errors = [...this.#errors].map(([error, { count, words }]) => ({ error, count, words }));
    return {
      ...this.#counts,
      durationMs,
      tps: durationMs === 0 ? 0 : (this.#counts.succeeded * 1000) / durationMs,
      latency: latencyFigures(this.#latencies),
      behindMs: this.#behindMs,
      reconnects: this.#reconnects,
      blocks: this.#blocks,
      seconds: this.#seconds,
      errors: errors.sort((a, b) => b.count - a.count),
    };
  }
}

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
