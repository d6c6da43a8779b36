import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Workbench } from "./workbench";

const root = resolve(import.meta.dirname, "../..");

/** A chain of its own process behind mutual TLS, as `chainside devchain --tls` runs it: its address and its sdk folder. */
async function startTlsChain(folder: string): Promise<{ process: ChildProcess; url: string }> {
  const args = [join(root, "dist/cli.js"), "devchain", "--port", "0", "--tls", folder, "--json"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((done, fail) => {
    let text = "";
    child.stdout.on("data", (data: Buffer) => {
      text += data.toString();
      if (text.includes("\n")) done(text.slice(0, text.indexOf("\n")));
    });
    child.once("close", (code) => fail(new Error(`the chain ended with ${code}`)));
  });
  return { process: child, url: (JSON.parse(line) as { url: string }).url };
}

describe("a chain behind mutual TLS, with nothing but its sdk folder", () => {
  let folder: string;
  let chain: Awaited<ReturnType<typeof startTlsChain>>;
  let workbench: Workbench;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-tls-"));
    chain = await startTlsChain(folder);
    const sdk = (name: string): string => join(folder, "sdk", name);
    workbench = await openWindow({
      settings: {
        "chainside.connections": [
          {
            name: "production",
            endpoints: ["https://127.0.0.1:1", chain.url],
            tls: { ca: sdk("ca.crt"), cert: sdk("sdk.crt"), key: sdk("sdk.key") },
            access: "readOnly",
          },
          { name: "without certificates", endpoints: [chain.url] },
        ],
      },
    });
    await workbench.view("FISCO BCOS");
  });
  afterAll(async () => {
    await workbench?.close();
    chain?.process.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it("says what is missing without the certificates", async () => {
    await workbench.command("FISCO BCOS: Connect");
    await workbench.pick("without certificates");
    await workbench.notification(/certificate|sdk\.crt/i).waitFor();
    await workbench.picture("tls-without-certificates");
    await workbench.dismissNotifications();
  });

  it("connects to the endpoint that answers and lists its nodes", async () => {
    await workbench.command("FISCO BCOS: Connect");
    await workbench.pick("production");
    await workbench.status(/group0 #\d+/).waitFor();
    await workbench.row("group0").waitFor();
    await workbench.picture("tls-connected");
    expect(await workbench.row("group0").count()).toBe(1);
  });

  it("lets nothing be signed on a read-only connection", async () => {
    await workbench.command("FISCO BCOS: Deploy Contract");
    await workbench.pick("HelloWorld");
    await workbench.notification(/read-only/i).waitFor();
    await workbench.picture("read-only");
  });
});
