import { describe, expect, it } from "vitest";
import { mayLoad } from "../../../src/cli/commands/load";
import { fillTemplate, readTemplates } from "../../../src/cli/load/argumentTemplate";
import { reconnectDelayMs, runLoop, type SendResult, SendSchedule } from "../../../src/cli/load/loadLoop";
import { loadLine } from "../../../src/cli/load/loadOptions";
import { type LoadReport, loadReportPage, loadReportText } from "../../../src/cli/load/loadReport";
import { LoadStatistics, percentile } from "../../../src/cli/load/loadStatistics";
import { foreignHosts } from "../../../src/cli/options/foreignHosts";
import { useCatalogue } from "../../../src/text/catalogue";
import { take } from "../../support/commandLine";

const values = { i: 7, sender: "0xabc", run: "r1", random: () => 42 };
const fill = (args: string): unknown[] => readTemplates(args).map((each) => fillTemplate(each, values));

describe("templates of arguments", () => {
  it("fill in words in braces wherever a text stands", () => {
    expect(fill('["{i}", "{run}-{i}/{sender}", ["{random}", 5, true, null], {"x": "{i}{i}"}]')).toEqual([
      "7",
      "r1-7/0xabc",
      ["42", 5, true, null],
      { x: "77" },
    ]);
  });

  it("leave structs and lone braces alone", () => {
    expect(fill('["{x: 1}", "{", "}", "{{i}}", "{ i }", "{}"]')).toEqual(["{x: 1}", "{", "}", "{7}", "{ i }", "{}"]);
  });

  it.each(['["{index}"]', '[["{constructor}"]]', '{"a": "{i}"}', "{i}", '"{i}"', ""])("refuse %s", (text) => {
    expect(() => readTemplates(text)).toThrow(expect.objectContaining({ kind: "usage", code: "wrongParameter" }));
  });
});

describe("the pace", () => {
  it("hands out transactions at the rate and catches up when it is late", () => {
    const pace = new SendSchedule({ count: 5, rate: 10, timeMs: 10_000 });
    const taken = [0, 0, 350, 350, 350, 350].map((elapsed) => pace.take(elapsed));
    expect(taken.map((slot) => slot?.waitMs)).toEqual([0, 100, 0, 0, 50, undefined]);
    expect(taken.map((slot) => slot?.index)).toEqual([0, 1, 2, 3, 4, undefined]);
    expect(taken[2]?.dueMs).toBe(200);
  });

  it("ends with the count and with the time, also for what is due only after the end", () => {
    const fast = new SendSchedule({ count: 2, rate: undefined, timeMs: 1000 });
    expect([fast.take(0), fast.take(5), fast.take(6)].map((slot) => slot?.waitMs)).toEqual([0, 0, undefined]);
    expect(new SendSchedule({ count: 9, rate: undefined, timeMs: 1000 }).take(1000)).toBeUndefined();
    const slow = new SendSchedule({ count: 9, rate: 1, timeMs: 1500 });
    expect([slow.take(0), slow.take(0), slow.take(0)].map((slot) => slot?.dueMs)).toEqual([0, 1000, undefined]);
  });

  it("waits longer before each new connection, five seconds at most", () => {
    expect([1, 2, 3, 5, 6, 5000].map(reconnectDelayMs)).toEqual([250, 500, 1000, 4000, 5000, 5000]);
  });
});

