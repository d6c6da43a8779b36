import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { killChain } from "../support/devMethods";
import { freePort } from "../support/ports";
import { openWindow, type Workbench } from "./workbench";

describe("the embedded chain, from the welcome button to a window that is loaded anew", () => {
  let workbench: Workbench;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    workbench = await openWindow({ settings: { "chainside.embeddedChain.port": port } });
  });
  afterAll(async () => workbench?.close());

  it("starts from the welcome view", async () => {
    await workbench.view("FISCO BCOS");
    const start = workbench.page.locator(".welcome-view-content").getByRole("button", { name: "Start Embedded Chain" });
    await start.waitFor();
    await start.click();
    await workbench.row("group0").waitFor();
    await workbench.signer().waitFor();
    await workbench.pane("Chains");
    await workbench.expand("BFS");
    await workbench.row("/apps").waitFor();
  });

  it("deploys HelloWorld from the palette, and shows the transaction of its line", async () => {
    await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await workbench.notification(/Deployed HelloWorld at 0x[0-9a-f]{40} in block 1/).waitFor();
    await workbench.page
      .locator(".sidebar .monaco-list-row", { hasText: "Blocks" })
      .filter({ hasText: "#1" })
      .waitFor();
    await workbench.picture("deployed");
    await workbench.dismissNotifications();
    await workbench.collapse("BFS");
    await workbench.expand("Blocks");
    await workbench.expand("#1");
    await workbench
      .row(/^0x[0-9a-f]{8}…$/)
      .first()
      .click();
    await expect.poll(() => workbench.editorText()).toContain("Verified without trusting the node");
    await workbench.collapse("Blocks");
  });

  it("says below the field what is wrong with an input", async () => {
    await workbench.command("FISCO BCOS: Create BFS Directory");
    await workbench.answer("Enter the path of the new directory", "/sys/mine", { accept: false });
    await workbench.quickInput.locator(".quick-input-message", { hasText: "/sys/mine" }).waitFor();
    await workbench.page.keyboard.press("Escape");
  });

  it("copies the IDs of all selected lines", async () => {
    await workbench.expand("Sealers");
    await expect.poll(() => workbench.childrenOf("Sealers")).toHaveLength(4);
    const lines = await workbench.childrenOf("Sealers");
    await workbench.row((lines[0] ?? "").slice(0, 9)).click();
    await workbench.row((lines[2] ?? "").slice(0, 9)).click({ modifiers: ["Shift"] });
    await workbench.fromMenu(workbench.row((lines[0] ?? "").slice(0, 9)), "Copy");
    const copied = async (): Promise<string[]> =>
      String(await workbench.page.evaluate("navigator.clipboard.readText()")).split("\n");
    await expect.poll(copied).toHaveLength(3);
    for (const [index, id] of (await copied()).entries()) {
      expect(id).toMatch(/^[0-9a-f]{128}$/);
      expect(lines[index]?.slice(0, 8)).toBe(id.slice(0, 8));
    }
    await workbench.collapse("Sealers");
  });

  it("makes an observer a sealer when it is dropped there, after its questions", async () => {
    await workbench.expand("Observers");
    await expect.poll(() => workbench.childrenOf("Observers")).toHaveLength(1);
    const [line = ""] = await workbench.childrenOf("Observers");
    await workbench.ask("Voting weight", () => workbench.row(line.slice(0, 9)).dragTo(workbench.row("Sealers")));
    await workbench.answer("Voting weight", "1");
    await expect
      .poll(() => workbench.childrenOf("Observers"))
      .not.toContainEqual(expect.stringContaining(line.slice(0, 9)));
    await workbench.expand("Sealers");
    await expect.poll(() => workbench.childrenOf("Sealers")).toHaveLength(5);
  });

  it("is started again by a button when its process dies", async () => {
    killChain(port);
    const message = workbench.notification("The embedded chain stopped unexpectedly. Its blocks are kept.");
    await message.waitFor();
    await workbench.row("group0").waitFor({ state: "hidden" });
    await expect.poll(() => workbench.status(/group0/).count()).toBe(0);
    await message.getByRole("button", { name: "Start Again" }).click();
    await workbench.row("group0").waitFor();
    await workbench.status(/group0 #[2-9]/).waitFor();
  });

  it("comes back with its blocks and contracts when the window is loaded anew", async () => {
    const [, height = ""] = /#(\d+)/.exec(await workbench.status(/group0 #/).innerText()) ?? [];
    await workbench.reloadByCommand();
    await workbench.status(new RegExp(`group0 #${height}`)).waitFor();
    await workbench.pane("Contracts");
    await workbench.collapse("Compiled");
    await workbench.expand(/^On the Chain/);
    await expect.poll(() => workbench.childrenOf("On the Chain")).toEqual([expect.stringMatching(/^HelloWorld/)]);
  });

  it("stops and leaves an empty view that offers the next step", async () => {
    await workbench.pane("Chains");
    await workbench.command("FISCO BCOS: Stop Embedded Chain");
    await workbench.page
      .locator(".welcome-view-content")
      .getByRole("button", { name: "Start Embedded Chain" })
      .waitFor();
    await expect.poll(() => workbench.status(/group0/).count()).toBe(0);
  });
});
