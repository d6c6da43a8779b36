import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withCoin } from "../../support/coinArtifact";
import { withKiosk } from "../../support/foundKiosk";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";
import type { PageScreen } from "../../support/window/pageScreen";

describe("the index of a group", () => {
  let workbench: FakeWindow;
  const files = (): string[] => {
    const folder = join(workbench.temporary, "globalStorage/history");
    return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".db")) : [];
  };
  const index = async (): Promise<string> =>
    (await workbench.childrenOf("group0")).find((line) => line.startsWith("Index")) ?? "";
  const indexed = async (): Promise<string> => (await workbench.childrenOf("Index")).join("\n");

  beforeAll(async () => {
    workbench = openWindow({
      prepare: (folder) => {
        withKiosk(folder);
        withCoin(folder);
      },
    });
    await workbench.startChain();
    await workbench.command("FISCO BCOS: Deploy Contract", "Kiosk");
    await workbench.answer(/initialLabel/, "corner shop");
    await workbench.answered(/Deployed Kiosk at 0x[0-9a-f]{40} in block 1/);
  });
  afterAll(async () => workbench?.close());

  it("isn't made before a user asks for it, and a query says so", async () => {
    await workbench.pane("Chains");
    await workbench.expand("group0");
    expect(await index()).toBe("");
    await workbench.command("FISCO BCOS: New Chain Query");
    await expect.poll(() => workbench.editorText()).toContain("FROM blocks");
    await workbench.run("chainside.runChainQuery");
    await workbench.answered(/Queries ask an index, and group0 has none yet/);
    expect(files()).toEqual([]);
  });

  it("is made by a command, and says how far it is", async () => {
    await workbench.command("FISCO BCOS: Index This Group", "All blocks");
    await workbench.answered(/group0 is indexed: blocks 0 to 1/);
    expect(files()).toHaveLength(1);
    await expect.poll(index).toMatch(/up to date · [\d.]+ MB/);
  });

  it("follows new blocks", async () => {
    await workbench.expand("Index");
    expect(await indexed()).toContain("blocks 0 to 1");
    await workbench.command("FISCO BCOS: Deploy Contract", "Kiosk");
    await workbench.answer(/initialLabel/, "second");
    await expect.poll(indexed).toContain("blocks 0 to 2");
  });

  describe("is asked by a query", () => {
    let page: PageScreen;
    const cells = (): Promise<string[]> => page.locator("tbody td").allInnerTexts();

    it("with its result in a grid", async () => {
      await workbench.run("chainside.runChainQuery");
      page = await workbench.webview(".grid");
      await page.locator("tbody tr").first().waitFor();
      expect(await page.locator("thead th").allInnerTexts()).toEqual([
        "number",
        "time",
        "transactions",
        "failed",
        "gas_used",
      ]);
      expect(await page.locator("tbody tr").count()).toBe(2);
      // Heads and cells of numbers stand alike.
      expect(await page.locator("thead th.number").allInnerTexts()).toEqual([
        "number",
        "transactions",
        "failed",
        "gas_used",
      ]);
      expect(await page.locator("tbody tr").first().locator("td.number").count()).toBe(4);
    });

    it("which sorts, filters and copies", async () => {
      await page.getByRole("button", { name: "Sort by number" }).click();
      await page.locator('th[aria-sort="ascending"]').waitFor();
      expect((await cells())[0]).toBe("1");
      await page.getByRole("button", { name: "Sort by number" }).click();
      await page.locator('th[aria-sort="descending"]').waitFor();
      expect((await cells())[0]).toBe("2");
      await page.locator(".find").fill("no such thing");
      await page.getByText("No rows.").waitFor();
      await page.locator(".find").fill("");
      await expect.poll(() => page.locator("tbody tr").count()).toBe(2);
    });

    it("and a chart with its values in the table", async () => {
      await page.locator(".chart vscode-single-select").first().selectOption("bars");
      await page.locator(".plot canvas").waitFor();
      expect(await page.locator(".plot[role=img]").getAttribute("aria-label")).toMatch(/across time, 2 points/);
      // Keys go from value to value.
      await page.locator(".plot").press("End");
      await page.locator(".atCursor", { hasText: /transactions: 1/ }).waitFor();
      await page.locator("button.log").click();
      await page.locator('button.log[aria-pressed="true"]').waitFor();
    });
  });

  it("is what charts are made of, each with a table", async () => {
    await workbench.command("FISCO BCOS: Open Charts");
    const page = await workbench.webview(".charts");
    await page.locator("section.chart").first().waitFor();
    await page.locator("section.pool").waitFor();
    const names = await page.locator("section.chart h2").allInnerTexts();
    expect(names.slice(0, 4)).toEqual([
      "Transactions and failures",
      "Block interval",
      "Transactions per block",
      "Gas used",
    ]);
    expect(names).toEqual(expect.arrayContaining(["Share of sealers", "Transaction pool", "View changes"]));
    await page.locator("section.sealers summary").click();
    expect(await page.locator("section.sealers tbody td.number").allInnerTexts()).toEqual(["50", "50"]);
    await page.locator(".toolbar vscode-single-select").selectOption("range");
    await page.locator("section.transactions .legend button", { hasText: "Transactions (before)" }).waitFor();
    await page.getByRole("button", { name: "Zoom Out" }).click();
    await page.locator("section.chart").first().waitFor();
    await page.locator("section.transactions summary").click();
    expect(await page.locator(".plot[role=img]").first().getAttribute("aria-label")).toMatch(
      /^Transactions and failures/,
    );
    await page.getByRole("button", { name: "Last hour" }).click();
    await page.locator('[aria-pressed="true"]', { hasText: "Last hour" }).waitFor();
    await page.locator("section.chart").first().waitFor();
  });

  it("tells the explorer of an address, and finds by the beginning of a hash", async () => {
    await workbench.command("FISCO BCOS: Open Explorer");
    const page = await workbench.webview("main#content");
    const search = page.locator("input[type=search]");
    await search.fill("0x6849f21d1e");
    await search.press("Enter");
    await page.getByText("From the index of this group").waitFor();
    await page.getByRole("heading", { name: "Functions by number of calls" }).waitFor({ state: "hidden" });
    await page.getByText("Creator").waitFor();
    await search.fill("nothing of this name");
    await search.press("Enter");
    await page.getByText("The index has nothing for nothing of this name").waitFor();
  });

  it("tells the explorer what tokens say of an account, with all of it as a query", async () => {
    await workbench.command("FISCO BCOS: Deploy Contract", "Coin");
    await workbench.answered(/Deployed Coin at 0x[0-9a-f]{40} in block 3/);
    await workbench.command("FISCO BCOS: Send Transaction", "Coin", "give(address");
    await workbench.answer(/\(address\)/, `0x${"ab".repeat(20)}`);
    await workbench.answer(/\(uint256\)/, "5");
    await workbench.answered(/Coin\.give\(.*\) is in block 4/);
    await expect.poll(indexed).toContain("blocks 0 to 4");
    const page = await workbench.webview("main#content");
    const search = page.locator("input[type=search]");
    const balances = page.locator("section", { hasText: "Token balances, by transfer events" }).last();
    // the token became known as it was deployed: its past is read again a moment later
    await expect
      .poll(async () => {
        await search.fill(`0x${"ab".repeat(20)}`);
        await search.press("Enter");
        await page.getByText("From the index of this group").waitFor();
        return balances.count();
      })
      .toBe(1);
    const lines = async (): Promise<string[]> => balances.locator("tbody code").allInnerTexts();
    expect(await lines()).toEqual(["+5", "5"]);
    // who made the token and gave of it has what its making told of, and less now
    await balances.locator("tbody :is(a, button)", { hasText: /^0x/ }).first().click();
    await page.getByText("Creator").waitFor();
    await page
      .locator(":is(a, button)", { hasText: /0x29ac/ })
      .first()
      .click();
    await expect.poll(lines).toEqual(["-5", "2", "+7", "7"]);
    await balances.getByRole("button", { name: "Open as Query" }).click();
    await expect.poll(() => workbench.editorText()).toContain("AS balance");
  });

  it("pauses and resumes", async () => {
    await workbench.fromMenu(workbench.row("Index"), "Pause Index");
    await expect.poll(index).toMatch(/paused · [\d.]+ MB/);
    await workbench.fromMenu(workbench.row("Index"), "Resume Index");
    await expect.poll(index).toMatch(/up to date/);
  });

  it("is forgotten after a question", async () => {
    const menu = workbench.fromMenu(workbench.row("Index"), "Forget Index");
    await workbench.dialog(/Forget the index of group0/).press("Forget");
    await menu;
    await expect.poll(index).toBe("");
    expect(files()).toEqual([]);
  });
});
