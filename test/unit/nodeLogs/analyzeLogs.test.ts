import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, it, vi } from "vitest";
import { runLogs } from "../../../src/cli/commands/logs";
import { analysisText } from "../../../src/cli/logs/analysisText";
import { findLogs } from "../../../src/nodeLogs/reading/findLogs";
import * as logFile from "../../../src/nodeLogs/reading/logFile";
import { type AnalyzeOptions, analyzeLogs } from "../../../src/nodeLogs/report/analyzeLogs";
import type { LogAnalysis } from "../../../src/nodeLogs/report/logAnalysis";
import { logSummary } from "../../../src/nodeLogs/report/logWords";
import { mebibyte } from "../../../src/text/limits/sizes";
import { typedTime } from "../../../src/text/typedTime";

const recordings = join(import.meta.dirname, "../../fixtures/nodeLogs");
const killed = join(recordings, "leaderKilled");
const folder = mkdtempSync(join(tmpdir(), "chainside-logs-"));
afterAll(() => rmSync(folder, { recursive: true }));

const unpacked = (node: string): string => gunzipSync(readFileSync(join(killed, `${node}.log.gz`))).toString("utf8");

function written(name: string, files: Readonly<Record<string, string | Buffer>>): string {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, name, file);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
  }
  return join(folder, name);
}

const range = (from: string, to?: string): AnalyzeOptions => ({
  from: typedTime(from, "UTC") ?? 0,
  ...(to === undefined ? {} : { to: typedTime(to, "UTC") ?? 0 }),
});

/** Without what differs between the same logs in other files. */
const reportTo = ({ files: _files, bytes: _bytes, ...rest }: LogAnalysis): unknown =>
  JSON.parse(JSON.stringify(rest, (name, value) => (name === "at" ? undefined : value)));

it("a log belongs to the node whose config.ini names its folder", async () => {
  const line = "info|2026-11-23 09:18:00.000000|[CONSENSUS]something,index=1\n";
  const log = "log_2026112309.18.log";
  const chain = written("named", {
    "node0/config.ini": "[log]\nlog_path = ./written/here\n",
    [`node0/written/here/${log}`]: line,
    "node1/config.ini": "[log]\nlog_path = elsewhere\n",
    [`node1/log/${log}`]: line,
    [`node2/journal/${log}`]: line,
  });
  const found = (await findLogs([chain], {})).map(({ name, folder }) => [name, folder]);
  expect(found).toEqual([
    ["journal", join(chain, "node2/journal")],
    ["node0", join(chain, "node0")],
    ["node1", join(chain, "node1")],
  ]);
});

it("logs outside a node's folder are found by its config.ini, and no others beside them", async () => {
  const line = "info|2026-11-23 09:18:00.000000|[CONSENSUS]something,index=1\n";
  const chain = written("apart", {
    "chain/node0/config.ini": "[log]\nlog_path = ../../logs/zero\narchive_path=../../logs/full\n",
    "logs/zero/log_2026112309.18.log": line,
    "logs/zero/other.log": line,
    "logs/full/log_2026112308.18.log": line.replace("09:18", "08:18"),
  });
  const found = await findLogs([join(chain, "chain")], {});
  expect(found.map(({ name, folder, files }) => [name, folder, files.map(({ path }) => basename(path))])).toEqual([
    ["node0", join(chain, "chain/node0"), ["log_2026112308.18.log", "log_2026112309.18.log"]],
  ]);
});

it("a log that the node moves away meanwhile is told as gone, and the rest is read", async () => {
  const line = "info|2026-11-23 09:18:00.000000|[CONSENSUS]something,index=1\r\n";
  const path = written("moved", {
    "node0/log/log_2026112309.18.log": line,
    "node0/log/log_2026112310.18.log": line.replace("09:18", "10:18").trimEnd(),
  });
  const reading = vi.spyOn(logFile, "readLogFile");
  reading.mockImplementationOnce(async (file, ...rest) => {
    unlinkSync(file.path);
    return logFile.readLogFile(file, ...rest);
  });
  const analysis = await analyzeLogs([path]);
  reading.mockRestore();
  expect(analysis.files.map(({ gone }) => gone)).toEqual([true, undefined]);
  expect(analysis.nodes).toMatchObject([{ name: "node0", last: "2026-11-23 10:18:00.000" }]);
  expect(logSummary(analysis).join("\n")).toContain("was moved or deleted while the logs were read");
});

