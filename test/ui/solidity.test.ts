import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { hoverSays, hovers } from "./hovers";
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

const license = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n";
/** Written in haste, and not all that its interface asks for. */
const vault = {
  "IVault.sol": `${license}
interface IVault {
    function put(bytes32 name, uint256 amount) external;
    function amountOf(bytes32 name) external view returns (uint256);
}
`,
  "Vault.sol": `${license}import {IVault} from "./IVault.sol";
contract Vault is IVault {
address owner=msg.sender;
mapping(bytes32=>uint256) amounts;
function move(bytes32 from,bytes32 to,uint256 amount) public {
require(tx.origin==owner);
amounts[from]-=amount;amounts[to]+=amount;
}
}
`,
  "Bank.sol": `${license}
import {Vault} from "./Vault.sol";

contract Bank {
    Vault private vault = new Vault();

    function settle() public {
        vault.move("mill", "shop", 100);
    }
}
`,
};

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
    await hoverSays(workbench, /^get$/, selectors.standard);
    await hovers(workbench).getByText(selectors.sm).first().waitFor();
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

  it("formats, implements, hints, renames, and mends what is written in haste", async () => {
    await workbench.dismissNotifications();
    mkdirSync(join(workbench.folder, "contracts"), { recursive: true });
    for (const [name, text] of Object.entries(vault)) writeFileSync(join(workbench.folder, "contracts", name), text);
    const reads = (text: string | RegExp) => expect.poll(() => workbench.editorText()).toMatch(text);
    await workbench.openFile("Vault.sol");
    // Until the language server is there, VS Code has no formatter.
    await lens("Deploy").waitFor();
    await workbench.picture("editing-written");
    await workbench.command("Format Document"); // words of VS Code
    await reads(/ {4}function move\(bytes32 from, bytes32 to, uint256 amount\) public \{\n {8}require/);
    await save();
    await workbench.picture("editing-formatted");
    await expect.poll(async () => (await workbench.problems()).map(({ text }) => text).join("\n")).toMatch(/abstract/);
    // words of solc
    await workbench.quickFix(/should be marked as abstract/, "Implement Missing Functions");
    await reads(/function put\(bytes32 name, uint256 amount\) external[\s\S]*function amountOf\(/);
    await save();
    await workbench.picture("editing-implemented");

    const line = (await workbench.editorText()).split("\n").findIndex((each) => each.includes("require("));
    await workbench.goTo(`${line + 1}:8`);
    await workbench.command("Insert Line Below"); // words of VS Code
    await workbench.page.keyboard.type("move(");
    const hints = workbench.page.locator(".parameter-hints-widget.visible");
    await hints.getByText("bytes32 from").first().waitFor();
    await workbench.page.keyboard.type("to, ");
    await workbench.picture("editing-signature");
    await workbench.page.keyboard.press("Escape");
    await workbench.command("Delete Line");
    await save();

    await workbench.openFile("Bank.sol");
    await reads(/from: ?"mill", ?to: ?"shop", ?amount: ?100/);
    await workbench.picture("editing-hints");
    await workbench.goTo("10:16");
    await workbench.page.keyboard.press("F2");
    await workbench.page.locator(".rename-box input").first().fill("shift");
    await workbench.page.keyboard.press("Enter");
    await reads(/vault\.shift\(/);
    await workbench.picture("editing-renamed");
    await workbench.command("File: Save All Files");

    await workbench.openFile("Vault.sol");
    await reads(/function shift\(bytes32 from/);
    await expect
      .poll(async () => (await workbench.problems()).map(({ text }) => text).join("\n"))
      .toMatch(/tx\.origin|access\.origin/);
    await workbench.picture("editing-finding");
    await workbench.quickFix(/access\.origin/, "Check msg.sender");
    await reads(/require\(msg\.sender == owner\)/);
    await save();
    await expect
      .poll(async () => (await workbench.problems()).map(({ text }) => text).join("\n"))
      .not.toMatch(/tx\.origin|access\.origin/);
    await workbench.picture("editing-mended");
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
