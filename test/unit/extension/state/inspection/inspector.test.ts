import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import { InspectorProcess } from "../../../../../src/extension/state/inspection/inspector";

/** Answers by what it is asked for: its process number, an error of ours, one of its own, its end, or never. */
const program = `
process.once("disconnect", () => process.exit(0));
process.on("message", ({ kind, id, order }) => {
  if (kind !== "order") return;
  const what = order.contract;
  const done = (result, then) => process.send({ kind: "result", id, result }, then);
  const failed = (failure) => process.send({ kind: "failure", id, failure });
  if (what === "number") done(process.pid);
  if (what === "locale") done(process.env.CHAINSIDE_LOCALE);
  if (what === "ours") failed({ code: "hostNotFound", message: "", advice: "", details: { endpoint: "a:1" } });
  if (what === "other") failed({ code: "elsewhere", message: "It broke.", advice: "Mend it.", details: {} });
  if (what === "leave") {
    process.removeAllListeners("disconnect");
    setInterval(() => undefined, 1000);
    done(process.pid, () => process.disconnect());
  }
  if (what === "end") { console.error("that was all"); process.exit(3); }
});
`;

describe("the inspector as a process", () => {
  const folder = mkdtempSync(join(tmpdir(), "chainside-inspector-"));
  const warned: string[] = [];
  const inspector = new InspectorProcess(
    join(folder, "inspector.cjs"),
    () => ({ CHAINSIDE_LOCALE: "zh-cn" }),
    (text) => warned.push(text),
  );
  const ask = (contract: string, signal?: AbortSignal): Promise<unknown> =>
    inspector.inspect({ kind: "storage", contract } as never, signal);
  const isRunning = (pid: unknown): boolean => {
    try {
      return process.kill(Number(pid), 0);
    } catch {
      return false;
    }
  };
  beforeAll(() => writeFileSync(join(folder, "inspector.cjs"), program));
  afterEach(() => inspector.dispose());
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is one for all questions, and is told the language", async () => {
    const [first, second, locale] = await Promise.all([ask("number"), ask("number"), ask("locale")]);
    expect(second).toBe(first);
    expect(locale).toBe("zh-cn");
  });

  it("gives errors their own words, those of others as they are", async () => {
    await expect(ask("ours")).rejects.toMatchObject({ code: "hostNotFound" });
    await expect(ask("other")).rejects.toThrow("It broke. Mend it.");
  });

  it("leaves a question that is cancelled, and ends when no other waits", async () => {
    const pid = await ask("number");
    const abort = new AbortController();
    const never = ask("never", abort.signal);
    abort.abort();
    await expect(never).rejects.toBeInstanceOf(Cancelled);
    await expect.poll(() => isRunning(pid)).toBe(false);
    await expect(ask("number", abort.signal)).rejects.toBeInstanceOf(Cancelled);
    expect(await ask("number")).not.toBe(pid);
  });

  it("keeps the others that wait when one is cancelled", async () => {
    const abort = new AbortController();
    const never = ask("never", abort.signal);
    const other = ask("number");
    abort.abort();
    await expect(never).rejects.toBeInstanceOf(Cancelled);
    expect(await other).toBeTypeOf("number");
  });

  it("fails what waits when it ends by itself, tells what it said, and is started anew", async () => {
    const waiting = ask("never");
    await expect(Promise.all([waiting, ask("end")])).rejects.toThrow("the inspector ended (3)");
    await expect.poll(() => warned.join()).toContain("that was all");
    expect(await ask("number")).toBeTypeOf("number");
  });

  it("fails what waits when it closes its channel, whose end is only on its way, and is started anew", async () => {
    const waiting = ask("never").catch((error: unknown) => error);
    const pid = await ask("leave");
    // the question may still go to the one that leaves
    const next = await ask("number").catch(() => ask("number"));
    expect(next).toBeTypeOf("number");
    expect(next).not.toBe(pid);
    expect(String(await waiting)).toContain("the inspector ended");
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it("fails what waits when it closes its channel and nobody asks again", async () => {
    const waiting = ask("never");
    await ask("leave");
    await expect(waiting).rejects.toThrow("the inspector ended");
  });
});
