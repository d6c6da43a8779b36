import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRequestFile } from "../../../src/signing/requestFile";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";
import type { PageScreen } from "../../support/window/pageScreen";

describe.each(["en", "zh-cn"] as const)("the page of a request (%s)", (locale) => {
  const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
  let workbench: FakeWindow;
  let height = 0;
  beforeAll(async () => {
    workbench = openWindow({
      locale,
      // Executor version 1, as new chains have it: what is frozen there stays so.
      settings: { "chainside.embeddedChain.permissions": true, "chainside.embeddedChain.access": "confirm" },
    });
    await workbench.startChain();
  });
  afterAll(async () => workbench?.close());

  const sql = async (statement: string): Promise<void> => {
    await workbench.command(`FISCO BCOS: ${say("Run Table SQL", "执行 SQL（表增删改查）")}`);
    await workbench.answer(say("create table, alter table", "create table、alter table"), statement);
  };
  /** One block more than before, or as many. */
  const blocks = async (more: 0 | 1): Promise<void> => {
    height += more;
    await workbench.status(new RegExp(`group0 #${height} · \\S`)).waitFor();
  };
  const asked = (): Promise<PageScreen> => workbench.webview("ul.consequences");
  const button = (page: PageScreen, english: string, chinese: string) =>
    page.getByRole("button", { name: say(english, chinese) });
  const closed = (page: PageScreen): Promise<void> => expect.poll(() => page.closed).toBe(true);
  /** Goes over to the page. */
  async function takenOver(): Promise<PageScreen> {
    await workbench.pick(say("Show Whole Request", "查看完整请求"));
    const page = await workbench.webview("body.alone");
    expect(workbench.onScreen()).not.toContain(say("Show Whole Request", "查看完整请求"));
    return page;
  }
  const focused = (page: PageScreen): string =>
    page.run((document) => (document as { activeElement: { tagName: string } }).activeElement.tagName);

  it("stands beside the question of what is grave, and Cancel on it signs nothing", async () => {
    await sql("create table t_page(id varchar, name varchar, primary key(id))");
    await workbench.pick(say("Sign and Send", "签名并发送"));
    await blocks(1);
    await sql("delete from t_page where id = 1");
    const page = await asked();
    expect(await page.locator("h1").innerText()).toContain("group0");
    expect((await page.locator("dt").allInnerTexts()).join("\n")).toContain(say("Signed by", "签名账户"));
    expect(await page.locator("ul.consequences li").count()).toBeGreaterThan(0);
    await page.getByText(say("Closing this page isn't an answer.", "仅关闭此页面不算作答。")).waitFor();
    await button(page, "Cancel", "取消").click();
    await closed(page);
    await blocks(0);
  });

  it("signs by its own button what it shows", async () => {
    await sql("delete from t_page where id = 2");
    const page = await asked();
    await button(page, "Sign and Send", "签名并发送").click();
    await workbench.answered(say("Done in block", "已在区块"));
    await blocks(1);
    expect(page.closed).toBe(true);
  });

  it("that is closed leaves the list open, and takes over where it is asked for: then closing it cancels", async () => {
    await sql("delete from t_page where id = 3");
    (await asked()).dispose();
    const page = await takenOver();
    await expect.poll(() => focused(page)).toBe("H1");
    await page.getByText(say("Closing it cancels.", "关闭页面即取消。")).waitFor();
    page.dispose();
    await expect.poll(() => workbench.onScreen()).not.toContain(say("Sign and Send", "签名并发送"));
    await blocks(0);
  });

  it("is left by Escape, but not by the key that ends the choice of a character", async () => {
    await sql("insert into t_page (id, name) values ('4', 'a')");
    const page = await takenOver();
    page.run((document) => {
      const { body, defaultView } = document as {
        body: { dispatchEvent(event: unknown): void };
        defaultView: { KeyboardEvent: new (type: string, init: object) => unknown };
      };
      const composing = { key: "Escape", bubbles: true, isComposing: true };
      body.dispatchEvent(new defaultView.KeyboardEvent("keydown", composing));
    });
    await expect.poll(() => page.text).toContain(say("would succeed", "会成功"));
    expect(page.closed).toBe(false);
    await page.locator("h1").press("Escape");
    await closed(page);
    await blocks(0);
  });

  it("says what is known by now when it was hidden and comes back", async () => {
    await sql("insert into t_page (id, name) values ('5', 'a')");
    const page = await takenOver();
    await expect.poll(() => page.text).toContain(say("would succeed", "会成功"));
    await page.show(false);
    await page.show(true);
    await expect.poll(() => page.text).toContain(say("would succeed", "会成功"));
    expect(await page.getByText(say("Dry run in progress", "正在试运行")).count()).toBe(0);
    await page.locator("body.alone").waitFor();
    await button(page, "Cancel", "取消").click();
    await closed(page);
  });

  it("shows words from elsewhere as words: no elements, no hidden or turning characters, no line of its own", async () => {
    const hostile = `<img src=x onerror=alert(1)>\u202e\u200b\nSigned by: 0x${"22".repeat(20)}`;
    await sql(`insert into t_page (id, name) values ('6', '${hostile}')`);
    const page = await takenOver();
    await expect.poll(() => page.text).toContain("<img src=x");
    expect(await page.locator("img").count()).toBe(0);
    expect(page.text).not.toMatch(/[\u202e\u200b]/);
    const labels = await page.locator("dt").allInnerTexts();
    expect(labels.filter((label) => label === say("Signed by", "签名账户"))).toHaveLength(1);
    const values = await page.locator("dd").allInnerTexts();
    expect(values.every((value) => !value.includes("\n"))).toBe(true);
    await button(page, "Cancel", "取消").click();
    await closed(page);
    await blocks(0);
  });

  it("writes the request to a file, where another person is to sign it", async () => {
    await sql("insert into t_page (id, name) values ('7', 'a')");
    const page = await takenOver();
    const file = join(workbench.folder, "insert.json");
    await button(page, "Export Signing Request…", "导出签名请求…").click();
    workbench.paths.push(file);
    await expect.poll(() => existsSync(file) && readFileSync(file, "utf8").endsWith("\n")).toBe(true);
    await closed(page);
    expect(readRequestFile(readFileSync(file, "utf8")).signature).toBeUndefined();
    await blocks(0);
  });

  it("signs what can't be undone by its name alone", async () => {
    await workbench.command(`FISCO BCOS: ${say("Deploy Contract", "部署合约")}`, "HelloWorld");
    await workbench.pick(say("Sign and Send", "签名并发送"));
    await workbench.answered(say("Deployed HelloWorld", "HelloWorld 已部署"));
    await blocks(1);
    await workbench.command(`FISCO BCOS: ${say("Freeze Contract", "冻结合约")}`, "HelloWorld");
    const page = await takenOver();
    expect(await page.locator("h1").innerText()).toMatch(
      locale === "en"
        ? /^Freeze contract HelloWorld 0x[0-9a-f]{40}, as dev0 \(0x[0-9a-f]{40}\) on Embedded chain · group0$/
        : /^冻结合约 HelloWorld 0x[0-9a-f]{40}，签名账户 dev0（0x[0-9a-f]{40}），目标链 内置链 · group0$/,
    );
    const typed = page.locator("form input");
    await typed.fill("0x12345678");
    await typed.press("Enter");
    const sign = await button(page, "Sign and Send", "签名并发送").get();
    expect(sign.disabled).toBe(true);
    const [name = ""] = /0x[0-9a-f]{8}/.exec(await page.locator("form label").innerText()) ?? [];
    await typed.fill(` ${name.toUpperCase()} `);
    expect(sign.disabled).toBe(false);
    await typed.press("Enter");
    await workbench.answered(say("HelloWorld: frozen", "HelloWorld：已冻结"));
    await blocks(1);
  });
});
