// How much of a suite that costs much `npm test` runs: whole, unless the rooms that it tests are as they were when all of it passed; then a
// smoke of it.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testCache } from "../../test/support/compiledFolder";
import { root } from "../lint/sources";
import type { SuiteName, TestOptions } from "./options";

export type Scope = "whole" | "smoke";

export interface DecidedScope {
  readonly scope: Scope;
  /** For the last lines of a run: what is said of a smoke. */
  readonly reason: string;
}

/** What any suite depends on besides its rooms: packages, how programs are bundled, what runs tests. */
const everywhere = ["package-lock.json", "tsconfig.json", "scripts/bundling", "scripts/build.ts", "scripts/test"];
const editor = ["src/extension", "src/webview", "src/languageServer", "package.json", "package.nls.json", "media"];
const host = ["scripts/host", "test/extension", "test/ui", "test/support", "vitest.config.ts"];

/** Files and folders whose change may make a suite fail, which the other suites would not see. */
export const roomsOf: Partial<Record<SuiteName, readonly string[]>> = {
  java: ["src/applications", "src/chain", "src/crypto", "src/devchain", "src/signing", "src/facts", "test/java"],
  windows: [
    "src/files",
    "src/processes",
    "src/cli",
    "src/languageServer",
    "src/debugger",
    "src/devchain",
    "test/windows",
  ],
  oldest: [...editor, ...host],
  "ui-oldest": [...editor, ...host],
  ui: [...editor, ...host],
};

/** What is listed by git, with what is new and not ignored; without git nothing is known. */
function filesIn(paths: readonly string[]): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...paths], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return [...new Set(listed.split("\0").filter((path) => path !== ""))].sort();
}

/** The content of a suite's rooms; undefined where that can't be told. */
export function fingerprint(name: SuiteName): string | undefined {
  const rooms = roomsOf[name];
  if (rooms === undefined) return undefined;
  try {
    const hash = createHash("sha256").update(`${name} ${process.platform} ${process.versions.node.split(".")[0]}\n`);
    for (const path of filesIn([...everywhere, ...rooms])) {
      const content = createHash("sha256")
        .update(readOrNothing(join(root, path)))
        .digest("hex");
      hash.update(`${path} ${content}\n`);
    }
    return hash.digest("hex");
  } catch {
    return undefined;
  }
}

/** A file that git lists may have been deleted. */
function readOrNothing(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

const git = (...args: string[]): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/**
 * The commit before all that is new here, which its own run has tested: what continuous integration names (CHAINSIDE_TEST_BASE), or where
 * this branch left the main one. On the main branch itself, in a shallow clone, or without git nothing is known.
 */
function baseCommit(): string | undefined {
  try {
    const named = process.env["CHAINSIDE_TEST_BASE"];
    // A new branch has forty zeros before it.
    if (named) return /^0+$/.test(named) ? undefined : git("rev-parse", "--verify", `${named}^{commit}`);
    const base = git("merge-base", "HEAD", "origin/main");
    return base === git("rev-parse", "HEAD") ? undefined : base;
  } catch {
    return undefined;
  }
}

/** Whether nothing in the rooms, committed or not, differs from a commit. */
function isAsIn(commit: string, rooms: readonly string[]): boolean {
  try {
    if (git("diff", "--name-only", commit, "--", ...rooms) !== "") return false;
    return git("ls-files", "--others", "--exclude-standard", "--", ...rooms) === "";
  } catch {
    return false;
  }
}

/** A whole suite is run again after this time, whatever is known. */
const countsMs = 7 * 24 * 3_600_000;

const greenFile = (): string => join(testCache(), "passed.json");

function passedBefore(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(greenFile(), "utf8")) as Record<string, number>;
  } catch {
    return {};
  }
}

/** Remembers for later runs of this user that all of a suite has passed with its rooms as they are. */
export function rememberPassed(print: string): void {
  const now = Date.now();
  const young = Object.entries(passedBefore()).filter(([, at]) => now - at < countsMs);
  mkdirSync(testCache(), { recursive: true });
  const temporary = `${greenFile()}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(Object.fromEntries([...young, [print, now]])));
  renameSync(temporary, greenFile());
}

/** Suites that were asked for by name are whole, and so is everything with `--all` or `--cold`, and on a desktop. */
export function decideScope(name: SuiteName, options: TestOptions): DecidedScope {
  const whole = { scope: "whole", reason: "" } as const;
  const rooms = roomsOf[name];
  if (rooms === undefined || options.all || options.desktop || options.only || options.grep) return whole;
  const print = fingerprint(name);
  const passedAt = print === undefined ? undefined : passedBefore()[print];
  if (passedAt !== undefined && Date.now() - passedAt < countsMs)
    return {
      scope: "smoke",
      reason: `all of it passed here with the same sources on ${new Date(passedAt).toISOString().slice(0, 10)}`,
    };
  const base = baseCommit();
  if (base !== undefined && isAsIn(base, [...everywhere, ...rooms]))
    return { scope: "smoke", reason: `its sources are those of ${base.slice(0, 8)}` };
  return whole;
}
