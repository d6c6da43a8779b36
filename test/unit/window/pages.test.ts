import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";
import type { PageScreen } from "../../support/window/pageScreen";
import { threeNodes } from "../../support/workspaces/threeNodes";

describe("pages and the Nodes view", () => {
  let workbench: FakeWindow;
  beforeAll(async () => {
    workbench = openWindow({ prepare: threeNodes });
    await workbench.startChain();
    await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await workbench.answered(/Deployed HelloWorld/);
  });
  afterAll(async () => workbench?.close());

  describe("explorer", () => {
    let page: PageScreen;

    it("shows the group at a glance", async () => {
      await workbench.command("FISCO BCOS: Open Explorer");
      page = await workbench.webview(".cards");
      await page.getByText(/^#1$/).first().waitFor();
      expect(await page.locator("svg.graph circle").count()).toBe(5);
      expect(await page.locator("table").first().locator("tbody tr").count()).toBe(5);
    });

    it("shows a block whose hash and signatures it checked itself", async () => {
      await page.locator(".tab", { hasText: "Blocks" }).click();
      await page.locator("button.link", { hasText: "#0" }).waitFor();
      expect(await page.locator("tbody tr", { hasText: "#0" }).locator("code").count()).toBe(0);
      expect(await page.locator("tbody tr", { hasText: "#1" }).locator("code").count()).toBe(1);
      await page.locator("button.link", { hasText: "#1" }).click();
      await page.locator("h2", { hasText: "Block #1" }).waitFor();
      expect(await page.locator(".verdict.verified").count()).toBe(1);
      expect(await page.locator(".verdict").innerText()).toContain("the 4 sealers of the embedded chain");
      expect(await page.locator(".verdicts .bad, .verdicts .open").count()).toBe(0);
    });

    it("shows the deployment, proven to stand in its block", async () => {
      await page.locator("table button.link").first().click();
      await page.locator("h2", { hasText: "Transaction" }).waitFor();
      await page.getByText("Deployment").waitFor();
      expect(await page.locator(".verdict.verified").count()).toBe(2);
      expect(await page.getByText(/^Reported by the node without proof: .*\bfrom\b.*importTime/).count()).toBe(1);
      expect(await page.locator("dd", { hasText: "(not proven by the chain)" }).count()).toBe(1);
      expect(await page.locator(".verdicts .open", { hasText: "Sender" }).count()).toBe(2);
    });

    it("finds by number and says what cannot be found", async () => {
      const search = page.locator("input[type=search]");
      await search.fill("0");
      await search.press("Enter");
      await page.locator("h2", { hasText: "Block #0" }).waitFor();
      await search.fill("nonsense");
      await search.press("Enter");
      await page.getByText('"nonsense" is neither a block number').waitFor();
    });
  });

  it("diagnoses the connection step by step", async () => {
    await workbench.command("FISCO BCOS: Diagnose Connection", "Embedded chain");
    await expect.poll(() => workbench.editorText()).toContain("All checks passed for this address.");
  });

  it("lists the node folders with the state of their lists", async () => {
    await workbench.pane("Nodes");
    await workbench.expand("node2");
    await expect.poll(() => workbench.childrenOf("node2")).toContain("Whitelistoff, accepts every node");
    expect(await workbench.childrenOf("node2")).toContain("Blacklistrefuses 1");
  });

  it("draws who accepts whom, and why", async () => {
    await workbench.command("FISCO BCOS: Open Access Matrix");
    const page = await workbench.webview("table");
    const cell = (row: number, column: number): string => `tbody tr:nth-child(${row}) td:nth-of-type(${column})`;
    await page.locator(`${cell(1, 2)}.direct`).waitFor();
    expect(await page.locator(`${cell(2, 3)}.direct`).count()).toBe(0);
    await page.locator(`${cell(3, 2)} button`).click();
    await page.locator(".detail li").first().waitFor();
    expect(await page.locator(".detail li").count()).toBe(2);
  });
});
