import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { threeNodes } from "../support/workspaces/threeNodes";
import { openWindow, type Workbench } from "./workbench";

const cell = (row: number, column: number): string => `tbody tr:nth-child(${row}) td:nth-of-type(${column})`;

describe("pages and the Nodes view", () => {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({ prepare: threeNodes });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    await workbench.signer().waitFor();
    await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await workbench.answered(/Deployed HelloWorld/);
  });
  afterAll(async () => workbench?.close());

  describe("explorer", () => {
    let page: Frame;

    it("shows the group at a glance", async () => {
      await workbench.command("FISCO BCOS: Open Explorer");
      page = await workbench.webview(".cards");
      await page.getByText("#1", { exact: true }).first().waitFor();
      await expect.poll(() => page.locator("svg.graph circle").count()).toBe(5);
      await expect.poll(() => page.locator("table").first().locator("tbody tr").count()).toBe(5);
      await workbench.picture("explorer-overview");
    });
  });

  it("diagnoses the connection step by step", async () => {
    await workbench.command("FISCO BCOS: Diagnose Connection", "Embedded chain");
    const page = await workbench.webview(".markdown-body");
    await page.getByText("All checks passed for this address.").waitFor();
    await workbench.picture("diagnosis");
  });

  it("lists the node folders with the state of their lists", async () => {
    await workbench.page.locator(".sidebar .pane-header", { hasText: "Nodes" }).click();
    await workbench.expand("node2");
    await expect.poll(() => workbench.childrenOf("node2")).toContain("Whitelistoff, accepts every node");
    await expect.poll(() => workbench.childrenOf("node2")).toContain("Blacklistrefuses 1");
    await workbench.picture("nodes");
  });

  it("draws who accepts whom, and why", async () => {
    await workbench.openFile("node0/config.ini");
    await workbench.page.locator(".codelens-decoration a", { hasText: "Access matrix" }).click();
    const page = await workbench.webview("table");
    await page.locator(`${cell(1, 2)}.direct`).waitFor();
    expect(await page.locator(`${cell(2, 3)}.direct`).count()).toBe(0);
    await page.locator(`${cell(3, 2)} button`).click();
    await page.locator(".detail li").first().waitFor();
    await expect.poll(() => page.locator(".detail li").count()).toBe(2);
    await workbench.picture("access-matrix");
    await page.locator(".detail vscode-button", { hasText: "Go to Deciding Line" }).first().click();
    await workbench.status(/Ln \d+/).waitFor();
  });

  it("edits both lists so that two nodes accept each other", async () => {
    await workbench.command("FISCO BCOS: Open Access Matrix");
    const page = await workbench.webview("table");
    await page.locator(`${cell(2, 3)} button`).click();
    await page.locator(".detail vscode-button", { hasText: "Let Them Accept Each Other" }).click();
    await page.locator(`${cell(2, 3)}.direct`).waitFor();
  });
});
