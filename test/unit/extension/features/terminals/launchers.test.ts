import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Launched, launchers } from "../../../../../src/extension/flows/commandLine/writeLaunchers";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-launcher-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A version of the extension whose program prints its name and its arguments. */
function version(name: string): string {
  const dist = join(folder, "ext it's", name, "dist");
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, "package.json"), '{"type":"module"}');
  const message = `console.log(JSON.stringify([${JSON.stringify(name)}, ...process.argv.slice(2)]));process.exitCode = 3;`;
  writeFileSync(join(dist, "cli.js"), message);
  return join(dist, "cli.js");
}

const launched = (program: string, node = process.execPath): Launched => ({
  node,
  program,
  versions: join(folder, "ext it's"),
  prefix: "chainside.chainside-",
});

/** What the shell's launcher prints; its exit code is the program's. */
function run(of: Launched, ...args: string[]): unknown {
  const [launcher] = launchers(of, "linux");
  const path = join(folder, "chainside");
  writeFileSync(path, launcher?.content ?? "");
  chmodSync(path, 0o755);
  try {
    execFileSync(path, args, { encoding: "utf8" });
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { status, reported: JSON.parse(stdout) as unknown };
  }
  throw new Error("the program ends with 3");
}

describe.skipIf(process.platform === "win32")("the launcher for shells", () => {
  it("passes arguments and exit code on, whatever they hold", () => {
    const program = version("chainside.chainside-0.2.0");
    const words = ["call", "label('tea $HOME')", "", "二 words"];
    expect(run(launched(program), ...words)).toEqual({ status: 3, reported: ["chainside.chainside-0.2.0", ...words] });
  });

  it("finds the version that is there after an update, and another Node.js where VS Code's is gone", () => {
    version("chainside.chainside-0.3.0");
    const gone = join(folder, "ext it's/chainside.chainside-0.2.0/dist/cli.js");
    expect(run(launched(gone, join(folder, "no-node")), "lint")).toEqual({
      status: 3,
      reported: ["chainside.chainside-0.3.0", "lint"],
    });
  });
});

it("has a command file for Windows' shells beside the script, in which no path is a variable", () => {
  const windows = {
    node: "C:\\Code 100%\\Code.exe",
    program: "C:\\ext\\chainside.chainside-0.2.0\\dist\\cli.js",
    versions: "C:\\ext",
    prefix: "chainside.chainside-",
  };
  const [script, command] = launchers(windows, "win32");
  expect(script?.name).toBe("chainside");
  expect(command?.name).toBe("chainside.cmd");
  expect(command?.content.split("\r\n")).toEqual([
    "@echo off",
    "setlocal",
    'set "NODE=C:\\Code 100%%\\Code.exe"',
    'set "PROGRAM=C:\\ext\\chainside.chainside-0.2.0\\dist\\cli.js"',
    'if not exist "%PROGRAM%" for /d %%d in ("C:\\ext\\chainside.chainside-*") do set "PROGRAM=%%d\\dist\\cli.js"',
    'if not exist "%NODE%" set "NODE=node"',
    "set ELECTRON_RUN_AS_NODE=1",
    'set "CHAINSIDE_LAUNCHER=%~f0"',
    '"%NODE%" "%PROGRAM%" %*',
    "",
  ]);
});
