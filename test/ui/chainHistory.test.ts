import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Workbench } from "./workbench";

/** How far a page is wider than its frame: no one scrolls a page sideways to read it. */
const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** `2026-11-26 13:05`, local. */
function typedMinute(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16).replace("T", " ");
}

/** Writes the log of a node of a real chain as if it had run in a minute: its leader was killed under load. */
function logOfMinute(folder: string, minute: string): void {
  const recorded = join(import.meta.dirname, "../fixtures/nodeLogs/leaderKilled/node0.log.gz");
  const text = gunzipSync(readFileSync(recorded)).toString("utf8");
  const first = Date.parse("2026-11-23T09:12:54Z");
  const shift = Date.parse(`${minute.replace(" ", "T")}:05Z`) - first;
  const shifted = text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?=\.)/g, (time) =>
    new Date(Date.parse(`${time.replace(" ", "T")}Z`) + shift).toISOString().slice(0, 19).replace("T", " "),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "log_2026112309.12.log"), shifted);
}

describe.each([
  { theme: "light", width: 1280 },
  { theme: "dark", width: 520 },
] as const)("the history of a group, $theme and $width wide", ({ theme, width }) => {
  let workbench: Workbench;
  /** The minute in which the chain began, as one types it. */
  let began: string;
  beforeAll(async () => {
    workbench = await openWindow({ theme, width });
    began = typedMinute(Date.now());
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
    await page.getByRole("combobox", { name: "Chart" }).click();
    await page.getByRole("option", { name: "Bars" }).click();
    await page.locator(".plot[role=img]").waitFor();
    await looked(page, "result");
  });

  it("keeps a query with its chart in a notebook", async () => {
    const page = await workbench.webview(".grid");
    await page.getByRole("button", { name: "Add to Notebook" }).click();
    await workbench.page.locator(".notebookOverlay .view-line", { hasText: "sql" }).first().waitFor();
    await workbench.command("Notebook: Run All");
    const outputs = await workbench.webview(
      ".output .plot[role=img], .output-container .plot[role=img], .plot[role=img]",
    );
    await outputs.locator(".plot[role=img]").first().waitFor();
    await workbench.picture(`history-notebook-${theme}`);
  });

  it("is drawn on charts", async () => {
    await workbench.command("FISCO BCOS: Open Charts");
    const charts = await workbench.webview(".charts");
    await charts.locator("section.transactions summary").click();
    await charts.locator("section.transactions tbody tr").first().waitFor();
    await looked(charts, "charts");
  });

  it("leads from a slow minute on a chart to the line of the log that explains it", async () => {
    const charts = await workbench.webview(".charts");
    const minute = began.replace(" ", "T");
    await charts.getByLabel("From", { exact: true }).fill(minute);
    await charts.getByLabel("To", { exact: true }).fill(typedMinute(Date.parse(minute) + 60_000).replace(" ", "T"));
    await charts.getByRole("button", { name: "Show", exact: true }).click();
    await charts.locator(".muted[role=status]", { hasText: "intervals" }).waitFor();
    logOfMinute(join(workbench.folder, "nodes/127.0.0.1/node0/log"), began);
    await charts.getByRole("button", { name: "Logs of This Time" }).click();
    await workbench.pick("node0");
    const logs = await workbench.webview("section.stages");
    await logs.locator("section.slow tbody tr").first().waitFor();
    await looked(logs, "logs");
    await logs.locator("section.slow").getByRole("button", { name: "Show in Log" }).first().click();
    await workbench.page
      .locator(".editor-instance .view-line", { hasText: began.slice(0, 10) })
      .first()
      .waitFor();
    await workbench.picture(`history-log-line-${theme}`);
  });

  it("is shown of an address, and finds who sent a transaction a week ago", async () => {
    await workbench.command("View: Single Column Editor Layout");
    await workbench.command("FISCO BCOS: Change Embedded Chain");
    await workbench.pick("Changes the chain's time");
    await workbench.answer("+2d", "+7d");
    await workbench.command("FISCO BCOS: Send Transaction");
    await workbench.pick("HelloWorld");
    await workbench.pick("set(string");
    await workbench.answer("(string)", "a week later");
    await workbench.status(/group0 #4(?!\d)/).waitFor();
    await workbench.dismissNotifications();
    await workbench.command("FISCO BCOS: Open Explorer");
    const page = await workbench.webview(".cards");
    const search = page.getByRole("searchbox", { name: "Search", exact: true });
    await search.fill("dev0");
    await search.press("Enter");
    await page.getByText("From the index of this group").waitFor();
    await page.locator("h2", { hasText: "Sent" }).waitFor();
    await looked(page, "address");
    await search.fill(began);
    await search.press("Enter");
    // the one block that was made then
    await page.locator("h2", { hasText: "Block #1" }).waitFor();
    await page.locator("table button.link", { hasText: "dev0" }).waitFor();
    await looked(page, "sender");
    await search.fill("WEEK LATER");
    await search.press("Enter");
    await page.getByText("a week later").first().waitFor();
    await looked(page, "argument");
  });
});
