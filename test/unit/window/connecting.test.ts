import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GeneratedNode } from "../../support/generatedNode";
import { listening, portOf } from "../../support/listening";
import { freePort } from "../../support/ports";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("connecting to what is no node", () => {
  let workbench: FakeWindow;
  let website: Server;
  let closedPort: number;
  beforeAll(async () => {
    website = createServer((_, response) => response.end("<!doctype html><title>hello</title>"));
    await listening(website);
    closedPort = await freePort();
    workbench = openWindow();
    await workbench.view("FISCO BCOS");
  });
  afterAll(async () => {
    await workbench?.close();
    website?.close();
  });

  let connected = 0;
  async function connect(url: string): Promise<void> {
    await workbench.command("FISCO BCOS: Connect…");
    // Earlier failures stay in the list: this is about a new one.
    if (connected++ > 0) await workbench.pick("New connection…");
    await workbench.answer("JSON-RPC address of a node", url);
    await workbench.answer("Enter a name for the connection", `try ${url.length}`);
  }

  it("refuses an address that is none while it is typed", async () => {
    await workbench.command("FISCO BCOS: Connect…");
    await workbench.answer("JSON-RPC address of a node", "ftp://somewhere", { accept: false });
    await workbench.says(/"ftp:\/\/somewhere" isn't a node address/);
    workbench.escape();
  });

  it("says that nothing listens at a closed port", async () => {
    await connect(`http://127.0.0.1:${closedPort}`);
    await workbench.notification(`Nothing listens at http://127.0.0.1:${closedPort}`).waitFor();
    await workbench.dismissNotifications();
  });

  it("tells a website from a node", async () => {
    await connect(`http://127.0.0.1:${portOf(website)}/`);
    await workbench.answered(/no FISCO BCOS node|is not a FISCO BCOS node|HTML/);
  });
});

describe("in Chinese", () => {
  let workbench: FakeWindow;
  beforeAll(async () => {
    workbench = openWindow({ locale: "zh-cn" });
  });
  afterAll(async () => workbench?.close());

  it("starts the chain, deploys and calls", async () => {
    await workbench.startChain();
    await workbench.pane("链");
    await workbench.expand("共识节点");
    await workbench.command("部署合约", "HelloWorld");
    await workbench.notification(/HelloWorld 已部署到 0x[0-9a-f]{40}/).waitFor();
  });
});

describe("importing", () => {
  let workbench: FakeWindow;
  let node: GeneratedNode;
  beforeAll(async () => {
    node = await GeneratedNode.start("imported", { groups: 1, blocks: 10, bfsEntries: 0, peers: 4, sealers: 4 }, true);
    workbench = openWindow({
      prepare: (folder) => {
        const { port } = new URL(node.url);
        mkdirSync(join(folder, "other/node7"), { recursive: true });
        mkdirSync(join(folder, "client"), { recursive: true });
        writeFileSync(
          join(folder, "client/config.ini"),
          `[common]\n    disable_ssl=true\n[cert]\n    ssl_type=ssl\n[peers]\n    node.0=127.0.0.1:1\n    node.1=127.0.0.1:${port}\n`,
        );
        writeFileSync(
          join(folder, "other/node7/config.ini"),
          `[p2p]\n    listen_port=30307\n[rpc]\n    listen_ip=127.0.0.1\n    listen_port=${port}\n    disable_ssl=true\n`,
        );
      },
    });
    await workbench.view("FISCO BCOS");
  });
  afterAll(async () => {
    await workbench?.close();
    await node?.close();
  });

  async function importFrom(kind: string, path: string, name: string): Promise<void> {
    await workbench.command("FISCO BCOS: Import Connection", kind);
    workbench.paths.push(join(workbench.folder, path));
    await workbench.answer("Enter a name for the connection", name);
  }

  const importNode = (): Promise<void> => importFrom("Node folder", "other/node7", "node seven");

  it("connects with what a node folder says, and again without a second line", async () => {
    await importNode();
    await workbench.notification("Save this connection?").waitFor();
    await workbench.notification("Save this connection?").press("In This Workspace");
    const settings = join(workbench.folder, ".vscode/settings.json");
    await expect.poll(() => (existsSync(settings) ? readFileSync(settings, "utf8") : "")).toContain("node seven");
    await workbench.row("group0").waitFor();
    await workbench.dismissNotifications();
    await importNode();
    await workbench.notification("Save this connection?").waitFor();
    await expect.poll(() => workbench.row("group0").count()).toBe(1);
    expect(await workbench.row("node seven").count()).toBe(1);
  });

  it("keeps what a C SDK's file describes when it is asked to later, and forgets it again", async () => {
    const settings = join(workbench.folder, ".vscode/settings.json");
    await workbench.dismissNotifications();
    await importFrom("SDK configuration", "client/config.ini", "of the client");
    await workbench.notification("Connected to of the client").waitFor();
    await workbench.dismissNotifications();
    expect(readFileSync(settings, "utf8")).not.toContain("of the client");
    await workbench.fromMenu(workbench.row("of the client"), "Save Connection…");
    await workbench.pick("In This Workspace");
    await expect.poll(() => readFileSync(settings, "utf8")).toContain("of the client");
    // The line of the settings takes the place of the session's once it is connected.
    await workbench.ended();
    expect(await workbench.row("of the client").count()).toBe(1);
    await expect.poll(() => workbench.row("group0").count()).toBe(2);
    await workbench.row("of the client").filter({ hasText: "asks" }).waitFor();
    await workbench.command("FISCO BCOS: Remove Connection…");
    await workbench.pick("of the client");
    await workbench.dialog().press("Remove");
    await expect.poll(() => readFileSync(settings, "utf8")).not.toContain("of the client");
    await expect.poll(() => workbench.row("of the client").count()).toBe(0);
    expect(readFileSync(settings, "utf8")).toContain("node seven");
  });
});
