import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Workbench } from "./workbench";

/** How far a page is wider than its frame: no one scrolls a page sideways to read it. */
const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

describe.each([
  { theme: "light", width: 1280 },
  { theme: "dark", width: 520 },
] as const)("the history of a group, $theme and $width wide", ({ theme, width }) => {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({ theme, width });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    await workbench.row("group0").waitFor();
    await workbench.command("FISCO BCOS: Deploy Contract");
    await workbench.pick("HelloWorld");
    await workbench.answered(/Deployed HelloWorld/);
    for (const [greeting, block] of [
      ["good morning", 2],
      ["good evening", 3],
    ] as const) {
      await workbench.command("FISCO BCOS: Send Transaction");
      await workbench.pick("HelloWorld");
      await workbench.pick("set(string");
      await workbench.answer("(string)", greeting);
      await workbench.status(new RegExp(`group0 #${block}(?!\\d)`)).waitFor();
    }
    await workbench.dismissNotifications();
  });
  afterAll(async () => workbench?.close());

  async function looked(page: Frame, name: string): Promise<void> {
    await workbench.picture(`history-${name}-${theme}`);
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
  }

  it("is indexed at a command, beside the chain", async () => {
    await workbench.command("FISCO BCOS: Index This Group");
    await workbench.pick("All blocks");
    await workbench.answered(/group0 is indexed: blocks 0 to 3/);
    await workbench.row(/^Index/).waitFor();
    await workbench.picture(`history-tree-${theme}`);
    await workbench.command("View: Toggle Primary Side Bar Visibility");
  });

  it("is asked in SQL, with its answer in a grid and on a chart", async () => {
    await workbench.command("FISCO BCOS: New Chain Query");
    await workbench.page.locator(".codelens-decoration a", { hasText: "Run" }).first().waitFor();
    await workbench.picture(`history-query-${theme}`);
    await workbench.command("FISCO BCOS: Run Chain Query");
    const page = await workbench.webview(".grid");
    await page.locator("tbody tr").nth(2).waitFor();
    await page.getByRole("button", { name: "Sort by number" }).click();
    await page.locator('th[aria-sort="ascending"]').waitFor();
    await page.locator(".chart select").first().selectOption("bars");
    await page.locator("svg[role=img]").waitFor();
    await looked(page, "result");
  });

  it("is drawn on charts, and shown of an address", async () => {
    await workbench.command("FISCO BCOS: Open Charts");
    const charts = await workbench.webview(".charts");
    await charts.locator("section.transactions summary").click();
    await charts.locator("section.transactions tbody tr").first().waitFor();
    await looked(charts, "charts");
    await workbench.command("FISCO BCOS: Open Explorer");
    const page = await workbench.webview(".cards");
    const search = page.getByRole("searchbox");
    await search.fill("dev0");
    await search.press("Enter");
    await page.getByText("From the index of this group").waitFor();
    await page.locator("h2", { hasText: "Sent" }).waitFor();
    await looked(page, "address");
  });
});
