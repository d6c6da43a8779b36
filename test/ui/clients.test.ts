// From a contract to an application, with the pictures of docs/clients.md.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pressUntil } from "./pressing";
import { openWindow, type Workbench } from "./workbench";

const shop = (more = ""): string => `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

contract Shop {
    /// How often something was bought.
    uint256 public sold;

    /// @notice Buys one of these goods.
    function buy(uint256 id) external {
        require(id > 0, "unknown goods");
        sold += 1;
    }
${more}}
`;
const caller = `package org.example;

import java.math.BigInteger;
import org.example.contracts.Shop;

class Counter {
  void serve(Shop shop, BigInteger id) throws Exception {
    shop.buy(id);
    System.out.println(shop.sold());
  }
}
`;

describe("from contract to application", () => {
  let workbench: Workbench;
  const source = (): string => join(workbench.folder, "contracts/Shop.sol");
  beforeAll(async () => {
    workbench = await openWindow({
      prepare: (folder) => {
        rmSync(join(folder, "nodes"), { recursive: true }); // their mistakes are shown elsewhere
        mkdirSync(join(folder, "src/main/java/org/example"), { recursive: true });
        writeFileSync(join(folder, "contracts/Shop.sol"), shop());
        writeFileSync(join(folder, "src/main/java/org/example/Counter.java"), caller);
      },
    });
  });
  afterAll(async () => workbench?.close());

  /** What is on screen, light and then dark in a narrow window. */
  async function pictures(name: string): Promise<void> {
    const { page } = workbench;
    const wide = page.viewportSize() ?? { width: 1280, height: 800 };
    await workbench.picture(name);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 900, height: 800 });
    await page.locator(".monaco-workbench.vs-dark").waitFor();
    await workbench.picture(`${name}-dark`);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize(wide);
    await page.locator(".monaco-workbench.vs:not(.vs-dark)").waitFor();
  }

  it("generates Java classes, and leads from a call to the contract's function", async () => {
    workbench.tested = true;
    await workbench.openFile("Shop.sol");
    await workbench.command("FISCO BCOS: Generate Java Client…");
    await workbench.answer("Package of the classes", "org.example.contracts");
    await workbench.answer("Folder of Java sources", "src/main/java");
    await workbench.notification("The Java classes are in").waitFor();
    await workbench.dismissNotifications();
    await workbench.openFile("Counter.java");
    const lenses = workbench.page.locator(".editor-group-container.active .codelens-decoration a");
    await lenses.getByText("Shop.sold").waitFor();
    await workbench.command("View: Hide Panel"); // it says where this machine keeps its files
    await pictures("client-lens");
    const soliditySource = workbench.page.locator('.tab.active[data-resource-name="Shop.sol"]');
    await workbench.clickLens(/Shop\.buy/, "shop.buy", soliditySource);
    await expect.poll(() => workbench.editorText()).toContain("function buy(uint256 id)");
  });

  it("marks classes whose source changed, and makes them again by a Quick Fix", async () => {
    writeFileSync(source(), shop("\n    function close() external {}\n"));
    await workbench.openFile("Shop.java");
    const reported = "changed since the client of Shop was generated";
    await expect.poll(async () => (await workbench.problems()).map(({ text }) => text).join()).toContain(reported);
    await workbench.page.locator(".markers-panel-container .monaco-list-row", { hasText: reported }).first().dblclick();
    const fix = workbench.page.locator(".action-widget .monaco-list-row", {
      hasText: "Generate Again",
    });
    await pressUntil(
      "quick fix",
      () => fix.first().isVisible(),
      async () => {
        await workbench.page.keyboard.press("ControlOrMeta+.");
        await fix
          .first()
          .waitFor({ timeout: 4000 })
          .catch(() => undefined);
      },
    );
    await pictures("client-stale");
    await workbench.page.keyboard.press("Escape");
    await workbench.quickFix(reported, "Generate Again");
    const made = join(workbench.folder, "src/main/java/org/example/contracts/Shop.java");
    await expect.poll(() => readFileSync(made, "utf8")).toContain("TransactionReceipt close(");
    await expect.poll(async () => (await workbench.problems()).map(({ text }) => text).join()).not.toContain(reported);
  });

  it("asks for contracts, kind, chain, and folder of an application, and writes it", async () => {
    await workbench.openFile("Shop.sol");
    await workbench.command("FISCO BCOS: New Application…");
    const { quickInput } = workbench;
    await quickInput.getByText("contracts/Shop.sol").waitFor();
    await workbench.quickInputBox.press("Enter");
    await quickInput.getByText("TypeScript service").waitFor();
    await pictures("new-application");
    await workbench.pick("TypeScript service");
    await workbench.pick("No connection");
    await workbench.answer("Name of the application", "shop-service");
    await workbench.saveTo(`${workbench.folder}/`);
    await workbench.notification("The application is in").waitFor();
    await workbench.openFile("shop-service/README.md");
    await expect.poll(() => workbench.editorText()).toContain("shop-service");
    await workbench.dismissNotifications();
    await workbench.command("View: Hide Panel");
    await pictures("new-application-made");
  });
});
