import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { analyzeLogs } from "../../../src/nodeLogs/report/analyzeLogs";
import type { LogAnalysis } from "../../../src/nodeLogs/report/logAnalysis";
import { logStory } from "../../../src/nodeLogs/report/logStory";
import { englishAfterEach, useSources } from "../../support/chinese";

const recordings = join(import.meta.dirname, "../../fixtures/nodeLogs");
const folder = mkdtempSync(join(tmpdir(), "chainside-story-"));
afterAll(() => rmSync(folder, { recursive: true }));

const story = async (name: string): Promise<ReturnType<typeof logStory>> =>
  logStory(await analyzeLogs([join(recordings, name)]));

/** Recorded troubles, with what a stranger reads first of each, and what they are to do. */
const recorded = [
  {
    name: "outage",
    what: "two of four sealers killed under load, which come back",
    en: "2026-11-28 17:09:35–17:10:17 no blocks: 2 of 4 sealers ran, 3 are needed; missing: node2, node3",
    todo: "Find out from logs and systems why these nodes were missing: node2, node3.",
    zh: "2026-11-28 17:09:35–17:10:17 没有出块：4 个共识节点中只有 2 个在运行，至少需要 3 个；缺少：node2、node3",
    zhTodo: "请从日志和系统查明以下节点为何缺席：node2、node3。",
  },
  {
    name: "leaderStopped",
    what: "a sealer stopped under load",
    en: "2026-11-23 09:12:55–09:13:24 node2 was stopped, ran again after 29.1 s, turns as leader that others took: 14 (3 s at most), caught up from block 311 to 350",
    todo: "If it wasn't stopped on purpose, the system's log says who did: node2.",
    zh: "2026-11-23 09:12:55–09:13:24 node2 被停止，29.1 秒后重新运行，轮到其任主节点而由他人接替：14 次（最长 3 秒），追上区块 311 至 350",
    zhTodo: "如非有意停止，可从系统日志查明由谁停止：node2。",
  },
  {
    name: "nodeDown",
    what: "a sealer that is away for two minutes",
    en: "2026-11-23 09:15:05–09:15:35 no blocks: without node1, the others looked for a leader, from view 44 to 51",
    todo: "Find out from logs and systems why these nodes were missing: node1.",
    zh: "2026-11-23 09:15:05–09:15:35 没有出块：缺少 node1，其余节点在更换主节点，视图从 44 到 51",
    zhTodo: "请从日志和系统查明以下节点为何缺席：node1。",
  },
  {
    name: "frozenNodes",
    what: "nodes that hang",
    en: "2026-11-28 14:34:55–14:35:02 no blocks: 2 of 4 sealers ran, 3 are needed; missing: node1, node3",
    todo: "Find out from logs and systems why these nodes were missing: node1, node3.",
    zh: "2026-11-28 14:34:55–14:35:02 没有出块：4 个共识节点中只有 2 个在运行，至少需要 3 个；缺少：node1、node3",
    zhTodo: "请从日志和系统查明以下节点为何缺席：node1、node3。",
  },
  {
    name: "permissions",
    what: "transactions that fail",
    en: "2026-11-23 09:19:11–09:23:54 7 of 18 transactions failed",
    todo: "The status of each receipt says why. With an index, the saved question failure-reasons lists them.",
    zh: "2026-11-23 09:19:11–09:23:54 18 笔交易中有 7 笔失败",
    zhTodo: "各回执的状态说明原因；建有索引时，可用常用查询 failure-reasons 列出。",
  },
  {
    name: "bursts",
    what: "no trouble where an idle group changes its leader",
    en: "Blocks came without trouble.",
    todo: "",
    zh: "出块正常。",
    zhTodo: "",
  },
] as const;

