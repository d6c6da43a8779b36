import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

const color = { name: "color", type: "uint8", internalType: "enum Easel.Color" };
const easel = {
  contractName: "Easel",
  abi: [
    { type: "constructor", inputs: [color] },
    { type: "function", name: "same", stateMutability: "view", inputs: [color], outputs: [{ ...color, name: "" }] },
  ],
  // What it deploys answers its first argument: CALLDATALOAD(4), MSTORE, RETURN of 32 bytes.
  bytecode: "0x600b600c600039600b6000f360043560005260206000f3",
  ast: {
    nodeType: "SourceUnit",
    nodes: [
      {
        nodeType: "EnumDefinition",
        canonicalName: "Easel.Color",
        members: ["Red", "Green", "Blue"].map((name) => ({ name })),
      },
    ],
  },
};

function withEasel(folder: string): void {
  const made = join(folder, "artifacts/contracts/Easel.sol");
  mkdirSync(made, { recursive: true });
  writeFileSync(join(made, "Easel.json"), JSON.stringify(easel));
}

describe("members of enums as arguments", () => {
  let workbench: FakeWindow;
  beforeAll(async () => {
    workbench = openWindow({ prepare: withEasel });
    await workbench.startChain();
  });
  afterAll(async () => workbench?.close());

  it("are selected by name where a command asks for them", async () => {
    await workbench.command("FISCO BCOS: Deploy Contract", "Easel");
    await workbench.pick("Green");
    await workbench.answered(/Deployed Easel at/);
  });

  it("are selected by name in the form, by what is pasted too", async () => {
    await workbench.command("FISCO BCOS: Open Contract Form", "Easel");
    const page = await workbench.webview("nav button.function");
    const field = page.locator('[data-path="color"]');
    const called = async (result: string): Promise<void> => {
      await page.getByRole("button", { name: "Call", exact: true }).click();
      await page.locator(".result").first().filter({ hasText: result }).waitFor();
    };
    expect(await field.locator("option").allInnerTexts()).toEqual(["(select)", "0 (Red)", "1 (Green)", "2 (Blue)"]);
    await field.selectOption("2");
    await called("2 (Blue)");
    for (const [pasted, value, result] of [
      ["[Green]", "1", "1 (Green)"],
      ['["0 (Red)"]', "0", "0 (Red)"],
      ["[7]", "7", "7"],
    ] as const) {
      await page.getByRole("button", { name: "Paste JSON…" }).click();
      await page.getByLabel("Paste JSON…").fill(pasted);
      await page.getByRole("button", { name: "Apply" }).click();
      await expect.poll(() => field.inputValue()).toBe(value);
      await called(result);
    }
  });
});
