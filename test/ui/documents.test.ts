import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editorParts, highest, hoverSays, hovers, leaveLines } from "./hovers";
import { isOldest } from "./oldest";
import { pressedAgain, timeoutMs } from "./pressing";
import { looks, openWindow, type Workbench } from "./workbench";

describe.each(
  looks([
    { locale: "en", theme: "light", width: 1280 } as const,
    { locale: "zh-cn", theme: "dark", width: 900 } as const,
  ]),
)("documents of a chain ($locale, $theme, $width)", ({ locale, theme, width }) => {
  const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({
      locale,
      theme,
      width,
      prepare: (folder) => writeFileSync(join(folder, "check.ts"), 'const set = "0x4ed3885e";\n'),
    });
    await workbench.view("FISCO BCOS");
    await workbench.command(say("FISCO BCOS: Start Embedded Chain", "FISCO BCOS: 启动内置链"));
    await workbench.row("group0").waitFor();
    await workbench.command(say("FISCO BCOS: Deploy Contract", "FISCO BCOS: 部署合约"), "HelloWorld");
    await workbench.status(/group0 #1(?!\d)/).waitFor();
    await workbench.command("Notifications: Clear All Notifications");
  });
  afterAll(async () => workbench?.close());

  const text = (): Promise<string> => workbench.editorText();
  const says = (english: string, chinese: string): Promise<void> => expect.poll(text).toContain(say(english, chinese));
  /** What the document says in the first brackets of the expression, on its first screen: a mouse that rests on a low line scrolls it. */
  async function found(expression: RegExp): Promise<string> {
    let message = "";
    const fromTop = async (): Promise<string> => {
      await workbench.toTop();
      message = await text();
      return message;
    };
    await expect.poll(fromTop).toMatch(expression);
    return expression.exec(message)?.[1] ?? "";
  }
  /** Follows a link of the first screen as a click with the modifier does; again where the editor had not drawn it as one yet. */
  async function follow(words: string | RegExp): Promise<void> {
    const document = (): Promise<string> =>
      workbench.page.locator(".editor-group-container.active .tab.active .label-name").first().innerText();
    const before = await document();
    for (const limit = Date.now() + timeoutMs; Date.now() < limit; pressedAgain("link of a document")) {
      await leaveLines(workbench);
      await hovers(workbench).first().waitFor({ state: "hidden" });
      await workbench.toTop();
      const link = await highest(editorParts(workbench, ".detected-link", words));
      const box = await link?.boundingBox({ timeout: 1000 }).catch(() => null);
      if (!box) continue;
      // By place: the editor draws the line anew as the pointer comes with the key held, and what scrolls to an element scrolls the editor.
      await workbench.page.keyboard.down("ControlOrMeta");
      await workbench.page.mouse.click(box.x + Math.min(box.width / 2, 40), box.y + box.height / 2);
      await workbench.page.keyboard.up("ControlOrMeta");
      for (const end = Date.now() + 8000; Date.now() < end; await workbench.page.waitForTimeout(100))
        if ((await document()) !== before) return;
    }
    throw new Error(`nothing comes of the link ${words}. The document "${before}" says: ${await text()}`);
  }

  it("leads from a block to its transaction, the receipt and the new contract", async () => {
    await workbench.command(say("FISCO BCOS: Show Block…", "FISCO BCOS: 查看区块…"));
    await workbench.answer(say("Enter the number (0 to 1)", "输入区块高度（0 到 1）"), "1");
    await says("# Transactions (1)", "# 交易（1）");
    await workbench.page.locator(`.tab.active[data-resource-name="${say("Block", "区块")} 1.fisco"]`).waitFor();
    await workbench.picture(`document-block-${locale}`);
    await follow(await found(/^# [^\n]*[(（]1[)）]\s+(0x[0-9a-f]{20})/m));
    await follow(say("result", "执行结果"));
    await says("New contract: ", "新合约：");
    await expect.poll(text).toContain(say("Status: success", "状态：成功"));
    await expect.poll(text).toContain(`✓ ${say("Verified without trusting the node", "已验证，无需信任节点")}`);
    await hoverSays(workbench, '"status"', "0 None");
    await workbench.picture(`document-receipt-${locale}`);
  });

  it("shows a contract with its functions, and names selectors and addresses under the mouse", async () => {
    await follow(await found(/^(?:New contract: |新合约：)(0x[0-9a-f]{20})/m));
    await says("# HelloWorld", "# HelloWorld");
    await expect.poll(text).toContain("0x4ed3885e  set(string");
    await hoverSays(workbench, "0x4ed3885e", say("set(string) of HelloWorld", "HelloWorld 的 set(string)"));
    await hoverSays(workbench, /^0x[0-9a-f]{40}$/, say("contract HelloWorld", "合约 HelloWorld"));
    await workbench.picture(`document-contract-${locale}`);
  });

  // A file of another language, with VS Code's own hovers beside ours.
  it.skipIf(isOldest)("says over a TypeScript file what a selector is, and leads on", async () => {
    await workbench.openFile("check.ts");
    await hoverSays(workbench, "0x4ed3885e", "set(string) of HelloWorld");
    await hovers(workbench).getByText("Explain").first().click();
    await expect.poll(text).toContain("set(string) of HelloWorld");
    await workbench.picture("hover-typescript");
  });
});
