import { axisTimeText, dateTimeText, numberText, timeZoneText } from "../../text/formats";
import { noted } from "../../text/joining";
import { drawing, element } from "../shared/dom";
import { fill } from "../shared/fill";
import { pageLanguage } from "../shared/pageLanguage";
import { numberOnChart } from "../shared/resultCells";
import { type SeriesChartElement, seriesChart } from "../shared/seriesChart";
import { storyView } from "../shared/story";
import { blockTable } from "./blockViews";
import type { BlockLine, NodeLine, Overview } from "./messages";
import { nodeName, type PageContext, section, table } from "./pageContext";
import { shortNumber } from "./shortNumber";

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
function rateChart(context: PageContext, blocks: readonly BlockLine[]): HTMLElement {
  const { texts } = context;
  const language = pageLanguage();
  const max = Math.max(1, ...blocks.map((block) => block.transactions));
  const times = blocks.flatMap(({ timestampMs }) => (timestampMs > 0 ? timestampMs : []));
  const range = { oldestMs: times[0] ?? 0, newestMs: times.at(-1) ?? 0 };
  const time = (timestampMs: number): string =>
    timestampMs > 0 ? `${axisTimeText(timestampMs, range, Date.now(), language)}\n` : "";
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

function card(label: string, value: string, state = ""): HTMLElement {
  return element(
    "div",
    { class: `card ${state}` },
    element("span", { class: "muted" }, label),
    element("strong", {}, value),
  );
}

/** Time between the oldest and the newest of the recent blocks, in seconds, and what was done in it. */
function blockRate(blocks: BlockLine[]): { rate: string; interval: string } {
  const timed = blocks.filter(({ timestampMs }) => timestampMs > 0);
  const [first, ...later] = timed;
  const last = later.at(-1);
  if (!first || !last || last.timestampMs <= first.timestampMs) return { rate: "–", interval: "–" };
  const seconds = (last.timestampMs - first.timestampMs) / 1000;
  const transactions = later.reduce((sum, block) => sum + block.transactions, 0);
  return { rate: shortNumber(transactions / seconds), interval: shortNumber(seconds / later.length) };
}

/** More nodes make a graph unreadable. */
const maxDrawn = 48;
const maxListed = 200;
/** Newest blocks in the table; the chart has all that came. */
const maxListedBlocks = 8;

/** The asked node in the middle, the others around it: a line for each that it can reach. */
function peerGraph(context: PageContext, nodes: NodeLine[]): Element {
  const centre = nodes.find((node) => node.self);
  const around = nodes.filter((node) => !node.self).slice(0, maxDrawn);
  const place = (index: number): { x: number; y: number } => {
    const angle = (2 * Math.PI * index) / Math.max(1, around.length) - Math.PI / 2;
    return { x: 100 + 75 * Math.cos(angle), y: 65 + 48 * Math.sin(angle) };
  };
  const dot = (node: NodeLine, x: number, y: number): Element =>
    drawing(
      "g",
      { class: `node ${node.role} ${node.reachable ? "" : "lost"}` },
      drawing("circle", { cx: x, cy: y, r: node.leader ? 7 : 5 }),
      drawing(
        "text",
        { x, y: y + 14, "text-anchor": "middle" },
        (node.name ?? node.nodeId).slice(0, node.name === undefined ? 6 : 12),
      ),
      drawing(
        "title",
        {},
        `${node.name === undefined ? "" : `${node.name}\n`}${node.nodeId}\n${context.texts[node.role]}`,
      ),
    );
  return drawing(
    "svg",
    { class: "graph", viewBox: "0 0 200 135", role: "img", "aria-label": context.texts.peers },
    around.map((node, index) => {
      const { x, y } = place(index);
      return node.reachable ? drawing("line", { x1: 100, y1: 65, x2: x, y2: y }) : undefined;
    }),
    around.map((node, index) => dot(node, place(index).x, place(index).y)),
    centre ? dot(centre, 100, 65) : undefined,
  );
}

/** What the colours of the graph mean, and which nodes it leaves out. */
function graphLegend({ texts }: PageContext, nodes: NodeLine[]): HTMLElement {
  const all = ["sealer", "candidateSealer", "observer", "other"] as const;
  const roles = all.filter((role) => nodes.some((node) => node.role === role));
  const entry = (kind: string, label: string): HTMLElement =>
    element("span", {}, element("span", { class: `dot ${kind}`, "aria-hidden": "true" }), label);
  const left = nodes.length - 1 - maxDrawn;
  return element(
    "p",
    { class: "legend muted" },
    roles.map((role) => entry(role, texts[role])),
    nodes.some(({ reachable }) => !reachable) && entry("lost", texts.unreachable),
    left > 0 && element("span", {}, fill(texts.andMore, left)),
  );
}

function nodeTable(context: PageContext, page: Overview): HTMLElement {
  const { texts } = context;
  const left = page.nodes.length - maxListed;
  const rows = table(
    [texts.node, texts.role, texts.weight, texts.height, texts.gap, texts.status],
    page.nodes.slice(0, maxListed).map((node) => {
      const gap = node.height === undefined ? undefined : page.height - node.height;
      const remarks = [
        node.self && texts.thisNode,
        node.leader && texts.leader,
        node.reachable ? texts.reachable : texts.unreachable,
      ];
      return [
        nodeName(node.nodeId, node.name),
        texts[node.role],
        node.weight === undefined ? "" : String(node.weight),
        node.height === undefined ? "–" : String(node.height),
        gap === undefined ? "–" : element("span", { class: gap > 5 ? "bad" : "" }, String(gap)),
        element(
          "span",
          { class: node.reachable ? "" : "bad" },
          remarks.filter((remark) => remark !== false).join(" · "),
        ),
      ];
    }),
  );
  return element("div", {}, rows, left > 0 && element("p", { class: "muted" }, fill(texts.andMore, left)));
}

function stateText({ texts }: PageContext, { state }: Overview): string {
  const stateNames = { working: texts.healthy, changing: texts.timedOut, stopped: texts.stopped, silent: texts.silent };
  return stateNames[state];
}

export function overviewView(context: PageContext, page: Overview): (HTMLElement | string)[] {
  const { texts } = context;
  const { rate, interval } = blockRate(page.recent);
  const count = (value: number): string => numberText(value, pageLanguage());
  return [
    storyView(page.story),
    element(
      "div",
      { class: "cards" },
      card(texts.height, `#${page.height}`),
      card(texts.transactions, count(page.transactions)),
      card(texts.rate, rate),
      card(texts.interval, interval === "–" ? interval : `${interval} ${texts.seconds}`),
      card(texts.failed, count(page.failed)),
      card(texts.pending, count(page.pending)),
      card(texts.view, String(page.view)),
      card(texts.maxFaulty, String(page.maxFaulty)),
      card(texts.consensus, stateText(context, page), page.state === "working" ? "good" : "bad"),
    ),
    element(
      "div",
      { class: "columns" },
      section(texts.transactionsPerBlock, rateChart(context, page.recent)),
      section(texts.peers, peerGraph(context, page.nodes), graphLegend(context, page.nodes)),
    ),
    section(texts.nodes, nodeTable(context, page)),
    section(texts.recentBlocks, blockTable(context, page.recent.slice(-maxListedBlocks).reverse())),
  ];
}

/** The overview while the node doesn't answer: what it said before, which may hold no longer. */
export const silentOverview = (page: Overview, { silent }: PageContext["texts"]): Overview => ({
  ...page,
  state: "silent",
  story: { state: "stopped", headline: silent, advice: "", more: [] },
});