it("the command takes wildcards and whole days, and refuses times that run backwards", async () => {
  const path = written("typed", {
    "node0/log/log_2026112309.18.log": `info|2026-11-23 09:18:00.000000|[X]y,index=1\n`,
  });
  const run = async (...args: string[]) => {
    const messages: string[] = [];
    const writing = (["log", "error"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((text) => void messages.push(String(text))),
    );
    const code = await runLogs(["analyze", ...args]);
    for (const each of writing) each.mockRestore();
    return [code, messages.join("")] as const;
  };
  const day = ["--from", "2026-11-23", "--to", "2026-11-23", "--json"];
  const [code, message] = await run(join(path, "node*"), ...day);
  expect([code, (JSON.parse(message) as LogAnalysis).nodes[0]?.name]).toEqual([0, "node0"]);
  expect((await run(path, "--to", "2026-11-23 09:17", "--json"))[0]).toBe(1);
  expect((await run(path, "--to", "2026-11-23 09:18", "--json"))[0]).toBe(0);
  expect(await run(path, "--from", "2026-11-24", "--to", "2026-11-23")).toEqual([
    2,
    expect.stringContaining("--from must not be later than --to"),
  ]);
  expect(await run(path, join(path, "none"))).toEqual([2, expect.stringContaining(join(path, "none"))]);
});

describe("a chain whose node 2 was stopped and started again", () => {
  it("has its blocks with the time of each stage, over all nodes", async () => {
    const { blocks, nodes, stages, bottleneck } = await analyzeLogs([killed]);
    // the recording leaves out a quarter of a minute
    const heights = blocks.map(({ height }) => height).filter((height) => height < 335);
    expect(heights).toEqual(heights.map((_, place) => (heights[0] ?? 0) + place));
    expect(nodes.map(({ name, nodeId }) => [name, nodeId])).toEqual([
      ["node0", "c856836e"],
      ["node1", "9cf077f7"],
      ["node2", "8e41507a"],
      ["node3", "da405be8"],
    ]);
    const whole = blocks.find(({ height }) => height === 310);
    expect(whole?.nodes.map(({ node }) => node)).toEqual(["node0", "node1", "node2", "node3"]);
    expect(Object.keys(whole?.stages ?? {})).toEqual(
      expect.arrayContaining(["sealing", "proposal", "prepare", "commit", "execution", "checkpoint", "storage"]),
    );
    // stages follow each other: from the first transaction that is sealed to the block in the ledger
    const leading = whole?.nodes.find(({ node }) => node === whole.leader);
    const sum = Object.entries(leading?.stages ?? {}).reduce(
      (all, [stage, ms]) => (stage === "pool" ? all : all + ms),
      0,
    );
    expect(sum).toBeGreaterThan(400);
    expect(sum).toBeLessThan((whole?.intervalMs ?? 0) + 50);
    // min_seal_time of this chain is 500 ms, and no block was full
    expect(stages.find(({ stage }) => stage === "sealing")?.medianMs).toBeGreaterThan(499);
    expect(bottleneck).toBe("sealing");
  });

  it("has times with dates in the terminal where it goes over several days, and without them else", async () => {
    const rows = async (path: string): Promise<string[]> =>
      analysisText(await analyzeLogs([path]), true).filter((line) => /\d\d:\d\d:\d\d\.\d{3}/.test(line));
    const [, ...oneDay] = await rows(killed);
    expect(oneDay.length).toBeGreaterThan(50);
    for (const line of oneDay) expect(line).not.toContain("2026-11-23");
    const nights = written("overnight", {
      "node0/log/log_2026112309.18.log": unpacked("node0"),
      "node0/log/log_2026112509.18.log": unpacked("node0").replaceAll("|2026-11-23 ", "|2026-11-25 "),
    });
    const [, ...overnight] = await rows(nights);
    expect(new Set(overnight.map((line) => /2026-11-\d\d(?= \d\d:)/.exec(line)?.[0]))).toEqual(
      new Set(["2026-11-23", "2026-11-25"]),
    );
  });

  it("says who was gone, by name, and which changes of the view that made", async () => {
    const { viewChanges, connections, nodeEvents, catchUps, slowBlocks } = await analyzeLogs([killed]);
    expect(viewChanges[0]).toMatchObject({
      ...{ height: 313, from: 23, to: 24, leader: "node2" },
      reason: { kind: "leaderGone", nodeId: "8e41507a" },
    });
    expect(viewChanges.map(({ reason: { kind } }) => kind)).toContain("timeout");
    expect(new Set(connections.map(({ peer }) => peer))).toEqual(new Set(["node2"]));
    expect(
      connections
        .filter(({ kind }) => kind === "lost")
        .map(({ node }) => node)
        .sort(),
    ).toEqual(["node0", "node1", "node3"]);
    expect(connections.filter(({ kind }) => kind === "restored")).toHaveLength(3);
    expect(nodeEvents.map(({ node, kind }) => `${node} ${kind}`)).toEqual(["node2 stopped", "node2 started"]);
    expect(catchUps).toMatchObject([{ node: "node2", from: 311 }]);
    expect(slowBlocks.find(({ height }) => height === 353)).toMatchObject({ stage: "viewChange" });
  });

  it("leads to the line that a block begins with", async () => {
    const { blocks, files } = await analyzeLogs([killed]);
    const node = blocks.find(({ height }) => height === 312)?.nodes.find((each) => each.node === "node0");
    const text = gunzipSync(readFileSync(files[node?.at.file ?? -1]?.path ?? "")).toString("latin1");
    const line = text.slice(node?.at.offset).split("\n")[0];
    expect(line).toMatch(/[=,]312(?:,|$)/);
    expect(text.split("\n")[(node?.at.line ?? 0) - 1]).toBe(line);
  });

  it("is the same from rotated files, plain and packed, in the folders of the nodes", async () => {
    for (const node of ["node0", "node1", "node2", "node3"]) {
      const lines = unpacked(node).split(/(?<=\n)/);
      const middle = Math.floor(lines.length / 2);
      const own = written(`chain/127.0.0.1/${node}`, {
        "log/log_2026112309.12.log": lines.slice(0, middle).join(""),
        "log/log_2026112309.13.log": lines.slice(middle).join("").replaceAll("\n", "\r\n"),
        "config.ini": `[p2p]\n    listen_port=3031${node.at(-1)}\n`,
      });
      if (node === "node1") {
        copyFileSync(join(killed, "node1.log.gz"), join(own, "log/log_2026112309.12.log.gz"));
        rmSync(join(own, "log/log_2026112309.12.log"));
        rmSync(join(own, "log/log_2026112309.13.log"));
      }
    }
    const [packed, plain] = [await analyzeLogs([killed]), await analyzeLogs([join(folder, "chain")])];
    expect(reportTo(plain)).toEqual(reportTo(packed));
  });
});

describe("a range of time", () => {
  it("is found without reading the rest of a large file", async () => {
    const filler = (minute: number): string =>
      Array.from(
        { length: 4000 },
        (_, at) =>
          `info|2026-11-23 0${8 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}.000000|t-1|[P2PService]nothing,${"x".repeat(200)}\n`,
      )
        .sort()
        .join("");
    const path = join(written("large", { "node0.log": "" }), "node0.log");
    for (let minute = 0; minute < 72; minute++) appendFileSync(path, filler(minute));
    appendFileSync(path, unpacked("node0"));
    for (let minute = 80; minute < 100; minute++) appendFileSync(path, filler(minute));
    const part = range("2026-11-23 09:12:55", "2026-11-23 09:13:05");
    const all = await analyzeLogs([join(killed, "node0.log.gz")], part);
    const found = await analyzeLogs([path], part);
    expect(found.blocks.length).toBeGreaterThan(10);
    expect(reportTo(found)).toEqual({ ...(reportTo(all) as object), lines: expect.any(Number) });
    expect(found.bytes).toBeLessThan(3_000_000);
    expect((await analyzeLogs([path])).bytes).toBeGreaterThan(50_000_000);
  });
});

describe("a log that means no good", () => {
  const report = (height: string, time = "2026-11-23 09:12:54.000000"): string =>
    `info|${time}|t-1|[CONSENSUS][PBFT][METRIC]^^^^^^^^Report,sealer=0,txs=1,committedIndex=${height},Idx=0,nodeId=00ff00ff...\n`;

  it("is read in one pass, whatever its lines hold", async () => {
    const hostile = [
      "[".repeat(50_000),
      `info|${"|".repeat(50_000)}`,
      `info|2026-11-23 09:12:54.000000|${"t".repeat(50_000)}`,
      `info|2026-11-23 09:12:54.000000|t|${"[A]".repeat(20_000)}`,
      `info|2026-99-99 99:99:99.999999|t|[A]x,index=1`,
      `error|2026-11-23 09:12:54.000000|t|[A]\u001b]52;c;${"=".repeat(30_000)}`,
      `info|2026-11-23 09:12:54.000000|t|[CONSENSUS][PBFT]handlePrePrepareMsg${",reqIndex=".repeat(6000)}`,
    ];
    const lines = Array.from({ length: 40 }, () => hostile.join("\n")).join("\n");
    const path = written("hostile", { "node0.log": `${lines}\n${"y".repeat(3_000_000)}\n${report("7")}` });
    const { blocks, warnings, nodes } = await analyzeLogs([path]);
    expect(blocks.map(({ height }) => height)).toEqual([7]);
    expect(warnings[0]?.text.length).toBeLessThan(200);
    expect(nodes).toMatchObject([{ name: "node0", nodeId: "00ff00ff", blocks: 1 }]);
  });

  it("keeps no more than there is room for", async () => {
    const many = Array.from({ length: 5000 }, (_, at) => {
      const proposal = `info|2026-11-23 09:12:54.000000|t-1|[PBFT]handlePrePrepareMsg,reqIndex=${1_000_000 + at},x\n`;
      return `${proposal}error|2026-11-23 09:12:54.000000|t-1|[X]kind ${at},a=1\n`;
    });
    const path = written("many", { "node0.log": `${many.join("")}${report("3")}` });
    const { warnings, blocks } = await analyzeLogs([path]);
    expect(warnings).toHaveLength(300);
    expect(blocks.map(({ height }) => height)).toEqual([3]);
  });

  it("takes no height that is none, and none twice", async () => {
    const path = written("heights", {
      "node0.log": ["-1", "1e9", "99999999999999999999", "", "5", "5", "6", "4"].map((each) => report(each)).join(""),
    });
    const { blocks } = await analyzeLogs([path]);
    expect(blocks.map(({ height, nodes }) => [height, nodes.length])).toEqual([
      [5, 1],
      [6, 1],
    ]);
  });

  it("is read as far as a packed file goes that was cut", async () => {
    const whole = readFileSync(join(killed, "node0.log.gz"));
    const path = written("cut", { "node0.log.gz": whole.subarray(0, whole.length / 2) });
    const { files, blocks } = await analyzeLogs([path]);
    expect(files).toMatchObject([{ damaged: true }]);
    expect(blocks.length).toBeGreaterThan(3);
  });

  it("is read as far as a log may unpack, of a packed file that unpacks to far more", async () => {
    const log = gunzipSync(readFileSync(join(killed, "node0.log.gz")));
    const path = written("bomb", {
      "node0.log.gz": Buffer.concat([gzipSync(log), gzipSync(Buffer.alloc(200 * mebibyte))]),
    });
    const analysis = await analyzeLogs([path]);
    expect(analysis.files).toMatchObject([{ swollen: true }]);
    expect(analysis.blocks.length).toBeGreaterThan(3);
    expect(analysis.bytes).toBeLessThan(200 * mebibyte);
    expect(logSummary(analysis).join("\n")).toContain("far larger unpacked than a log");
  });

  it("is nothing where there is no log", async () => {
    const path = written("empty", { "node0.log": "hello\n", "readme.txt": "info|2026-11-23 09:12:54.000000|x\n" });
    expect((await analyzeLogs([path])).nodes).toEqual([]);
    await expect(analyzeLogs([path, join(path, "missing")])).rejects.toMatchObject({ code: "ENOENT" });
  });
});

it("a node that is alone among the sealers changes no view", async () => {
  const { viewChanges, bottleneck, blocks } = await analyzeLogs([join(recordings, "permissions")]);
  expect(viewChanges).toEqual([]);
  expect(bottleneck).toBe("execution");
  expect(blocks.reduce((sum, { failed = 0 }) => sum + failed, 0)).toBe(7);
});
