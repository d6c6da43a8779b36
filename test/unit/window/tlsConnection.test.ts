import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { type Authority, createAuthority, createCertificate } from "../../support/certificates";
import { freePort } from "../../support/ports";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("a chain behind mutual TLS, with nothing but its sdk folder", () => {
  let folder: string;
  let chain: DevChain;
  let overdue: DevChain;
  let workbench: FakeWindow;

  /** What a node and an SDK of a chain have, with certificates that hold for so many days more. */
  function tlsFolder(name: string, authority: Authority, days = 365): string {
    const path = join(folder, name);
    for (const [role, file] of [
      ["node0", "ssl"],
      ["sdk", "sdk"],
    ] as const) {
      const { pem, keyPem } = createCertificate(authority, role, days);
      mkdirSync(join(path, role), { recursive: true });
      writeFileSync(join(path, role, "ca.crt"), authority.pem);
      writeFileSync(join(path, role, `${file}.crt`), pem);
      writeFileSync(join(path, role, `${file}.key`), keyPem);
    }
    return path;
  }

  const start = (tls: string, port = 0): Promise<DevChain> =>
    startDevChain({ port, tls, openDev: true, blockIntervalMs: 0 });

  /** Makes blocks at the chain behind TLS, as another client would. */
  async function mine(blocks: number): Promise<void> {
    const sdk = (name: string): Buffer => readFileSync(join(folder, "right/sdk", name));
    await new Promise<void>((done, fail) => {
      const options = {
        method: "POST",
        headers: { "content-type": "application/json" },
        ca: sdk("ca.crt"),
        cert: sdk("sdk.crt"),
        key: sdk("sdk.key"),
        // A chain's certificates name no host.
        checkServerIdentity: () => undefined,
      };
      request(chain.url, options, (answer) => answer.resume().once("end", done))
        .once("error", fail)
        .end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "dev_mine", params: ["", blocks] }));
    });
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-tls-"));
    const authority = createAuthority("chain A");
    const right = tlsFolder("right", authority);
    const other = tlsFolder("other", createAuthority("chain B"));
    const old = tlsFolder("old", authority, -1);
    // Left and taken again below.
    chain = await start(right, await freePort());
    overdue = await start(old);
    const files = (ca: string, client = ca) => ({
      ca: join(ca, "sdk/ca.crt"),
      cert: join(client, "sdk/sdk.crt"),
      key: join(client, "sdk/sdk.key"),
    });
    workbench = openWindow({
      settings: {
        // So rarely that only the node's own word can be what brings a new height.
        "chainside.refreshIntervalMs": 6_000_000,
        "chainside.connections": [
          {
            name: "production",
            endpoints: ["https://127.0.0.1:1", chain.url],
            tls: files(right),
            access: "readOnly",
          },
          { name: "without certificates", endpoints: [chain.url] },
          { name: "of another chain", endpoints: [chain.url], tls: files(other) },
          { name: "mixed up", endpoints: [chain.url], tls: files(right, other) },
          { name: "own overdue", endpoints: [chain.url], tls: files(right, old) },
          { name: "node overdue", endpoints: [overdue.url], tls: files(right) },
          { name: "not there", endpoints: [chain.url], tls: files(join(folder, "nowhere")) },
        ],
      },
    });
    await workbench.view("FISCO BCOS");
  });
  afterAll(async () => {
    await workbench?.close();
    await chain?.close();
    await overdue?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    [
      "without certificates",
      /uses TLS, but this connection has no certificates\. In the connection's tls, specify the files/,
    ],
    [
      "of another chain",
      /refuses this client: its certificate is of "CN=chain A", and the files of this connection are of "CN=chain B"/,
    ],
    ["mixed up", /The client certificate is of "CN=chain B", not of the CA given \("CN=chain A"\)/],
    ["own overdue", /The certificate in sdk\.crt is only valid from .* to .*\. Have it renewed/],
    ["node overdue", /A certificate has expired\./],
    ["not there", /The file .*(ca\.crt|sdk\.crt|sdk\.key) can't be read\. Check the path/],
  ])("says what is wrong: %s", async (name, words) => {
    await workbench.command("FISCO BCOS: Connect", name);
    await workbench.notification(words).waitFor();
    await workbench.row(name).filter({ hasText: "not connected" }).waitFor();
    await workbench.dismissNotifications();
  });

  it("connects to the endpoint that answers and lists its nodes", async () => {
    await workbench.command("FISCO BCOS: Connect", "production");
    await workbench.status(/group0 #\d+/).waitFor();
    await workbench.row("group0").waitFor();
    expect(await workbench.row("group0").count()).toBe(1);
  });

  it("lets nothing be signed on a read-only connection", async () => {
    await workbench.command("FISCO BCOS: Deploy Contract");
    await workbench.notification(/read-only/i).waitFor();
    await workbench.dismissNotifications();
  });

  it("hears of new blocks from the node itself, over TLS", async () => {
    await mine(3);
    await workbench.status(/group0 #3/).waitFor();
    await mine(1);
    await workbench.status(/group0 #4/).waitFor();
  });

  it("is quiet when the node goes away, and there again when it comes back", async () => {
    workbench.set("chainside.refreshIntervalMs", 500);
    const { port } = chain;
    await chain.close();
    await workbench.row("production").filter({ hasText: "retries automatically" }).waitFor();
    expect(workbench.messages.all).toEqual([]);
    // What has taken the port meanwhile says nothing: a try that takes longer than the interval is no reason to give up.
    const tries: Socket[] = [];
    const mute = createServer((socket) => tries.push(socket)).listen(port, "127.0.0.1");
    await expect.poll(() => tries.length).toBeGreaterThan(0);
    // Several intervals of this window's clock.
    await new Promise((done) => setTimeout(done, 200));
    await workbench.row("production").filter({ hasText: "retries automatically" }).waitFor();
    await new Promise((done) => {
      mute.close(done);
      for (const socket of tries) socket.destroy();
    });
    chain = await start(join(folder, "right"), port);
    await workbench.status(/group0 #0/).waitFor();
    await mine(2);
    await workbench.status(/group0 #2/).waitFor();
    expect(workbench.messages.all).toEqual([]);
  });
});
