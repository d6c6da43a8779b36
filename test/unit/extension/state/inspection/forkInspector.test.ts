import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import {
  type ForkQuestions,
  forkedInspector,
  type TransactionOrder,
} from "../../../../../src/extension/state/inspection/inspector";

/** Asks whether it may begin, then its chain, then tells all that it heard; other orders fail, end or never end. */
const program = `
process.once("disconnect", () => process.exit(0));
const heard = [];
const ask = (id, name, question) => process.send({ kind: "ask", id, of: 1, name, question });
process.on("message", ({ kind, order, answer }) => {
  if (kind === "answer") heard.push(answer);
  if (order?.transaction === "end") { console.error("that was all"); process.exit(3); }
  if (order?.transaction === "broken") process.send({ kind: "failure", id: 1, failure: { code: "cannotDebug", message: "It broke.", details: {} } });
  if (order?.transaction === "ask") ask(7, "begin", ["four blocks"]);
  if (order?.transaction === "never") process.send({ kind: "tells", id: 1, tells: { doing: "blocks", done: 1, total: process.pid } });
  if (heard.length === 1) ask(8, "chain", { method: "getBlockNumber", params: ["group0"] });
  if (heard.length === 2) process.send({ kind: "result", id: 1, result: { heard, pid: process.pid } });
});
`;

describe("the inspector of one transaction of a real chain", () => {
  const folder = mkdtempSync(join(tmpdir(), "chainside-forked-"));
  const warned: string[] = [];
  const inspect = forkedInspector(
    join(folder, "inspector.cjs"),
    () => ({}),
    (text) => warned.push(text),
  );
  const ask = (
    transaction: string,
    questions: Partial<ForkQuestions> = {},
    signal?: AbortSignal,
  ): Promise<{ pid: number; heard: unknown[] }> =>
    inspect(
      {
        kind: "state",
        transaction,
        chain: { url: "", group: "group0" },
        fork: {},
        folder,
        trusted: true,
      } as TransactionOrder,
      {
        chain: async ({ method }) => ({ text: method, id: 3, endpoint: "there" }),
        begin: async () => true,
        report: () => undefined,
        ...questions,
      },
      signal,
    ) as never;
  const isRunning = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  beforeAll(() => writeFileSync(join(folder, "inspector.cjs"), program));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("asks before it begins, asks its chain through us, and ends with its answer", async () => {
    const lines: string[] = [];
    const { heard, pid } = await ask("ask", {
      begin: async (messages) => {
        lines.push(...messages);
        return true;
      },
    });
    expect(lines).toEqual(["four blocks"]);
    expect(heard).toEqual([true, { text: "getBlockNumber", id: 3, endpoint: "there" }]);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it("is left when nobody wants it", async () => {
    await expect(ask("ask", { begin: async () => false })).rejects.toBeInstanceOf(Cancelled);
  });

  it("ends at once when it is cancelled", async () => {
    const abort = new AbortController();
    let pid = 0;
    const never = ask(
      "never",
      {
        report: ({ total }) => {
          pid = total;
          abort.abort();
        },
      },
      abort.signal,
    );
    await expect(never).rejects.toBeInstanceOf(Cancelled);
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isRunning(pid)).toBe(false);
    await expect(ask("never", {}, abort.signal)).rejects.toBeInstanceOf(Cancelled);
  });

  it("fails in its own words, in those of who asks its chain, and when it ends by itself", async () => {
    await expect(ask("broken")).rejects.toThrow("It broke.");
    const broken = { chain: () => Promise.reject(new Error("no connection")) };
    await expect(ask("ask", broken)).rejects.toThrow("no connection");
    await expect(ask("end")).rejects.toThrow("the inspector ended (3)");
    await expect.poll(() => warned.join()).toContain("that was all");
  });
});
