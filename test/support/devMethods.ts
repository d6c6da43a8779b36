import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { ask } from "./askNode";

/** Asks the embedded chain at a port one of its `dev_` methods (docs/devchain.md). */
export const dev = (port: number, method: `dev_${string}`, ...params: unknown[]): Promise<unknown> =>
  ask(`http://127.0.0.1:${port}`, method, ["", ...params]);

/** Command lines of the running processes, by process number. */
function processes(): [pid: number, line: string][] {
  if (existsSync("/proc/self/cmdline")) {
    return readdirSync("/proc").flatMap((name): [number, string][] => {
      if (!/^\d+$/.test(name)) return [];
      try {
        return [[Number(name), readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ")]];
      } catch {
        return []; // ended meanwhile
      }
    });
  }
  return execFileSync("ps", ["-axo", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line): [number, string] => [Number.parseInt(line, 10), line]);
}

/** Ends the embedded chain of a port as a crash does: without a word. */
export function killChain(port: number): void {
  const [found] = processes().filter(([, line]) => /devchain(?:\.js)? /.test(line) && line.includes(`--port ${port} `));
  if (!found) throw new Error(`no embedded chain runs with port ${port}`);
  process.kill(found[0], "SIGKILL");
}
