import { type ChildProcess, fork } from "node:child_process";

/** A process that has nothing to do ends in this time. */
const patienceMs = 1000;

/**
 * Starts a program of the extension as a process of its own, with a channel for messages and its complaints to be read.
 * @param environment what it finds in its environment beside what this process has
 */
export function startProgram(
  path: string,
  environment: Readonly<Record<string, string>>,
  serialization: "json" | "advanced" = "json",
): ChildProcess {
  return fork(path, [], {
    // In desktop VS Code the extension host's own program is Electron: this makes it plain Node.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1", ...environment },
    execArgv: [],
    serialization,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

/** Closes the channel, at which a program ends by itself; one that is in the middle of something is ended. */
export function endProgram(child: ChildProcess): void {
  if (child.connected) child.disconnect();
  if (child.exitCode !== null || child.signalCode !== null) return;
  const killing = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  killing.unref();
  child.once("exit", () => clearTimeout(killing));
}

/** How a process ended: its exit code, or the signal that ended it. */
export const endOf = (child: ChildProcess): string => String(child.exitCode ?? child.signalCode ?? "");
