import { beforeEach, describe, expect, it } from "vitest";
import { chartsStory } from "../../../src/pages/charts/chartsStory";
import { useTimeZone } from "../../../src/text/formats";
import { minuteMs } from "../../../src/time/units";
import type { ChartsData } from "../../../src/webview/charts/messages";
import { englishAfterEach, useSources } from "../../support/chinese";

englishAfterEach();
beforeEach(() => useTimeZone("UTC"));

const begin = Date.parse("2026-11-28T17:00:00Z");
const minute = (count: number): number => begin + count * minuteMs;
const step = minuteMs;
type Point = ChartsData["points"][number];
const point = (time: number, of: Partial<Point> = {}): Point => ({
  ...{ time, blocks: 30, transactions: 60, failed: 0, gas: 0, interval: 2000, max: 2500 },
  ...of,
});
const seen = (time: number, pending: number, viewChanges = 0) => ({ time, pending, viewChanges });
const chartsOf = (of: Partial<ChartsData>): ChartsData => ({ step, points: [], ...of });
const told = (of: Partial<ChartsData>) => chartsStory(chartsOf(of));

describe("what charts show, told first", () => {
  it("nothing where nothing was indexed, and that all is well", () => {
    expect(told({})).toBeUndefined();
    expect(told({ points: [point(minute(0))] })).toMatchObject({
      state: "well",
      headline: "Blocks came without trouble.",
    });
  });

  it("an idle night isn't one: blocks far apart for which no transaction waited", () => {
    const points = [point(minute(0)), point(minute(400), { blocks: 1, transactions: 1, interval: 24e6, max: 24e6 })];
    const waits = points.map(({ time }) => ({ time, average: 900, max: 1200 }));
    expect(told({ points, waits })).toMatchObject({ state: "well" });
  });

  it("a time without blocks while transactions waited, with changes of the leader meanwhile; over, or still so", () => {
    const waits = [0, 1, 2].map((at) => ({ time: minute(at), average: 800, max: at === 1 ? 42_300 : 1500 }));
    const points = [0, 1, 2].map((at) => point(minute(at), at === 1 ? { max: 43_000 } : {}));
    const observed = [seen(minute(0), 2), seen(minute(1), 148, 5), seen(minute(2), 0)];
    expect(told({ points, waits, observed })).toEqual({
      state: "trouble",
      headline: expect.stringMatching(
        /^11\/28\/2026, 5:01:00 PM–5:02:00 PM UTC: no block for 42\.3 s, though transactions waited, changes of the leader: 5$/,
      ),
      advice: "Compare the logs, clocks, and load of the sealers in this time.",
      more: [],
    });
    const open = { points: points.slice(0, 1), waits, observed: [seen(minute(0), 2), seen(minute(1), 148, 5)] };
    expect(told({ ...open, waits: waits.slice(0, 1) })).toMatchObject({
      state: "stopped",
      headline: expect.stringMatching(
        /^Since 11\/28\/2026, 5:01:00 PM UTC: no new blocks, transactions in the pool: 148, changes of/,
      ),
      advice: "Check the logs and clocks of the sealers, and restart those that hang.",
    });
    useSources("zh-cn");
    expect(told({ points, waits, observed })).toMatchObject({
      headline: expect.stringMatching(/：有交易等待，但 42\.3 秒没有出块，主节点更换 5 次$/),
      advice: "请比对这段时间内各共识节点的日志、时钟和负载。",
    });
  });

  it("blocks that came by another leader: late, but they came", () => {
    const points = [0, 1].map((at) => point(minute(at), at === 0 ? {} : { max: 3700 }));
    const waits = [0, 1].map((at) => ({ time: minute(at), average: 900, max: at === 0 ? 1500 : 3600 }));
    expect(told({ points, waits })?.headline).toMatch(
      /^Since .*: transactions waited 0\.9 s for their block, 3\.6 s at/,
    );
  });

  it("transactions that waited longer than an interval began to wait before it", () => {
    const points = [0, 1, 2].map((at) => point(minute(at)));
    const waits = [0, 1, 2].map((at) => ({
      time: minute(at),
      average: at === 1 ? 90_000 : 0,
      max: at === 1 ? 90_000 : 0,
    }));
    expect(told({ points, waits })?.headline).toBe(
      "11/28/2026, 4:59:30 PM–5:02:00 PM UTC: transactions waited 90 s for their block",
    );
  });

  it("waits that come again are one line, and one whose average is its longest has one figure", () => {
    const points = [0, 1, 2, 3].map((at) => point(minute(at)));
    const wait = (at: number, ms: number) => ({ time: minute(at), average: ms, max: ms });
    expect(told({ points, waits: [wait(0, 6000), wait(1, 100), wait(2, 7000), wait(3, 100)] })).toMatchObject({
      headline: expect.stringMatching(
        /5:00:00 PM–5:03:00 PM UTC: transactions waited for their block 2 times, 7 s at most$/,
      ),
      more: [],
    });
    expect(told({ points, waits: [wait(0, 6000), wait(1, 100)] })?.headline).toMatch(
      /: transactions waited 6 s for their block$/,
    );
  });

  it("a pool in which transactions wait long, a node behind, and failures, the gravest first", () => {
    const points = [0, 1].map((at) => point(minute(at), { failed: at * 6 }));
    const waits = [0, 1].map((at) => ({ time: minute(at), average: at * 7000, max: at * 9000 }));
    const lags = [{ node: "ab".repeat(64), name: "node3", points: [{ time: minute(0), lag: 120 }] }];
    const story = told({ points, waits, lags });
    expect(story?.headline).toMatch(/^Since .*: transactions waited 7 s for their block, 9 s at most$/);
    expect(story?.more).toEqual([
      expect.stringMatching(/^11\/28\/2026, 5:00:00 PM–5:01:00 PM UTC: node3 is 120 blocks behind$/),
      expect.stringMatching(/^Since .*: 6 of 120 transactions failed$/),
    ]);
  });
});
