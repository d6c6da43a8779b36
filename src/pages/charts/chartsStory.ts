import { lagLimit, standsLimitMs } from "../../chain/health/groupHealth";
import { gravestFirst, sentenceOf, storyOf, type Trouble, type TroubleKind } from "../../chain/health/story";
import { t } from "../../text/catalogue";
import { numberText, recentTimeText, timeSpanText } from "../../text/formats";
import { clauses, labelled } from "../../text/joining";
import { shortHex } from "../../text/shortText";
import type { ChartsData } from "../../webview/charts/messages";
import type { ShownStory } from "../../webview/shared/messages";

/** Transactions that wait so long on average wait for more than the next block. */
const longWaitMs = 5000;

/** Without a block for so long, sealers change the leader, where `consensus_timeout` is as usual. */
const leaderTimeoutMs = 3000;

/** More changes of the view in an interval than a node that stops makes by itself. */
const manyChanges = 3;

/** Lines below the first. */
const maxMore = 8;

type Intervals = ReadonlyMap<number, number>;

/** Intervals in a row of which something holds. */
interface Run {
  readonly from: number;
  /** Beginning of the last one. */
  readonly last: number;
  readonly times: readonly number[];
}

const seconds = (ms: number): string => numberText(Math.round(ms / 100) / 10);

const mapOf = <Point extends { readonly time: number }>(
  points: readonly Point[] | undefined,
  value: (point: Point) => number | null,
): Intervals => new Map((points ?? []).map((point) => [point.time, value(point) ?? 0]));

/** What an index shows to have been wrong in the range of its charts. */
class ChartTroubles {
  readonly #last: number;
  readonly #waits: Intervals;
  readonly #gaps: Intervals;
  readonly #pending: Intervals;
  readonly #views: Intervals;

  constructor(private readonly charts: ChartsData) {
    const { points, waits, observed } = charts;
    this.#waits = mapOf(waits, ({ max }) => max);
    this.#gaps = mapOf(points, ({ max }) => max);
    this.#pending = mapOf(observed, ({ pending }) => pending);
    this.#views = mapOf(observed, ({ viewChanges }) => viewChanges);
    this.#last = Math.max(points.at(-1)?.time ?? 0, observed?.at(-1)?.time ?? 0);
  }

