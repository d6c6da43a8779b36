import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";
import { threeNodes } from "../../support/workspaces/threeNodes";

describe("the graphs of a source", () => {
  let workbench: FakeWindow;
  beforeAll(() => {
    workbench = openWindow({ prepare: threeNodes });
  });
  afterAll(() => workbench.close());

  it("are saved as a picture where the user says, which is told", async () => {
    await workbench.command("FISCO BCOS: Show Inheritance and Call Graph", "contracts/HelloWorld.sol");
    const page = await workbench.webview(".picture");
    await page.locator(".picture g").first().waitFor();
    const file = join(workbench.folder, "hello.svg");
    workbench.paths.push(file);
    await page.getByRole("button", { name: "Save as SVG…" }).click();
    await workbench.notification("Saved hello.svg.").press("Open");
    expect(readFileSync(file, "utf8")).toMatch(/^<svg .*HelloWorld/s);
    await expect.poll(() => workbench.editorText()).toContain("<svg ");
  });
});
