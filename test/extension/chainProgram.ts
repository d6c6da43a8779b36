import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

/** What `chainside devchain --json` says when it is ready. */
interface Ready {
  readonly url: string;
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
}

/** Starts an embedded chain as a process of its own. */
export async function startChain(
  extensionPath: string,
  args: readonly string[],
): Promise<{ process: ChildProcess; ready: Ready }> {
  const child = spawn(
    process.execPath,
    [join(extensionPath, "dist/cli.js"), "devchain", "--port", "0", "--json", ...args],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    },
  );
  const line = await new Promise<string>((done, fail) => {
    let text = "";
    child.stdout.on("data", (data: Buffer) => {
      text += data.toString();
      if (text.includes("\n")) done(text.slice(0, text.indexOf("\n")));
    });
    child.once("close", (code) => fail(new Error(`the chain ended with ${code}`)));
  });
  return { process: child, ready: JSON.parse(line) as Ready };
}

/** The `result` of a JSON-RPC method. */
export async function ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return ((await answer.json()) as { result: unknown }).result;
}