describe("the figures", () => {
  it("take percentiles by the nearest rank", () => {
    const numbers = Array.from({ length: 100 }, (_, at) => at + 1);
    expect([0, 0.5, 0.9, 0.99, 1].map((share) => percentile(numbers, share))).toEqual([1, 50, 90, 99, 100]);
    expect(percentile([5], 0.99)).toBe(5);
    expect(percentile([], 0.5)).toBeUndefined();
  });

  it("count outcomes, seconds, blocks and errors by kind", () => {
    const statistics = new LoadStatistics();
    for (const due of [0, 100, 200, 300]) statistics.sent(due + 20, due);
    statistics.answered(20, 120, { kind: "succeeded", block: 9 });
    statistics.answered(120, 2320, { kind: "succeeded", block: 7 });
    statistics.answered(220, 520, { kind: "failed", error: "execution 16", words: "no" }, true);
    statistics.answered(320, 4020, { kind: "lost", error: "transport timedOut", words: "" });
    expect(statistics.figures()).toEqual({
      sent: 4,
      succeeded: 2,
      failed: 1,
      lost: 1,
      durationMs: 4000,
      tps: 0.5,
      latency: { min: 100, mean: 2600 / 3, p50: 300, p90: 2200, p95: 2200, p99: 2200, max: 2200 },
      behindMs: 20,
      reconnects: 0,
      blocks: { first: 7, last: 9 },
      seconds: [1, 0, 1],
      errors: [
        { error: "execution 16", count: 1, words: "no" },
        { error: "transport timedOut", count: 1, words: "" },
      ],
    });
    expect(statistics.live()).toMatchObject({ sent: 4, succeeded: 2, failed: 2, p50: 300, p99: 2200 });
  });

  it("tell a bounded number of errors apart", () => {
    const statistics = new LoadStatistics();
    for (let code = 0; code < 1000; code++)
      statistics.answered(0, 1, { kind: "failed", error: `rpc ${code}`, words: "x".repeat(5000) });
    const { errors } = statistics.figures();
    expect(errors).toHaveLength(101);
    expect(errors[0]).toMatchObject({ error: "other", count: 900 });
    expect(Math.max(...errors.map(({ words }) => words.length))).toBe(300);
  });
});

const succeeded: SendResult = { outcome: { kind: "succeeded", block: 1 }, hasReceipt: true, unreachable: false };
const refused: SendResult = {
  outcome: { kind: "failed", error: "transport connectionRefused", words: "" },
  hasReceipt: false,
  unreachable: true,
};

describe("the loop", () => {
  const never = new AbortController().signal;

  it("sends each transaction once and waits between failures to connect, then counts the new connection", async () => {
    const sent: number[] = [];
    const slept: number[] = [];
    const statistics = new LoadStatistics();
    await runLoop({
      schedule: new SendSchedule({ count: 6, rate: undefined, timeMs: 1000 }),
      statistics,
      connections: 1,
      stop: never,
      elapsedMs: () => 0,
      sleep: async (ms) => slept.push(ms),
      send: async (index) => {
        sent.push(index);
        return index === 1 || index === 2 ? refused : succeeded;
      },
    });
    expect(sent).toEqual([0, 1, 2, 3, 4, 5]);
    expect(slept).toEqual([250, 500]);
    expect(statistics.figures()).toMatchObject({ sent: 6, succeeded: 4, failed: 2, reconnects: 1 });
  });

  it("sends nothing more once it is stopped, and waits for what is open", async () => {
    const stop = new AbortController();
    const statistics = new LoadStatistics();
    const answers: (() => void)[] = [];
    const ended = runLoop({
      schedule: new SendSchedule({ count: 100, rate: undefined, timeMs: 1000 }),
      statistics,
      connections: 3,
      stop: stop.signal,
      elapsedMs: () => 0,
      send: () => new Promise((resolve) => answers.push(() => resolve(succeeded))),
    });
    stop.abort();
    expect(answers).toHaveLength(3);
    for (const answer of answers) answer();
    await ended;
    expect(statistics.figures()).toMatchObject({ sent: 3, succeeded: 3 });
  });
});

