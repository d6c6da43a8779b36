import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { host, tlsId, writeNodeFolders } from "../support/nodeFolders";
import { openWindow, type Workbench } from "./workbench";

const command = "扩容节点";
const refused = /node0 不接受新节点/;

describe("the checklist of adding a node (zh-cn)", () => {
  let workbench: Workbench;
  const config = (node: number): string => readFileSync(join(workbench.folder, host, `node${node}/config.ini`), "utf8");
  const line = (text: string | RegExp) => workbench.quickInput.locator(".monaco-list-row", { hasText: text });

  beforeAll(async () => {
    workbench = await openWindow({
      locale: "zh-cn",
      width: 760,
      prepare: (workspace) => {
        rmSync(join(workspace, "nodes"), { recursive: true });
        writeNodeFolders(workspace);
        const path = join(workspace, host, "node2/config.ini");
        const text = readFileSync(path, "utf8");
        writeFileSync(path, text.slice(0, text.indexOf("[certificate_whitelist]")));
        for (const node of [0, 1, 2]) writeFileSync(join(workspace, host, `node${node}/nodes.json`), '{"nodes":[]}');
      },
    });
  });
  afterAll(async () => workbench?.close());

  it("edits all files in one preview, and takes the edit back by one undo", async () => {
    const { page } = workbench;
    const before = [0, 1].map(config);
    await workbench.command(command, "1. ", "node2");
    await line(refused).waitFor();
    await workbench.pick(/3\. /);
    await page
      .locator(".panel a.action-label[aria-label*='Apply'], .panel .monaco-button", { hasText: /Apply/ })
      .first()
      .click();
    for (const node of [0, 1, 2]) await expect.poll(() => config(node)).toContain(tlsId(2));
    await line(/新节点.*运行/).waitFor();
    await page.keyboard.press("Escape");
    await workbench.openFile("node0/config.ini");
    await page.locator(".editor-group-container.active .view-lines").click();
    await page.keyboard.press("ControlOrMeta+Z");
    // VS Code asks whether all files are meant when it knows that they belong together by more than the edit.
    const across = page.getByRole("button", { name: /^Undo in \d Files$|^在 \d 个文件中撤消$/ });
    const isUndone = async (): Promise<boolean> =>
      (await across.isVisible()) || !(await workbench.editorText()).includes(tlsId(2).slice(0, 12));
    await expect.poll(isUndone).toBe(true);
    if (await across.isVisible()) await across.click();
    await expect.poll(() => workbench.editorText()).not.toContain(tlsId(2).slice(0, 12));
    await workbench.command("File: Save All");
    await expect.poll(() => [0, 1].map(config)).toEqual(before);
    await workbench.command(command);
    await line(refused).waitFor();
    await expect.poll(() => workbench.quickInput.locator(".codicon-pass-filled").count()).toBe(2);
  });
});
