import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("the embedded chain, from its start to a mined call", () => {
  let workbench: FakeWindow;
  beforeAll(async () => {
    workbench = openWindow();
    await workbench.startChain();
    await workbench.pane("Chains");
  });
  afterAll(async () => workbench?.close());

  it("shows four sealers, one observer, peers and /apps", async () => {
    await workbench.expand("Sealers");
    await expect.poll(() => workbench.childrenOf("Sealers")).toHaveLength(4);
    await workbench.expand("Observers");
    await expect.poll(() => workbench.childrenOf("Observers")).toHaveLength(1);
    await workbench.expand("Peers");
    await expect.poll(async () => (await workbench.childrenOf("Peers")).length).toBeGreaterThanOrEqual(4);
    await workbench.expand("BFS");
    await workbench.row("/apps").waitFor();
    for (const line of ["Sealers", "Observers", "Peers", "BFS"]) await workbench.collapse(line);
  });

  it("deploys HelloWorld from the palette", async () => {
    await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await workbench.answered(/Deployed HelloWorld at 0x[0-9a-f]{40} in block 1/);
    await workbench.row("Blocks").filter({ hasText: "#1" }).waitFor();
  });

  it("sets a greeting by a transaction", async () => {
    await workbench.command("FISCO BCOS: Send Transaction", "HelloWorld", "set(string");
    await workbench.answer("(string)", "你好, Chainside");
    await workbench.answered(/HelloWorld\.set\("你好, Chainside"\) is in block 2/);
  });

  it("reads it back by a call", async () => {
    await workbench.command("FISCO BCOS: Call Contract", "HelloWorld", "get()");
    await workbench.answered(/HelloWorld\.get\(\) → "你好, Chainside"/);
  });

  it("shows the blocks that came of it, the newest first, and their transactions", async () => {
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
    expect(await workbench.editorText()).toMatch(/From: 0x29ac[0-9a-f]{36} {2}dev0/);
    await workbench.collapse("Blocks");
  });

  it("makes a directory under /apps", async () => {
    await workbench.expand("BFS");
    await workbench.command("FISCO BCOS: Create BFS Directory");
    await workbench.answer("Enter the path of the new directory", "/apps/shop");
    await workbench.expand("/apps");
    await workbench.row("shop").waitFor();
  });

  it("says clearly what is wrong with an input", async () => {
    await workbench.command("FISCO BCOS: Create BFS Directory");
    await workbench.answer("Enter the path of the new directory", "/sys/mine", { accept: false });
    await workbench.says(/\/sys\/mine/);
    workbench.escape();
    await workbench.command("FISCO BCOS: Show Transaction", "Enter a hash…");
    await workbench.answer("Enter the transaction hash", "0x12", { accept: false });
    await workbench.says("A transaction hash is 0x and 64 hex digits");
    workbench.escape();
  });

  it("comes back with its blocks and contracts when the window is loaded anew", async () => {
    const [, height = ""] = /#(\d+)/.exec(await workbench.status(/group0 #/).innerText()) ?? [];
    await workbench.reload();
    await workbench.view("FISCO BCOS");
    await workbench.status(new RegExp(`group0 #${height} · \\S`)).waitFor();
    await workbench.pane("Contracts");
    await workbench.expand(/^On the Chain/);
    await expect.poll(() => workbench.childrenOf("On the Chain")).toEqual([expect.stringMatching(/^HelloWorld/)]);
  });

  it("is stopped by its own entry alone; Disconnect says what it would do", async () => {
    await workbench.pane("Chains");
    const chain = workbench.row("Embedded chain");
    expect((await chain.get()).spoken).toMatch(/^Embedded chain, /);
    expect(await workbench.menuOf(chain)).toContain("FISCO BCOS: Stop Embedded Chain");
    expect(await workbench.menuOf(chain)).not.toContain("FISCO BCOS: Disconnect");
    await workbench.command("FISCO BCOS: Disconnect");
    await workbench.says("This stops the embedded chain.");
    workbench.escape();
  });

  it("stops, and is gone from the view and the status bar", async () => {
    await workbench.pane("Chains");
    await workbench.command("FISCO BCOS: Stop Embedded Chain");
    await workbench.row("group0").waitFor({ state: "detached" });
    await expect.poll(() => workbench.status(/group0/).count()).toBe(0);
  });
});