describe("what happened is told first, of recorded logs", () => {
  englishAfterEach();

  it.each(recorded)("$name: $what", async ({ name, en, todo, zh, zhTodo }) => {
    const analysis = await analyzeLogs([join(recordings, name)]);
    expect(logStory(analysis)).toMatchObject({ headline: en, advice: todo });
    useSources("zh-cn");
    expect(logStory(analysis)).toMatchObject({ headline: zh, advice: zhTodo });
  });

  it("and the figures below agree: a change of the leader that no transaction waited for is no work", async () => {
    const idle = await analyzeLogs([join(recordings, "bursts")]);
    expect(idle.viewChanges.length).toBeGreaterThan(0);
    expect([idle.bottleneck, Math.max(...idle.blocks.map(({ workMs }) => workMs)) < 1000]).toEqual(["sealing", true]);
    const waited = await analyzeLogs([join(recordings, "nodeDown")]);
    expect(waited.bottleneck).toBe("viewChange");
  });

  it("all of it in the order of time, where there is more than one trouble", async () => {
    expect((await story("outage")).more).toEqual([
      "17:09:09–17:10:38 node3 ended without stopping: killed, crashed, or out of power, ran again after 89.3 s, turns as leader that others took: 26, caught up from block 553 to 631",
      "17:09:10–17:09:16 no blocks: without node3, the others looked for a leader, from view 11 to 13",
      "17:09:35–17:10:13 node2 ended without stopping: killed, crashed, or out of power, ran again after 38.1 s",
      "17:09:35–17:10:17 no blocks: 2 of 4 sealers ran, 3 are needed; missing: node2, node3",
      "17:10:43 no block within 3 s though transactions waited, so the leader was changed: 1 in all",
    ]);
    expect((await story("nodeDown")).more).toEqual([
      "09:15:05–09:15:35 no blocks: without node1, the others looked for a leader, from view 44 to 51",
      "09:15:09–09:17:11 node1 was stopped, ran again after 121.4 s, turns as leader that others took: 32 (3 s at most), caught up from block 363 to 455",
      "09:17:18 no block within 3 s though transactions waited, so the leader was changed: 1 in all",
      "09:17:48–09:17:50 2 of 173 transactions failed",
    ]);
    expect((await story("frozenNodes")).more).toEqual([
      "14:34:19–14:34:25 no blocks: the sealers looked for a leader, from view 8 to 9",
      "14:34:26–14:34:39 node1 wrote nothing for 13.4 s while others worked: it hung, or was halted",
      "14:34:29–14:34:40 no block within 3 s though transactions waited, so the leader was changed: 4 in all",
      "14:34:51–14:35:01 node3 wrote nothing for 10.5 s while others worked: it hung, or was halted",
      "14:34:51–14:35:01 node1 wrote nothing for 10.4 s while others worked: it hung, or was halted",
      "14:34:55–14:35:02 no blocks: 2 of 4 sealers ran, 3 are needed; missing: node1, node3",
    ]);
    expect((await story("permissions")).more).toEqual([]);
  });
});

