import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";

/** A port that no one listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Asks the embedded chain at a port one of its `dev_` methods (docs/devchain.md). */
export async function dev(port: number, method: `dev_${string}`, ...params: unknown[]): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: ["", ...params] }),
  });
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

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
