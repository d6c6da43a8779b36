import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { expectFit } from "./fittingPage";
import { openWindow, type Workbench } from "./workbench";

/** Narrow, in high contrast. That everything has a name in both languages is tried without VS Code, too. */
describe("pages in a narrow window of high contrast", () => {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({
      theme: "dark",
      width: 520,
      settings: { "window.autoDetectColorScheme": false, "workbench.colorTheme": "Default High Contrast" },
    });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    await workbench.row("group0").waitFor();
    await workbench.command("FISCO BCOS: Deploy Contract");
    await workbench.pick("HelloWorld");
    await workbench.answered(/Deployed HelloWorld/);
    await workbench.command("FISCO BCOS: Send Transaction");
    await workbench.pick("HelloWorld");
    await workbench.pick("set(string");
    await workbench.answer("(string)", "good morning");
    await workbench.answered(/HelloWorld\.set/);
    await workbench.command("FISCO BCOS: Create Table");
    await workbench.answer("Enter a name for the new table", "t_goods");
    await workbench.answer("Enter the name of the key column", "id");
    await workbench.answer("Enter the names of the other columns", "name, price");
    await workbench.pick("Numbers");
    await workbench.status(/group0 #3(?!\d)/).waitFor();
    await workbench.dismissNotifications();
    // Pages get the room that a person would give them.
    await workbench.command("View: Toggle Primary Side Bar Visibility");
  });
  afterAll(async () => workbench?.close());

  /** A picture of a page that has a name on everything and fits its frame. */
  async function looked(page: Frame, name: string): Promise<void> {
    await workbench.picture(`look-${name}`);
    await expectFit(page);
  }

  it("the explorer: overview, blocks, block, transaction and address", async () => {
    await workbench.command("FISCO BCOS: Open Explorer");
    const page = await workbench.webview(".cards");
    await page.locator(".card", { hasText: "#3" }).waitFor();
    await looked(page, "overview");
    await page.getByRole("button", { name: "Blocks", exact: true }).click();
    await page.locator("tbody tr").nth(3).waitFor();
    await looked(page, "blocks");
    await page.locator("button.link", { hasText: "#2" }).click();
    await page.locator("table button.link").first().waitFor();
    await looked(page, "block");
    await page.locator("table button.link").first().click();
    await page.getByText("good morning").first().waitFor();
    await looked(page, "transaction");
    await page.locator("dd button.link", { hasText: /^0x/ }).nth(1).click();
    await page.locator("h2", { hasText: "HelloWorld" }).waitFor();
    await page.getByText("set(string)").first().waitFor();
    await looked(page, "address");
  });

  it("a table with rows, its form and its filter", async () => {
    await workbench.command("FISCO BCOS: Open Table");
    await workbench.pick("t_goods");
    const page = await workbench.webview("form.filter");
    await page.getByRole("button", { name: "Insert Row" }).click();
    await page.locator("textarea[name=id]").fill("1");
    await page.locator("textarea[name=name]").fill("a longer name that needs some room in its column"); // words of the row
    await page.locator("textarea[name=price]").fill("38");
    await page.getByRole("button", { name: "Sign and Send" }).click();
    await page.locator("form.row").waitFor({ state: "detached" });
    await page.locator("tbody tr").first().waitFor();
    await page.getByRole("button", { name: "Add Condition" }).click();
    await page.locator("td.actions vscode-button").first().click();
    await page.locator("form.row").waitFor();
    await looked(page, "table");
  });

  it("the form of a contract", async () => {
    await workbench.command("FISCO BCOS: Open Contract Form");
    await workbench.pick("HelloWorld");
    const page = await workbench.webview("nav button.function");
    await page.locator('button.function[title^="set"]').click();
    await page.locator("form h2").filter({ hasText: "set" }).waitFor();
    await page.getByRole("button", { name: "Dry Run" }).click();
    await page.locator(".result").first().waitFor();
    await page.locator('button.function[title^="get"]').click();
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.locator(".result").first().filter({ hasText: "good morning" }).waitFor();
    await looked(page, "contract-form");
  });

  it("the matrix of who accepts whom", async () => {
    await workbench.command("FISCO BCOS: Open Access Matrix");
    const page = await workbench.webview("tbody th");
    await page.locator("tbody th").first().waitFor();
    await looked(page, "access-matrix");
  });

  it("the graphs of a source", async () => {
    await workbench.openFile("HelloWorld.sol");
    await workbench.command("FISCO BCOS: Show Inheritance and Call Graph");
    const page = await workbench.webview(".picture");
    await page.locator(".picture g").first().waitFor();
    await looked(page, "inheritance");
    await page.getByRole("tab", { name: "Call Graph" }).click();
    await page.locator(".picture g", { hasText: "HelloWorld.set" }).waitFor();
    await looked(page, "calls");
  });
});
