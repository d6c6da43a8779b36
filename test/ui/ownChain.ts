import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

interface Ready {
  readonly url: string;
  readonly port: number;
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
}

/** A chain in a process of its own, as `chainside devchain` runs it: no chain that the window has started. */
export async function startOwnChain(...options: string[]): Promise<Ready & { process: ChildProcess }> {
  const args = [join(root, "dist/cli.js"), "devchain", "--json", ...options];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
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
