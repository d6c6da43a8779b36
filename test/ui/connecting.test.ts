import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, it } from "vitest";
import { openWindow, type Workbench } from "./workbench";

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

describe("connecting to what is no node", () => {
  let workbench: Workbench;
  let website: Server;
  let closedPort: number;
  beforeAll(async () => {
    website = createServer((_, response) => response.end("<!doctype html><title>hello</title>"));
    await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve));
    const taken = createTcpServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    closedPort = portOf(taken);
    await new Promise((resolve) => taken.close(resolve));
    workbench = await openWindow({ width: 700, theme: "dark" });
    await workbench.view("FISCO BCOS");
  });
  afterEach(async (context) => {
    if (context.task.result?.state === "fail")
      await workbench?.picture(`failed-${context.task.name.replace(/\W+/g, "-")}`);
  });
  afterAll(async () => {
    await workbench?.close();
    website?.close();
  });

  async function connect(url: string): Promise<void> {
    await workbench.command("FISCO BCOS: Connect…");
    // Earlier failures stay in the list: this is about a new one.
    const fresh = workbench.quickInput.locator(".monaco-list-row", { hasText: "New connection…" });
    const question = workbench.quickInput.getByText("JSON-RPC address of a node");
    await fresh.or(question).first().waitFor();
    if (await fresh.isVisible()) await fresh.click();
    await workbench.answer("JSON-RPC address of a node", url);
    await workbench.answer("A name for the connection", `try ${url.length}`);
  }

  it("refuses an address that is none while it is typed", async () => {
    await workbench.command("FISCO BCOS: Connect…");
    await workbench.answer("JSON-RPC address of a node", "ftp://somewhere", { accept: false });
    await workbench.quickInput.getByText(/"ftp:\/\/somewhere" is not the address of a node/).waitFor();
    await workbench.picture("connect-bad-url");
    await workbench.page.keyboard.press("Escape");
  });

  it("says that nothing listens at a closed port", async () => {
    await connect(`http://127.0.0.1:${closedPort}`);
    await workbench.notification(`Nothing listens at http://127.0.0.1:${closedPort}`).waitFor();
    await workbench.picture("connect-closed-narrow-dark");
    await workbench.dismissNotifications();
  });

  it("tells a website from a node", async () => {
    await connect(`http://127.0.0.1:${portOf(website)}/`);
    await workbench.notification(/no FISCO BCOS node|is not a FISCO BCOS node|HTML/).waitFor();
    await workbench.dismissNotifications();
  });
});

describe("in Chinese", () => {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({ locale: "zh-cn" });
  });
  afterEach(async (context) => {
    if (context.task.result?.state === "fail") await workbench?.picture("failed-chinese");
  });
  afterAll(async () => workbench?.close());

  it("starts the chain, deploys and calls", async () => {
    await workbench.view("FISCO BCOS");
    await workbench.picture("welcome-zh");
    await workbench.page.locator(".welcome-view-content").getByRole("button", { name: "启动内置链" }).first().click();
    await workbench.row("group0").first().waitFor();
    await workbench.pane("链");
    await workbench.expand("共识节点");
    await workbench.command("部署合约");
    await workbench.pick("HelloWorld");
    await workbench.notification(/HelloWorld 已部署到 0x[0-9a-f]{40}/).waitFor();
    await workbench.picture("tree-zh");
  });
});
