// The program `chainside` as a user runs it, without a terminal.
import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { programArguments } from "../../scripts/test/programArguments";

/** How a run ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the program until it ends. `watch` is given a way to interrupt it as Ctrl+C does. */
export function chainside(
  args: readonly string[],
  {
    env,
    watch,
    cwd,
  }: {
    readonly env?: NodeJS.ProcessEnv;
    readonly watch?: (interrupt: () => void) => void;
    readonly cwd?: string;
  } = {},
): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(
      process.execPath,
      [...programArguments(resolve("dist/cli.js"), resolve("src/cli/main.ts")), ...args],
      {
        env: { ...process.env, LANG: "en_US.UTF-8", LC_ALL: "en_US.UTF-8", ...env },
        stdio: ["ignore", "pipe", "pipe"],
        ...(cwd === undefined ? {} : { cwd }),
      },
    );
    let [out, err] = ["", ""];
    child.stdout.on("data", (data: Buffer) => {
      out += data.toString();
    });
    child.stderr.on("data", (data: Buffer) => {
      err += data.toString();
    });
    child.on("close", (code) => done({ code, out, err }));
    watch?.(() => child.kill("SIGINT"));
  });
}

/** What `chainside devchain --json` says when it is ready. */
interface Ready {
  readonly url: string;
  readonly port: number;
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
}

/** A chain in a process of its own, by the program as it is built: no chain that a window has started. */
export async function startChainProgram(
  args: readonly string[],
  folder = process.cwd(),
): Promise<Ready & { readonly process: ChildProcess }> {
  const port = args.includes("--port") ? [] : ["--port", "0"];
  const child = spawn(process.execPath, [join(folder, "dist/cli.js"), "devchain", "--json", ...port, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    // Of desktop VS Code the program that runs extensions is no Node without being told.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
  });
  const line = await new Promise<string>((done, fail) => {
    let text = "";
    child.stdout.on("data", (data: Buffer) => {
      text += data.toString();
      if (text.includes("\n")) done(text.slice(0, text.indexOf("\n")));
    });
    child.once("close", (code) => fail(new Error(`the chain ended with ${code}`)));
  });
  return { process: child, ...(JSON.parse(line) as Ready) };
}
