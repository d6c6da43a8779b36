import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hex, host, tlsId, writeNodeFolders } from "../support/nodeFolders";
import { looks, openWindow, type Workbench } from "./workbench";

for (const { locale, lens, off, name, hover, problem } of looks([
  {
    locale: "en",
    lens: "2 nodes accepted",
    off: "Whitelist off: any node can connect",
    name: "node1 · sealer",
    hover: "TCP port of the peer-to-peer server",
    problem: /No valid entry is left/,
  },
  {
    locale: "zh-cn",
    lens: "接受 2 个节点",
    off: "白名单未启用：任何节点都可连接",
    name: "node1 · 共识节点",
    hover: "P2P 监听端口",
    problem: /任何持有有效证书的节点|任何.*节点/,
  },
] as const)) {
  describe(`editing config.ini (${locale})`, () => {
    let workbench: Workbench;
    beforeAll(async () => {
      workbench = await openWindow(locale === "en" ? {} : { locale });
      writeNodeFolders(workbench.folder);
      await workbench.openFile("node2/config.ini");
    });
    afterAll(async () => workbench?.close());

    it("says what the list does, and whose an ID is", async () => {
      const { page } = workbench;
      await page.locator(".codelens-decoration", { hasText: lens }).waitFor();
      await expect.poll(() => workbench.editorText()).toContain(name);
      await workbench.picture(`config-lenses-${locale}`);
    });

    it("tells the meaning of a key under the pointer", async () => {
      const { page } = workbench;
      await page.locator(".view-line span", { hasText: "listen_port" }).last().hover();
      await page.locator(".monaco-hover", { hasText: hover }).first().waitFor();
      await workbench.picture(`config-hover-${locale}`);
      await page.keyboard.press("Escape");
    });

    it("completes an ID of 512 digits without leaving the beginning of the line", async () => {
      const { page } = workbench;
      await workbench.goTo("7:600");
      await workbench.status(/(Ln|行) 7/).waitFor();
      await page.keyboard.press("Enter");
      await page.keyboard.type("cal.9=", { delay: 20 });
      await expect.poll(() => workbench.editorText()).toContain("cal.9=");
      await page.keyboard.press("Control+Space");
      await page.locator(".suggest-widget .monaco-list-row", { hasText: "node2" }).click();
      await expect.poll(() => workbench.editorText()).toMatch(/cal\.9=(?:node2\s*)?d2e0/);
      // Lines are drawn as far left as the editor is scrolled.
      const left = async (selector: string): Promise<number> =>
        (await page.locator(`.editor-group-container.active ${selector}`).first().boundingBox())?.x ?? -1;
      await expect
        .poll(async () => (await left(".view-lines")) - (await left(".editor-scrollable")))
        .toBeGreaterThan(-2);
      await workbench.picture(`config-completed-${locale}`);
      await page.keyboard.press("ControlOrMeta+z");
      while ((await workbench.editorText()).includes("cal.9")) await page.keyboard.press("ControlOrMeta+z");
    });

    it("renames an ID in all node folders", async () => {
      const { page } = workbench;
      await workbench.goTo("7:20");
      await page.keyboard.press("F2");
      const input = page.locator(".rename-box input, .rename-input");
      await input.first().waitFor();
      await input.first().fill(hex("beef", 512));
      await workbench.picture(`config-rename-${locale}`);
      await page.keyboard.press("Enter");
      await expect.poll(() => workbench.editorText()).toContain("cal.1=beef");
      await workbench.command("File: Save All");
      for (const node of [0, 1, 2]) {
        const read = (): string => readFileSync(join(workbench.folder, host, `node${node}/config.ini`), "utf8");
        await expect.poll(read).toContain(`cal.1=${hex("beef", 512)}`);
        expect(read()).not.toContain(tlsId(1));
      }
    });

    it("warns when no entry is left that the node takes", async () => {
      const path = join(workbench.folder, host, "node2/config.ini");
      writeFileSync(path, readFileSync(path, "utf8").replace(/cal\.(\d)=../g, "cal.$1=0x"));
      const { page } = workbench;
      await page.locator(".codelens-decoration", { hasText: off }).waitFor();
      await expect.poll(async () => (await workbench.problems()).map(({ text }) => text).join("\n")).toMatch(problem);
      await workbench.picture(`config-off-${locale}`);
    });
  });
}
