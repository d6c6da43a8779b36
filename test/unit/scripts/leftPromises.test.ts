import { describe, expect, it } from "vitest";
import { checkLeftPromises, earlyPromises, leftPromises } from "../../../scripts/lint/leftPromises";
import { parseSource } from "../../../scripts/lint/sources";
import { checkStartedPrograms, startedPrograms } from "../../../scripts/lint/startedPrograms";

const source = (text: string, path = "src/extension/x.ts") => parseSource(path, text);

describe("promises that are left alone", () => {
  it.each(["void a.then(b);", "void a?.b().then(c);", "const f = () => void a().then(b).finally(c);"])(
    "are refused where no one hears that they failed: %s",
    (text) => expect(leftPromises(source(text))).toEqual([expect.stringContaining(".catch(")]),
  );

  it.each(["void a.then(b, c);", "void a.then(b).catch(c);", "void a().catch(b).finally(c);", "void a();"])(
    "may be left: %s",
    (text) => expect(leftPromises(source(text))).toEqual([]),
  );

  it.each([
    "async function f() { const a = g(); await h(); await a; }",
    "async () => { const a = g(), b = h(); await a; return await b; }",
    "class A { async f() { const a = this.#g(); const b = (await h()) as B; return [b, await a]; } }",
    "async function f() { const a = g(); for (const b of c) await b(); const [d] = await Promise.all([a, e]); }",
    "async function f() { const a = g().then(h); if (await b) await a; }",
    "async function f() { const a = b.map(async (c) => await d(c)); await e(); await Promise.all(a); }",
  ])("are refused where they wait for another one before they are waited for: %s", (text) =>
    expect(earlyPromises(source(text))).toEqual([expect.stringContaining("await them together")]),
  );

  it.each([
    "async function f() { const a = g(); const b = h(); await Promise.all([a, b]); }",
    "async function f() { const a = g().catch(h); await b(); await a; }",
    "async function f() { const a = g(); a.catch(() => undefined); await b(); await a; }",
    "async function f() { const a = g(); const b = async () => { await c(); }; await a; }",
    "async function f() { const a = await g(); await h(); await i(a); }",
    "async function f() { const a = g(); await h(await a); }",
    "async function f() { const a = Promise.allSettled(g); await h(); await a; }",
    "async function f() { const a = g(); await a; await h(); await a; }",
  ])("may be made and awaited: %s", (text) => expect(earlyPromises(source(text))).toEqual([]));

  it("have someone in the product who hears of their failure", () => expect(checkLeftPromises()).toEqual([]));
});

describe("programs of ours", () => {
  it.each([
    'import { type ChildProcess, fork } from "node:child_process";',
    'import { Worker } from "node:worker_threads";',
    'import * as programs from "node:child_process";',
    "process.send?.(1);",
    "const send = process.send?.bind(process);",
    'process.on("message", take);',
  ])("are started and spoken to in one place: %s", (text) => {
    expect(startedPrograms(source(text))).toHaveLength(1);
    expect(startedPrograms(source(text, "src/processes/program.ts"))).toEqual([]);
  });

  it("may ask whether they have a channel, and others may be spawned", () => {
    expect(startedPrograms(source("if (process.send) serve();"))).toEqual([]);
    expect(startedPrograms(source('import { spawn } from "node:child_process";'))).toEqual([]);
  });

  it("are so in the product", () => expect(checkStartedPrograms()).toEqual([]));
});
