import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteArchivedData } from "../../../src/chain/archive/deleteService";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import helloWorld from "../../fixtures/devchain/helloWorld.json";
import { freePorts } from "../../support/ports";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";
import { nodeWithArchive } from "../../support/workspaces/archiveNode";

describe("archiving blocks", () => {
  let workbench: FakeWindow;
  let port: number;
  beforeAll(async () => {
    port = await freePorts(2);
    workbench = openWindow({ prepare: (folder) => nodeWithArchive(folder, port) });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    // No one waits for the chain here: a command that needs one does.
    for (const height of [1, 2, 3, 4]) {
      await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
      await workbench.status(new RegExp(`group0 #${height} `)).waitFor();
    }
    await workbench.dismissNotifications();
  });
  afterAll(async () => workbench?.close());

  /** Answers what is asked behind the blocks, up to the dialog. */
  const lastQuestions = async () => {
    await workbench.pick("RocksDB");
    await workbench.answer("Archive folder", "./archive");
    await workbench.says("Path of the archive tool");
    await workbench.questions.accept("Path of the archive tool");
    const dialog = workbench.dialog();
    await dialog.waitFor();
    return dialog;
  };

  it("shows the exact command line first, and tells that nothing was deleted though the tool ended well", async () => {
    await workbench.command("FISCO BCOS: Archive Blocks", "node7", "the node keeps running");
    await workbench.answer(/No blocks are archived yet.*from 1 up to, but not including, 3.*First block/, "1");
    await workbench.answer("Block after the last one", "3");
    const dialog = await lastQuestions();
    expect(await dialog.innerText()).toMatch(/archiveTool -a 1 3 -p \.\/archive -e 127\.0\.0\.1:8181/);
    await dialog.press("Run");
    await workbench.notification(/were written to the archive, but node7 didn't delete them/).waitFor();
  });

  it("imports again only while the node is stopped", async () => {
    await workbench.dismissNotifications();
    // The node is the process that runs in its folder and has its ports.
    const program = `for (const port of [${port}, ${port + 1}]) require("node:net").createServer((socket) => socket.end()).listen(port, "127.0.0.1", () => console.log(port));`;
    const node = spawn(process.execPath, ["-e", program], { cwd: join(workbench.folder, "chain/node7") });
    let message = "";
    node.stdout.on("data", (text: Buffer) => {
      message += text.toString();
    });
    await expect.poll(() => message.split("\n").length).toBe(3);
    await workbench.command("FISCO BCOS: Archive Blocks", "node7", "the node must be stopped");
    await workbench.notification(/node7 is running. Blocks can only be imported again while it's stopped/).waitFor();
    node.kill();
    await once(node, "exit");
    await workbench.dismissNotifications();
    await workbench.command("FISCO BCOS: Archive Blocks", "node7", "the node must be stopped");
    await workbench.answer("First block", "1");
    await workbench.answer("Block after the last one", "3");
    const dialog = await lastQuestions();
    expect(await dialog.innerText()).toContain("Keep the node stopped until the tool has finished.");
    await dialog.press("Run");
    await workbench.notification(/Imported blocks 1 to 2 into node7 again/).waitFor();
  });
});

describe.each([{ locale: "en" } as const, { locale: "zh-cn" } as const])(
  "archived blocks in the tree, the documents and the explorer ($locale)",
  ({ locale }) => {
    const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
    let chain: DevChain;
    let workbench: FakeWindow;
    beforeAll(async () => {
      chain = await startDevChain({ archivePort: 0, archiveQueryPort: 0, openDev: true });
      for (let block = 1; block <= 4; block++) {
        const params = ["group0", { from: `0x${"ab".repeat(20)}`, data: helloWorld.init }];
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "dev_sendTransaction", params });
        await fetch(chain.url, { method: "POST", body });
      }
      await deleteArchivedData(chain.archiveUrl ?? "", { start: 1, end: 3 });
      const endpoints = [chain.url];
      workbench = openWindow({
        locale,
        settings: {
          "chainside.connections": [
            { name: "with archive", endpoints, archive: chain.archiveQueryUrl },
            { name: "without", endpoints },
          ],
        },
      });
      await workbench.view("FISCO BCOS");
      await workbench.pane(say("Chains", "链"));
    });
    afterAll(async () => {
      await workbench?.close();
      await chain?.close();
    });
    async function openBlocks(connection: string): Promise<void> {
      await workbench.fromMenu(workbench.row(connection), say("Connect", "连接"));
      await workbench.row("group0").waitFor();
      await workbench.expand(say("Blocks", "区块"));
      await workbench.row("#4").waitFor();
    }

    it("marks them, and shows their transactions from the archive", async () => {
      await openBlocks("with archive");
      const lines = await workbench.childrenOf(say("Blocks", "区块"));
      expect(lines.map((line) => line.includes(say("archived", "已归档")))).toEqual([false, false, true, true, false]);
      await workbench.expand("#2");
      await workbench
        .row(/^0x[0-9a-f]{8}…$/)
        .first()
        .click();
      await expect
        .poll(() => workbench.editorText())
        .toContain(`${say("Source: archive query service", "来源：归档查询服务")}`);
      expect(await workbench.editorText()).toContain(chain.archiveQueryUrl);
    });

    it("says in the explorer where a transaction comes from, and proves it all the same", async () => {
      await workbench.command(say("FISCO BCOS: Open Explorer", "FISCO BCOS: 打开区块链浏览器"));
      const page = await workbench.webview(".cards");
      await page.locator(".tab").nth(1).click();
      await page.getByText(say("1 · archived", "1 · 已归档")).first().waitFor();
      await page.locator("button.link", { hasText: "#2" }).click();
      await page.locator(".notice").waitFor();
      await page.locator("table button.link").first().click();
      await page.locator(".notice", { hasText: chain.archiveQueryUrl ?? "?" }).waitFor();
      // nothing here says which sealers to believe, and an archive keeps no path of a receipt
      expect(await page.locator(".verdict:not(.verified)").count()).toBe(2);
      expect(await page.getByText("✓").count()).toBe(0);
      await page.getByText(say("no Merkle path came with it", "没有附带 Merkle 路径")).first().waitFor();
    });

    it("keeps the hashes and says what is missing without an archive", async () => {
      await workbench.collapse("with archive");
      await openBlocks("without");
      await workbench.expand("#2");
      await workbench
        .row(say("Archived, and this connection has no archive query service", "已归档：该连接未设置归档查询服务"))
        .waitFor();
    });
  },
);
