import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe.each(["en", "zh-cn"] as const)("the page of a request (%s)", (locale) => {
  const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
  let workbench: FakeWindow;
  beforeAll(async () => {
    workbench = openWindow({ locale });
    await workbench.startChain();
  });
  afterAll(async () => workbench?.close());

  const sql = async (statement: string): Promise<void> => {
    await workbench.command(`FISCO BCOS: ${say("Run Table SQL", "执行 SQL（表增删改查）")}`);
    await workbench.answer(say("create table, alter table", "create table、alter table"), statement);
  };

  it("stands beside the question of what is grave, and Cancel on it signs nothing", async () => {
    await sql("create table t_page(id varchar, name varchar, primary key(id))");
    await workbench.status(/group0 #1 · \S/).waitFor();
    await sql("delete from t_page where id = 1");
    const page = await workbench.webview("ul.consequences");
    expect(await page.locator("h1").innerText()).toContain("group0");
    expect((await page.locator("dt").allInnerTexts()).join("\n")).toContain(say("Signed by", "签名账户"));
    expect(await page.locator("ul.consequences li").count()).toBeGreaterThan(0);
    await page.getByRole("button", { name: say("Cancel", "取消") }).click();
  });

  it("signs by its own button what it shows", async () => {
    await sql("delete from t_page where id = 2");
    const page = await workbench.webview("ul.consequences");
    await page.getByRole("button", { name: say("Sign and Send", "签名并发送") }).click();
    await workbench.answered(say("Done in block", "已在区块"));
  });
});
