import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standsLimitMs } from "../../src/chain/health/groupHealth";
import { troublesOf, wellText } from "../../src/chain/health/groupTroubles";
import { moreOf, storyOf } from "../../src/chain/health/story";
import { analyzeLogs } from "../../src/nodeLogs/report/analyzeLogs";
import type { LogAnalysis } from "../../src/nodeLogs/report/logAnalysis";
import { logTimeline } from "../../src/nodeLogs/report/logTimeline";
import { shownLogs } from "../../src/nodeLogs/service/shownLogs";
import { chartsStory } from "../../src/pages/charts/chartsStory";
import { chartsTexts } from "../../src/pages/charts/chartsTexts";
import { explorerTexts } from "../../src/pages/explorer/explorerTexts";
import { logsTexts } from "../../src/pages/nodeLogs/logsTexts";
import { useTimeZone } from "../../src/text/formats";
import type { ChartsData } from "../../src/webview/charts/messages";
import type { NodeLine, Overview } from "../../src/webview/explorer/messages";
import { englishAfterEach, useSources } from "../support/chinese";
import { overflow } from "./fittingPage";

/** Recorded troubles, and the moment of each at which a person looks at the group. */
const troubles = [
  { name: "outage", at: "2026-11-28 17:10:00" },
  { name: "leaderStopped", at: "2026-11-23 09:13:10" },
  { name: "nodeDown", at: "2026-11-23 09:15:50" },
  { name: "frozenNodes", at: "2026-11-28 14:35:00" },
  { name: "permissions", at: "2026-11-23 09:23:54" },
  { name: "bursts", at: "2026-11-23 09:12:15" },
] as const;

/** Narrow and dark in one language, wide and light in the other. */
const looks = [
  { locale: "en", width: 1280, colorScheme: "light" },
  { locale: "en", width: 520, colorScheme: "dark" },
  { locale: "zh-cn", width: 1280, colorScheme: "dark" },
  { locale: "zh-cn", width: 520, colorScheme: "light" },
] as const;

const root = join(import.meta.dirname, "../..");
const asset = (name: string): string => readFileSync(join(root, "dist/webview", name), "utf8");
const timeOf = (written: string): number => Date.parse(`${written.replace(" ", "T")}Z`);

/**
 * What an index has of the blocks that logs tell of: times, intervals, waits, and failures are recorded; gas is made up, and waits don't
 * differ within a block.
 */
function chartsOf(analysis: LogAnalysis): ChartsData {
  const { step, points, range } = logTimeline(analysis);
  const of = (time: number) => analysis.blocks.filter((block) => Math.floor(timeOf(block.time) / step) * step === time);
  const waits = points.map(({ time }) => {
    const own = of(time).map(({ stages, workMs }) => workMs + Math.min(stages.pool ?? 0, 1000));
    return { time, average: own.reduce((sum, ms) => sum + ms, 0) / own.length, max: Math.max(...own) };
  });
  return {
    ...(range ? { range, all: range } : {}),
    step,
    points: points.map(({ time, transactions, failed }) => {
      const gaps = of(time).map(({ intervalMs }) => intervalMs ?? 0);
      const average = gaps.reduce((sum, ms) => sum + ms, 0) / gaps.length;
      const [interval, max] = [average, Math.max(...gaps)];
      return { time, blocks: gaps.length, transactions, failed, gas: transactions * 21_000, interval, max };
    }),
    waits,
  };
}

/**
 * What the overview has of a moment: who wrote logs then takes part, and blocks are the recorded ones. Totals, pool, view, leader, hashes,
 * gas, and IDs are made up.
 */
