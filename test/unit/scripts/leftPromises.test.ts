import { describe, expect, it } from "vitest";
import { checkLeftPromises, leftPromises } from "../../../scripts/lint/leftPromises";
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
