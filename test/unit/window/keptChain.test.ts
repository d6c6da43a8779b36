import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("an embedded chain", () => {
  let workbench: FakeWindow;
  beforeAll(async () => {
    workbench = openWindow();
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    await workbench.status(/group0 #0 · \S/).waitFor();
    await workbench.pane("Contracts");
    await workbench.collapse("Compiled");
    await workbench.expand(/^On the Chain/);
  });
  afterAll(async () => workbench?.close());
  const endpoint = async (): Promise<string> => {
    await workbench.page.evaluate("navigator.clipboard.writeText('')");
    await workbench.command("FISCO BCOS: Copy", "Endpoint");
    let copied = "";
    const read = async (): Promise<string> => {
      copied = String(await workbench.page.evaluate("navigator.clipboard.readText()"));
      return copied;
    };
    await expect.poll(read).toMatch(/^http/);
    return copied;
  };
  const onChain = (): Promise<string[]> => workbench.childrenOf("On the Chain");

  it("comes back with its blocks, contracts and address when the window is loaded anew", async () => {
    await expect.poll(onChain).toEqual([expect.stringContaining("None yet")]);
    await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await workbench.status(/group0 #1 · \S/).waitFor();
    await workbench.dismissNotifications();
    const address = await endpoint();
    // The page that is left is told from the one that comes by a mark: the two may look alike at every moment.
    await workbench.page.locator("body").evaluate((body) => body.setAttribute("data-left", ""));
    await workbench.command("Developer: Reload Window");
    await workbench.page.locator("body:not([data-left]) .statusbar").waitFor();
    await workbench.status(/group0 #1 · \S/).waitFor();
    await expect.poll(onChain).toEqual([expect.stringMatching(/^HelloWorld/)]);
    await workbench.notification(/goes on at block 1, with its contracts/).waitFor();
    expect(await endpoint()).toBe(address);
  });

  it("begins anew when it is told to", async () => {
    await workbench.command("FISCO BCOS: Reset Embedded Chain", "Begin anew");
    await workbench.status(/group0 #0 · \S/).waitFor();
    await expect.poll(onChain).toEqual([expect.stringContaining("None yet")]);
  });
});
