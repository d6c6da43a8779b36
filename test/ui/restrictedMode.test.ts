import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listening } from "../support/listening";
import { openWindow, type Workbench } from "./workbench";

const node = "nodes/127.0.0.1/node0";

describe("a workspace that is not trusted", () => {
  let workbench: Workbench;
  let endpoint: Server;
  let asked = 0;

  beforeAll(async () => {
    endpoint = createServer((_, response) => {
      asked += 1;
      response.end("{}");
    });
    const url = `http://127.0.0.1:${await listening(endpoint)}`;
    workbench = await openWindow({
      trust: false,
      settings: { "security.workspace.trust.startupPrompt": "never" },
      prepare: (folder) => {
        for (const script of ["start.sh", "stop.sh", "scripts/reload_whitelist.sh"]) {
          mkdirSync(join(folder, node, "scripts"), { recursive: true });
          writeFileSync(join(folder, node, script), `#!/bin/bash\ntouch "${join(folder, "ran")}"\n`, { mode: 0o755 });
        }
        // The workspace is a node's folder itself.
        writeFileSync(join(folder, "config.ini"), "[p2p]\n    listen_port=30300\n");
        writeFileSync(join(folder, "config.genesis"), `[consensus]\n    node.0=${"a1".padEnd(128, "3c5a")}:1\n`);
        writeFileSync(join(folder, "nodes.json"), '{"nodes":["127.0.0.1:30300","127.0.0.1","[::1]:80"]}\n');
        mkdirSync(join(folder, ".vscode"), { recursive: true });
        const settings = {
          "chainside.connections": [{ name: "of the workspace", endpoints: [url], access: "full" }],
          "chainside.embeddedChain.startAutomatically": true,
          "chainside.embeddedChain.access": "full",
        };
        writeFileSync(join(folder, ".vscode/settings.json"), JSON.stringify(settings));
      },
    });
    await workbench.status("Restricted Mode").waitFor();
  });
  afterAll(async () => {
    await workbench?.close();
    endpoint?.close();
  });

  it("has its nodes.json judged when it is all that is opened", async () => {
    await workbench.openFile("nodes.json");
    const ofPeers = async (): Promise<unknown[]> =>
      (await workbench.problems()).filter(({ text }) => /No port\. The node|Not a port from/.test(text));
    await expect.poll(ofPeers).toHaveLength(2);
    await workbench.picture("peer-list-problems");
  });

  it("has its config.ini checked as any other: findings and quick fix", async () => {
    await workbench.openFile("node0/config.ini");
    // Two of the file that was opened before, five of this one (its key isn't there).
    await expect.poll(() => workbench.problems()).toHaveLength(7);
    await workbench.quickFix(/0x/, /0x/);
    await expect.poll(() => workbench.problems()).toHaveLength(6);
    await workbench.picture("restricted-config");
  });

  it("cannot name endpoints or start anything by its settings", async () => {
    await workbench.view("FISCO BCOS");
    await workbench.page
      .locator(".welcome-view-content")
      .getByRole("button", { name: "Start Embedded Chain" })
      .waitFor();
    expect(await workbench.row("of the workspace").count()).toBe(0);
    expect(asked).toBe(0);
    await workbench.picture("restricted-chains");
  });

  it("is told why nothing is run", async () => {
    await workbench.command("FISCO BCOS: Start Node");
    const message = workbench.notification("This workspace isn't trusted, so nothing is run in it.");
    await message.waitFor();
    await message.getByRole("button", { name: "Manage Workspace Trust" }).waitFor();
    await workbench.picture("restricted-start");
    await workbench.dismissNotifications();
  });

  it("has run nothing", () => {
    expect(existsSync(join(workbench.folder, "ran"))).toBe(false);
    expect(readFileSync(join(workbench.folder, ".vscode/settings.json"), "utf8")).toContain("of the workspace");
  });
});
