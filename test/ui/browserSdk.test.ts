// The SDK in a page: the packed modules as a bundler for browsers takes them, in Chromium, against chains of both suites.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../scripts/host/workbench.mjs";
import { startDevChain } from "../../src/devchain/startDevChain";
import { bundleForPage, installSdk } from "../support/pageSdk";
import { type PageServer, servePage } from "../support/pageServer";

const root = join(import.meta.dirname, "../..");
const kiosk = JSON.parse(
  readFileSync(join(root, "test/fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json"), "utf8"),
) as { readonly bytecode: string };

/** What the page does; it leaves what it saw for the test. */
const journey = `
import { connect, deploy, generateKey, importAccount, privateKeyAccount, watchBlocks } from "chainside/sdk";
import { kioskAbi } from "./kioskAbi.ts";

window.journey = async ({ url, bytecode, transport }) => {
  const seen = { blocks: [], pushed: [] };
  const chain = await connect({ url, transport, privateKey: generateKey() });
  const shop = await deploy(chain, { abi: kioskAbi, bytecode, args: ["corner"] });
  const events = [];
  const told = new Promise((done) => {
    seen.stop = shop.events.Stocked.watch({ onLogs: (logs) => { events.push(...logs); done(); } });
  });
  const stop = await seen.stop;
  const stopBlocks = await watchBlocks(chain, { onBlock: (number) => seen.blocks.push(number) });
  const item = { id: 1n, name: "茶 tea", owner: shop.address, prices: [3n, 5n] };
  const { result, receipt } = await shop.write.stock([item]);
  await told;
  const found = await shop.read.find([1n]);
  const refused = await shop.read.find([404n]).then(() => "found", (error) => error.kind + ": " + error.message);
  const noFiles = await importAccount("x").then(() => "read", (error) => error.code);
  const noTls = await connect({ url, tls: "sdk" }).then(() => "read", (error) => error.code);
  const pushState = chain.pushes().state.kind;
  stop();
  stopBlocks();
  await chain.close();
  const closed = await shop.read.label().then(() => "answered", (error) => error.code);
  const nobody = await connect({ url: "http://127.0.0.1:1" }).then(() => "answered", (error) => error.code);
  return {
    suite: chain.suite.name, account: chain.account.address, result: String(result), height: receipt.blockNumber,
    events: events.map(({ eventName, args }) => [eventName, String(args.id), args.owner]), found: found.name,
    sawBlock: seen.blocks.includes(receipt.blockNumber), refused, noFiles, noTls, pushState, closed, nobody,
    address: privateKeyAccount("0x" + "11".repeat(32), chain.suite.name).address, shop: shop.address,
  };
};
`;

describe("the SDK in a browser", () => {
  let folder: string;
  let pages: PageServer;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-browser-"));
    await installSdk(join(folder, "app"));
    writeFileSync(join(folder, "app/kioskAbi.ts"), readFileSync(join(root, "test/support/kioskAbi.ts")));
    await bundleForPage(join(folder, "app"), journey, join(folder, "site"));
    writeFileSync(join(folder, "site/index.html"), '<script type="module" src="stdin.js"></script>');
    pages = await servePage(join(folder, "site"));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ["standard", "http"],
    ["sm", "http"],
    ["sm", "webSocket"],
  ] as const)("deploys, calls and hears of events on a chain of the suite %s over %s", async (suite, transport) => {
    const chain = await startDevChain({ port: 0, suite, allowOrigins: [pages.origin] });
    const page = await browser.newPage();
    try {
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      await page.goto(pages.origin);
      await page.waitForFunction("window.journey !== undefined");
      const input = JSON.stringify({ url: chain.url, bytecode: kiosk.bytecode, transport });
      const seen = (await page.evaluate(`window.journey(${input})`)) as Record<string, unknown>;
      expect(faults).toEqual([]);
      expect(seen).toMatchObject({ suite, result: "1", found: "茶 tea", sawBlock: true, pushState: "connected" });
      expect(seen["events"]).toEqual([["Stocked", "1", seen["shop"]]]);
      expect(seen["refused"]).toMatch(/^execution: /);
      expect(seen).toMatchObject({ noFiles: "notInBrowser", noTls: "notInBrowser", closed: "transportClosed" });
      expect(seen["nobody"]).toBe("noAnswerInPage");
    } finally {
      await page.close();
      await chain.close();
    }
  });

  it("loads at most 100 KB for connecting, contracts, and signing by SM2", async () => {
    const program = 'export { connect, deploy, getContract, privateKeyAccount } from "chainside/sdk";';
    const { firstLoad } = await bundleForPage(join(folder, "app"), program, join(folder, "small"));
    expect(firstLoad).toBeGreaterThan(10_000);
    expect(firstLoad).toBeLessThanOrEqual(100 * 1024);
  });

  it("loads at most 110 KB for connecting and a wallet with its keys", async () => {
    const program =
      'export { connect } from "chainside/sdk"; export { announceProvider, createWallet, openKeyStore } from "chainside/wallet";';
    const { firstLoad } = await bundleForPage(join(folder, "app"), program, join(folder, "wallet"));
    expect(firstLoad).toBeGreaterThan(10_000);
    expect(firstLoad).toBeLessThanOrEqual(110 * 1024);
  });
});
