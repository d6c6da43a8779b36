import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { host, tlsId, writeOneSidedNodes } from "../../support/nodeFolders";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

for (const words of [
  {
    locale: "en",
    through: "through node1",
    direct: "direct",
    refused: /node0: .*whitelist is on/,
    open: /node2: .*valid certificate/,
    accept: "Let Them Accept Each Other",
    goToLine: "Go to Deciding Line",
    reload: "Run start.sh",
    command: "FISCO BCOS: Open Access Matrix",
    cannotStart: "node2 can't start",
    noFile: "node2: No connection: ca.crt is missing, so this node can't start.",
  },
  {
    locale: "zh-cn",
    through: "经 node1 转发",
    direct: "直连",
    refused: /node0.*拒绝/,
    open: /node2.*证书/,
    accept: "让双方互相接受",
    goToLine: "跳转到实际生效的行",
    reload: "运行 start.sh",
    command: "FISCO BCOS: 打开访问矩阵",
    cannotStart: "node2 无法启动",
    noFile: /node2.*缺少 ca\.crt/,
  },
] as const) {
  describe(`the access matrix (${words.locale})`, () => {
    let workbench: FakeWindow;
    const config = (node: number): string => join(workbench.folder, host, `node${node}/config.ini`);
    const cell = (row: number, column: number): string => `tbody tr:nth-child(${row}) td:nth-of-type(${column})`;
    beforeAll(async () => {
      workbench = openWindow({
        ...(words.locale === "en" ? {} : { locale: words.locale }),
        prepare: (folder) => {
          rmSync(join(folder, "nodes"), { recursive: true });
          writeOneSidedNodes(folder);
        },
      });
    });
    afterAll(async () => workbench?.close());

    it("tells direct from through a neighbour", async () => {
      await workbench.command(words.command);
      const matrix = await workbench.webview("table");
      await matrix.locator(`${cell(1, 2)}.direct`, { hasText: words.direct }).waitFor();
      await matrix.locator(`${cell(1, 3)}.neighbour`, { hasText: words.through }).waitFor();
      await matrix.locator(`${cell(3, 1)}.neighbour`, { hasText: words.through }).waitFor();
      expect(await matrix.locator("td.none").count()).toBe(0);
    });

    it("names both sides' reasons, and goes to the line that decides", async () => {
      const matrix = await workbench.webview("table");
      await matrix.locator(`${cell(1, 3)} button`).click();
      await matrix.locator(".detail li", { hasText: words.refused }).waitFor();
      await matrix.locator(".detail li", { hasText: words.open }).waitFor();
      await matrix.locator(".detail vscode-button", { hasText: words.goToLine }).click();
      await expect.poll(() => workbench.documents.active?.selection.start.line).toBe(4);
    });

    it("follows the lists as they are changed", async () => {
      const matrix = await workbench.webview("table");
      writeFileSync(config(0), `${readFileSync(config(0), "utf8")}    cal.1=${tlsId(2)}\n`);
      await matrix.locator(`${cell(1, 3)}.direct`).waitFor();
      // The reasons that were asked for are those of now.
      await matrix.locator(".detail h2", { hasText: words.direct }).waitFor();
      expect(await matrix.locator(".detail li", { hasText: words.refused }).count()).toBe(0);
      writeFileSync(
        config(2),
        `${readFileSync(config(2), "utf8")}[certificate_blacklist]\n    crl.0=${tlsId(0)}\n    crl.1=${tlsId(1)}\n`,
      );
      await matrix.locator(`${cell(3, 1)}.none`).waitFor();
      await matrix.locator(`${cell(2, 3)}.none`).waitFor();
    });

    it("edits both lists so that the two accept each other", async () => {
      const matrix = await workbench.webview("table");
      await matrix.locator(`${cell(3, 1)} button`).click();
      await matrix.locator(".detail vscode-button", { hasText: words.accept }).click();
      await matrix.locator(`${cell(3, 1)}.direct`).waitFor();
      await matrix.locator(`${cell(2, 3)}.neighbour`).waitFor();
      await workbench.saveAll();
      await expect.poll(() => readFileSync(config(2), "utf8")).not.toContain(tlsId(0));
      expect(readFileSync(config(2), "utf8")).toContain(tlsId(1));
    });

    it("offers the reload of a node", async () => {
      // The files that were changed may have been opened over it.
      await workbench.command(words.command);
      const matrix = await workbench.webview("table");
      // A key without certificates: the node cannot start.
      writeFileSync(config(2), `${readFileSync(config(2), "utf8")}[cert]\n    ca_path=./conf\n`);
      writeFileSync(join(workbench.folder, host, "node2/conf/ssl.key"), "x");
      await matrix.locator(`${cell(3, 1)}.cannotStart button`, { hasText: words.cannotStart }).click();
      await matrix.locator(".detail li", { hasText: words.noFile }).waitFor();
      // A byte order mark in a config.ini: the node refuses to start, too.
      const before = readFileSync(config(1), "utf8");
      writeFileSync(config(1), `\uFEFF${before}`);
      await matrix.locator(`${cell(1, 2)}.cannotStart`).waitFor();
      expect(await matrix.locator("td.direct").count()).toBe(0);
      writeFileSync(config(1), before);
      await matrix.locator(`${cell(1, 2)}.direct`).waitFor();
      await matrix.locator("tbody tr:nth-child(1) td:last-child vscode-button").click();
      const dialog = workbench.dialog("node0");
      expect((await dialog.get()).buttons).toContain(words.reload);
      workbench.escape();
      await dialog.waitFor({ state: "hidden" });
    });
  });
}
