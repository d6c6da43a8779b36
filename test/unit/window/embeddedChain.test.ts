import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("the embedded chain, from the welcome button to a mined call", () => {
  let workbench: FakeWindow;
  beforeAll(async () => {
    workbench = openWindow();
  });
  afterAll(async () => workbench?.close());

  it("starts from the welcome view", async () => {
    await workbench.view("FISCO BCOS");
    const start = workbench.page.locator(".welcome-view-content").getByRole("button", { name: "Start Embedded Chain" });
    await start.waitFor();
    await start.click();
    await workbench.row("group0").waitFor();
    await workbench.status(/group0 #\d+ · \S/).waitFor();
    await workbench.pane("Chains");
  });

  it("shows four sealers, one observer, peers and /apps", async () => {
    await workbench.expand("Sealers");
    await expect.poll(() => workbench.childrenOf("Sealers")).toHaveLength(4);
    await workbench.expand("Observers");
    await expect.poll(() => workbench.childrenOf("Observers")).toHaveLength(1);
    await workbench.collapse("Sealers");
    await workbench.collapse("Observers");
    await workbench.expand("Peers");
    await expect.poll(async () => (await workbench.childrenOf("Peers")).length).toBeGreaterThanOrEqual(4);
    await workbench.collapse("Peers");
    await workbench.expand("BFS");
    await workbench.row("/apps").waitFor();
  });

  it("deploys HelloWorld from the palette", async () => {
    await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await workbench.notification(/HelloWorld is deployed at 0x[0-9a-f]{40}, block 1/).waitFor();
    await workbench.page
      .locator(".sidebar .monaco-list-row", { hasText: "Blocks" })
      .filter({ hasText: "#1" })
      .waitFor();
    await workbench.dismissNotifications();
  });

  it("sets a greeting by a transaction", async () => {
    await workbench.command("FISCO BCOS: Send Transaction", "HelloWorld");
    await workbench.pick("set(string");
    await workbench.answer("(string)", "你好, Chainside");
    await workbench.answered(/HelloWorld\.set\("你好, Chainside"\) is in block 2/);
  });

  it("reads it back by a call", async () => {
    await workbench.command("FISCO BCOS: Call Contract", "HelloWorld", "get()");
    await workbench.notification(/HelloWorld\.get\(\) → "你好, Chainside"/).waitFor();
    await workbench.dismissNotifications();
  });

  it("shows the blocks that came of it, the newest first", async () => {
    await workbench.collapse("BFS");
    await workbench.expand("Blocks");
    await expect.poll(() => workbench.childrenOf("Blocks")).toHaveLength(3);
    const [newest] = await workbench.childrenOf("Blocks");
    expect(newest).toMatch(/^#2/);
    await workbench.status(/group0 #2/).waitFor();
    await workbench.expand("#2");
    await workbench
      .row(/^0x[0-9a-f]{8}…$/)
      .first()
      .click();
    await expect.poll(() => workbench.editorText()).toContain('HelloWorld.set("你好, Chainside")');
    await workbench.collapse("Blocks");
  });

  it("makes a directory under /apps", async () => {
    await workbench.expand("BFS");
    await workbench.command("FISCO BCOS: Make BFS Directory");
    await workbench.answer("Path of the new directory", "/apps/shop");
    await workbench.expand("/apps");
    await workbench.row("shop").waitFor();
  });

  it("says clearly what is wrong with an input", async () => {
    await workbench.command("FISCO BCOS: Make BFS Directory");
    await workbench.answer("Path of the new directory", "/sys/mine", { accept: false });
    await workbench.quickInput.locator(".quick-input-message", { hasText: "/sys/mine" }).waitFor();
    workbench.escape();
    await workbench.command("FISCO BCOS: Show Transaction");
    await workbench.answer("Hash of the transaction", "0x12", { accept: false });
    await workbench.says("A transaction hash is 0x and 64 hex digits");
    workbench.escape();
  });

  it("stops and leaves an empty view that offers the next step", async () => {
    await workbench.command("FISCO BCOS: Stop Embedded Chain");
    await workbench.page
      .locator(".welcome-view-content")
      .getByRole("button", { name: "Start Embedded Chain" })
      .waitFor();
    await expect.poll(() => workbench.status(/group0/).count()).toBe(0);
  });
});