  /** Neighbouring intervals are one trouble. */
  #runs(times: Iterable<number>): Run[] {
    const runs: Run[] = [];
    for (const time of [...times].sort((one, other) => one - other)) {
      const run = runs.at(-1);
      if (run && time - run.last <= this.charts.step)
        runs[runs.length - 1] = { ...run, last: time, times: [...run.times, time] };
      else runs.push({ from: time, last: time, times: [time] });
    }
    return runs;
  }

  #trouble(kind: TroubleKind, { from, last }: Run, line: string, nodes: readonly string[] = []): Trouble {
    const to = last + this.charts.step;
    const isOver = last < this.#last;
    const when = isOver ? timeSpanText(from, to) : t("since {0}", recentTimeText(from));
    return { kind, line: labelled(when, line), nodes, isOver, lastsMs: to - from };
  }

  /** For how long at most transactions waited in an interval while no block came. */
  #stood(time: number): number {
    return Math.min(this.#waits.get(time) ?? 0, this.#gaps.get(time) ?? 0);
  }

  /** When what waited in an interval began to wait: the interval is that of the block which came at last. */
  #beganWaiting(time: number, waitedMs: number): number {
    return waitedMs > this.charts.step ? time - waitedMs : time;
  }

  /** Times without blocks while transactions waited. An idle night isn't one, however long its blocks are apart. */
  #stalls(): Trouble[] {
    const newest = this.charts.points.at(-1)?.time ?? 0;
    const gone = [...this.#waits.keys()].filter((time) => this.#stood(time) >= standsLimitMs);
    const open = [...this.#pending].flatMap(([time, pending]) => (time > newest && pending > 0 ? time : []));
    const isOpen = open.length > 0 && this.#last - Math.min(...open) + this.charts.step >= standsLimitMs;
    const past = this.#runs(gone).map((run) => {
      const line = t(
        "no block for {0} s, though transactions waited",
        seconds(Math.max(...run.times.map((time) => this.#stood(time)))),
      );
      const stood = this.#stood(run.from);
      const whole = { ...run, from: this.#beganWaiting(run.from, stood) };
      const text = clauses([line, this.#viewsText(run.times)]);
      return { ...this.#trouble("standstill", whole, text), lastsMs: stood };
    });
    const present = (isOpen ? this.#runs(open) : []).slice(-1).map((run) => {
      const waiting = numberText(Math.max(...run.times.map((time) => this.#pending.get(time) ?? 0)));
      const line = t("no new blocks, transactions in the pool: {0}", waiting);
      return this.#trouble("standstill", run, clauses([line, this.#viewsText(run.times)]));
    });
    return [...past, ...present];
  }

  #viewsText(times: readonly number[]): string {
    const changes = times.reduce((sum, time) => sum + (this.#views.get(time) ?? 0), 0);
    return changes > 0 ? t("changes of the leader: {0}", numberText(changes)) : "";
  }

  #slowPool(): Trouble[] {
    const { waits = [] } = this.charts;
    const isSlow = ({ time, average }: (typeof waits)[number]): boolean =>
      average >= longWaitMs || this.#stood(time) >= leaderTimeoutMs;
    const slow = new Map(waits.filter(isSlow).map((each) => [each.time, each]));
    const runs = this.#runs(slow.keys());
    const [first, last] = [runs[0], runs.at(-1)];
    if (!first || !last) return [];
    const own = [...slow.values()];
    const average = seconds(own.reduce((sum, each) => sum + each.average, 0) / own.length);
    const maxMs = Math.max(...own.map((each) => each.max));
    const max = seconds(maxMs);
    // what comes again and again is one trouble, however often it does
    const line =
      runs.length > 1
        ? t("transactions waited for their block {0} times, {1} s at most", numberText(runs.length), max)
        : average === max
          ? t("transactions waited {0} s for their block", max)
          : t("transactions waited {0} s for their block, {1} s at most", average, max);
    const from = this.#beganWaiting(first.from, slow.get(first.from)?.max ?? 0);
    const whole = { from, last: last.last, times: [...slow.keys()] };
    return [{ ...this.#trouble("poolWait", whole, line), lastsMs: maxMs }];
  }

  #changedLeaders(): Trouble[] {
    const changed = [...this.#views].flatMap(([time, changes]) =>
      changes >= manyChanges && (this.#pending.get(time) ?? 0) > 0 ? time : [],
    );
    return this.#runs(changed).map((run) => this.#trouble("leaderChanged", run, this.#viewsText(run.times)));
  }

  #behind(): Trouble[] {
    return (this.charts.lags ?? []).flatMap(({ node, name = shortHex(node), points }) => {
      const lags = mapOf(points, ({ lag }) => lag);
      const late = [...lags].flatMap(([time, lag]) => (lag >= lagLimit ? time : []));
      return this.#runs(late).map((run) => {
        const max = Math.max(...run.times.map((time) => lags.get(time) ?? 0));
        return this.#trouble("behind", run, t("{0} is {1} blocks behind", name, numberText(max)), [name]);
      });
    });
  }

  #failures(): Trouble[] {
    const failing = this.charts.points.filter(({ failed }) => failed > 0);
    const [first, last] = [failing[0], failing.at(-1)];
    if (!first || !last) return [];
    const sum = (field: "failed" | "transactions"): number =>
      this.charts.points.reduce((all, point) => all + point[field], 0);
    const line = t("{0} of {1} transactions failed", numberText(sum("failed")), numberText(sum("transactions")));
    return [this.#trouble("failures", { from: first.time, last: last.time, times: [] }, line)];
  }

  all(): Trouble[] {
    const stalls = this.#stalls();
    // transactions wait and leaders are changed while no block comes
    const own = stalls.length > 0 ? [] : [...this.#slowPool(), ...this.#changedLeaders()];
    return [...stalls, ...own, ...this.#behind(), ...this.#failures()];
  }
}

/** What charts show, in words: the gravest first. Undefined where nothing was indexed. */
export function chartsStory(charts: ChartsData): ShownStory | undefined {
  if (charts.points.length === 0 && (charts.observed ?? []).length === 0) return undefined;
  const troubles = gravestFirst(new ChartTroubles(charts).all());
  const more = troubles.slice(1, 1 + maxMore).map(sentenceOf);
  return { ...storyOf(troubles, t("Blocks came without trouble.")), more };
}
