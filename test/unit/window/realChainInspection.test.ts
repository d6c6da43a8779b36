import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeCompiler } from "../../../src/debugger/program/startDebuggee";
import { ForkChain } from "../../support/forkChain";
import type { FakeWindow } from "../../support/window/fakeWindow";
import { historySource, onRealChain } from "../../support/window/onRealChain";
import type { PageScreen } from "../../support/window/pageScreen";

describe.each([{ locale: "en" } as const, { locale: "zh-cn" } as const])(
  "a transaction of a real chain ($locale)",
  ({ locale }) => {
    const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
    const command = (english: string, chinese: string): Promise<void> =>
      workbench.command(`FISCO BCOS: ${say(english, chinese)}`);
    let chain: ForkChain;
    let workbench: FakeWindow;
    let page: PageScreen;
    let hash = "";
    let address = "";
    beforeAll(async () => {
      chain = await ForkChain.start(historySource, { web3Port: 0 });
      address = (await chain.deploy("History")).contractAddress;
      for (let i = 0; i < 3; i++) await chain.send(address, "History", "step", [i]);
      hash = (await chain.send(address, "History", "step", [40])).transactionHash;
      workbench = await onRealChain(chain.chain.url, locale);
    });
    afterAll(async () => {
      await workbench?.close();
      closeCompiler();
      await chain?.close();
    });

    const dialog = () => workbench.dialog(say("Re-execute the transaction?", "是否重新执行该交易？"));

    it("is executed again only when somebody wants it", async () => {
      await command("Open Explorer", "打开区块链浏览器");
      page = await workbench.webview(".cards");
      const search = page.locator("input[type=search]");
      await search.fill(hash);
      await search.press("Enter");
      const changes = page.locator("details.inspected", { hasText: say("State Changes", "状态变更") });
      await changes.locator("summary").click();
      await dialog().waitFor();
      expect(await dialog().innerText()).toMatch(say("Nothing is written to the chain", "不会向链写入任何内容"));
      workbench.escape();
      await expect.poll(() => page.locator("details.inspected[open]").count()).toBe(0);
    });

    it("tells on the explorer's page what it changed, and how sure that is", async () => {
      await page
        .locator("details.inspected", { hasText: say("State Changes", "状态变更") })
        .locator("summary")
        .click();
      await dialog().waitFor();
      await dialog().press(say("Re-Execute", "重新执行"));
      const changes = page.locator("details.inspected").first();
      await changes.locator("tbody tr").first().waitFor();
      expect(await changes.innerText()).toContain("History");
      expect(await changes.innerText()).toMatch(say("Equal to the receipt", "与回执一致"));
    });

    it("tells there what its lines took", async () => {
      const gas = page.locator("details.inspected", { hasText: say("Gas by Line", "各行 gas") });
      await gas.locator("summary").click();
      await dialog().waitFor();
      await dialog().press(say("Re-Execute", "重新执行"));
      await gas.locator("tbody tr").first().waitFor();
      expect(await gas.innerText()).toMatch(/History\.sol:\d+/);
    });

    it("is told in the editor in the same way", async () => {
      await command("Show State Changes", "查看状态变更");
      await workbench.answer(say("Enter the transaction hash", "输入交易哈希"), hash);
      await dialog().waitFor();
      await dialog().press(say("Re-Execute", "重新执行"));
      await expect.poll(() => workbench.editorText()).toContain("→");
      expect(await workbench.editorText()).toMatch(say("Equal to the receipt", "与回执一致"));
      await command("Show Gas by Line", "查看各行 gas");
      await workbench.answer(say("Enter the transaction hash", "输入交易哈希"), hash);
      await dialog().waitFor();
      await dialog().press(say("Re-Execute", "重新执行"));
      await workbench.notification(new RegExp(say("Equal to the receipt", "与回执一致"))).waitFor();
      await expect.poll(() => workbench.documents.active?.behind.size).toBeGreaterThan(0);
    });
  },
);
