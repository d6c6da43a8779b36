import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Workbench } from "./workbench";

describe("a scenario that is recorded and run", () => {
  let workbench: Workbench;
  const file = (): string => join(workbench.folder, "recorded.chain.yaml");
  beforeAll(async () => {
    workbench = await openWindow();
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    await workbench.status(/group0 #\d+ · \S/).waitFor();
    await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await workbench.answered(/Deployed HelloWorld at/);
    await workbench.command("FISCO BCOS: Send Transaction", "HelloWorld");
    await workbench.pick("set(string");
    await workbench.answer("(string)", "tea");
    await workbench.status(/group0 #2/).waitFor();
    await workbench.dismissNotifications();
  });
  afterAll(async () => workbench?.close());

  it("is recorded from what was sent, and known to pass", async () => {
    await workbench.command("FISCO BCOS: Record Scenario");
    await workbench.says("Send HelloWorld.set");
    await workbench.page.keyboard.press("Enter");
    await workbench.saveTo(file());
    await workbench.notification("Recorded. The scenario passes on a fresh chain.").waitFor();
    expect(readFileSync(file(), "utf8")).toContain("greeting: tea");
    await workbench.picture("scenario-recorded");
  });

  it("fails at its line with both sides; mended, it passes, from the line above it", async () => {
    await workbench.openFile("recorded.chain.yaml");
    await workbench.dismissNotifications();
    const editor = workbench.page.locator(".editor-group-container.active .monaco-editor").first();
    const lens = editor.locator(".codelens-decoration a", { hasText: /^Run$/ }).first();
    const recorded = readFileSync(file(), "utf8");
    writeFileSync(file(), recorded.replace("greeting: tea", "greeting: coffee"));
    await editor.locator(".view-line", { hasText: "greeting:" }).filter({ hasText: "coffee" }).waitFor();
    await lens.waitFor();
    const message = editor.getByText("tea != coffee").first();
    const runUntil = async (come: typeof message): Promise<void> => {
      for (let attempt = 0; attempt < 4 && !(await come.isVisible()); attempt++) {
        await lens.click({ timeout: 5000 }).catch(() => undefined);
        await come.waitFor({ timeout: 30_000 }).catch(() => undefined);
      }
      await come.waitFor();
    };
    await runUntil(message);
    await workbench.picture("scenario-failed");
    writeFileSync(file(), recorded);
    await editor.locator(".view-line", { hasText: "greeting:" }).filter({ hasText: "tea" }).waitFor();
    await runUntil(editor.locator(".codicon-testing-passed-icon").first());
    await expect.poll(() => message.count()).toBe(0);
    await workbench.picture("scenario-passed");
  });
});
