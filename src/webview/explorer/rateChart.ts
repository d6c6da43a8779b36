import { axisTimeText, dateTimeText, timeZoneText } from "../../text/formats";
import { labelled, noted } from "../../text/joining";
import { drawing, element } from "../shared/dom";
import { fill } from "../shared/fill";
import { pageLanguage } from "../shared/pageLanguage";
import { type AxisLabel, axisLabels, fewestBars } from "./chartAxis";
import type { BlockLine } from "./messages";
import { type PageContext, timeText } from "./pageContext";

/** The whole chart in a sentence, for those who do not see it. */
function spoken({ texts }: PageContext, blocks: readonly BlockLine[], most: number): string {
  const timed = blocks.filter(({ timestampMs }) => timestampMs > 0);
  const [oldest, newest] = [timed[0], timed.at(-1)];
  if (!oldest || !newest) return texts.transactionsPerBlock;
  const at = ({ timestampMs }: BlockLine): string => dateTimeText(timestampMs, pageLanguage());
  return fill(texts.chartSpoken, oldest.number, newest.number, at(oldest), at(newest), most);
}

function bars(context: PageContext, blocks: readonly BlockLine[], most: number, label: string): Element {
  // A young chain has few blocks: the bars keep their width.
  const width = 100 / Math.max(fewestBars, blocks.length);
  return drawing(
    "svg",
    { class: "chart", viewBox: "0 0 100 40", preserveAspectRatio: "none", role: "img", "aria-label": label },
    blocks.map((block, index) => {
      const height = Math.max(0.6, (block.transactions / most) * 38);
      const time = block.timestampMs > 0 ? `\n${timeText(block.timestampMs)}` : "";
      return drawing(
        "rect",
        { x: index * width + width * 0.1, y: 40 - height, width: width * 0.8, height },
        drawing(
          "title",
          {},
          `#${block.number}\n${labelled(context.texts.transactions, String(block.transactions), pageLanguage())}${time}`,
        ),
      );
    }),
  );
}

function tick({ block, at, side, spare }: AxisLabel, oldestMs: number): HTMLElement {
  const label = element(
    "span",
    { class: `tick ${side} ${spare ? "spare" : ""}` },
    element("span", {}, axisTimeText(block.timestampMs, oldestMs, Date.now(), pageLanguage())),
    element("span", { class: "muted" }, `#${block.number}`),
  );
  // The page's policy forbids a style attribute.
  label.style.left = `${at}%`;
  return label;
}

/**
 * Transactions of the newest blocks, as bars over the local time they were made at; each bar says its block to a pointer, and the chart
 * says all of it in a sentence to a screen reader.
 */
export function rateChart(context: PageContext, blocks: readonly BlockLine[]): HTMLElement {
  const most = Math.max(1, ...blocks.map((block) => block.transactions));
  const oldestMs = blocks.find(({ timestampMs }) => timestampMs > 0)?.timestampMs ?? 0;
  const zone = timeZoneText(pageLanguage());
  return element(
    "div",
    { class: "rate" },
    element(
      "div",
      { class: "amounts muted", "aria-hidden": "true" },
      element("span", {}, String(most)),
      element("span", {}, "0"),
    ),
    bars(context, blocks, most, spoken(context, blocks, most)),
    element(
      "div",
      { class: "times", "aria-hidden": "true" },
      axisLabels(blocks).map((label) => tick(label, oldestMs)),
    ),
    element("p", { class: "zone muted" }, noted(context.texts.localTime, zone, pageLanguage())),
  );
}