const lineTime = /\|(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(\.\d+)\|/;
const shifted = (line: string, seconds: number): string =>
  line.replace(lineTime, (_, to: string, rest: string) => {
    const time = Date.parse(`${to.replace(" ", "T")}Z`) + seconds * 1000;
    return `|${new Date(time).toISOString().slice(0, 19).replace("T", " ")}${rest}|`;
  });

/** The story of recorded logs with the lines of each node changed. */
async function retold(
  name: string,
  change: (lines: string[], node: string) => string[] | undefined,
): Promise<ReturnType<typeof logStory>> {
  const place = mkdtempSync(join(folder, "retold-"));
  for (const file of readdirSync(join(recordings, name))) {
    const lines = gunzipSync(readFileSync(join(recordings, name, file)))
      .toString("latin1")
      .split("\n");
    const now = change(lines, file.replace(".log.gz", ""));
    if (now) writeFileSync(join(place, file.replace(".gz", "")), now.join("\n"), "latin1");
  }
  return logStory(await analyzeLogs([place]));
}

describe("logs that aren't as they were recorded", () => {
  it.each(["leaderStopped", "outage"])("clocks that differ are found and corrected: %s", async (name) => {
    const reported = await retold(name, (lines, node) =>
      node === "node0"
        ? lines.map((line) => shifted(line, -40))
        : node === "node2"
          ? lines.map((line) => shifted(line, 90))
          : lines,
    );
    const { headline, more } = await story(name);
    expect(reported.headline).toBe(headline);
    expect(reported.more).toEqual([
      ...more,
      "The clock of node0 is 40 s behind the others'. Its times are corrected here.",
      "The clock of node2 is 90 s ahead of the others'. Its times are corrected here.",
    ]);
  });

  it("a clock of another time zone is said to be one", async () => {
    const { more } = await retold("leaderStopped", (lines, node) =>
      node === "node2" ? lines.map((line) => shifted(line, 8 * 3600)) : lines,
    );
    expect(more.at(-1)).toBe(
      "The clock of node2 is 8 h ahead of the others', probably because of another time zone. Its times are corrected here.",
    );
  });

  it("clocks that are set back within a log go on by the clock before", async () => {
    const { more, headline } = await retold("leaderStopped", (lines) => {
      const at = lines.findIndex((line) => (lineTime.exec(line)?.[1] ?? "") >= "2026-11-23 09:13:40");
      return [...lines.slice(0, at), ...lines.slice(at).map((line) => shifted(line, -3600))];
    });
    const known = await story("leaderStopped");
    expect(headline).toBe(known.headline);
    const note =
      "The clock of node0, node1, node2, node3 was set back by 1 h at 2026-11-23 09:13:39, as at the end of summer time. Later times here go on by the clock before.";
    expect(more).toEqual([...known.more, note]);
  });

  it("a time of which no file is here is named, one in which nodes were down isn't", async () => {
    const cut = (lines: string[], at: number): string[] => [
      ...lines.slice(0, at),
      ...lines.slice(at).map((line) => shifted(line, 28 * 3600)),
    ];
    const { more, headline } = await retold("leaderStopped", (lines) =>
      cut(
        lines,
        lines.findIndex((line) => (lineTime.exec(line)?.[1] ?? "") >= "2026-11-23 09:13:40"),
      ),
    );
    expect(headline).toBe((await story("leaderStopped")).headline);
    expect(more.filter((line) => line.startsWith("No log"))).toEqual([
      "No log has anything of 2026-11-23 09:13:39–2026-11-24 13:13:40 (28 h): its files are missing here, or no node was running.",
    ]);
    // one node's file alone is missing: the others say what became of it
    const one = await retold("leaderStopped", (lines, node) =>
      node === "node0" ? lines.filter((line) => !/ 09:13:[23]/.test(line)) : lines,
    );
    expect(one.more.filter((line) => line.startsWith("No log"))).toEqual([]);
  });

  it("a node that ended by a full disk is said to have had none left", async () => {
    const { headline } = await retold("leaderStopped", (lines, node) => {
      const stop = lines.findIndex((line) => line.includes("]Stop"));
      if (node !== "node2" || stop < 0) return lines;
      const [time = ""] = lineTime.exec(lines[stop - 1] ?? "") ?? [];
      const full = `error${time}t|[STORAGE-RocksDB]Commit failed, IO error: No space left on device: While appending`;
      return [...lines.slice(0, stop), full, ...lines.slice(stop).filter((line) => !line.includes("Stop"))];
    });
    expect(headline).toMatch(
      /^2026-11-23 09:12:55–09:13:24 node2 had no space left on its disk, node2 ended without stopping: killed, crashed, or out of power, ran again/,
    );
  });

  it("a node that says nothing of its end ended by itself, also where its log begins right before", async () => {
    const { more } = await retold("nodeDown", (lines) => lines.filter((line) => !line.includes("Stop")));
    expect(more[1]).toMatch(/node1 ended without stopping: killed, crashed, or out of power, ran again after 121.5 s/);
  });

  it("a log that was cut isn't a node that ended", async () => {
    const { more } = await retold("nodeDown", (lines, node) =>
      node === "node1" ? lines : [...lines.slice(0, Math.floor(lines.length * 0.6)), "info|2026-11-23 09:16"],
    );
    expect(more.filter((each) => each.includes("didn't come back"))).toEqual([]);
  });

  it("a sealer whose log isn't here is missed by the others", async () => {
    const { headline } = await retold("outage", (lines, node) => (node === "node0" ? lines : undefined));
    expect(headline).toBe(
      "2026-11-28 17:09:35–17:10:17 no blocks: without 7bcac52d, the others looked for a leader, from view 24 to 30",
    );
  });

  it("a node that ends again and again is said to", async () => {
    // what tells of blocks stands once, or the clocks would seem to differ
    const earlier = (lines: readonly string[], seconds: number): string[] =>
      lines.filter((line) => !/number|blk|index/i.test(line)).map((line) => shifted(line, seconds));
    const { more } = await retold("outage", (lines, node) =>
      node === "node3" ? [...earlier(lines, -600), ...earlier(lines, -300), ...lines] : lines,
    );
    expect(more.filter((each) => each.includes("again and again"))).toEqual([
      "16:59:08–17:10:38 node3 ended again and again: 3 times",
    ]);
  });

  it("a night without logs is no time without blocks", async () => {
    const { headline } = await retold("outage", (lines) => [...lines.map((line) => shifted(line, -86_400)), ...lines]);
    expect(headline).toBe(
      "2026-11-27 17:09:35–17:10:17 no blocks: 2 of 4 sealers ran, 3 are needed; missing: node2, node3",
    );
  });
});

/** Names and fields of the new vocabulary, by those of the old. */
const renamed: readonly (readonly [old: RegExp, now: string])[] = [
  [/\]batchFetchTxs success/, "]TxsFetched"],
  [/\]handlePrePrepareMsg and broadcast prepare packet(.*?),reqIndex=/, "]PrepareSent$1,index="],
  [/\]handlePrePrepareMsg(,.*?),reqIndex=/, "]PrePrepareReceived$1,index="],
  [/\]intoPrecommit(.*?),reqIndex=/, "]PrepareQuorum$1,index="],
  [/\]#{8} CommitProposal(.*?),propIndex=/, "]######## CommitQuorum$1,index="],
  [/\]asyncExecuteBlock success(.*?),number=/, "]ProposalExecuted$1,index="],
  [/\]checkAndCommitStableCheckPoint/, "]CheckpointQuorum"],
  [/\]commitStableCheckPoint success/, "]BlockCommitted"],
  [/\]BlockSync: applyBlock success/, "]BlockApplied"],
  [/\]commitBlockState success/, "]BlockCommitted"],
  [/\]After onTimeout(.*?),consensusTimeout=/, "]ViewChangeTriggered,reason=consensus_timeout$1,waitedMs="],
  [
    /\]tryTriggerFastViewChange for the faulty leader(.*?),leaderIndex=/,
    "]ViewChangeTriggered,reason=faulty_leader$1,leaderIdx=",
  ],
  [/\]tryToTriggerFastViewChange/, "]ViewChangeTriggered,reason=f_plus_one_higher_view"],
  [/\]reachNewView/, "]NewViewReached"],
  [/\]TCP Connection refused by node/, "]PeerConnectFailed"],
  [/\]onRemoveNodeIDs(.*?),p2pid=/, "]PeerDisconnected$1,peer="],
];

