import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";
import type { PageScreen } from "../../support/window/pageScreen";

describe("tables, balances and shards", () => {
  let workbench: FakeWindow;
  let page: PageScreen;
  beforeAll(async () => {
    workbench = openWindow();
    await workbench.startChain();
  });
  afterAll(async () => workbench?.close());

  const sql = async (statement: string): Promise<void> => {
    await workbench.command("FISCO BCOS: Run Table SQL");
    await workbench.answer("create table, alter table", statement);
  };
  const insert = async (id: string, name: string, price: string): Promise<void> => {
    await page.getByRole("button", { name: "Insert Row" }).click();
    await page.locator("textarea[name=id]").fill(id);
    await page.locator("textarea[name=name]").fill(name);
    await page.locator("textarea[name=price]").fill(price);
    await page.getByRole("button", { name: "Sign and Send" }).click();
    await page.locator("form.row").waitFor({ state: "detached" });
  };
  const firstColumn = (): Promise<string[]> => page.locator("tbody th").allInnerTexts();

  it("makes a table from the palette and opens its page", async () => {
    await workbench.command("FISCO BCOS: Create Table");
    await workbench.answer("Enter a name for the new table", "t_goods");
    await workbench.answer("Enter the name of the key column", "id");
    await workbench.answer("Enter the names of the other columns", "name, price");
    await workbench.pick("Numbers");
    await workbench.notification(/Created table \/tables\/t_goods/).waitFor();
    await workbench.notification(/Created table \/tables\/t_goods/).press("Open Table");
    page = await workbench.webview("form.filter");
    await page.getByText("No rows.").waitFor();
  });

  it("stores no curly quotes of a statement, and converts it where that is wanted", async () => {
    const typed = "insert into t_goods (id, name, price) values (7, “绿茶”, 3)";
    await sql(typed);
    await workbench.dialog(/full-width sign “/).press("Convert to Half-Width");
    await workbench.answered(/Done in block/);
    await sql("select name from t_goods where id = 7");
    await expect.poll(() => workbench.editorText()).toMatch(/^绿茶$/m);
    await sql("delete from t_goods where id = “7”");
    await workbench.dialog(/full-width sign “/).press("Convert to Half-Width");
    await workbench.sign("Rows to be permanently deleted: 1.");
    await workbench.answered(/Done in block \d+: 1 row/);
    page = await workbench.webview("form.filter");
  });

  it("asks whether curly quotes around a value belong to it", async () => {
    await page.getByRole("button", { name: "Insert Row" }).click();
    await page.locator("textarea[name=id]").fill("6");
    await page.locator("textarea[name=name]").fill("“红茶”");
    await page.getByRole("button", { name: "Sign and Send" }).click();
    await workbench.dialog(/full-width quotes around 红茶/).press("Without Quotes");
    await page.locator("form.row").waitFor({ state: "detached" });
    await page.locator("tbody td", { hasText: /^红茶$/ }).waitFor();
    await sql("delete from t_goods where id = 6");
    await workbench.sign("Rows to be permanently deleted: 1.");
    await workbench.answered(/Done in block \d+: 1 row/);
    page = await workbench.webview("form.filter");
  });

  it("inserts and changes rows in the page", async () => {
    await insert("10", "tea", "38");
    await page.getByText(/^1 row$/).waitFor();
    await insert("9", "rice", "5");
    await expect.poll(firstColumn).toEqual(["9", "10"]);
    await page.getByRole("button", { name: "Edit 10" }).click();
    await page.locator("textarea[name=price]").fill("40");
    await page.getByRole("button", { name: "Sign and Send" }).click();
    await page.locator("tbody td", { hasText: /^40$/ }).waitFor();
  });

  it("says what is wrong with a row and keeps what was typed", async () => {
    await page.getByRole("button", { name: "Insert Row" }).click();
    await page.locator("textarea[name=id]").fill("nine");
    await page.getByRole("button", { name: "Sign and Send" }).click();
    await page.locator(".notice.failure").waitFor();
    expect(await page.locator("textarea[name=id]").inputValue()).toBe("nine");
    await page.getByRole("button", { name: "Insert Row" }).click();
    expect(await page.locator("textarea[name=id]").inputValue()).toBe("nine");
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await page.locator("form.row").count()).toBe(0);
    expect(await page.locator(".notice.failure").count()).toBe(0);
  });

  it("pages through many rows both ways and filters them", async () => {
    for (let id = 11; id <= 37; id++) await insert(String(id), `item ${id}`, "1");
    await page.getByText("29 rows").waitFor();
    await expect.poll(async () => (await firstColumn()).length).toBe(25);
    expect(await page.getByRole("button", { name: "Previous" }).getAttribute("aria-disabled")).toBe("true");
    await page.getByRole("button", { name: "Next" }).click();
    await expect.poll(firstColumn).toEqual(["34", "35", "36", "37"]);
    await page.getByRole("button", { name: "Previous" }).click();
    await expect.poll(async () => (await firstColumn()).length).toBe(25);
    await page.getByRole("button", { name: "Add Condition" }).click();
    await page.getByLabel("Column").selectOption("name");
    await page.getByLabel("Comparison").selectOption("endsWith");
    await page.getByLabel("Value").fill("7");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(firstColumn).toEqual(["17", "27", "37"]);
  });

  it("offers to convert what was typed full-width in a condition, and never does it by itself", async () => {
    const offer = page.getByRole("button", { name: "Convert to Half-Width" });
    expect(await offer.count()).toBe(0);
    await page.getByLabel("Value").fill("第７，项");
    expect(await offer.count()).toBe(0);
    await page.getByLabel("Value").fill("“茶”");
    await offer.click();
    expect(await page.getByLabel("Value").inputValue()).toBe("茶");
    await page.getByLabel("Value").fill("７");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("No rows.").waitFor();
    await offer.click();
    expect(await offer.count()).toBe(0);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(firstColumn).toEqual(["17", "27", "37"]);
  });

  it("makes columns wider and narrower by keys, with one stop of the Tab key, and keeps that when rows are read again", async () => {
    type Head = { readonly style: { readonly width: string }; readonly className: string };
    const heads = (): Head[] =>
      page.run((document) => [
        ...(document as { querySelectorAll(s: string): Iterable<Head> }).querySelectorAll("thead th"),
      ]);
    const edges = page.locator("thead [role=separator]");
    await edges.first().press("ArrowRight");
    await edges.first().press("ArrowRight");
    const width = Number.parseInt(heads()[0]?.style.width ?? "", 10);
    await edges.first().press("ArrowLeft");
    expect(heads()[0]?.style.width).toBe(`${width - 16}px`);
    expect(await edges.first().getAttribute("aria-valuenow")).toBe(String(width - 16));
    expect(await page.locator("thead [role=separator][tabindex='0']").count()).toBe(1);
    await page.getByRole("button", { name: "Reload" }).click();
    await page.locator("section.grid[aria-busy=false]").waitFor();
    expect(heads()[0]?.style.width).toBe(`${width - 16}px`);
    expect(heads().map(({ className }) => className)).toEqual(["number", "", "number", ""]);
  });

  it("names the consequence before rows are deleted", async () => {
    await page.getByRole("button", { name: "Delete Matching Rows" }).click();
    await workbench.says("The 3 matching rows are permanently deleted");
    await workbench.sign("The 3 matching rows are permanently deleted");
    await page.getByText("No rows.").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("26 rows").waitFor();
    await page.getByRole("button", { name: "Delete 9", exact: true }).click();
    await workbench.sign("The row is permanently deleted");
    await page.getByText("25 rows").waitFor();
  });

  it("appends columns", async () => {
    await page.getByRole("button", { name: "Append Columns" }).click();
    await workbench.answer("Enter the names of the new columns", "unit");
    await workbench.sign("Columns can't be removed later");
    await page.locator("thead th", { hasText: "unit" }).waitFor();
  });

  it("answers SQL with rows as text", async () => {
    await sql("select id, name from t_goods where id = 10");
    await expect.poll(() => workbench.editorText()).toContain("tea");
    expect(await workbench.editorText()).toContain("// 1 row");
  });

  it("sets and gets values of a key-value table", async () => {
    await workbench.command("FISCO BCOS: New KV Table");
    await workbench.answer("Enter a name for the new table", "t_kv");
    await workbench.answer("Enter the name of the key column", "id");
    await workbench.answer("Enter the name of the value column", "value");
    await workbench.answered(/Created table \/tables\/t_kv/);
    await workbench.command("FISCO BCOS: Set Value in KV Table", "t_kv");
    await workbench.answer("Key", "colour");
    await workbench.answer("Enter the value for colour", "blue");
    await workbench.notification(/Set colour in t_kv: done/).waitFor();
    await workbench.command("FISCO BCOS: Get Value from KV Table", "t_kv");
    await workbench.answer("Key", "colour");
    await workbench.answered(/t_kv: colour → blue/);
    for (const command of ["Get Value from KV Table", "Set Value in KV Table"]) {
      await workbench.command(`FISCO BCOS: ${command}`, "t_goods");
      await workbench.answered(/t_goods isn't a key-value table/);
    }
    await workbench.command("FISCO BCOS: Open Table", "t_kv");
    page = await workbench.webview("form.row input");
    await page.getByLabel("id").fill("colour");
    await page.getByRole("button", { name: "Get" }).click();
    await expect.poll(() => page.getByLabel("value").inputValue()).toBe("blue");
  });

  it("shows tables in the tree", async () => {
    await workbench.pane("Chains");
    await workbench.expand("BFS");
    await workbench.expand("/tables");
    await expect.poll(() => workbench.childrenOf("/tables")).toContain("t_goodstable");
    expect(await workbench.tooltip(workbench.row("t_goods"))).toContain("name, price, unit");
  });

  it("says before any question what is switched off on this chain", async () => {
    await workbench.command("FISCO BCOS: Add to Balance");
    await workbench.notification(/feature_balance_precompiled/).waitFor();
    await workbench.command("FISCO BCOS: Create Shard");
    await workbench.notification(/feature_sharding/).waitFor();
  });
});
