import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Workbench } from "./workbench";

const host = "nodes/127.0.0.1";
const hex = (start: string, digits: number): string => start.padEnd(digits, "3c5a");
const consensusId = (node: number): string => hex(`a${node}c0`, 128);
const tlsId = (node: number): string => hex(`d${node}e0`, 512);

/** Three node folders with RSA TLS identities; each whitelist names the first two nodes. */
function writeNodeFolders(folder: string): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const sealers = [0, 1].map((node) => `    node.${node}=${consensusId(node)}: 1`).join("\n");
  for (const node of [0, 1, 2]) {
    const list = [0, 1].map((index) => `    cal.${index}=${tlsId(index)}`).join("\n");
    write(
      `${host}/node${node}/config.ini`,
      `[p2p]\n    listen_port=3030${node}\n    sm_ssl=false\n\n[certificate_whitelist]\n${list}\n`,
    );
    write(
      `${host}/node${node}/config.genesis`,
      `[consensus]\n    consensus_type=pbft\n${sealers}\n\n[version]\n    compatibility_version=3.16.0\n`,
    );
    write(`${host}/node${node}/conf/node.nodeid`, `${consensusId(node)}\n`);
    write(`${host}/node${node}/conf/ssl.nodeid`, `${tlsId(node)}\n`);
  }
}

for (const { locale, lens, off, name, hover, problem } of [
  {
    locale: "en",
    lens: "2 nodes accepted",
    off: "Whitelist is OFF: every node may connect",
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
] as const) {
  describe(`editing config.ini (${locale})`, () => {
    let workbench: Workbench;
    beforeAll(async () => {
      workbench = await openWindow(locale === "en" ? {} : { locale });
      writeNodeFolders(workbench.folder);
      await workbench.openFile("node2/config.ini");
    });
    afterEach(async (context) => {
      if (context.task.result?.state === "fail")
        await workbench?.picture(`failed-${locale}-${context.task.name.replace(/\W+/g, "-")}`);
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
        await expect.poll(read, { timeout: 20_000 }).toContain(`cal.1=${hex("beef", 512)}`);
        expect(read()).not.toContain(tlsId(1));
      }
    });

    it("warns when no entry is left that the node takes", async () => {
      const path = join(workbench.folder, host, "node2/config.ini");
      writeFileSync(path, readFileSync(path, "utf8").replace(/cal\.(\d)=../g, "cal.$1=0x"));
      const { page } = workbench;
      await page.locator(".codelens-decoration", { hasText: off }).waitFor();
      await expect
        .poll(async () => (await workbench.problems()).map(({ text }) => text).join("\n"), { timeout: 20_000 })
        .toMatch(problem);
      await workbench.picture(`config-off-${locale}`);
    });
  });
}
