import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { ChainError } from "../../../src/errors/chainError";
import { Program, type ProgramStart } from "../../../src/processes/program";
import type { OrderOf } from "../../../src/processes/protocol";

/** What the program of this test does. */
interface TrialProtocol {
  readonly orders: {
    readonly add: OrderOf<readonly number[], number, { readonly soFar: number }>;
    readonly environment: OrderOf<undefined, Readonly<Record<string, string>>>;
    readonly fail: OrderOf<"ours" | "other">;
    readonly ask: OrderOf<string, string>;
    readonly wait: OrderOf<undefined>;
    /** Whether a `wait` was left. */
    readonly left: OrderOf<undefined, boolean>;
    readonly loop: OrderOf<undefined>;
    readonly leave: OrderOf<number>;
    /** Writes bytes, in hex, to its standard error. */
    readonly complain: OrderOf<string>;
  };
  readonly asks: { readonly word: { readonly question: string; readonly answer: string } };
}

const folder = mkdtempSync(join(tmpdir(), "chainside-program-"));
const file = join(folder, "program.ts");
const module = (path: string): string =>
  JSON.stringify(pathToFileURL(resolve(import.meta.dirname, "../../../src", path)).href);
const source = `
import { writeSync } from "node:fs";
import { clientError } from ${module("errors/clientError.ts")};
import { errorMessage } from ${module("errors/errorMessage.ts")};
import { serveStarter } from ${module("processes/serveStarter.ts")};
let left = false;
const forever = (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => { left = true; reject(signal.reason); }));
serveStarter({
  add: (numbers, { tell }) => numbers.reduce((sum, each) => { tell({ soFar: sum }); return sum + each; }, 0),
  environment: () => ({ ...process.env }),
  fail: (how) => { throw how === "ours" ? clientError("hostNotFound", { endpoint: "a:1" }) : new Error("It broke."); },
  ask: async (word, { ask }) => (await ask("word", word)) + "!",
  wait: (_, { signal }) => forever(signal),
  left: () => left,
  loop: () => { for (;;); },
  leave: (code) => { console.error("that was all"); process.exit(code); },
  complain: (bytes) => void writeSync(2, Buffer.from(bytes, "hex")),
}, { report: errorMessage });
`;

beforeAll(() => writeFileSync(file, source));
afterAll(() => rmSync(folder, { recursive: true }));

let program: Program<TrialProtocol>;
const complaints: string[] = [];
const start = (more: Partial<ProgramStart> = {}): Program<TrialProtocol> => {
  program = new Program({
    file,
    execArgv: ["--import", import.meta.resolve("tsx")],
    environment: { WORD: "only" },
    complaints: (text) => complaints.push(text),
    ended: (how, words) => new Error(`ended (${how}) ${words}`.trim()),
    ...more,
  });
  return program;
};
afterEach(() => program.kill());

it("carries out several orders, tells of them meanwhile, and finds the environment that it was given, and no other", async () => {
  const { order } = { order: start().order.bind(program) as Program<TrialProtocol>["order"] };
  const reported: number[] = [];
  const [sum, other, environment] = await Promise.all([
    order("add", [1, 2, 3], { tells: ({ soFar }) => reported.push(soFar) }),
    order("add", [40, 2]),
    order("environment", undefined),
  ]);
  expect([sum, other, reported]).toEqual([6, 42, [0, 1, 3]]);
  expect(environment["WORD"]).toBe("only");
  expect(Object.keys(environment)).not.toContain("PATH");
  expect(environment["MALLOC_ARENA_MAX"]).toBeUndefined();
  expect(program).toMatchObject({ alive: true, busy: false });
});

it("a frugal one gives back what it freed, unless its environment says how much", async () => {
  const environment = await start({ frugal: true, environment: { MALLOC_ARENA_MAX: "7" } }).order(
    "environment",
    undefined,
  );
  expect(environment).toMatchObject({ MALLOC_ARENA_MAX: "7", MALLOC_TRIM_THRESHOLD_: "131072" });
});

it("fails with our words for an error of ours, with its own for another, and as its starter says", async () => {
  start();
  const ours: unknown = await program.order("fail", "ours").catch((error: unknown) => error);
  expect(ours).toBeInstanceOf(ChainError);
  expect(ours).toMatchObject({ code: "hostNotFound", details: { endpoint: "a:1" } });
  await expect(program.order("fail", "other")).rejects.toThrow("It broke.");
  program.kill();
  start({ failed: ({ message }) => new Error(`Of a program: ${message}`) });
  await expect(program.order("fail", "other")).rejects.toThrow(/^Of a program: .*It broke\.$/);
});

it("asks its starter, and an answer that fails is the end of the order alone", async () => {
  start();
  const asked = { word: async (word: string) => word.toUpperCase() };
  expect(await program.order("ask", "yes", { asked })).toBe("YES!");
  const broken = { word: () => Promise.reject(new Error("no answer here")) };
  await expect(program.order("ask", "yes", { asked: broken })).rejects.toThrow("no answer here");
  await expect(program.order("ask", "yes")).rejects.toThrow("no one answers word");
  expect(await program.order("add", [1])).toBe(1);
});

it("leaves an order that is cancelled, and no other", async () => {
  start();
  const abort = new AbortController();
  const waiting = program.order("wait", undefined, { signal: abort.signal });
  const other = program.order("add", [7]);
  abort.abort();
  await expect(waiting).rejects.toBe(abort.signal.reason);
  expect(await other).toBe(7);
  expect(await program.order("left", undefined)).toBe(true);
  await expect(program.order("add", [1], { signal: abort.signal })).rejects.toBe(abort.signal.reason);
});

it("is ended when an order takes longer than it may, whatever it is doing", async () => {
  start();
  await program.order("add", [1]);
  await expect(program.order("loop", undefined, { limitMs: 50 })).rejects.toThrow("ended (no answer in 0.05 s)");
  expect(program.alive).toBe(false);
  await expect(program.order("add", [1])).rejects.toThrow("ended (closed)");
});

it("tells whoever waits how it ended and what it said last", async () => {
  start();
  const waiting = program.order("wait", undefined);
  await expect(program.order("leave", 3)).rejects.toThrow("ended (3) that was all");
  await expect(waiting).rejects.toThrow("ended (3)");
  expect(complaints.join("")).toContain("that was all");
});

it("ends with its starter's word, and is killed where it doesn't hear it", async () => {
  start();
  await program.order("add", [1]);
  const waiting = program.order("wait", undefined);
  program.end();
  await expect(waiting).rejects.toThrow("ended (0)");
  start();
  await program.order("add", [1]);
  const looping = program.order("loop", undefined);
  const reason = new Error("not wanted");
  const left = program.order("wait", undefined);
  program.end(reason);
  await expect(looping).rejects.toBe(reason);
  await expect(left).rejects.toBe(reason);
});

it("reads a complaint whole whose character comes in two pieces", async () => {
  const { order } = { order: start().order.bind(program) as Program<TrialProtocol>["order"] };
  const before = complaints.length;
  const bytes = Buffer.from("链\n").toString("hex");
  await order("complain", bytes.slice(0, 2));
  await order("complain", bytes.slice(2));
  const heard = (): string => complaints.slice(before).join("");
  await expect.poll(heard).toContain("\n");
  expect(heard()).toBe("链\n");
});
