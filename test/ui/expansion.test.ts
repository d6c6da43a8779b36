import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { host, tlsId, writeNodeFolders } from "./nodeFolders";
import { looks, openWindow, type Workbench } from "./workbench";

for (const words of looks([
  {
    locale: "en",
    command: "Add Node to Chain",
    first: "Add the node with build_chain.sh",
    third: "Add its ID to the whitelist of every existing node",
    sixth: "Start the new node",
    refused: "node0 doesn't accept the new node.",
    stopped: "The new node isn't running.",
  },
  {
    locale: "zh-cn",
    command: "扩容节点",
    first: /1\. .*build_chain\.sh/,
    third: /3\. /,
    sixth: /6\. /,
    refused: /node0.*新节点/,
    stopped: /新节点.*运行/,
  },
] as const)) {
  describe(`the checklist of adding a node (${words.locale})`, () => {
    let workbench: Workbench;
    const config = (node: number): string => join(workbench.folder, host, `node${node}/config.ini`);
    beforeAll(async () => {
      workbench = await openWindow(words.locale === "en" ? {} : { locale: words.locale });
      rmSync(join(workbench.folder, "nodes"), { recursive: true });
      writeNodeFolders(workbench.folder);
      // The new node knows nobody yet, and lacks the chain's files.
      const text = readFileSync(config(2), "utf8");
      writeFileSync(config(2), text.slice(0, text.indexOf("[certificate_whitelist]")));
      rmSync(join(workbench.folder, host, "node2/config.genesis"));
      for (const node of [0, 1]) writeFileSync(join(workbench.folder, host, `node${node}/nodes.json`), '{"nodes":[]}');
    });
    afterAll(async () => workbench?.close());

    it("asks for the folder first, and finds out by itself what is done", async () => {
      await workbench.command(words.command, words.first, "node2");
      const row = workbench.quickInput.locator(".monaco-list-row", { hasText: words.refused });
      await row.waitFor();
      expect(await workbench.quickInput.locator(".codicon-pass-filled").count()).toBe(2);
      await workbench.picture(`expansion-steps-${words.locale}`);
    });

    it("shows the edit of all files before it makes it", async () => {
      const { page } = workbench;
      await workbench.pick(words.third);
      const preview = page.locator(".panel .refactor-panel, .bulk-edit-panel, .panel .bulk-edit").first();
      await preview.waitFor();
      await workbench.picture(`expansion-preview-${words.locale}`);
      expect(workbench.ownLog()).not.toContain("[error]");
      await page
        .locator(".panel a.action-label[aria-label*='Apply'], .panel .monaco-button", { hasText: /Apply/ })
        .first()
        .click();
      for (const node of [0, 1, 2]) {
        await expect.poll(() => readFileSync(config(node), "utf8")).toContain(tlsId(2));
      }
      for (const node of [0, 1]) expect(readFileSync(config(2), "utf8")).toContain(tlsId(node));
      expect(existsSync(join(workbench.folder, host, "node2/config.genesis"))).toBe(true);
    });

    it("goes on where it was when it is opened again", async () => {
      await workbench.quickInput.locator(".monaco-list-row", { hasText: words.stopped }).waitFor();
      await workbench.page.keyboard.press("Escape");
      await workbench.command(words.command);
      const row = workbench.quickInput.locator(".monaco-list-row", { hasText: words.sixth });
      await expect.poll(() => row.locator(".codicon-arrow-circle-right").count()).toBe(1);
      expect(await workbench.quickInput.locator(".codicon-pass-filled").count()).toBe(5);
      await workbench.picture(`expansion-resumed-${words.locale}`);
    });
  });
}