describe("permission", () => {
  it("knows this machine, whatever an address looks like", () => {
    expect(foreignHosts(["127.0.0.1:20200", "https://localhost:1", "http://[::1]:2", "http://127.9.9.9"])).toEqual([]);
    const foreign = [
      "http://127.0.0.1.example.org",
      "http://localhost.example.org:1",
      "http://0.0.0.0",
      "10.0.0.7:20200",
    ];
    expect(foreignHosts(foreign)).toEqual(["127.0.0.1.example.org", "localhost.example.org", "0.0.0.0", "10.0.0.7"]);
  });

  it("wants every other host by its name", async () => {
    const asked: string[] = [];
    const answer = (words: string | undefined) => async (host: string) => {
      asked.push(host);
      return words;
    };
    expect(await mayLoad([], [], answer(undefined))).toBe(true);
    expect(await mayLoad(["a.example"], ["A.example"], answer(undefined))).toBe(true);
    expect(asked).toEqual([]);
    expect(await mayLoad(["a.example", "b.example"], ["a.example"], answer("a.example"))).toBe(false);
    expect(await mayLoad(["b.example"], [], answer(undefined))).toBe(false);
    expect(await mayLoad(["b.example"], [], answer("yes"))).toBe(false);
    expect(await mayLoad(["b.example"], [], answer(" b.example\n"))).toBe(true);
  });
});

describe("the command line", () => {
  const read = (...args: string[]) => take(loadLine, args);

  it("has defaults and hard limits", async () => {
    expect((await read("hello")).order).toMatchObject({
      workload: "hello",
      count: 1000,
      seconds: 60,
      rate: undefined,
      connections: 16,
      freshAccounts: 4,
      foreignHosts: [],
    });
    expect(
      (await read("--contract", "0x1", "--function", "set", "--args", '["{i}"]', "--key", "a.pem")).order,
    ).toMatchObject({
      workload: "contract",
      own: { target: "0x1", functionName: "set", args: ["{i}"] },
      freshAccounts: 0,
      keyFiles: ["a.pem"],
    });
  });

  it.each([
    [[]],
    [["nonsense"]],
    [["contract"]],
    [["hello", "table"]],
    [["hello", "--count", "1000001"]],
    [["hello", "--time", "3601"]],
    [["hello", "--rate", "0"]],
    [["hello", "--rate", "1e3"]],
    [["hello", "--connections", "257"]],
    [["hello", "--senders", "101"]],
    [["hello", "--args", "[]"]],
    [["hello", "--timeout", "soon"]],
    [["hello", "--url", "ftp://x"]],
    [["hello", "--key", "a", "--senders", "2"]],
    [["hello", "--key", "dev0", "--url", "http://node.example", "--yes-i-may-load", "node.example"]],
    [["--contract", "0x1"]],
    [["--contract", "0x1", "--function", "f", "--args", "{i}"]],
    [["hello", "--unknown"]],
  ])("refuses %j", async (args) => {
    expect(await read(...args)).toMatchObject({ code: 2, order: undefined });
  });
});

it("reports what a chain says without markup and without control characters", () => {
  const statistics = new LoadStatistics();
  statistics.sent(0);
  statistics.answered(0, 10, {
    kind: "failed",
    error: "rpc <b>",
    words: "<script>alert('1')</script>\u001b[2J\u202e&",
  });
  const report: LoadReport = {
    program: "chainside load",
    started: "2026-01-01T00:00:00.000Z",
    interrupted: true,
    endpoints: ["http://127.0.0.1:1"],
    chain: { chainId: '"><img>', group: "group0", suite: "sm", nodeVersion: "3.16.4" },
    workload: "hello",
    contract: "0x1",
    limits: { count: 1, seconds: 1, rate: 5 },
    senders: 1,
    connections: 1,
    figures: statistics.figures(),
  };
  const page = loadReportPage(report, "en");
  expect(page).toContain("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;");
  expect(page).toContain("&quot;&gt;&lt;img&gt;");
  expect(page).toContain("default-src 'none'");
  expect(page).toContain("The run was interrupted.");
  for (const forbidden of ["<script", "<img", 'http-equiv="refresh', "src=", "href=", "\u001b", "\u202e"]) {
    expect(page).not.toContain(forbidden);
  }
  useCatalogue("zh", (english) => ({ Sent: "已发送", "{0}: {1}": "{0}：{1}" })[english]);
  const text = loadReportText(report);
  useCatalogue("en");
  expect(text).toContain("已发送：1");
  expect(text).toContain("1 × rpc <b>");
  expect(text).not.toContain("\u001b");
});
