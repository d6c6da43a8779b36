import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Workbench } from "./workbench";

describe.each([
  { locale: "en", theme: "light", width: 1280 } as const,
  { locale: "zh-cn", theme: "dark", width: 900 } as const,
])("documents of a chain ($locale, $theme, $width)", ({ locale, theme, width }) => {
  const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({ locale, theme, width });
    await workbench.view("FISCO BCOS");
    await workbench.command(say("FISCO BCOS: Start Embedded Chain", "FISCO BCOS: 启动内置链"));
    await workbench.row("group0").waitFor();
    await workbench.command(say("FISCO BCOS: Deploy Contract", "FISCO BCOS: 部署合约"));
    await workbench.pick("HelloWorld");
    await workbench.status(/group0 #1 /).waitFor();
    await workbench.command("Notifications: Clear All Notifications");
  });
  afterEach(async (context) => {
    if (context.task.result?.state === "fail")
      await workbench?.picture(`failed-documents-${locale}-${context.task.id}`);
  });
  afterAll(async () => workbench?.close());

  const line = (text: string | RegExp) =>
    workbench.page.locator(".editor-group-container.active .view-line", { hasText: text }).first();

  /** Follows the link under a text, as a click with the modifier does. */
  async function follow(text: string | RegExp, part: string | RegExp): Promise<void> {
    const word = line(text).locator("span span", { hasText: part }).last();
    await word.click({ modifiers: ["ControlOrMeta"] });
  }

  it("shows the group, and leads from it to its configuration", async () => {
    await workbench.command(say("FISCO BCOS: Show Group Info", "FISCO BCOS: 查看群组信息"));
    await expect.poll(() => workbench.editorText()).toContain(say("# Sealers (4)", "# 共识节点（4）"));
    await workbench.picture(`document-group-${locale}`);
    await follow(say("System Config:", "系统配置:"), say("all values", "全部配置项"));
    await expect.poll(() => workbench.editorText()).toContain("tx_count_limit: ");
    await workbench.picture(`document-config-${locale}`);
  });

  it("explains the words of a node's log", async () => {
    await workbench.command(say("FISCO BCOS: Explain", "FISCO BCOS: 解释"));
    await workbench.answer(
      say("A status, return code", "状态"),
      "error|2026-01-02 10:11:12.123|NodeID is not in certificate whitelist",
    );
    await expect
      .poll(() => workbench.editorText())
      .toContain(say("refused a peer that its certificate whitelist does not name", "拒绝了证书白名单之外"));
    expect(await workbench.editorText()).not.toContain("10:11");
    await workbench.picture(`document-explain-${locale}`);
  });
});
