import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";
import { threeNodes } from "../../support/workspaces/threeNodes";

type Picture = { querySelector(selector: string): { getAttribute(name: string): string } };

describe("the graphs of a source", () => {
  let workbench: FakeWindow;
  beforeAll(() => {
    workbench = openWindow({ prepare: threeNodes });
  });
  afterAll(() => workbench.close());

  it("are made larger and smaller, and saved as a picture where the user says", async () => {
    await workbench.command("FISCO BCOS: Show Inheritance and Call Graph", "contracts/HelloWorld.sol");
    const page = await workbench.webview(".picture");
    await page.locator(".picture g").first().waitFor();
    const width = (): number =>
      page.run((document) => Number((document as Picture).querySelector(".picture svg").getAttribute("width")));
    const first = width();
    await page.locator(".picture").press("+");
    expect(width()).toBeGreaterThan(first);
    await page.getByRole("button", { name: "Zoom Out" }).click();
    expect(width()).toBeCloseTo(first);
    await page.getByRole("button", { name: "Zoom In" }).click();
    await page.locator(".picture").press("0");
    expect(width()).toBeCloseTo(first);
    const file = join(workbench.folder, "hello.svg");
    workbench.paths.push(file);
    await page.getByRole("button", { name: "Save as SVG…" }).click();
    await workbench.notification("Saved hello.svg.").press("Open");
    expect(readFileSync(file, "utf8")).toMatch(/^<svg .*HelloWorld/s);
    await expect.poll(() => workbench.editorText()).toContain("<svg ");
  });
});
