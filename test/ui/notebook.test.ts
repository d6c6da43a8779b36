import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readNotebook, writeNotebook } from "../../src/chain/notebook/notebookFile";
import { isOldest } from "./oldest";
import { looks, openWindow, type Workbench } from "./workbench";

const written = writeNotebook({
  cells: [
    { kind: "text", text: "# A greeting" },
    { kind: "requests", text: "deploy HelloWorld" },
    { kind: "requests", text: 'send HelloWorld set "good morning"\ncall HelloWorld get' },
    { kind: "requests", text: "rpc getBlockHashByNumber 1" },
    { kind: "requests", text: "call HelloWorld got" },
  ],
});

const later = '{"version":7,"cells":[]}';

describe.each(
  looks([
    { locale: "en", theme: "light", width: 1280, access: "full" } as const,
    { locale: "zh-cn", theme: "dark", width: 900, access: "confirm" } as const,
  ]),
)("a notebook of requests ($locale, $theme, $width, $access)", ({ locale, theme, width, access }) => {
  const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({
      locale,
      theme,
      width,
      settings: { "chainside.embeddedChain.access": access },
      prepare: (folder) => {
        writeFileSync(join(folder, "greeting.chain-nb"), written);
        writeFileSync(join(folder, "broken.chain-nb"), later);
      },
    });
    await workbench.view("FISCO BCOS");
    await workbench.command(say("FISCO BCOS: Start Embedded Chain", "FISCO BCOS: 启动内置链"));
    await workbench.row("group0").waitFor();
    await workbench.openFile("greeting.chain-nb");
    await workbench.page.locator(".notebookOverlay").getByText("HelloWorld get").waitFor();
  });
  afterAll(async () => workbench?.close());

  const cells = (): Locator => workbench.page.locator(".notebookOverlay .cell-list-container");
  const results = async (): Promise<Locator> => (await workbench.webview(".result")).locator(".result");
  const resultTexts = async (): Promise<string[]> =>
    (await (await results()).allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
  const notebookFile = () => readNotebook(readFileSync(join(workbench.folder, "greeting.chain-nb"), "utf8"));

  it("runs one request after the other and asks as the palette does", async () => {
    await workbench.command("Notebook: Run All");
    if (access === "confirm") {
      await workbench.says("构造函数");
      await workbench.pick("签名并发送");
      await workbench.says(/ 函数 /);
      await workbench.pick("签名并发送");
    }
    // A notebook draws only what has room.
    await expect.poll(resultTexts).toEqual(
      expect.arrayContaining([
        // words of a request and the label of its answer
        expect.stringMatching(say("new HelloWorld\\(\\) Contract 0x", "new HelloWorld\\(\\) 合约 0x")),
        expect.stringMatching(
          /HelloWorld\.set\("good morning"\) .*HelloWorld\.Greeted\(0x[0-9a-f]{40}(?: \(dev0\)|（dev0）), "good morning"\)/,
        ),
        expect.stringMatching(/HelloWorld\.get\(\) → "good morning" .* 2$/),
      ]),
    );
    await workbench.page.locator(".notebookOverlay .notebook-toolbar-container").getByText("Run All").waitFor();
    await workbench.picture(locale === "en" ? "notebook" : "notebook-zh-cn");
  });

  it.skipIf(isOldest)("leads from an answer to its document", async () => {
    await (await results()).getByRole("button", { name: "2", exact: true }).first().click();
    await expect.poll(() => workbench.editorText()).toContain(say("# Block 2", "# 区块 2"));
    await workbench.openFile("greeting.chain-nb");
    await cells().locator(".view-line").first().waitFor();
  });

  it.skipIf(isOldest)("keeps the chain that is chosen for it", async () => {
    await workbench.command(say("FISCO BCOS: Select Notebook Chain", "FISCO BCOS: 选择笔记本使用的链"));
    await workbench.pick("group0");
    await workbench.page.keyboard.press("ControlOrMeta+s");
    await expect.poll(notebookFile).toMatchObject({ connection: "embedded", group: "group0" });
  });

  it("takes up what was sent", async () => {
    await workbench.command(say("FISCO BCOS: Add to Notebook", "FISCO BCOS: 添加到笔记本"));
    await workbench.pick("HelloWorld.set");
    await cells().locator(".view-line", { hasText: "set(string)" }).waitFor();
    await workbench.page.keyboard.press("ControlOrMeta+s");
    await expect.poll(() => notebookFile().cells.at(-1)?.text).toBe('send HelloWorld set(string) "good morning"');
  });

  it("says below the cell what went wrong and what to do", async () => {
    // The new cell brought the end of the notebook into sight.
    await expect
      .poll(resultTexts)
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/getBlockHashByNumber → 0x[0-9a-f]{64}/),
          expect.stringContaining(say("The contract doesn't have a function got.", "合约没有函数 got")),
        ]),
      );
    // it was marked before it was run
    await workbench.page.locator(".notebookOverlay .squiggly-warning").first().waitFor();
    await workbench.picture(`notebook-failed-${locale}`);
  });

  it.skipIf(isOldest)("offers contracts and functions while one types", async () => {
    await workbench.command(say("FISCO BCOS: New Notebook of Requests", "FISCO BCOS: 新建请求笔记本"));
    await cells().locator(".view-line", { hasText: "getBlockNumber" }).click();
    await workbench.page.keyboard.press("ControlOrMeta+End");
    const offered = (name: string): Locator =>
      workbench.page.locator(".suggest-widget .monaco-list-row", { hasText: name }).first();
    await workbench.page.keyboard.type("\ncall Hello", { delay: 30 });
    await offered("HelloWorld").waitFor();
    await workbench.page.keyboard.press("Tab");
    await workbench.page.keyboard.type(" ", { delay: 30 });
    await offered("changes").waitFor();
    await workbench.picture(`notebook-offers-${locale}`);
    await workbench.page.keyboard.press("Escape");
    await expect
      .poll(() => cells().locator(".view-line").allInnerTexts())
      .toContainEqual(expect.stringMatching(/^call.HelloWorld.$/));
  });

  it("refuses a file of a later release and leaves it as it is", async () => {
    await workbench.openFile("broken.chain-nb");
    await workbench.notification(say("The notebook has version 7", "笔记本的版本是 7")).waitFor();
    expect(readFileSync(join(workbench.folder, "broken.chain-nb"), "utf8")).toBe(later);
    await workbench.picture(`notebook-later-${locale}`);
  });
});
