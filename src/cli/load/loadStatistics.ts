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

export interface LoadFigures {
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
