import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/devMethods";
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
    function test_Put() public {
        Vault vault = new Vault();
        vault.put(4);
        assertEq(vault.total(), 5);
    }
}
`;
const [declaration, condition, assignment] = [9, 10, 13];
/** Of the assertion of the test. */
const asserted = 11;

/** The contract and its test, and a compiler in `node_modules`: nothing has to be fetched. */
function project(folder: string): void {
  mkdirSync(join(folder, "vault"));
  writeFileSync(join(folder, "vault/Vault.sol"), vault);
  writeFileSync(join(folder, "vault/Vault.t.sol"), vaultTest);
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(join(root, "node_modules/solc"), join(folder, "node_modules/solc"));
}

describe("a contract that is debugged and tested", () => {
  let workbench: Workbench;
  let put: string;
  let refused: string;
  beforeAll(async () => {
    const port = await freePort();
    workbench = await openWindow({ prepare: project, settings: { "chainside.embeddedChain.port": port } });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    await workbench.status(/group0 #\d+ · \S/).waitFor();
    /** A command of `chainside`; what failed on the chain is told as JSON too. */
    const chainside = async (...words: string[]): Promise<Record<string, unknown>> => {
      const args = [
        join(root, "dist/cli.js"),
        ...words,
        "--key",
        "dev0",
        "--url",
        `http://127.0.0.1:${port}`,
        "--json",
      ];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: workbench.folder }).catch(
        (error: { stdout: string }) => error,
      );
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const { contractAddress } = await chainside("deploy", "vault/Vault.sol:Vault");
    const address = String(contractAddress);
    put = String((await chainside("send", address, "put", "4"))["transactionHash"]);
    const { error } = await chainside("send", address, "put", "11");
    refused = String((error as { details: Record<string, unknown> }).details["transactionHash"]);
  });
  afterAll(async () => workbench?.close());

  const line = (number: number) =>
    workbench.page.locator(".debug-call-stack .monaco-list-row .line-number", { hasText: new RegExp(`^${number}:`) });
  const variable = (name: string, value: string) =>
    workbench.page
      .locator(".debug-variables .monaco-list-row", { hasText: new RegExp(`${name}.*\\b${value}\\b`) })
      .first();
  const debug = async (hash: string): Promise<void> => {
    await workbench.command("FISCO BCOS: Debug Transaction");
    await workbench.answer("Hash of the transaction to debug", hash);
    await workbench.page.locator(".debug-toolbar").waitFor();
    await workbench.view("Run and Debug");
    await workbench.page.locator(".debug-call-stack .monaco-list-row .line-number").first().waitFor();
  };
  /** A button of the bar that stands above the editor while something is debugged. */
  const press = (icon: string): Promise<void> =>
    workbench.page.locator(`.debug-toolbar .codicon-debug-${icon}`).first().click();
  const goToLine = async (number: number): Promise<void> => {
    await workbench.page.keyboard.press("ControlOrMeta+P");
    await workbench.quickInputBox.fill(`:${number}`);
    await workbench.page.keyboard.press("Enter");
    await workbench.quickInput.waitFor({ state: "hidden" });
  };

  it("stops at a breakpoint, shows variables, steps and steps back", async () => {
    await workbench.openFile("Vault.sol");
    await goToLine(condition);
    await workbench.command("Debug: Toggle Breakpoint");
    await workbench.page.locator(".codicon-debug-breakpoint, .codicon-debug-breakpoint-unverified").first().waitFor();
    await debug(put);
    await workbench.picture("debugger-entry");
    await press("continue");
    await line(condition).waitFor();
    await variable("amount", "4").waitFor();
    await variable("before", "0").waitFor();
    await workbench.picture("debugger-breakpoint");
    await press("step-over");
    await line(assignment).waitFor();
    await press("step-back");
    await line(condition).waitFor();
    await press("step-back");
    await line(declaration).waitFor();
    await workbench.picture("debugger-stepped-back");
    await press("stop");
    await workbench.page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  });

  it("debugs a call from the lens above its function, with typed arguments, and sends nothing", async () => {
    const height = await workbench.status(/group0 #\d+/).innerText();
    await workbench.openFile("Vault.sol");
    await workbench.page
      .locator(".codelens-decoration a", { hasText: /^Debug$/ })
      .nth(1)
      .click();
    await workbench.answer("amount (uint256)", "7");
    await workbench.page.locator(".debug-toolbar").waitFor();
    await workbench.view("Run and Debug");
    await press("continue");
    await line(condition).waitFor();
    await variable("amount", "7").waitFor();
    await variable("before", "0").waitFor();
    await workbench.page.locator(".repl-input-wrapper .monaco-editor").click();
    await workbench.page.keyboard.type("amount * 2 + total");
    await workbench.page.keyboard.press("Enter");
    await workbench.page.locator(".repl .monaco-list-row", { hasText: /^\s*14\s*$/ }).waitFor();
    await workbench.picture("debugger-call");
    await press("stop");
    await workbench.page.locator(".debug-toolbar").waitFor({ state: "hidden" });
    expect(await workbench.status(/group0 #\d+/).innerText()).toBe(height);
  });

  it("stops where a transaction reverts, with its reason", async () => {
    await debug(refused);
    await press("continue");
    await line(condition).waitFor();
    await variable("amount", "11").waitFor();
    await press("continue");
    const reason = workbench.page.locator(".exception-widget");
    await reason.waitFor();
    expect(await reason.innerText()).toContain("TooMuch(asked: 11, most: 10)");
    await workbench.picture("debugger-revert");
    await press("stop");
    await workbench.page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  });

  it("tells a failing test at its line and debugs it; mended, it passes, and shows what it covers", async () => {
    await workbench.openFile("Vault.t.sol");
    const editor = workbench.page.locator(".editor-group-container.active .monaco-editor").first();
    const test = editor.locator(".codelens-decoration a", { hasText: /^Test$/ }).last();
    const message = editor.getByText(/4 != 5$/).first();
    /** Clicks *Test* until it has run: a click on a lens that is being drawn anew does nothing. */
    const runUntil = async (come: typeof message): Promise<void> => {
      for (let attempt = 0; attempt < 4 && !(await come.isVisible()); attempt++) {
        await test.click({ timeout: 5000 }).catch(() => undefined);
        await come.waitFor({ timeout: 30_000 }).catch(() => undefined);
      }
      await come.waitFor();
    };
    await test.waitFor();
    await runUntil(message);
    await workbench.picture("contract-test-failed");
    await goToLine(asserted);
    await workbench.command("Test: Debug Test at Cursor");
    // the breakpoint of before, now reached from the test
    await workbench.view("Run and Debug");
    await line(condition).first().waitFor();
    await variable("amount", "4").waitFor();
    await workbench.picture("contract-test-breakpoint");
    await press("continue");
    const reason = workbench.page.locator(".exception-widget");
    await reason.waitFor();
    expect(await reason.innerText()).toContain("4 != 5");
    await line(asserted).first().waitFor();
    await variable("vault", "0x[0-9a-f]+").waitFor();
    await workbench.picture("contract-test-debugged");
    await press("stop");
    await workbench.page.locator(".debug-toolbar").waitFor({ state: "hidden" });
    writeFileSync(join(workbench.folder, "vault/Vault.t.sol"), vaultTest.replace("total(), 5", "total(), 4"));
    await editor.locator(".view-line", { hasText: "total(), 4" }).waitFor();
    await runUntil(
      editor.locator(".codicon-testing-passed-icon, .testing-run-glyph.codicon-testing-passed-icon").first(),
    );
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
});
