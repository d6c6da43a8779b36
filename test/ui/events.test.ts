import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withKiosk } from "../support/foundKiosk";
import { openWindow, type Workbench } from "./workbench";

const item = (id: number, name: string): string =>
  `{id: ${id}, name: "${name}", owner: 0x00000000000000000000000000000000000000ab, prices: [5, 6]}`;

describe("the events page", () => {
  let workbench: Workbench;
  let page: Frame;
  beforeAll(async () => {
    workbench = await openWindow({ prepare: withKiosk });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    await workbench.status(/group0 #\d+ · \S/).waitFor();
    await workbench.command("FISCO BCOS: Deploy Contract", "Kiosk");
    await workbench.answer(/initialLabel/, "corner shop");
    await workbench.answered(/Deployed Kiosk at 0x[0-9a-f]{40} in block 1/);
  });
  afterAll(async () => workbench?.close());

  const lines = (): Promise<string[]> => page.locator(".rows .line .text").allInnerTexts();
  const stock = async (id: number, name: string, block: number): Promise<void> => {
    // From the tree: a page that had the keys takes them back while a question opens.
    await workbench.row("stock").hover();
    await workbench.row("stock").getByRole("button", { name: "Send Transaction" }).click();
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
    await workbench.picture("events-live");
  });

  it("shows one event with its parameters", async () => {
    await page.locator(".rows .line").first().click();
    await page.locator(".details", { hasText: "Stocked(uint64,string,address,uint256[])" }).waitFor();
    expect(await page.locator(".details tr").first().innerText()).toMatch(/id uint64\s+8/);
    await page.locator(".list").press("ArrowDown");
    await expect.poll(() => page.locator(".details tr").first().innerText()).toMatch(/id uint64\s+7/);
    await workbench.picture("events-details");
    await page.locator(".list").press("Escape");
    await expect.poll(() => page.locator(".details").isVisible()).toBe(false);
  });

  it("catches up with what happened while it was hidden", async () => {
    await workbench.command("File: New Untitled Text File");
    await workbench.page.locator(".tab.active", { hasText: "Untitled" }).waitFor();
    await stock(13, "soap", 4);
    await workbench.page.locator(".tab", { hasText: "Events of Kiosk" }).click();
    page = await workbench.webview(".list");
    await expect.poll(lines).toEqual([13, 8, 7].map((id) => expect.stringMatching(stocked(id))));
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
    await workbench.saveTo(file);
    await expect
      .poll(read)
      .toMatchObject([{ block: 4, event: "Stocked", arguments: [{ name: "id", value: "13" }, {}, {}, {}] }]);
  });
});
