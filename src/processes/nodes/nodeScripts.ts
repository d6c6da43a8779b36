import { spawn } from "node:child_process";

/** What came of a script of a node folder. */
interface ScriptEnd {
  /** Undefined where it didn't end in time, or couldn't be started. */
  readonly exitCode: number | undefined;
  /** The end of what it said. */
  readonly message: string;
}

const keptText = 2000;

/**
 * Runs a script of a node folder by bash in that folder. It is ended where it takes too long; a node that it started goes on.
 * @param script `start.sh` or `stop.sh`
 */
export function runFolderScript(folder: string, script: string, timeoutMs: number, bash = "bash"): Promise<ScriptEnd> {
  return new Promise((resolve) => {
    let message = "";
    const child = spawn(bash, [script], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const settle = (exitCode: number | undefined): void => {
      clearTimeout(timer);
      // a node that holds these pipes doesn't keep this program from ending
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ exitCode, message });
    };
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      settle(undefined);
    }, timeoutMs);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (piece: string) => {
        message = `${message}${piece}`.slice(-keptText);
      });
    child.once("error", () => settle(undefined));
    child.once("exit", (exitCode) => settle(exitCode ?? undefined));
  });
}
