import { axisTimeText, dateTimeText, timeZoneText } from "../../text/formats";
import { noted } from "../../text/joining";
import { element } from "../shared/dom";
import { fill } from "../shared/fill";
import { pageLanguage } from "../shared/pageLanguage";
import { numberOnChart } from "../shared/resultCells";
import { type SeriesChartElement, seriesChart } from "../shared/seriesChart";
import type { BlockLine } from "./messages";
import type { PageContext } from "./pageContext";

/** The whole chart in a sentence, for those who do not see it. */
function spoken({ texts }: PageContext, blocks: readonly BlockLine[], max: number): string {
  const timed = blocks.filter(({ timestampMs }) => timestampMs > 0);
  const [oldest, newest] = [timed[0], timed.at(-1)];
  if (!oldest || !newest) return texts.transactionsPerBlock;
  const at = ({ timestampMs }: BlockLine): string => dateTimeText(timestampMs, pageLanguage());
  return fill(texts.chartSpoken, oldest.number, newest.number, at(oldest), at(newest), max);
}

/** The chart that is shown: its scale and its place stay when blocks come. */
let shown: SeriesChartElement | undefined;

/** Transactions of the newest blocks, as bars over the local time they were made at. */
export function rateChart(context: PageContext, blocks: readonly BlockLine[]): HTMLElement {
  const { texts } = context;
  const language = pageLanguage();
  const max = Math.max(1, ...blocks.map((block) => block.transactions));
  const oldestMs = blocks.find(({ timestampMs }) => timestampMs > 0)?.timestampMs ?? 0;
  const time = (timestampMs: number): string =>
    timestampMs > 0 ? `${axisTimeText(timestampMs, oldestMs, Date.now(), language)}\n` : "";
  shown = seriesChart(
    {
      kind: "bars",
      labels: blocks.map(({ number, timestampMs }) => `${time(timestampMs)}#${number}`),
      series: [{ name: texts.transactions, values: blocks.map(({ transactions }) => transactions) }],
      language,
      format: (value) => numberOnChart(value, language),
      spoken: spoken(context, blocks, max),
      texts,
    },
    shown,
  );
  const zone = timeZoneText();
  return element(
    "div",
    { class: "rate" },
    shown,
    element("p", { class: "zone muted" }, noted(texts.localTime, zone, language)),
  );
}
