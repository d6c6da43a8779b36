import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hex, host, tlsId, writeNodeFolders } from "../support/nodeFolders";
import { looks, openWindow, type Workbench } from "./workbench";

/** The node folder with wrong entries in its list. */
const faulty = "nodes/127.0.0.2/node0/config.ini";
const digits = (start: string): string => start.padEnd(128, "3c5a");
/** One valid ID and one of each mistake. */
const lists = [
  "[certificate_whitelist]",
  `    cal.0=${digits("a1")}`,
  `    cal.1=${digits("c3").slice(1)}`,
  `    cal.2=${digits("zz")}`,
  `    cal.3=0x${digits("b2")}`,
  `    cal.4=${digits("a1")}`,
  "",
].join("\n");

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
      workbench = await openWindow({
        ...(locale === "en" ? {} : { locale }),
        prepare: (folder) => {
          cpSync(join(folder, host, "node0"), join(folder, faulty, ".."), { recursive: true });
          const path = join(folder, faulty);
          const before = readFileSync(path, "utf8");
          const start = before.indexOf("[certificate_blacklist]");
          writeFileSync(path, `${before.slice(0, start)}${lists}\n${before.slice(before.indexOf("[rpc]"))}`);
          writeNodeFolders(folder);
        },
      });
    });
    afterAll(async () => workbench?.close());

    it("underlines exactly the wrong entries, and mends the 0x by its quick fix", async () => {
      await workbench.openFile(faulty);
      await expect.poll(() => workbench.problems()).toHaveLength(4);
      const lines = (await workbench.problems()).map(({ line }) => line).sort((a, b) => a - b);
      const first =
        readFileSync(join(workbench.folder, faulty), "utf8")
          .split("\n")
          .findIndex((line) => /cal\.1=/.test(line)) + 1;
      expect(lines).toEqual([first, first + 1, first + 2, first + 3]);
      await workbench.picture("config-problems");
      await workbench.quickFix(/0x/, /0x/);
      await expect.poll(() => workbench.problems()).toHaveLength(3);
    });

    it("says what the list does, and whose an ID is", async () => {
      const { page } = workbench;
      await workbench.command("View: Hide Panel");
      await workbench.openFile("node2/config.ini");
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
      await workbench.command("Go to Line/Column");
      await workbench.quickInputBox.fill(":7:600");
      await page.keyboard.press("Enter");
      await workbench.quickInput.waitFor({ state: "hidden" });
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
      await page.keyboard.press("Control+z");
      while ((await workbench.editorText()).includes("cal.9")) await page.keyboard.press("Control+z");
    });

    it("renames an ID in all node folders", async () => {
      const { page } = workbench;
      await workbench.command("Go to Line/Column");
      await workbench.quickInputBox.fill(":7:20");
      await page.keyboard.press("Enter");
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
