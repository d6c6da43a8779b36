import { spawn } from "node:child_process";
import type { Measured, StepResult } from "../support/toolTable";
import { artifactFile, home } from "./installed";

/** Where a tool is tried. */
export interface Place {
  readonly url: string;
  readonly key: string;
}

const timeoutMs = 60_000;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  /** Both outputs, and whether it was ended by the time limit. */
  readonly said: string;
}

/** Runs a program to its end, or ends it after a time. */
export function ended(
  command: string,
  args: readonly string[],
  { url, key }: Place,
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly limitMs?: number } = {},
): Promise<Ended> {
  const { cwd, env, limitMs = timeoutMs } = options;
  return new Promise((done, failed) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, HOME: home, WEB3_URL: url, WEB3_KEY: key, WEB3_ARTIFACT: artifactFile, ...env },
    });
    let [out, said] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => {
      out += String(chunk);
      said += String(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      said += String(chunk);
    });
    const timer = setTimeout(() => {
      said += `\nnothing came in ${limitMs / 1000} s`;
      child.kill("SIGKILL");
    }, limitMs);
    child.on("error", failed);
    child.on("close", (code) => {
      clearTimeout(timer);
      done({ code, out, said });
    });
  });
}

/** The steps of a program that writes a line of JSON for each. */
export async function stepsOf(
  command: string,
  args: readonly string[],
  place: Place,
  env?: NodeJS.ProcessEnv,
): Promise<Measured> {
  const { out, said } = await ended(command, args, place, { ...(env ? { env } : {}), limitMs: 600_000 });
  const results: Record<string, StepResult> = {};
  for (const line of out.split("\n").filter((each) => each.startsWith("{"))) {
    const { step, ...result } = JSON.parse(line) as StepResult & { step: string };
    results[step] = result;
  }
  if (Object.keys(results).length === 0) throw new Error(`${args.join(" ")} did nothing: ${said}`);
  return results;
}
