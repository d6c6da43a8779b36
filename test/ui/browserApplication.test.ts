// A page as New Application makes it, built by Vite, in Chromium on an SM chain: keys, contract, events, and a dApp of wagmi beside it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build as buildByVite } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../scripts/host/workbench.mjs";
import { newApplication } from "../../src/applications/newApplication/newApplication";
import { readJsonArtifact } from "../../src/chain/artifact/readArtifact";
import { startDevChain } from "../../src/devchain/startDevChain";
import { useSources } from "../support/chinese";
import { bundleForPage, installSdk } from "../support/pageSdk";
import { type PageServer, servePage } from "../support/pageServer";
import { expectFit } from "./fittingPage";

const root = join(import.meta.dirname, "../..");
const shots = join(root, "out/shots");
const passphrase = "correct horse";

/** A dApp that knows nothing of this product: it finds a wallet of the page, deploys, sends, and reads. */
const dapp = `
import { connect, createConfig, deployContract, getConnectors, readContract, signMessage, unstable_connector, waitForTransactionReceipt, watchContractEvent, writeContract, injected } from "@wagmi/core";
import { fiscoChain } from "chainside/viem";
import { kioskAbi } from "./kioskAbi.ts";

window.dapp = async (bytecode) => {
  const chain = fiscoChain();
  const config = createConfig({ chains: [chain], pollingInterval: 50, transports: { [chain.id]: unstable_connector(injected) } });
  const connector = getConnectors(config).find(({ name }) => name === "kiosk-page");
  const { accounts, chainId } = await connect(config, { connector });
  const hash = await deployContract(config, { abi: kioskAbi, bytecode, args: ["by wagmi"] });
  const { contractAddress: address } = await waitForTransactionReceipt(config, { hash });
  const seen = [];
  const unwatch = watchContractEvent(config, { abi: kioskAbi, address, eventName: "Stocked", onLogs: (logs) => seen.push(...logs) });
  await new Promise((done) => setTimeout(done, 200));
  const item = { id: 7n, name: "tea", owner: accounts[0], prices: [1n] };
  const sent = await writeContract(config, { abi: kioskAbi, address, functionName: "stock", args: [item] });
  const { status } = await waitForTransactionReceipt(config, { hash: sent });
  while (seen.length === 0) await new Promise((done) => setTimeout(done, 50));
  unwatch();
  const signature = await signMessage(config, { message: "茶" });
  const label = await readContract(config, { abi: kioskAbi, address, functionName: "label" });
  return { account: accounts[0].toLowerCase(), chainId, status, label, event: String(seen[0].args.id), signature: signature.length };
};
`;

