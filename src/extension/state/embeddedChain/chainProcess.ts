import { fork } from "node:child_process";
import type { Readable } from "node:stream";

/** What the extension uses of the chain's process. */
export interface ChainProcess {
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  readonly pid?: number | undefined;
  /** Whether it can be spoken to. */
  readonly connected: boolean;
  send(message: { readonly type: "stop" }): boolean;
  kill(signal?: NodeJS.Signals): boolean;
  once(event: "message", heard: (message: unknown) => void): unknown;
  once(event: "error", failed: (error: Error) => void): unknown;
  once(event: "close", ended: (code: number | null) => void): unknown;
}

/** Starts the program of the chain, as a port: tests run the chain in their own process. */
export type RunChain = (program: string, args: readonly string[]) => ChainProcess;

/** In desktop VS Code the extension host's own program is Electron: the environment makes it plain Node. */
export const forkChain: RunChain = (program, args) =>
  fork(program, args, {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
