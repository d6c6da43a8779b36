import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { pressUntil } from "./pressing";
import { openWindow, type Workbench } from "./workbench";

const root = resolve(import.meta.dirname, "../..");

/** Nothing is in the folder but a compiler in `node_modules`: nothing has to be fetched, and nothing can be. */
function onlyCompiler(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "node_modules/solc"), join(folder, "node_modules/solc"));
}
// No registry answers there, and nothing leaves this machine.
process.env["npm_config_registry"] = "http://127.0.0.1:9/";
const guard = join(root, "test/support/blockedNetwork.cjs");

const selectors = { standard: "6d4ce63c", sm: "299f7f9d" } as const;

describe("Solidity from an empty folder", () => {
  let chain: DevChain;
  let workbench: Workbench;
  const traffic = join(mkdtempSync(join(tmpdir(), "chainside-traffic-")), "traffic.txt");
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0 });
    workbench = await openWindow({
      prepare: onlyCompiler,
      env: { NODE_OPTIONS: `--require ${guard}`, CHAINSIDE_TEST_NETWORK: traffic },
      settings: {
        "chainside.connections": [{ name: "chain", endpoints: [chain.url], access: "full" }],
        "chainside.embeddedChain.sm": true,
        "chainside.embeddedChain.tls": "sm",
      },
    });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Connect", "chain");
    await workbench.status(/group0 #0/).waitFor();
    await workbench.command("FISCO BCOS: Import Account from Private Key");
    await workbench.answer("Private key", chain.accounts[0]?.privateKey ?? "");
    await workbench.answer("Enter a name for the account", "first");
    await workbench.signer().waitFor();
  });
  afterAll(async () => {
    await workbench?.close();
    await chain?.close();
    rmSync(dirname(traffic), { recursive: true, force: true });
  });

  const editor = () => workbench.page.locator(".editor-group-container.active .monaco-editor").first();
  const lens = (title: string) =>
    editor()
      .locator(".codelens-decoration a", { hasText: new RegExp(`^${title}$`) })
      .first();
  const save = async (): Promise<void> => {
    await workbench.page.keyboard.press("ControlOrMeta+S");
    await workbench.page.locator(".tab.active:not(.dirty)").waitFor();
  };
  const answered = async (page: Frame, text: string): Promise<void> => {
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.locator(".result").first().filter({ hasText: text }).waitFor();
  };
  /** Clicks *Try* until a form comes to the front: a click on a lens that is being drawn anew does nothing. */
  const tryIt = async (): Promise<Frame> => {
    const shown = workbench.page.locator('.tab.active:not([data-resource-name$=".sol"])');
    await pressUntil(
      "lens",
      () => shown.isVisible(),
      async () => {
        await lens("Try")
          .click({ timeout: 5000 })
          .catch(() => undefined);
        await shown.waitFor({ timeout: 15_000 }).catch(() => undefined);
      },
    );
    return workbench.webview("nav button.function");
  };
  const toSource = async (): Promise<void> => {
    await workbench.page.locator('.tab[data-resource-name="Greeting.sol"]').click();
    await lens("Deploy").waitFor();
  };
  const rpc = async (method: string, ...params: unknown[]): Promise<Record<string, unknown>> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: ["group0", "", ...params] });
    const response = await fetch(chain.url, { method: "POST", body });
    return ((await response.json()) as { result: Record<string, unknown> }).result;
  };
  /** Takes one stretch of the open source for another. */
  const replace = async (from: string, to: string): Promise<void> => {
    await editor().locator(".view-lines").click();
    await workbench.command("Replace");
    const [find, replacement] = [
      editor().locator(".find-part textarea").first(),
      editor().locator(".replace-part textarea").first(),
    ];
    await find.fill(from);
    await replacement.fill(to);
    await workbench.page.waitForTimeout(300);
    await replacement.press("ControlOrMeta+Alt+Enter");
    await workbench.page.keyboard.press("Escape");
  };

  it("goes from an empty folder to a decoded get()", async () => {
    await workbench.command("FISCO BCOS: New Contract", /^\s*Greeting/);
    await workbench.answer("Contract name", "Greeting");
    await workbench.page.locator('.tab.active[data-resource-name="Greeting.sol"]').waitFor();
    const page = await tryIt();
    await page.locator('button.function[title^="get("]').click();
    await answered(page, "Hello, World!");
  });

  it("shows what is wrong, mends it, and tries what is deployed anew", async () => {
    await toSource();
    await workbench.status(/Solidity 0\.8\.\d+ · \w+$/).waitFor();
    await replace("string calldata newGreeting", "string newGreeting");
    await expect
      .poll(async () => (await workbench.problems()).map(({ text }) => text).join("\n"))
      .toMatch(/Data location must be/);
    // words of solc
    await workbench.quickFix(/Data location must be/, "Keep it in memory");
    await expect.poll(workbench.problems.bind(workbench)).toEqual([]);
    await expect.poll(() => workbench.editorText()).toContain("string memory newGreeting");
    await replace("Hello, World!", "Hello again!");
    await save();
    const page = await tryIt();
    await page.locator('button.function[title^="get("]').click();
    await answered(page, "Hello again!");
  });

  it("tells selectors of both suites, and says whether the code is the source's", async () => {
    await toSource();
    await editor().locator(".view-line span", { hasText: /^get$/ }).first().hover();
    const hover = workbench.page.locator(".monaco-hover:visible").first();
    await hover.getByText(selectors.standard).waitFor();
    await hover.getByText(selectors.sm).waitFor();
    const block = await rpc("getBlockByNumber", 2, false, true);
    const [hash] = block["transactions"] as string[];
    const { contractAddress } = await rpc("getTransactionReceipt", hash, false);
    await workbench.command("FISCO BCOS: Verify Contract…");
    await workbench.pick(new RegExp(String(contractAddress)));
    await workbench.pick(/^\s*Greeting/);
    await workbench.notification(/✓ contracts\/Greeting\.sol:Greeting matches the code at 0x/).waitFor();
  });

  it("is compiled for the SM suite on a chain that runs it, behind SM TLS", async () => {
    await workbench.dismissNotifications();
    await workbench.command("FISCO BCOS: Disconnect", "chain");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    await workbench.status(/Embedded chain.*group0 #0/).hover();
    await workbench.page.getByText("SM TLS, ECC_SM4_CBC_SM3").waitFor();
    await toSource();
    await workbench.status(/Solidity 0\.8\.\d+ · \w+ · SM/).waitFor();
    const page = await tryIt();
    await page.locator('button.function[title^="get("]').click();
    await answered(page, "Hello again!");
  });

  // Into the desktop's processes nothing can be loaded.
  it.skipIf(process.env["UI_HOST"] === "desktop")("needs no network for any of it", () => {
    const lines = readFileSync(traffic, "utf8").split("\n");
    const guarded = lines.filter((line) => line.startsWith("guarded")).join("\n");
    expect(guarded).toMatch(/type=extensionHost/);
    expect(guarded).toContain(join(root, "dist/solidity.js"));
    expect(lines.filter((line) => line.startsWith("refused"))).toEqual([]);
  });
});