function overviewOf(analysis: LogAnalysis, at: number): Overview {
  const before = analysis.blocks.filter(({ time }) => timeOf(time) <= at);
  const last = before.at(-1);
  const lastBlockMs = timeOf(last?.time ?? "");
  const away = (node: string): boolean =>
    analysis.silences.some((each) => each.node === node && timeOf(each.from) < at && timeOf(each.to) > at) ||
    analysis.nodeEvents.findLast((each) => each.node === node && timeOf(each.time) <= at)?.kind === "stopped";
  const names = analysis.nodes.map(({ name }) => name);
  const lastSealedOf = (node: string): number =>
    timeOf(before.findLast(({ leader }) => leader === node)?.time ?? before[0]?.time ?? "");
  const lost = names.filter(away);
  const all = names.length;
  const isDue = at - lastBlockMs >= standsLimitMs && lost.length > 0;
  const health = {
    ...{ reachableWeight: all - lost.length, neededWeight: all - Math.floor((all - 1) / 3), totalWeight: all },
    ...{ reachableSealers: all - lost.length, totalSealers: all, unreachable: lost, behind: [], ownLag: 0 },
    ...{ changingView: false, changes: 0, view: 5, height: last?.height ?? 0, waiting: isDue ? 60 : 0 },
    ...{ standsMs: isDue ? at - lastBlockMs : 0, answerMs: 5, lastBlockMs },
    // the page is opened in the middle of it: this is the first look
    ...{ since: {}, lastSealedMs: Object.fromEntries(lost.map((node) => [node, lastSealedOf(node)])) },
  };
  const found = troublesOf(health, (node) => node);
  const leader = names.find((name, place) => place > 0 && !lost.includes(name));
  const line = (name: string, place: number): NodeLine => ({
    ...{ nodeId: name.repeat(24), name, role: "sealer", weight: 1, height: health.height },
    ...{ reachable: !lost.includes(name), leader: name === leader, self: place === 0 },
  });
  const story = storyOf(found, wellText(health));
  return {
    ...{ kind: "overview", height: health.height, transactions: 1840, failed: 3, pending: health.waiting, view: 5 },
    state: story.state === "stopped" ? "stopped" : "working",
    story: { ...story, more: moreOf(found) },
    maxFaulty: Math.floor((all - 1) / 3),
    nodes: names.map(line),
    recent: before.slice(-40).map(({ height, time, transactions = 0 }) => ({
      ...{ number: height, hash: `0x${"ab".repeat(32)}`, timestampMs: timeOf(time), transactions },
      ...{ gasUsed: String(transactions * 21_000), archived: false, sealer: "" },
    })),
  };
}

/** A document with a page that is answered at once. */
const documentOf = (page: string, locale: string, start: object, answer: unknown): string => `<!doctype html>
<html lang="${locale}" data-time-zone="UTC"><head><meta charset="utf-8"><style>${asset(`${page}.css`)}</style></head><body>
<script type="application/json" id="start">${JSON.stringify(start).replaceAll("<", "\\u003c")}</script>
<script>
const answer = ${JSON.stringify(answer).replaceAll("<", "\\u003c")};
window.acquireVsCodeApi = () => ({ getState: () => undefined, setState: () => undefined, postMessage: (message) => {
  if (message.type === "ask") setTimeout(() => window.dispatchEvent(new MessageEvent("message", { data: { type: "answer", id: message.id, value: answer } })));
} });
</script><script>${asset(`${page}.js`).replaceAll("</script", "<\\/script")}</script></body></html>`;

describe("a stranger reads first what happened: six recorded troubles on three pages", () => {
  let browser: Browser;
  englishAfterEach();
  beforeAll(async () => {
    useTimeZone("UTC");
    const { launchBrowser } = await import("../../scripts/host/workbench.mjs");
    browser = await launchBrowser();
  });
  afterAll(async () => {
    useTimeZone(undefined);
    await browser?.close();
  });

  async function shown(name: string, look: BrowserContextOptions, content: string, headline: string): Promise<void> {
    const page = await browser.newPage({ ...look, reducedMotion: "reduce" });
    await page.setContent(content);
    const first = page.locator(".story .headline");
    await first.waitFor();
    expect(await first.textContent()).toBe(headline);
    // it is read without scrolling
    expect((await first.boundingBox())?.y ?? Number.POSITIVE_INFINITY).toBeLessThan(400);
    await page.screenshot({ path: join(root, "out/shots", `story-${name}.png`) });
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    await page.close();
  }

  it.each(troubles)("$name", async ({ name, at }) => {
    const analysis = await analyzeLogs([join(root, "test/fixtures/nodeLogs", name)]);
    for (const { locale, width, colorScheme } of looks) {
      useSources(locale);
      const title = "production · group0";
      const id = `${name}-${locale}-${width}`;
      const look = { viewport: { width, height: 700 }, colorScheme };
      const logs = shownLogs(analysis);
      const content = { paths: [], title };
      await shown(
        `logs-${id}`,
        look,
        documentOf("nodeLogs", locale, { content, texts: logsTexts() }, logs),
        logs.story.headline,
      );
      const charts = chartsOf(analysis);
      const story = chartsStory(charts);
      await shown(
        `charts-${id}`,
        look,
        documentOf("charts", locale, { groupId: "group0", title, texts: chartsTexts() }, { charts, story }),
        story?.headline ?? "",
      );
      const overview = overviewOf(analysis, timeOf(at));
      const start = { groupId: "group0", title, first: { kind: "overview" }, texts: explorerTexts() };
      await shown(`overview-${id}`, look, documentOf("explorer", locale, start, overview), overview.story.headline);
    }
  });
});
