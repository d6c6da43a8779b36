import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { root } from "../lint/sources";

/** A program that writes into a pipe takes it that colors are not shown. */
const colourful: NodeJS.ProcessEnv =
  process.stdout.isTTY && process.env["NO_COLOR"] === undefined ? { FORCE_COLOR: "1" } : {};

export interface SuiteResult {
  passed: number;
  failed: number;
  skipped?: number;
  /** Files that failed, relative to the project. */
  failedFiles?: string[];
  /** Said behind the numbers in the summary. */
  notes?: string | undefined;
}

/** Runs a program, passes its output on as it comes and gives its exit code. */
export function spawnInherit(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  options: SpawnOptions = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...colourful, ...process.env, ...env },
      ...options,
    });
    // Through this process, whose output is looked at in the end (secretWatch.ts).
    child.stdout?.on("data", (chunk: Buffer) => process.stdout.write(chunk));
    child.stderr?.on("data", (chunk: Buffer) => process.stderr.write(chunk));
    child.on("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    void ended(child).then((code) => resolve(code ?? 1));
  });
}

/**
 * Waits until a program has ended and its output has come; gives its exit code. A program that it leaves behind keeps its pipes open:
 * that is told, and waited for no longer than `pipesMs`.
 */
export function ended(child: ChildProcess, pipesMs = 30_000): Promise<number | null> {
  return new Promise((resolve) => {
    child.once("close", resolve);
    child.once("exit", (code) => {
      const leave = (): void => {
        console.error(`${child.spawnargs.slice(0, 4).join(" ")} … has ended, and something that it started has not`);
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve(code);
      };
      const limit = setTimeout(leave, pipesMs);
      child.once("close", () => clearTimeout(limit));
    });
  });
}