function rewritten(line: string): string {
  const [old, now] = renamed.find(([before]) => before.test(line)) ?? [];
  if (!old || now === undefined) {
    // blocks that came by sync have no sealer
    return /\^{8}Report(?!,sealer)/.test(line) ? line.replace("^Report", "^Report,sealer=-1,txs=-1") : line;
  }
  const message = line.replace(old, now);
  if (now.startsWith("]ProposalExecuted")) return message.replace(/,txsSize=\d+/, "");
  if (now.includes("ViewChangeTriggered"))
    return message
      .replace(/,committedIndex=(\d+)/, (_, height: string) => `,waitingIndex=${Number(height) + 1}`)
      .replace(/,leader=[0-9a-f.]+/, "");
  return message;
}

/** Without what only the old vocabulary has: the node ID of a leader that is gone, and the name of a warning. */
const findings = ({ files: _f, bytes: _b, warnings: _w, ...rest }: LogAnalysis): unknown =>
  JSON.parse(JSON.stringify(rest, (name, value) => (name === "at" || name === "nodeId" ? undefined : value)));

describe("a log in the vocabulary of the 3.18 line", () => {
  it.each(["leaderStopped", "nodeDown", "outage"])("tells what it told in the old one: %s", async (name) => {
    mkdirSync(join(folder, name));
    let changed = 0;
    for (const file of readdirSync(join(recordings, name))) {
      const lines = gunzipSync(readFileSync(join(recordings, name, file)))
        .toString("utf8")
        .split("\n");
      const now = lines.map(rewritten);
      changed += now.filter((line, at) => line !== lines[at]).length;
      writeFileSync(join(folder, name, file.replace(".gz", "")), now.join("\n"));
    }
    expect(changed).toBeGreaterThan(1000);
    const [before, after] = [await analyzeLogs([join(recordings, name)]), await analyzeLogs([join(folder, name)])];
    expect(findings(after)).toEqual(findings(before));
    expect(logStory(after)).toEqual(logStory(before));
  });

  it("has the same story where votes aren't written", async () => {
    const quiet = join(folder, "quiet");
    mkdirSync(quiet);
    for (const file of readdirSync(join(recordings, "outage"))) {
      const lines = gunzipSync(readFileSync(join(recordings, "outage", file)))
        .toString("utf8")
        .split("\n");
      const now = lines.map(rewritten).filter((line) => !line.includes("]PrepareSent"));
      writeFileSync(join(quiet, file.replace(".gz", "")), now.join("\n"));
    }
    expect(logStory(await analyzeLogs([quiet]))).toEqual(await story("outage"));
  });
});
