import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Workbench } from "./workbench";

const root = resolve(import.meta.dirname, "../..");

const vault = `// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0;

contract Vault {
    error TooMuch(uint256 asked, uint256 most);
    uint256 public total;

    function put(uint256 amount) external {
        uint256 before = total;
        if (amount > 10) {
            revert TooMuch(amount, 10);
        }
        total = before + amount;
    }
}
`;
const vaultTest = `// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0;

import "fisco/Test.sol";
import "./Vault.sol";

contract VaultTest is Test {
    function testFuzz_Put(uint8 amount) public {
        Vault vault = new Vault();
        vault.put(amount % 10);
        assertEq(vault.total(), amount % 10);
    }

    function test_Put() public {
        Vault vault = new Vault();
        vault.put(4);
        assertEq(vault.total(), 5);
    }
}
`;
const [declaration, condition, assignment] = [9, 10, 13];
/** Of the assertion of the test. */
const asserted = 17;

const scenario = `scenario: Makes a folder
steps:
  - mkdir: /apps/shop
  - list: /apps
    expect:
      result: [cellar]
`;

/** The contract and its test, a scenario, and a compiler in `node_modules`: nothing has to be fetched. */
function project(folder: string): void {
  mkdirSync(join(folder, "vault"));
  writeFileSync(join(folder, "vault/Vault.sol"), vault);
  writeFileSync(join(folder, "vault/Vault.t.sol"), vaultTest);
  writeFileSync(join(folder, "vault/folder.chain.yaml"), scenario);
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(join(root, "node_modules/solc"), join(folder, "node_modules/solc"));
}

describe("a contract that is debugged and tested", () => {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({ prepare: project });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    await workbench.signer().waitFor();
  });
  afterAll(async () => workbench?.close());

  const line = (number: number) =>
    workbench.page.locator(".debug-call-stack .monaco-list-row .line-number", { hasText: new RegExp(`^${number}:`) });
  const variable = (name: string, value: string) =>
    workbench.page
      .locator(".debug-variables .monaco-list-row", { hasText: new RegExp(`${name}.*\\b${value}\\b`) })
      .first();
  /** A button of the bar that stands above the editor while something is debugged. */
  const press = (icon: string): Promise<void> =>
    workbench.page.locator(`.debug-toolbar .codicon-debug-${icon}`).first().click();
  const goToLine = (number: number): Promise<void> => workbench.goTo(`${number}`);

  const editor = () => workbench.page.locator(".editor-group-container.active .monaco-editor").first();
  const stopped = async (): Promise<void> => {
    await press("stop");
    await workbench.page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  };

  it("debugs a call from the lens above its function: a breakpoint, variables, an expression, steps both ways", async () => {
    // what stands beside the height may come later
    const heightNow = async (): Promise<string | undefined> =>
      /group0 #\d+/.exec(await workbench.status(/group0 #\d+/).innerText())?.[0];
    const height = await heightNow();
    await workbench.openFile("Vault.sol");
    await goToLine(condition);
    await workbench.command("Debug: Toggle Breakpoint");
    await workbench.page.locator(".codicon-debug-breakpoint, .codicon-debug-breakpoint-unverified").first().waitFor();
    await workbench.clickLens(/^Debug$/, "function put", workbench.quickInput.getByText("amount (uint256)").first());
    await workbench.answer("amount (uint256)", "7");
    await workbench.page.locator(".debug-toolbar").waitFor();
    await workbench.view("Run and Debug");
    await workbench.page.locator(".debug-call-stack .monaco-list-row .line-number").first().waitFor();
    await press("continue");
    await line(condition).waitFor();
    await variable("amount", "7").waitFor();
    await variable("before", "0").waitFor();
    await workbench.page.locator(".repl-input-wrapper .monaco-editor").click();
    await workbench.page.keyboard.type("amount * 2 + total");
    await workbench.page.keyboard.press("Enter");
    await workbench.page.locator(".repl .monaco-list-row", { hasText: /^\s*14\s*$/ }).waitFor();
    await press("step-over");
    await line(assignment).waitFor();
    await press("step-back");
    await line(condition).waitFor();
    await press("step-back");
    await line(declaration).waitFor();
    await stopped();
    expect(await heightNow()).toBe(height);
  });

  it("tells a failing test at its line and debugs it; mended, it passes, and shows what it covers", async () => {
    await workbench.openFile("Vault.t.sol");
    const message = editor()
      .getByText(/4 != 5$/)
      .first();
    await workbench.clickLens(/^Test$/, "function test_Put", message);
    await workbench.picture("contract-test-failed");
    await goToLine(asserted);
    await workbench.command("Test: Debug Test at Cursor");
    // the breakpoint of before, now reached from the test
    await workbench.view("Run and Debug");
    await line(condition).first().waitFor();
    await variable("amount", "4").waitFor();
    await press("continue");
    const reason = workbench.page.locator(".exception-widget");
    await reason.waitFor();
    await expect.poll(() => reason.innerText()).toContain("4 != 5");
    await line(asserted).first().waitFor();
    await variable("vault", "0x[0-9a-f]+").waitFor();
    await workbench.picture("contract-test-debugged");
    await stopped();
    writeFileSync(join(workbench.folder, "vault/Vault.t.sol"), vaultTest.replace("total(), 5", "total(), 4"));
    // names of parameters may stand between
    await editor()
      .locator(".view-line", { hasText: /total\(\),\s.*4\);/ })
      .waitFor();
    const passed = editor().locator(".codicon-testing-passed-icon");
    await goToLine(1);
    await workbench.clickLens(/^Test$/, "contract VaultTest", passed.first());
    // the contract, its test, and the one with random values, whose runs were told behind its name
    await expect.poll(() => passed.count()).toBe(3);
    await expect.poll(() => message.count()).toBe(0);
    await workbench.picture("contract-test-passed");
    await goToLine(asserted);
    await workbench.command("Test: Run Test at Cursor with Coverage");
    await workbench.page.getByText("Close Test Coverage").first().waitFor(); // words of VS Code
    await workbench.openFile("Vault.sol");
    const covered = workbench.page.locator(".coverage-deco-gutter.coverage-deco-hit");
    await covered.first().waitFor();
    await workbench.page.locator(".coverage-deco-gutter.coverage-deco-miss").first().waitFor();
    await workbench.picture("contract-test-coverage");
  });

  it("tells a failing scenario at its line with both sides; mended, it passes", async () => {
    await workbench.openFile("folder.chain.yaml");
    const message = editor().getByText("shop != cellar").first(); // words of the scenario
    await workbench.clickLens(/^Run$/, "scenario:", message);
    writeFileSync(join(workbench.folder, "vault/folder.chain.yaml"), scenario.replace("cellar", "shop"));
    await editor().locator(".view-line", { hasText: "[shop]" }).waitFor();
    await workbench.clickLens(/^Run$/, "scenario:", editor().locator(".codicon-testing-passed-icon").first());
    await expect.poll(() => message.count()).toBe(0);
  });
});
