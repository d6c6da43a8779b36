import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AuditFolder, auditFiles, hashOf, lockName } from "../../../../src/signing/audit/auditFiles";
import { checkAudit, lastLines } from "../../../../src/signing/audit/auditReading";

const source = join(import.meta.dirname, "../../../../src/signing/audit/auditFiles.ts");
/** Arguments of Node.js for a program of its own. */
const program = (text: string): string[] => ["--import", "tsx", "--input-type=module", "-e", text];

let folder = "";
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "audit-")), "log");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

const first = (): string => join(folder, "audit-000001.jsonl");
const rows = (path = first()): string[] => readFileSync(path, "utf8").split("\n").slice(0, -1);
const rewrite = (change: (lines: string[]) => string[], path = first()): void =>
  writeFileSync(path, `${change(rows(path)).join("\n")}\n`);

async function written(count: number, maxBytes?: number): Promise<AuditFolder> {
  const log = new AuditFolder(folder, maxBytes);
  for (let at = 1; at <= count; at++)
    await log.append({ event: "outcome", hash: `0x${at}`, outcome: { kind: "expired" } });
  return log;
}

const reason = async (): Promise<unknown> => (await checkAudit(folder)).broken;

describe("an audit log", () => {
  it("is a chain of lines for its owner alone", async () => {
    await written(5);
    const lines = rows();
    const values = lines.map((line) => JSON.parse(line) as { prev: string; user: string; time: string });
    expect(values[0]?.prev).toBe("0".repeat(64));
    for (const [at, { prev }] of values.entries())
      if (at > 0) expect(prev).toBe(hashOf(Buffer.from(lines[at - 1] ?? "")));
    expect(values.every(({ user, time }) => user !== "" && time.endsWith("Z"))).toBe(true);
    expect(await checkAudit(folder)).toEqual({
      files: 1,
      lines: 5,
      torn: [],
      missing: [],
      end: hashOf(Buffer.from(lines[4] ?? "")),
    });
    for (const name of [...readdirSync(folder)]) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each<[string, (lines: string[]) => string[], object]>([
    ["a changed line", (l) => l.with(1, (l[1] ?? "").replace("0x2", "0x9")), { line: 3, reason: "doesNotFollow" }],
    ["a line that is left out", (l) => l.toSpliced(2, 1), { line: 3, reason: "doesNotFollow" }],
    ["the first line that is left out", (l) => l.slice(1), { line: 1, reason: "doesNotFollow" }],
    ["a line twice", (l) => l.toSpliced(2, 0, l[1] ?? ""), { line: 3, reason: "doesNotFollow" }],
    [
      "two lines in each other's place",
      (l) => [l[0] ?? "", l[2] ?? "", l[1] ?? "", ...l.slice(3)],
      { line: 2, reason: "doesNotFollow" },
    ],
    ["a line of nonsense", (l) => l.toSpliced(2, 0, "nonsense"), { line: 4, reason: "doesNotFollow" }],
    ["an empty line", (l) => l.toSpliced(2, 0, ""), { line: 4, reason: "doesNotFollow" }],
    ["a blank at a line's end", (l) => l.with(1, `${l[1]} `), { line: 3, reason: "doesNotFollow" }],
    ["a line that became nonsense", (l) => l.with(1, "{}"), { line: 3, reason: "doesNotFollow" }],
    ["an end that is cut off", (l) => l.slice(0, 3), { line: 3, reason: "endMissing" }],
    ["one last line that is cut off", (l) => l.slice(0, -1), { line: 4, reason: "endMissing" }],
    [
      "a changed last line",
      (l) => l.with(-1, (l.at(-1) ?? "").replace("0x5", "0x9")),
      { line: 5, reason: "endMissing" },
    ],
    [
      "another log's beginning",
      (l) => l.with(0, (l[0] ?? "").replace("0x1", "0x7")),
      { line: 2, reason: "doesNotFollow" },
    ],
  ])("says where %s breaks it", async (_, change, broken) => {
    await written(5);
    rewrite(change);
    expect(await reason()).toEqual({ file: "audit-000001.jsonl", ...broken });
  });

  it("keeps what was cut off visible when it goes on", async () => {
    const log = await written(5);
    rewrite((lines) => lines.slice(0, 2));
    await log.append({ event: "outcome" });
    expect(rows().map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      "outcome",
      "outcome",
      "gap",
      "outcome",
    ]);
    expect(await reason()).toEqual({ file: "audit-000001.jsonl", line: 3, reason: "lostBefore" });
  });

  it("keeps it visible where the whole file went", async () => {
    const log = await written(2);
    rmSync(first());
    await log.append({ event: "outcome" });
    expect(await reason()).toMatchObject({ line: 1, reason: "lostBefore" });
  });

  it("has a line whose writer was interrupted in its chain", async () => {
    const log = await written(2);
    appendFileSync(first(), '{"prev":"ab');
    expect(await checkAudit(folder)).toMatchObject({ lines: 3, torn: [{ line: 3 }] });
    expect(await reason()).toBeUndefined();
    await log.append({ event: "outcome" });
    expect(rows()[2]).toBe('{"prev":"ab');
    expect(await checkAudit(folder)).toMatchObject({ lines: 4, torn: [{ line: 3 }] });
    expect(await reason()).toBeUndefined();
    rewrite((lines) => lines.with(2, '{"prev":"ac'));
    expect(await reason()).toMatchObject({ line: 4, reason: "doesNotFollow" });
  });

  it("goes on where a writer ended between its line and the lock's file", async () => {
    const log = await written(2);
    const before = readFileSync(join(folder, lockName));
    await log.append({ event: "outcome" });
    writeFileSync(join(folder, lockName), before);
    await log.append({ event: "outcome" });
    expect(await reason()).toBeUndefined();
  });

  it("takes back half a line that the system let it write no further, and says so", async () => {
    await written(1);
    const script = `
      import { AuditFolder } from ${JSON.stringify(source)};
      const log = new AuditFolder(process.argv[1]);
      for (let at = 0; at < 100; at++) await log.append({ event: "outcome", hash: "x".repeat(700) }).catch(({ code }) => {
        console.log(code);
        process.exit(0);
      });
    `;
    // No file may grow beyond 8 blocks: what a full disk is like.
    const run = spawn("sh", ["-c", 'ulimit -f 8; exec "$@"', "sh", process.execPath, ...program(script), folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let message = "";
    run.stdout.on("data", (data: Buffer) => {
      message += data.toString();
    });
    await once(run, "close");
    expect(message.trim()).toBe("auditUnwritable");
    const report = await checkAudit(folder);
    expect(report.lines).toBeGreaterThan(2);
    expect(report).toMatchObject({ torn: [] });
    expect(report.broken).toBeUndefined();
    await new AuditFolder(folder).append({ event: "outcome" });
    expect(await reason()).toBeUndefined();
  });

  it("says that it can't be written where there is no place for it", async () => {
    const blocked = join(folder, "..", "file");
    writeFileSync(blocked, "");
    for (const place of [join(blocked, "log"), "log"]) {
      await expect(new AuditFolder(place).append({})).rejects.toMatchObject({ code: "auditUnwritable" });
      await expect(new AuditFolder(place).check()).rejects.toMatchObject({ code: "auditUnwritable" });
    }
  });

  it("follows no link", async () => {
    await written(1);
    const elsewhere = join(folder, "..", "elsewhere");
    rmSync(first());
    symlinkSync(elsewhere, first());
    await expect(new AuditFolder(folder).append({})).rejects.toMatchObject({ code: "auditUnwritable" });
    expect(existsSync(elsewhere)).toBe(false);
  });

  it("goes on in the next file, and says which is missing", async () => {
    await written(30, 1000);
    const files = auditFiles(folder);
    expect(files.length).toBeGreaterThan(4);
    for (const { path } of files) expect(statSync(path).size).toBeLessThanOrEqual(1000);
    const whole = await checkAudit(folder);
    expect(whole).toMatchObject({ files: files.length, lines: 30, missing: [] });
    expect(whole.broken).toBeUndefined();
    const [oldest, , third] = files;
    rmSync(third?.path ?? "");
    expect(await checkAudit(folder)).toMatchObject({ missing: [third?.name] });
    rmSync(oldest?.path ?? "");
    const gone = await checkAudit(folder);
    expect(gone.missing).toEqual([oldest?.name, third?.name]);
    expect(gone.broken).toBeUndefined();
    // the newest: nothing but the lock's file knows of it
    rmSync(files.at(-1)?.path ?? "");
    expect(await reason()).toMatchObject({ reason: "endMissing" });
  });

  it("finds a change in a file that was left long ago", async () => {
    await written(30, 1000);
    const [, second] = auditFiles(folder);
    const path = second?.path ?? "";
    const count = rows(path).length;
    rewrite((lines) => lines.with(count - 1, (lines[count - 1] ?? "").replace("expired", "refused")), path);
    expect(await reason()).toEqual({ file: "audit-000003.jsonl", line: 1, reason: "doesNotFollow" });
  });

  it("says whether it still holds a line of which the hash was kept elsewhere", async () => {
    await written(3);
    const { end } = await checkAudit(folder);
    rmSync(folder, { recursive: true });
    await written(5);
    expect(await checkAudit(folder, end)).toMatchObject({ contains: false });
    const later = await checkAudit(folder);
    await new AuditFolder(folder).append({});
    expect(await checkAudit(folder, later.end)).toMatchObject({ contains: true });
  });

  it("reads lines of any length, and files that aren't ours", async () => {
    await written(1);
    truncateSync(first(), 3_000_000);
    await new AuditFolder(folder).append({ event: "outcome" });
    writeFileSync(join(folder, "audit-1.jsonl"), "no");
    writeFileSync(join(folder, "audit-0000001.jsonl"), "no");
    const report = await checkAudit(folder);
    expect(report.files).toBe(1);
    expect(report.torn).toHaveLength(1);
    expect((await lastLines(folder, 10)).at(-1)?.value).toMatchObject({ event: "outcome" });
  });

  it("gives the last lines, across files", async () => {
    await written(30, 1000);
    const lines = await lastLines(folder, 12);
    expect(lines.map(({ value }) => value?.["hash"])).toEqual(Array.from({ length: 12 }, (_, at) => `0x${at + 19}`));
  });

  it("lets many write at once, in one process and in several", async () => {
    const script = `
      import { AuditFolder } from ${JSON.stringify(source)};
      const log = new AuditFolder(process.argv[1], 2000);
      await Promise.all(Array.from({ length: 15 }, (_, at) => log.append({ event: "outcome", hash: process.argv[2] + "-" + at })));
    `;
    const own = new AuditFolder(folder, 2000);
    const programs = [1, 2, 3].map(async (number) => {
      const run = spawn(process.execPath, [...program(script), folder, String(number)], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      const [code] = (await once(run, "exit")) as [number];
      return code;
    });
    await Promise.all(Array.from({ length: 15 }, (_, at) => own.append({ event: "outcome", hash: `own-${at}` })));
    expect(await Promise.all(programs)).toEqual([0, 0, 0]);
    const report = await checkAudit(folder);
    expect(report).toMatchObject({ lines: 60, torn: [], missing: [] });
    expect(report.broken).toBeUndefined();
    const hashes = (await lastLines(folder, 100)).map(({ value }) => value?.["hash"]);
    expect(new Set(hashes).size).toBe(60);
  });
});
