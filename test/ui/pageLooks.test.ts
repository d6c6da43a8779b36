import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Workbench } from "./workbench";

/** Controls without a name for a screen reader, and orders of focus other than that of the page. A text, for tsx marks functions. */
const namelessControls = `(() => {
  const named = (control) =>
    [control.getAttribute("aria-label"), control.textContent, control.title, ...[...(control.labels ?? [])].map((label) => label.textContent),
      document.getElementById(control.getAttribute("aria-labelledby") ?? "")?.textContent]
      .some((text) => /[\\p{L}\\p{N}]/u.test(text ?? ""));
  const controls = [...document.querySelectorAll("button, input, select, textarea, a, summary, [role=button], [role=img], svg.chart, svg.graph")];
  const pictures = controls.filter((control) => control.getAttribute("role") === "img" && !control.getAttribute("aria-label"));
  const heads = [...document.querySelectorAll("th")].filter((head) => head.textContent.trim() === "");
  const jumping = [...document.querySelectorAll("[tabindex]")].filter((control) => control.tabIndex > 0);
  return [...controls.filter((control) => !named(control)), ...pictures, ...heads, ...jumping].map((control) => control.outerHTML.slice(0, 200));
})()`;
/** How far a page is wider than its frame: nobody scrolls a page sideways to read it. */
const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

describe.each([
  { locale: "zh-cn", look: "light", theme: "light", width: 520, settings: {} } as const,
  {
    locale: "en",
    look: "contrast",
    theme: "dark",
    width: 1280,
    settings: { "window.autoDetectColorScheme": false, "workbench.colorTheme": "Default High Contrast" },
  } as const,
])("pages in other looks ($locale, $look, $width)", ({ locale, look, theme, width, settings }) => {
  const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
  const command = (english: string, chinese: string): Promise<void> =>
    workbench.command(`FISCO BCOS: ${say(english, chinese)}`);
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({ locale, theme, width, settings });
    await workbench.view("FISCO BCOS");
    await command("Start Embedded Chain", "启动内置链");
    await workbench.row("group0").waitFor();
    await command("Deploy Contract", "部署合约");
    await workbench.pick("HelloWorld");
    await workbench.status(/group0 #1 /).waitFor();
    await command("Send Transaction", "发送交易");
    await workbench.pick("HelloWorld");
    await workbench.pick("set(string");
    await workbench.answer("(string)", "good morning");
    await workbench.status(/group0 #2 /).waitFor();
    await command("Create Table", "创建表");
    await workbench.answer(say("Enter a name for the new table", "新表的名称"), "t_goods");
    await workbench.answer(say("Enter the name of the key column", "主键列"), "id");
    await workbench.answer(say("Enter the names of the other columns", "其他列"), "name, price");
    await workbench.pick(say("Numbers", "数字"));
    await workbench.status(/group0 #3 /).waitFor();
    await workbench.dismissNotifications();
    // Pages get the room that a person would give them.
    if (width < 1000) await workbench.command("View: Toggle Primary Side Bar Visibility");
  });
  afterAll(async () => workbench?.close());

  /** A picture of a page that has a name on everything and fits its frame. */
  async function looked(page: Frame, name: string): Promise<void> {
    await workbench.picture(`look-${name}-${look}-${locale}`);
    expect(await page.evaluate(namelessControls)).toEqual([]);
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
  }

  it("the explorer: overview, blocks, block, transaction and address", async () => {
    await command("Open Explorer", "打开区块链浏览器");
    const page = await workbench.webview(".cards");
    await page.locator(".card", { hasText: "#3" }).waitFor();
    await looked(page, "overview");
    await page.getByRole("button", { name: say("Blocks", "区块"), exact: true }).click();
    await page.locator("tbody tr").nth(3).waitFor();
    await looked(page, "blocks");
    await page.locator("button.link", { hasText: "#2" }).click();
    await page.locator("table button.link").first().waitFor();
    await looked(page, "block");
    await page.locator("table button.link").first().click();
    await page.getByText("good morning").first().waitFor();
    expect(await page.locator(".verdict.verified").count()).toBe(2);
    expect(await page.getByText("good morning").count()).toBe(2);
    await looked(page, "transaction");
    await page.locator("dd button.link", { hasText: /^0x/ }).nth(1).click();
    await page.locator("h2", { hasText: "HelloWorld" }).waitFor();
    await page.getByText("set(string)").first().waitFor();
    await looked(page, "address");
  });

  it("a table with rows, its form and its filter", async () => {
    await command("Open Table", "打开表");
    await workbench.pick("t_goods");
    const page = await workbench.webview("form.filter");
    for (const [id, name, price] of [
      ["1", say("tea", "茶"), "38"],
      // words of the row
      ["2", say("a longer name that needs some room in its column", "一个需要较多空间的名称"), "5"],
    ] as const) {
      await page.getByRole("button", { name: say("Insert Row", "插入行") }).click();
      await page.locator("textarea[name=id]").fill(id);
      await page.locator("textarea[name=name]").fill(name);
      await page.locator("textarea[name=price]").fill(price);
      await page.getByRole("button", { name: say("Sign and Send", "签名并发送") }).click();
      await page.locator("form.row").waitFor({ state: "detached" });
    }
    await page.locator("tbody tr").nth(1).waitFor();
    await page.getByRole("button", { name: say("Add Condition", "添加条件") }).click();
    await page.locator("td.actions button").first().click();
    await page.locator("form.row").waitFor();
    await looked(page, "table");
  });

  it("the form of a contract", async () => {
    await command("Open Contract Form", "打开合约表单");
    await workbench.pick("HelloWorld");
    const page = await workbench.webview("nav button.function");
    await page.locator('button.function[title^="set"]').click();
    await page.locator("form h2").filter({ hasText: "set" }).waitFor();
    await looked(page, "contract-form");
  });

  it("the matrix of who accepts whom", async () => {
    await command("Open Access Matrix", "打开访问矩阵");
    const page = await workbench.webview("table");
    await page.locator("tbody th").first().waitFor();
    await looked(page, "access-matrix");
  });
});
