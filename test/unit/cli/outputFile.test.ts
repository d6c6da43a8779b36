import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { replaceOutput, writeOutput, writeOutputBelow } from "../../../src/cli/output/outputFile";

let folder = "";
let project = "";
let outside = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "chainside-output-")));
  [project, outside] = [join(folder, "project"), join(folder, "outside")];
  mkdirSync(project);
  mkdirSync(outside);
  writeFileSync(join(outside, "precious"), "precious");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const through = { code: "outputThroughLink" };
const precious = (): string => readFileSync(join(outside, "precious"), "utf8");

describe("a file that a command line names", () => {
  it("is written, and written over", async () => {
    const path = join(project, "report.xml");
    await writeOutput(path, "a longer one");
    await writeOutput(path, "short");
    expect(readFileSync(path, "utf8")).toBe("short");
  });

  it("isn't written through a link, wherever that leads", async () => {
    const path = join(project, "report.xml");
    for (const target of [join(outside, "precious"), join(outside, "new"), join(project, "own")]) {
      symlinkSync(target, path);
      await expect(writeOutput(path, "x")).rejects.toMatchObject(through);
      expect(existsSync(join(outside, "new"))).toBe(false);
      rmSync(path);
    }
    expect(precious()).toBe("precious");
  });

  it("is replaced whole, through no link at its place and none that waits beside it", async () => {
    const path = join(project, "state.json");
    // what an earlier name for the unfinished file could be foreseen to be
    symlinkSync(join(outside, "precious"), `${path}.${process.pid}.tmp`);
    await replaceOutput(path, "one");
    await replaceOutput(path, "other");
    expect([readFileSync(path, "utf8"), precious()]).toEqual(["other", "precious"]);
    await expect(replaceOutput(join(project, "reports/state.json"), "x")).rejects.toMatchObject({ code: "ENOENT" });
    expect(existsSync(join(project, "reports"))).toBe(false);
    rmSync(path);
    symlinkSync(join(outside, "precious"), path);
    await expect(replaceOutput(path, "x")).rejects.toMatchObject(through);
    expect(precious()).toBe("precious");
  });

  it("isn't written through a folder that leads out", async () => {
    symlinkSync(outside, join(project, "out"));
    await expect(writeOutput(join(project, "out/precious"), "x", project)).rejects.toMatchObject(through);
    await expect(writeOutputBelow(project, join(project, "out/deep/er/a.json"), "x")).rejects.toMatchObject(through);
    expect(precious()).toBe("precious");
    expect(existsSync(join(outside, "deep"))).toBe(false);
    // One that stays inside is the project's own affair.
    mkdirSync(join(project, "real"));
    symlinkSync(join(project, "real"), join(project, "alias"));
    await writeOutputBelow(project, join(project, "alias/new/a.json"), "x");
    expect(readFileSync(join(project, "real/new/a.json"), "utf8")).toBe("x");
  });

  it("leaves the other names of a file what they were", async () => {
    linkSync(join(outside, "precious"), join(project, "report.xml"));
    await writeOutput(join(project, "report.xml"), "x");
    expect([precious(), readFileSync(join(project, "report.xml"), "utf8")]).toEqual(["precious", "x"]);
  });

  it.runIf(process.platform !== "win32")("may be what a shell calls a file", async () => {
    await expect(writeOutput("/dev/null", "x")).resolves.toBeUndefined();
  });
});

describe("every option that names a file to write", () => {
  it("goes through that door", () => {
    const root = join(import.meta.dirname, "../../..");
    for (const file of ["commands/run", "commands/test", "commands/load", "commands/lint", "commands/compile"]) {
      const text = readFileSync(join(root, `src/cli/${file}.ts`), "utf8");
      expect(text, file).toMatch(/\bwriteOutput(?:Below)?\(/);
      expect(text, file).not.toMatch(/\bwriteFile(?:Sync)?\(/);
    }
  });
});
