import { type SpawnOptions, spawn } from "node:child_process";
import { root } from "../lint/sources";

export interface SuiteResult {
  passed: number;
  failed: number;
  skipped?: number;
  /** Said behind the numbers in the summary. */
  notes?: string | undefined;
}

/** Runs a program with this one's output and gives its exit code. */
export function spawnInherit(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  options: SpawnOptions = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
      ...options,
    });
    child.on("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}
