import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeWithArchive } from "../support/workspaces/archiveNode";
import { openWindow, type Workbench } from "./workbench";

describe("archiving blocks", () => {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({ prepare: nodeWithArchive });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    // Nobody waits for the chain here: a command that needs one does.
    for (const height of [1, 2, 3, 4]) {
      await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
      await workbench.status(new RegExp(`group0 #${height} `)).waitFor();
    }
    await workbench.dismissNotifications();
  });
  afterAll(async () => workbench?.close());

  it("shows the exact command line first, and tells that nothing was deleted though the tool ended well", async () => {
    await workbench.command("FISCO BCOS: Archive Blocks", "node7", "the node keeps running");
    await workbench.answer(/No blocks are archived yet.*from 1 up to, but not including, 3.*First block/, "1");
    await workbench.answer("Block after the last one", "3");
    await workbench.pick("RocksDB");
    await workbench.answer("Archive folder, relative", "./archive");
    await workbench.quickInput.getByText("Path of the archive tool").first().waitFor();
    await workbench.page.keyboard.press("Enter");
    const dialog = workbench.page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    expect(await dialog.innerText()).toMatch(/archiveTool -a 1 3 -p \.\/archive -e 127\.0\.0\.1:8181/);
    await workbench.picture("archive-command");
    await dialog.locator(".monaco-button", { hasText: "Run" }).click();
    await workbench.notification(/were written to the archive, but node7 didn't delete them/).waitFor();
    await workbench.picture("archive-outcome");
  });

  it("imports again only while the node is stopped", async () => {
    await workbench.dismissNotifications();
    // The node is the process that runs in its folder and has its ports.
    const program = `for (const port of [31977, 31978]) require("node:net").createServer((socket) => socket.end()).listen(port, "127.0.0.1", () => console.log(port));`;
    const node = spawn(process.execPath, ["-e", program], { cwd: join(workbench.folder, "chain/node7") });
    let told = "";
    node.stdout.on("data", (text: Buffer) => {
      told += text.toString();
    });
    await expect.poll(() => told.split("\n").length).toBe(3);
    await workbench.command("FISCO BCOS: Archive Blocks", "node7", "the node must be stopped");
    await workbench.notification(/node7 is running. Blocks can only be imported again while it's stopped/).waitFor();
    await workbench.picture("archive-running");
    node.kill();
    await once(node, "exit");
    await workbench.dismissNotifications();
    await workbench.command("FISCO BCOS: Archive Blocks", "node7", "the node must be stopped");
    await workbench.answer("First block", "1");
    await workbench.answer("Block after the last one", "3");
    await workbench.pick("RocksDB");
    await workbench.answer("Archive folder, relative", "./archive");
    await workbench.quickInput.getByText("Path of the archive tool").first().waitFor();
    await workbench.page.keyboard.press("Enter");
    const dialog = workbench.page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain("Keep the node stopped until the tool has finished.");
    await dialog.locator(".monaco-button", { hasText: "Run" }).click();
    await workbench.notification(/Imported blocks 1 to 2 into node7 again/).waitFor();
    await workbench.picture("archive-imported");
  });
});
