import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Uri } from "../../support/fakeVscode/values";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("views of a source", () => {
  let workbench: FakeWindow;
  const path = (...parts: string[]): string => join(workbench.folder, ...parts);
  const hello = (): Uri => Uri.file(path("contracts/HelloWorld.sol"));
  beforeAll(() => {
    workbench = openWindow();
    writeFileSync(
      path("contracts/Child.sol"),
      'pragma solidity ^0.8.0;\nimport "./HelloWorld.sol";\ncontract Child is HelloWorld {\n    function both() external returns (uint256) { return count(); }\n    function count() internal view returns (uint256) { return changes; }\n}\n',
    );
  });
  afterAll(async () => workbench?.close());

  it("is a picture of who inherits from whom, or who calls whom, each box with a name", async () => {
    await workbench.run("chainside.showSourceGraph", Uri.file(path("contracts/Child.sol")));
    const page = await workbench.webview(".picture g");
    await page.locator(".picture g").filter({ hasText: "HelloWorld" }).waitFor();
    await page.getByText("Boxes: 2, lines: 1.").waitFor();
    await page.getByRole("tab", { name: "Call Graph" }).click();
    await page.locator(".picture g").filter({ hasText: "Child.both" }).waitFor();
    // The order of focus is that of the page, and every box has a name.
    const boxes = await page.locator(".picture g[role=link][aria-label]").count();
    expect(boxes).toBe(await page.locator(".picture g").count());
  });

  it("is one source of it and all that it imports", async () => {
    await workbench.run("chainside.flattenSolidity", Uri.file(path("contracts/Child.sol")));
    const text = await workbench.editorText();
    expect(text).toContain("contract HelloWorld {");
    expect(text).toContain("contract Child is HelloWorld {");
    expect(text).not.toContain("import");
  });

  it("is its storage layout", async () => {
    void workbench.run("chainside.showStorageLayout", hello());
    await expect.poll(() => workbench.title).toContain("Layout of HelloWorld");
    expect(await workbench.editorText()).toMatch(
      /\n0 +\+0 +32 +greeting +string {2}\(HelloWorld\)\n1 +\+0 +32 +changes +uint256/,
    );
  });

  it("is its storage layout beside the one that is deployed: an upgrade that moves a slot is an error", async () => {
    await workbench.startChain();
    await workbench.openFile("contracts/Child.sol");
    void workbench.run("chainside.deployContract", hello().with({ fragment: "HelloWorld" }));
    await workbench.answered(/Deployed HelloWorld at/);
    await workbench.dismissNotifications();
    const source = readFileSync(path("contracts/HelloWorld.sol"), "utf8");
    const compared = async (text: string, words: RegExp): Promise<void> => {
      writeFileSync(path("contracts/HelloWorld.sol"), text);
      void workbench.run("chainside.compareStorageLayout", hello());
      await workbench.pick("HelloWorld");
      await workbench.notification(words).waitFor();
      await workbench.ended();
      await workbench.dismissNotifications();
    };
    await compared(source, /✓ What is stored stays where HelloWorld reads it\./);
    await compared(
      source.replace("uint256 public changes;", "uint256 public changes;\n    uint256 public more;"),
      /What is stored stays where HelloWorld reads it\./,
    );
    await compared(
      source.replace("string private greeting;", "uint256 public first;\n    string private greeting;"),
      /An upgrade to HelloWorld breaks what is stored\..*greeting/,
    );
  });
});
