import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";
import { nameless } from "../../support/window/pageNames";
import { threeNodes } from "../../support/workspaces/threeNodes";

const fixtures = join(import.meta.dirname, "../../fixtures");

describe.each(["en", "zh-cn"] as const)("what a screen reader finds on pages (%s)", (locale) => {
  const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
  const command = (english: string, chinese: string, ...choices: string[]): Promise<void> =>
    workbench.command(`FISCO BCOS: ${say(english, chinese)}`, ...choices);
  let workbench: FakeWindow;
  beforeAll(async () => {
    workbench = openWindow({
      locale,
      prepare: (folder) => {
        threeNodes(folder);
        const logs = join(folder, "nodes/127.0.0.1/node0/log");
        mkdirSync(logs, { recursive: true });
        copyFileSync(join(fixtures, "nodeLogs/leaderKilled/node0.log.gz"), join(logs, "log_2026112309.12.log.gz"));
      },
    });
    await workbench.startChain();
    await command("Deploy Contract", "部署合约", "HelloWorld");
    await workbench.answered(/HelloWorld/);
    await command("Send Transaction", "发送交易", "HelloWorld", "set(string");
    await workbench.answer("(string)", "good morning");
    await workbench.answered(/HelloWorld\.set/);
    await command("Create Table", "创建表");
    await workbench.answer(say("Enter a name for the new table", "新表的名称"), "t_goods");
    await workbench.answer(say("Enter the name of the key column", "主键列"), "id");
    await workbench.answer(say("Enter the names of the other columns", "其他列"), "name, price");
    await workbench.pick(say("Numbers", "数字"));
    await workbench.status(/group0 #3 /).waitFor();
    await workbench.dismissNotifications();
  });
  afterAll(async () => workbench?.close());

  it("the explorer: overview, blocks, block, transaction and address", async () => {
    await command("Open Explorer", "打开区块链浏览器");
    const page = await workbench.webview(".cards");
    await page.locator(".card", { hasText: "#3" }).waitFor();
    expect(nameless(page)).toEqual([]);
    await page.locator(".tab", { hasText: say("Blocks", "区块") }).click();
    await page.locator("tbody tr").nth(3).waitFor();
    expect(nameless(page)).toEqual([]);
    await page.locator("button.link", { hasText: "#2" }).click();
    await page.locator("table button.link").first().waitFor();
    expect(nameless(page)).toEqual([]);
    await page.locator("table button.link").first().click();
    await page.getByText("good morning").first().waitFor();
    expect(await page.locator(".verdict.verified").count()).toBe(2);
    expect(await page.getByText("good morning").count()).toBe(2);
    expect(nameless(page)).toEqual([]);
    await page.locator("dd button.link", { hasText: /^0x/ }).nth(1).click();
    await page.locator("h2", { hasText: "HelloWorld" }).waitFor();
    await page.getByText("set(string)").first().waitFor();
    expect(nameless(page)).toEqual([]);
  });

  it("a table with a row, its form and its filter", async () => {
    await command("Open Table", "打开表", "t_goods");
    const page = await workbench.webview("form.filter");
    await page.getByRole("button", { name: say("Insert Row", "插入行") }).click();
    await page.locator("textarea[name=id]").fill("1");
    await page.locator("textarea[name=name]").fill(say("tea", "茶"));
    await page.locator("textarea[name=price]").fill("38");
    await page.getByRole("button", { name: say("Sign and Send", "签名并发送") }).click();
    await page.locator("form.row").waitFor({ state: "detached" });
    await page.locator("tbody tr").first().waitFor();
    await page.getByRole("button", { name: say("Add Condition", "添加条件") }).click();
    await page.locator("td.actions vscode-button").first().click();
    await page.locator("form.row").waitFor();
    expect(nameless(page)).toEqual([]);
  });

  it("the form of a contract", async () => {
    await command("Open Contract Form", "打开合约表单", "HelloWorld");
    const page = await workbench.webview("nav button.function");
    await page.locator('button.function[title^="set"]').click();
    await page.locator("form h2").filter({ hasText: "set" }).waitFor();
    expect(nameless(page)).toEqual([]);
  });

  it("a query's result with a chart, the charts of a group, and what its index has of an address", async () => {
    await command("Index This Group", "索引此群组", say("All blocks", "所有区块"));
    await workbench.answered(say("group0 is indexed", "group0 已完成索引"));
    await command("New Chain Query", "新建链查询");
    await workbench.ended();
    await workbench.run("chainside.runChainQuery");
    const result = await workbench.webview(".grid");
    await result.locator("tbody tr").first().waitFor();
    await result.locator(".chart vscode-single-select").first().selectOption("line");
    await result.locator(".plot[role=img]").waitFor();
    expect(nameless(result)).toEqual([]);
    await command("Open Charts", "打开图表");
    const charts = await workbench.webview(".charts");
    await charts.locator("section.chart").first().waitFor();
    expect(nameless(charts)).toEqual([]);
    await command("Open Explorer", "打开区块链浏览器");
    const page = await workbench.webview(".cards");
    const search = page.locator("input[type=search]");
    await search.fill("dev0");
    await search.press("Enter");
    await page.getByText(say("From the index of this group", "来自此群组的索引")).waitFor();
    expect(nameless(page)).toEqual([]);
  });

  it("what the logs of nodes tell", async () => {
    await command("Analyze Node Logs", "分析节点日志", "nodes/127.0.0.1");
    const page = await workbench.webview("section.stages");
    await page.locator("section.slow tbody tr").first().waitFor();
    expect(nameless(page)).toEqual([]);
  });

  it("the matrix of who accepts whom", async () => {
    await command("Open Access Matrix", "打开访问矩阵");
    const page = await workbench.webview("table");
    await page.locator("tbody th").first().waitFor();
    expect(nameless(page)).toEqual([]);
  });

  it("the graphs of a source", async () => {
    await command("Show Inheritance and Call Graph", "显示继承图与调用图", "contracts/HelloWorld.sol");
    const page = await workbench.webview(".picture");
    await page.locator(".picture g").first().waitFor();
    expect(nameless(page)).toEqual([]);
    await page.getByRole("tab", { name: say("Call Graph", "调用图") }).click();
    await page.locator(".picture g").filter({ hasText: "HelloWorld.set" }).waitFor();
    expect(nameless(page)).toEqual([]);
  });
});
