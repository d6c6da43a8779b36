import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";
import type { PageScreen } from "../../support/window/pageScreen";

const root = resolve(import.meta.dirname, "../../..");
const tally = join(root, "test/fixtures/artifacts/contracts/Tally.sol");

describe("the Contracts view on a chain that outlives the window", () => {
  let chain: DevChain;
  let workbench: FakeWindow;
  let page: PageScreen;
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0 });
    workbench = openWindow({
      settings: { "chainside.connections": [{ name: "long lived", endpoints: [chain.url], access: "full" }] },
    });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Connect", "long lived");
    await workbench.status(/group0 #0/).waitFor();
    await workbench.command("FISCO BCOS: Import Account from Private Key");
    await workbench.answer("Enter the private key", chain.accounts[0]?.privateKey ?? "");
    await workbench.answer("Enter a name for the account", "first");
    await workbench.status(/group0 #\d+ · \S/).waitFor();
    await workbench.pane("Contracts");
  });
  afterAll(async () => {
    await workbench?.close();
    await chain?.close();
  });
  const compiled = (): Promise<string[]> => workbench.childrenOf("Compiled");
  const field = (path: string) => page.locator(`[data-path="${path}"]`);

  it("follows what the compiler writes into the workspace", async () => {
    await workbench.expand("Compiled");
    await expect.poll(compiled).toEqual([expect.stringMatching(/^HelloWorld/)]);
    const folder = join(workbench.folder, "artifacts/contracts/Tally.sol");
    cpSync(tally, folder, { recursive: true });
    await expect.poll(compiled).toEqual([/^HelloWorld/, /^Sums/, /^Tally/].map((name) => expect.stringMatching(name)));
    const file = join(folder, "Sums.json");
    const artifact = JSON.parse(readFileSync(file, "utf8")) as object;
    writeFileSync(file, JSON.stringify({ ...artifact, contractName: "Adder" }));
    await expect.poll(compiled).toEqual([/^Adder/, /^HelloWorld/, /^Tally/].map((name) => expect.stringMatching(name)));
    writeFileSync(file, JSON.stringify(artifact));
    mkdirSync(join(workbench.folder, "out/Gone.sol"), { recursive: true });
    cpSync(file, join(workbench.folder, "out/Gone.sol/Gone.json"));
    await expect.poll(async () => (await compiled()).length).toBe(4);
    rmSync(join(workbench.folder, "out"), { recursive: true });
    await expect.poll(compiled).toEqual([/^HelloWorld/, /^Sums/, /^Tally/].map((name) => expect.stringMatching(name)));
  });

  it("links a library into the code that waits for it", async () => {
    await workbench.command("FISCO BCOS: Deploy Contract", "Sums");
    const message = workbench.notification(/Deployed Sums at 0x[0-9a-f]{40} in block 1/);
    await message.waitFor();
    const [library = ""] = /0x[0-9a-f]{40}/.exec(await message.innerText()) ?? [];
    await workbench.dismissNotifications();
    await workbench.command("FISCO BCOS: Open Deployment Form", /^\s*Tally/);
    page = await workbench.webview("form.call [data-path='library Sums']");
    await field("library Sums").fill(`0x${"7".repeat(40)}`);
    await page.getByRole("button", { name: "Sign and Deploy" }).click();
    await page
      .locator(".result", { hasText: /0x7{40}/ })
      .first()
      .waitFor();
    await field("library Sums").fill(library);
    await page.getByRole("button", { name: "Sign and Deploy" }).click();
    await page
      .locator(".result", { hasText: /Deployed in block 2/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Open Form" }).first().click();
    page = await workbench.webview("nav button.function");
    await page.getByRole("button", { name: "Paste JSON…" }).click();
    await page.getByLabel("Paste JSON…").fill("[[20, 22]]");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => field("values[1]").inputValue()).toBe("22");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.locator(".result", { hasText: "42" }).first().waitFor();
  });

  it("opens the deployment form of a contract as it is compiled now", async () => {
    const folder = join(workbench.folder, "artifacts/contracts/Anew.sol");
    mkdirSync(folder, { recursive: true });
    const compile = (...inputs: string[]): void =>
      writeFileSync(
        join(folder, "Anew.json"),
        JSON.stringify({
          contractName: "Anew",
          abi: [{ type: "constructor", inputs: inputs.map((name) => ({ name, type: "uint256" })) }],
          bytecode: "0x6000600055",
        }),
      );
    compile("first");
    await workbench.expand("Compiled");
    await workbench.row("Anew").waitFor();
    await workbench.fromMenu(workbench.row("Anew"), "Open Deployment Form");
    await workbench.webview("form.call [data-path=first]");
    compile("first", "second");
    // It is read anew a moment after it was written.
    const asked = async (): Promise<number> => {
      await workbench.fromMenu(workbench.row("Anew"), "Open Deployment Form");
      return (await workbench.webview("form.call")).locator("[data-path=second]").count();
    };
    await expect.poll(asked, { interval: 200 }).toBe(1);
    rmSync(folder, { recursive: true });
    await workbench.row("Anew").waitFor({ state: "detached" });
    (await workbench.webview("form.call")).dispose();
  });

  it("has what was sent after the window was loaded anew, and takes it up again", async () => {
    await workbench.reload();
    await workbench.pane("Contracts");
    await workbench.status(/group0 #2/).waitFor();
    await workbench.collapse("Compiled");
    await workbench.expand("Sent");
    await expect
      .poll(() => workbench.childrenOf("Sent"))
      .toEqual([expect.stringMatching(/^Deploy Tally.*block 2/), expect.stringMatching(/^Deploy Sums.*block 1/)]);
    await workbench.fromMenu(workbench.row("Deploy Tally"), "Repeat Transaction");
    page = await workbench.webview("form.call [data-path='library Sums']");
    await expect.poll(() => field("library Sums").inputValue()).toMatch(/^0x[0-9a-f]{40}$/);
  });

  it("deploys what an open Solidity file was compiled to, and leads on to its form", async () => {
    await workbench.dismissNotifications();
    await workbench.openFile("HelloWorld.sol");
    await workbench.editorButton("Deploy Contract");
    await workbench.notification(/Deployed HelloWorld at/).waitFor();
    await workbench.notification(/Deployed HelloWorld at/).press("Open Contract Form");
    page = await workbench.webview('button.function[title="set(string)"]');
  });

  it("gives a deployed contract a name of its own, and its ABI", async () => {
    await workbench.dismissNotifications();
    await workbench.command("FISCO BCOS: Rename Contract in List", "HelloWorld");
    await workbench.answer(/0x[0-9a-f]{40}/, "front desk");
    await workbench.collapse("Sent");
    await workbench.row("front desk").waitFor();
    await workbench.fromMenu(workbench.row("front desk"), "Copy ABI");
    await expect.poll(() => workbench.clipboard).toContain('"inputs"');
  });

  it("names the key file of the account in a command line", async () => {
    await workbench.expand("Sent");
    await workbench.fromMenu(workbench.row("Deploy Sums"), "Copy as Command Line");
    await workbench.notification(/signs with the key file account\/ecdsa\/0x[0-9a-f]{40}\.pem/).waitFor();
    await workbench.dismissNotifications();
  });

  it("adds no contract where none is", async () => {
    await workbench.command("FISCO BCOS: Add Existing Contract…");
    await workbench.answer("Enter the address of the contract", `0x${"12".repeat(20)}`);
    await workbench.notification(/No contract found at 0x1212/).waitFor();
  });
});
