import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pressUntil } from "./pressing";
import { openWindow, type Workbench } from "./workbench";

describe("contracts and questions to the node", () => {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({
      theme: "dark",
      settings: { "chainside.embeddedChain.access": "confirm" },
    });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    await workbench.row("group0").first().waitFor();
  });
  afterAll(async () => workbench?.close());

  it("asks once before it signs, with everything on one screen", async () => {
    await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await workbench.quickInput.getByText("Sign and Send").waitFor();
    await workbench.picture("confirm-dark");
    await workbench.pick("Sign and Send");
    await workbench.answered(/Deployed HelloWorld at/);
  });

  it("signs nothing when the question is closed", async () => {
    await workbench.command("FISCO BCOS: Send Transaction", "HelloWorld");
    await workbench.pick("set(string");
    await workbench.answer("(string)", "never");
    await workbench.quickInput.getByText("Sign and Send").waitFor();
    await workbench.page.keyboard.press("Escape");
    await workbench.status(/group0 #1/).waitFor();
  });

  it("calls from the contracts view without asking what it can see", async () => {
    await workbench.pane("Contracts");
    await workbench.row("HelloWorld").last().locator(".monaco-tl-twistie").click();
    const get = workbench.row("get").first();
    await get.hover();
    await get.locator(".action-label").first().click();
    await workbench.notification(/HelloWorld\.get\(\) → "Hello, World!"/).waitFor();
    await workbench.picture("contracts-dark");
    await workbench.dismissNotifications();
  });

  it("asks any method of the node and shows the answer", async () => {
    await workbench.command("FISCO BCOS: Call JSON-RPC Method");
    await workbench.quickInputBox.fill("getSealerList");
    await workbench.pick("getSealerList");
    await expect.poll(() => workbench.editorText()).toContain('"nodeID"');
    await workbench.picture("rpc-dark");
  });

  it("walks a newcomer through the first steps", async () => {
    await workbench.command("Welcome: Open Walkthrough...", "Get Started with FISCO BCOS");
    await workbench.page.locator(".gettingStartedContainer").getByText("Start a Chain").first().waitFor();
    // Its picture page needs the whole width.
    await workbench.command("View: Toggle Primary Side Bar Visibility");
    // A step that is chosen while its page is laid out stays without a picture.
    const shows = async (): Promise<boolean> => (await workbench.webviewIfAny("ol")) !== undefined;
    await pressUntil("step of a walkthrough", shows, async () => {
      await workbench.page.getByText("Connect to a Real Chain").click();
      await workbench.page.getByText("Deploy and Call a Contract").click();
      for (let waited = 0; waited < 10_000 && !(await shows()); waited += 100) await workbench.page.waitForTimeout(100);
    });
    const page = await workbench.webview("ol");
    await page.getByText("four sealers and one observer with ready-made").waitFor();
    await workbench.picture("walkthrough-dark");
  });
});
