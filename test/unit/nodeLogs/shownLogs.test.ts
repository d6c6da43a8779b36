import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { logExcerpt } from "../../../src/nodeLogs/reading/logExcerpt";
import { timeAt } from "../../../src/nodeLogs/reading/logLine";
import { analyzeLogs } from "../../../src/nodeLogs/report/analyzeLogs";
import { logTimeline } from "../../../src/nodeLogs/report/logTimeline";
import { shownLogs } from "../../../src/nodeLogs/service/shownLogs";

const killed = join(import.meta.dirname, "../../fixtures/nodeLogs/leaderKilled");
const folder = mkdtempSync(join(tmpdir(), "chainside-shown-logs-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("what a page shows of logs", () => {
  it("has every block in one interval, with the average of its stages", async () => {
    const analysis = await analyzeLogs([killed]);
    const { points, step, range } = logTimeline(analysis);
    expect(points.length).toBeGreaterThan(1);
    expect(((range?.to ?? 0) - (range?.from ?? 0)) / step).toBeLessThanOrEqual(120);
    const sum = (values: readonly (number | undefined)[]): number =>
      values.reduce<number>((all, each) => all + (each ?? 0), 0);
    expect(sum(points.map(({ transactions }) => transactions))).toBe(
      sum(analysis.blocks.map(({ transactions }) => transactions)),
    );
    for (const { time, stages, maxMs } of points) {
      const own = analysis.blocks.filter((block) => Math.floor(timeAt(block.time, 0) / step) * step === time);
      const executed = own.flatMap((block) => block.stages.execution ?? []);
      if (executed.length > 0) expect(stages.execution).toBeCloseTo(sum(executed) / executed.length, 6);
      expect(maxMs).toBe(Math.max(...own.map(({ workMs }) => workMs)));
    }
    expect(logTimeline({ blocks: [] })).toEqual({ step: 100, points: [] });
  });

  it("says how many lines of a long list it shows", async () => {
    const analysis = await analyzeLogs([killed]);
    const [lost] = analysis.connections;
    const titleOf = (count: number): string | undefined =>
      shownLogs({
        ...analysis,
        connections: Array.from({ length: count }, () => lost as NonNullable<typeof lost>),
      }).tables.find(({ id }) => id === "connections")?.title;
    expect(titleOf(200)).toBe("Connections between nodes");
    expect(titleOf(1500)).toBe("Connections between nodes (the first 200 of 1,500)");
  });

  it("says why views changed, and leads to the line that says so", async () => {
    const analysis = await analyzeLogs([killed]);
    const { tables, files, stages, points, summary } = shownLogs(analysis);
    expect(stages).not.toContain("pool (waiting for transactions)");
    expect(points.every((point) => point.stages.length === stages.length)).toBe(true);
    expect(summary.join("\n")).toMatch(/Bottleneck: /);
    const views = tables.find(({ id }) => id === "views");
    const gone = views?.lines.find(({ cells }) => cells.join().includes("isn't connected"));
    expect(gone?.at).toBeDefined();
    const path = files[gone?.at?.file ?? -1] ?? "";
    const excerpt = await logExcerpt(path, gone?.at?.offset ?? -1);
    expect(excerpt.whole).toBeUndefined();
    expect(excerpt.text.split("\n")[excerpt.line]).toContain(gone?.cells[0]?.slice(11, 19) ?? "nothing");
  });

  it("finds a line of a plain log by its byte, and of a packed one the lines around it", async () => {
    const text = gunzipSync(readFileSync(join(killed, "node0.log.gz"))).toString("utf8");
    const path = join(folder, "plain.log");
    writeFileSync(path, text);
    const lines = text.split("\n");
    for (const at of [0, 1, Math.floor(lines.length / 2), lines.length - 2]) {
      const offset = Buffer.byteLength(
        lines
          .slice(0, at)
          .map((line) => `${line}\n`)
          .join(""),
      );
      const plain = await logExcerpt(path, offset);
      expect(plain.whole).toBe(at);
      expect(plain.text.split("\n")[plain.line]).toBe(lines[at]);
      const packed = await logExcerpt(join(killed, "node0.log.gz"), offset);
      expect(packed.text.split("\n")[packed.line]).toBe(lines[at]);
      expect(packed.text.length).toBeLessThan(200_000);
    }
    await expect(logExcerpt(folder, 0)).rejects.toThrow();
  });
});
