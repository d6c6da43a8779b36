import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withKiosk } from "../../support/foundKiosk";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";
import type { PageScreen } from "../../support/window/pageScreen";

const item = (id: number, name: string): string =>
  `{id: ${id}, name: "${name}", owner: 0x00000000000000000000000000000000000000ab, prices: [5, 6]}`;

describe("the events page", () => {
  let workbench: FakeWindow;
  let page: PageScreen;
  beforeAll(async () => {
    workbench = openWindow({ prepare: withKiosk });
    await workbench.startChain();
    await workbench.command("FISCO BCOS: Deploy Contract", "Kiosk");
    await workbench.answer(/initialLabel/, "corner shop");
    await workbench.answered(/Deployed Kiosk at 0x[0-9a-f]{40} in block 1/);
  });
  afterAll(async () => workbench?.close());

  const lines = (): Promise<string[]> => page.locator(".rows .line .text").allInnerTexts();
  const stock = async (id: number, name: string, block: number): Promise<void> => {
    await workbench.fromMenu(workbench.row("stock"), "Send Transaction");
    await workbench.answer(/item/, item(id, name));
    await workbench.status(new RegExp(`group0 #${block} `)).waitFor();
    await workbench.dismissNotifications();
  };
  const stocked = (id: number): RegExp =>
    new RegExp(`^Stocked\\(id: ${id}, name: #0x[0-9a-f]{8}…, owner: 0x0+ab, prices`);

  it("opens from an event of the Contracts view and shows what is sent", async () => {
    await workbench.pane("Contracts");
    await workbench.collapse("Compiled");
    await workbench.expand("Kiosk");
    await workbench.row("Stocked").click();
    page = await workbench.webview(".list");
    await page.locator(".live[data-live=push]").waitFor();
    expect(await page.locator("summary strong").innerText()).toBe("Stocked");
    await stock(7, "tea", 2);
    await stock(8, "rice", 3);
    await expect.poll(lines).toEqual([expect.stringMatching(stocked(8)), expect.stringMatching(stocked(7))]);
  });

  it("shows one event with its parameters", async () => {
    await page.locator(".rows .line").first().click();
    await page.locator(".details", { hasText: "Stocked(uint64,string,address,uint256[])" }).waitFor();
    expect(await page.locator(".details tr").first().innerText()).toMatch(/id uint64\s*8/);
    await page.locator(".list").press("ArrowDown");
    await expect.poll(() => page.locator(".details tr").first().innerText()).toMatch(/id uint64\s*7/);
    await page.locator(".list").press("Escape");
    await expect.poll(() => page.locator(".details").isVisible()).toBe(false);
  });

  it("filters by an indexed value, on the chain and as it comes", async () => {
    await page.locator('[data-path="0"]').fill("x");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText(/isn't an integer/).waitFor();
    expect(await page.locator(".rows .line").count()).toBe(2);
    await page.locator('[data-path="0"]').fill("8, 9");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect.poll(lines).toEqual([expect.stringMatching(stocked(8))]);
    await page.locator(".live[data-live=push]").waitFor();
    await stock(10, "salt", 4);
    await stock(9, "oil", 5);
    await expect.poll(lines).toEqual([expect.stringMatching(stocked(9)), expect.stringMatching(stocked(8))]);
    await page.locator('[data-path="0"]').fill("");
    await page.locator('[data-path="1"]').fill("tea");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect.poll(lines).toEqual([expect.stringMatching(stocked(7))]);
    await page.locator('[data-path="1"]').fill("");
    await page.locator('[data-path="from"]').fill("4");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect.poll(lines).toEqual([expect.stringMatching(stocked(9)), expect.stringMatching(stocked(10))]);
  });

  it("pauses, and goes on without a gap", async () => {
    await page.locator(".live[data-live=push]").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator(".live[data-live=paused]").waitFor();
    await stock(11, "milk", 6);
    expect(await page.locator(".rows .line").count()).toBe(2);
    await page.getByRole("button", { name: "Resume" }).click();
    await expect.poll(async () => (await lines())[0]).toMatch(stocked(11));
    expect(await page.locator(".rows .line").count()).toBe(3);
    await page.getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => page.locator(".rows .line").count()).toBe(0);
    await stock(12, "bread", 7);
    await expect.poll(lines).toEqual([expect.stringMatching(stocked(12))]);
  });

  it("catches up with what happened while it was hidden", async () => {
    await page.show(false);
    await stock(13, "soap", 8);
    await page.show(true);
    await expect.poll(lines).toEqual([expect.stringMatching(stocked(13)), expect.stringMatching(stocked(12))]);
  });

  it("keeps what is typed and not applied yet when its chain comes back", async () => {
    await page.locator('[data-path="to"]').fill("9");
    await workbench.command("FISCO BCOS: Stop Embedded Chain");
    await page.locator(".live[data-live=disconnected]").waitFor();
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    await page.locator(".live[data-live=push]").waitFor();
    expect(await page.locator('[data-path="to"]').inputValue()).toBe("9");
    await expect.poll(lines).toEqual([expect.stringMatching(stocked(13)), expect.stringMatching(stocked(12))]);
    await page.locator('[data-path="to"]').fill("");
  });

  it("writes what it shows into a file", async () => {
    // With its comma: a word stands in the row, and the digits alone in many a hash.
    await page.locator(".find").fill("id: 13,");
    await expect.poll(() => page.locator(".rows .line").count()).toBe(1);
    await page.getByRole("button", { name: "Export JSON" }).click();
    const file = join(workbench.folder, "stocked.json");
    const read = (): unknown => {
      try {
        return JSON.parse(readFileSync(file, "utf8"));
      } catch {
        return undefined;
      }
    };
    workbench.paths.push(file);
    await expect
      .poll(read)
      .toMatchObject([{ block: 8, event: "Stocked", arguments: [{ name: "id", value: "13" }, {}, {}, {}] }]);
  });

  it("shows the events of all contracts, and opens from a contract's document", async () => {
    await workbench.command("FISCO BCOS: Show Events", "All contracts of group0");
    page = await workbench.webview(".list.withContract");
    await expect.poll(() => page.locator(".rows .line").count()).toBe(14);
    // No one signs an anonymous event: the contract's interface tells it.
    expect((await lines()).filter((line) => line.startsWith("Quiet(number: "))).toHaveLength(7);
    await page.locator(".rows .line").first().locator(".link").nth(1).click();
    await expect.poll(() => workbench.editorText()).toContain("Paid(address,uint256)");
    await workbench.editorButton("Show Events");
    await workbench.webview(".list:not(.withContract)");
  });

  it("is there again when the window is loaded anew, and goes on with the chain", async () => {
    await workbench.reload();
    await workbench.view("FISCO BCOS");
    await workbench.bringForward("Events of Kiosk");
    // The chain of a workspace comes back with its window, and the page goes on by itself.
    page = await workbench.webview(".live[data-live=push]");
  });
});

describe("the events page in Chinese", () => {
  let workbench: FakeWindow;
  afterAll(async () => workbench?.close());

  it("asks and says everything in Chinese", async () => {
    workbench = openWindow({ prepare: withKiosk, locale: "zh-cn" });
    await workbench.view("FISCO BCOS");
    await workbench.command("启动内置链");
    await workbench.status(/group0 #\d+/).waitFor();
    await workbench.command("部署合约", "Kiosk");
    await workbench.answer(/initialLabel/, "小店");
    await workbench.notification(/Kiosk 已部署到/).waitFor();
    await workbench.command("查看事件", "Kiosk");
    const page = await workbench.webview(".list");
    await page.locator(".live", { hasText: "实时：由节点推送" }).waitFor();
    await workbench.command("发送交易", "Kiosk", "stock");
    await workbench.answer(/item/, item(7, "茶"));
    await expect.poll(() => page.locator(".rows .line").count()).toBe(2);
    await page.locator(".rows .line").first().click();
    await page.locator(".details").waitFor();
  });
});
