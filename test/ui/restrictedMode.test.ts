import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
    await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
    workbench = await openWindow({
      trust: false,
      settings: { "security.workspace.trust.startupPrompt": "never" },
      prepare: (folder) => {
        for (const script of ["start.sh", "stop.sh", "scripts/reload_whitelist.sh"]) {
          mkdirSync(join(folder, node, "scripts"), { recursive: true });
          writeFileSync(join(folder, node, script), `#!/bin/bash\ntouch "${join(folder, "ran")}"\n`, { mode: 0o755 });
        }
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

  it("has its config.ini checked as any other: findings and quick fix", async () => {
    await workbench.openFile("node0/config.ini");
    await expect.poll(async () => (await workbench.problems()).length).toBeGreaterThan(3);
    const before = (await workbench.problems()).length;
    await workbench.quickFix(/0x/, /0x/);
    await expect.poll(async () => (await workbench.problems()).length).toBe(before - 1);
    await workbench.picture("restricted-config");
  });

  it("has hover and completion there", async () => {
    const { page } = workbench;
    await workbench.command("View: Hide Panel");
    await workbench.command("Go to Line/Column");
    await workbench.quickInputBox.fill(":4:8");
    await page.keyboard.press("Enter");
    await page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
    await page.keyboard.press("ControlOrMeta+K");
    await page.keyboard.press("ControlOrMeta+I");
    await page.locator(".monaco-hover", { hasText: "TCP port of the peer-to-peer server" }).first().waitFor();
    await page.keyboard.press("Escape");
    await workbench.command("Go to Line/Column");
    await workbench.quickInputBox.fill(":4:99");
    await page.keyboard.press("Enter");
    await page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
    await page.keyboard.press("Enter");
    const offered = page.locator(".suggest-widget .monaco-list-row", { hasText: "enable_ssl_verify" });
    // What is asked for while the line is still being taken in may come to nothing.
    for (let attempt = 0; attempt < 5 && !(await offered.isVisible()); attempt++) {
      await page.keyboard.press("Control+Space");
      await offered.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    await offered.waitFor();
    await workbench.picture("restricted-completion");
    await page.keyboard.press("Escape");
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

  it.each(["Start Node", "Stop Node", "Reload Node Access Lists", "Archive Blocks", "Build a Chain"])(
    "is told why nothing is run: %s",
    async (title) => {
      await workbench.command(`FISCO BCOS: ${title}`);
      const message = workbench.notification("This workspace isn't trusted, so nothing is run in it.");
      await message.waitFor();
      await message.getByRole("button", { name: "Manage Workspace Trust" }).waitFor();
      if (title === "Start Node") await workbench.picture("restricted-start");
      await workbench.dismissNotifications();
      await expect.poll(() => workbench.page.locator(".notification-toast").count()).toBe(0);
    },
  );

  it("has run nothing", () => {
    expect(existsSync(join(workbench.folder, "ran"))).toBe(false);
    expect(readFileSync(join(workbench.folder, ".vscode/settings.json"), "utf8")).toContain("of the workspace");
  });
});
