import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runMcp } from "../../../../src/cli/commands/mcp";
import { writtenLines } from "../../../support/commandLine";

const { out, err } = writtenLines();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-assistants-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const url = "http://127.0.0.1:20200";
const setUp = (...args: string[]): Promise<number> => runMcp(["--workspace", folder, "--url", url, ...args]);
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));

it("writes the options as they were typed, and six skills, where each program looks", async () => {
  expect(await setUp("--set-up", "claude,vscode,cursor", "--access", "readOnly"), err.join("\n")).toBe(0);
  const { args } = read(".mcp.json").mcpServers.chainside;
  expect(args.slice(-7)).toEqual(["mcp", "--workspace", folder, "--url", url, "--access", "readOnly"]);
  expect(read(".cursor/mcp.json").mcpServers.chainside.args).toEqual(args);
  for (const place of [".claude", ".github", ".cursor"])
    expect(existsSync(join(folder, place, "skills/chainside-write-test/SKILL.md"))).toBe(true);
  expect(out).toContain(".claude/skills: 6 skills written.");
  expect(await setUp("--set-up=claude", "--access", "readOnly")).toBe(0);
  expect(out.slice(-2)).toEqual([
    '.mcp.json: server "chainside" is there already.',
    ".claude/skills: 0 skills written.",
  ]);
});

it("writes nothing where one of the files can't be read", async () => {
  writeFileSync(join(folder, ".mcp.json"), "{ broken");
  expect(await setUp("--set-up", "cursor,claude")).toBe(2);
  expect(err.join("\n")).toContain(".mcp.json isn't valid");
  expect(existsSync(join(folder, ".cursor"))).toBe(false);
});

it("writes no secret, and through no link", async () => {
  expect(await setUp("--set-up", "claude", "--token", "t0ken")).toBe(2);
  expect(await setUp("--set-up", "claude", "--db", "postgres://me:word@host/db")).toBe(2);
  expect(await setUp("--set-up", "nobody")).toBe(2);
  expect(existsSync(join(folder, ".mcp.json"))).toBe(false);
  const elsewhere = join(folder, "elsewhere.json");
  writeFileSync(elsewhere, "{}");
  symlinkSync(elsewhere, join(folder, ".mcp.json"));
  expect(await setUp("--set-up", "claude")).not.toBe(0);
  expect(readFileSync(elsewhere, "utf8")).toBe("{}");
});