describe("a page with keys in the browser", () => {
  let folder: string;
  let pages: PageServer;
  let browser: Browser;
  let bytecode: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-page-"));
    const app = join(folder, "app");
    await installSdk(app);
    for (const name of ["@wagmi/core", "viem"]) {
      mkdirSync(dirname(join(app, "node_modules", name)), { recursive: true });
      symlinkSync(join(root, "node_modules", name), join(app, "node_modules", name), "junction");
    }
    const kioskFile = join(root, "test/fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json");
    const kiosk = readJsonArtifact(readFileSync(kioskFile, "utf8"), "Kiosk.json");
    if (!kiosk?.bytecode) throw new Error("Kiosk.json is no artifact");
    ({ bytecode } = kiosk as { bytecode: string });
    for (const language of ["en", "zh-cn"]) {
      useSources(language);
      const files = newApplication({
        kind: "browser",
        build: "maven",
        name: "kiosk-page",
        packageName: "org.example.page",
        contracts: [{ artifact: kiosk, origin: { source: "Kiosk.sol", files: [] } }],
        chain: { urls: ["http://127.0.0.1:20200"], group: undefined, tls: undefined },
        addresses: {},
        chainside: "0.0.0-test",
      });
      const place = join(app, language);
      for (const { path, text } of files) {
        mkdirSync(dirname(join(place, path)), { recursive: true });
        writeFileSync(join(place, path), text);
      }
      const outDir = join(folder, "site", language);
      await buildByVite({
        ...{ root: join(place, "src"), configFile: false, logLevel: "warn", base: "./" },
        build: { outDir, emptyOutDir: true },
      });
    }
    useSources("en");
    writeFileSync(join(app, "kioskAbi.ts"), readFileSync(join(root, "test/support/kioskAbi.ts")));
    await bundleForPage(app, dapp, join(folder, "site/dapp"));
    pages = await servePage(join(folder, "site"));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A picture, wide and narrow, of a page that has a name on everything and fits: whole, or what a window shows where a dialog is open. */
  async function looked(page: Page, name: string, fullPage = true): Promise<void> {
    mkdirSync(shots, { recursive: true });
    for (const [size, width] of [
      ["wide", 1100],
      ["narrow", 360],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: join(shots, `page-${name}-${size}.png`), fullPage });
      await expectFit(page.mainFrame());
    }
  }

  it.each(["en", "zh-cn"])("makes a key, deploys, calls, and hears of events on an SM chain (%s)", async (language) => {
    const chain = await startDevChain({ port: 0, suite: "sm", allowOrigins: [pages.origin] });
    const context = await browser.newContext({ colorScheme: language === "en" ? "light" : "dark" });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (line) => {
      if (line.type() === "error") faults.push(line.text());
    });
    const isEnglish = language === "en";
    const word = (english: string, chinese: string): string => (isEnglish ? english : chinese);
    const press = (name: string): Promise<void> => page.getByRole("button", { name, exact: true }).first().click();
    const contract = page.getByRole("region", { name: "Kiosk" });
    const form = (member: string) => contract.locator("form", { has: page.locator("strong", { hasText: member }) });
    const confirm = async (): Promise<void> => {
      await page.locator("dialog").waitFor();
      await page
        .locator("dialog")
        .getByRole("button", { name: word("Confirm", "确认") })
        .click();
    };
    try {
      await page.goto(`${pages.origin}/${language}/index.html`);
      await page.getByLabel(word("Node", "节点")).fill(chain.url);
      await press(word("Connect", "连接"));
      await page.getByText(/SM2, SM3/).waitFor();
      await page.getByLabel(word("Name", "名称")).fill("shop");
      await page.getByLabel(word("Passphrase (at least 8 characters)", "口令（至少 8 个字符）")).fill("short");
      await press(word("Create", "创建"));
      await page.locator(".failed", { hasText: "8" }).waitFor();
      await page.getByLabel(word("Passphrase (at least 8 characters)", "口令（至少 8 个字符）")).fill(passphrase);
      await press(word("Create", "创建"));
      const signer = page.getByText(new RegExp(`${word("Signs:", "签名账户：")} 0x[0-9a-f]{40}`));
      await signer.waitFor();
      const address = (await signer.textContent())?.slice(-42) ?? "";
      await contract
        .getByLabel(/string/)
        .first()
        .fill("corner");
      await contract.getByRole("button", { name: word("Deploy", "部署"), exact: true }).click();
      await page.locator("dialog").waitFor();
      await looked(page, `confirm-${language}`, false);
      await confirm();
      await expect
        .poll(() => contract.getByLabel(word("Address", "地址"), { exact: true }).inputValue())
        .toMatch(/^0x/);
      await form("label").first().getByRole("button").click();
      await form("label").first().getByText("corner").waitFor();
      const item = JSON.stringify({ id: "1", name: "茶 tea", owner: address, prices: ["3", "5"] });
      await form("stock").getByRole("textbox").fill(item);
      await form("stock").getByRole("button").click();
      await confirm();
      await contract.locator("li", { hasText: "Stocked" }).waitFor();
      await form("stock").getByText(/2/).first().waitFor();
      await looked(page, `whole-${language}`);
      await form("pay").getByRole("textbox").fill("7");
      await form("pay").getByRole("button").click();
      await page.locator("dialog dd", { hasText: /^7$/ }).waitFor();
      await page
        .locator("dialog")
        .getByRole("button", { name: word("Cancel", "取消") })
        .click();
      // what was refused stays refused, and says why
      await form("stock").getByRole("textbox").fill("{");
      await form("stock").getByRole("button").click();
      await form("stock").locator(".failed", { hasText: "JSON" }).waitFor();
      if (isEnglish) {
        await page.addScriptTag({ url: `${pages.origin}/dapp/stdin.js`, type: "module" });
        await page.waitForFunction("window.dapp !== undefined");
        const run = page.evaluate(`window.dapp(${JSON.stringify(bytecode)})`);
        for (const question of ["Show this account", "Sign and send", "Sign and send", "Sign this message"]) {
          await page.locator("dialog", { hasText: question }).waitFor();
          await confirm();
        }
        expect(await run).toEqual({
          ...{ account: address, chainId: 20200, status: "success", label: "by wagmi", event: "7" },
          signature: 2 + 2 * 128,
        });
      }
      // another visit: the key is there, and opens by its passphrase alone
      await page.reload();
      await page.getByLabel(word("Node", "节点")).fill(chain.url);
      await press(word("Connect", "连接"));
      await page.getByLabel(word("Passphrase", "口令"), { exact: true }).fill("wrong horse");
      await press(word("Unlock", "解锁"));
      await page.locator(".failed", { hasText: /passphrase|口令/ }).waitFor();
      await page.getByLabel(word("Passphrase", "口令"), { exact: true }).fill(passphrase);
      await press(word("Unlock", "解锁"));
      await page.getByText(`${word("Signs:", "签名账户：")} ${address}`).waitFor();
      await form("label").first().getByRole("button").click();
      await form("label").first().getByText("corner").waitFor();
      await page.getByLabel(word("Passphrase", "口令"), { exact: true }).fill(passphrase);
      await press(word("Show private key", "显示私钥"));
      await page.getByText(/^0x[0-9a-f]{64}$/).waitFor();
      await press(word("Remove", "移除"));
      await confirm();
      await page
        .getByText(word("No key is unlocked: the page only reads.", "没有已解锁的私钥：页面只能读取。"))
        .waitFor();
      expect(faults).toEqual([]);
    } catch (error) {
      mkdirSync(shots, { recursive: true });
      await page.screenshot({ path: join(shots, `failed-page-${language}.png`), fullPage: true });
      throw error;
    } finally {
      await context.close();
      await chain.close();
    }
  });
});
