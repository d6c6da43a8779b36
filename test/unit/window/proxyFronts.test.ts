// Each kind of proxy in each front of the editor: all of them know the functions, events, and names of what runs behind it.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { getBlockNumber } from "../../../src/chain/rpc/blocks";
import type { ChainSession } from "../../../src/chain/session";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { runCommand } from "../../../src/cli/commands";
import { type Address, hexToBytes } from "../../../src/crypto/bytes/hex";
import type { Signer } from "../../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { assistantClient } from "../../support/assistants";
import { writtenLines } from "../../support/commandLine";
import { deployShopProxy, otherProxies, shopBehind, shopProxies, writeShop } from "../../support/shopProxies";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

const { out } = writtenLines();

describe.each(["standard", "sm"] as const)("proxies in the editor, on a chain of the suite %s", (suite) => {
  let chain: DevChain;
  let window: FakeWindow;
  const shops = new Map<string, Address>();
  let session: ChainSession;
  let signer: Signer;

  beforeAll(async () => {
    chain = await startDevChain({ port: 0, suite, sealers: 1, observers: 0, blockIntervalMs: 0, openDev: true });
    session = await openSession(createClient(createHttpTransport({ url: chain.url }), "group0"));
    const key = chain.accounts[0]?.privateKey ?? "0x";
    signer = privateKeySigner(session.suite, hexToBytes(key));
    window = openWindow({
      settings: { "chainside.connections": [{ name: "shops", endpoints: [chain.url], access: "full" }] },
      prepare: (folder) => {
        rmSync(join(folder, "artifacts"), { recursive: true, force: true });
        writeShop(folder);
      },
    });
    await window.view("FISCO BCOS");
    await window.command("FISCO BCOS: Connect", "shops");
    await window.status(/group0 #0/).waitFor();
    await window.command("FISCO BCOS: Import Account from Private Key");
    await window.answer("Enter the private key", key);
    await window.answer("Enter a name for the account", "first");
    await window.status(/group0 #\d+ · \S/).waitFor();
    await window.pane("Contracts");
  });
  afterAll(async () => {
    await session?.client.transport.close();
    await window?.close();
    await chain?.close();
  });

  async function run(...args: string[]): Promise<Record<string, unknown>> {
    out.length = 0;
    const code = await runCommand([...args, "--key", "dev0", "--yes", "--json", "--url", chain.url], () => undefined);
    expect([args, code, code === 0 ? "" : out.join("")]).toEqual([args, 0, ""]);
    return (JSON.parse(out.join("")) as { result: Record<string, unknown> }).result;
  }
  const deploy = async (target: string, ...args: string[]): Promise<Address> =>
    (await run("deploy", join(window.folder, "contracts", target), ...args))["contractAddress"] as Address;
  const send = (...args: string[]) => run("send", ...args);

  async function shopOf(source: string): Promise<Address> {
    const shop = shops.get(source) ?? (await deploy(source));
    shops.set(source, shop);
    return shop;
  }

  it.each([...shopProxies, ...otherProxies])("%s", async (kind) => {
    const shop = await shopOf(shopBehind(kind));
    const proxy = await deployShopProxy(kind, { suite, shop, deploy, send });

    // The chain keeps the ABI of what runs behind: nothing is asked.
    await window.command("FISCO BCOS: Add Existing Contract…");
    await window.answer("Enter the address of the contract", proxy);
    const behind = kind === "extension" ? "0x" : shop.slice(0, 6);
    const title = new RegExp(`^${proxy.slice(0, 6)}.*\\(proxy of ${behind}`);
    await window.row(title).waitFor();

    await window.fromMenu(window.row(title), "Open Contract Form");
    const form = await window.webview("nav button.function");
    const result = (text: string) => form.locator(".result").first().filter({ hasText: text });
    await form.locator('button.function[title="put(uint256)"]').click();
    await form.locator('[data-path="count"]').fill("5");
    await form.getByRole("button", { name: "Sign and Send" }).click();
    await result("In block").waitFor();
    await result("Stocked").waitFor();
    await form.locator(".result").first().getByRole("button", { name: "Show Transaction" }).click();
    await expect.poll(() => window.editorText()).toMatch(new RegExp(`${proxy}[^]*put\\(5\\)`));
    expect(await window.hover(proxy.slice(0, 20))).toMatch(/\(proxy of 0x/);
    const [hash = ""] = /0x[0-9a-f]{64}/.exec(await window.editorText()) ?? [];
    await form.locator('button.function[title="stock()"]').click();
    await form.getByRole("button", { name: "Call", exact: true }).click();
    await result("5").waitFor();

    await window.fromMenu(window.row(title), "Debug Call…");
    await window.pick(/^stock/);
    await expect.poll(() => window.debugged.at(-1)).toMatchObject({ call: { to: proxy, function: "stock()" } });

    await window.command("FISCO BCOS: Open Explorer");
    const explorer = await window.webview(".cards");
    const search = explorer.locator("input[type=search]");
    for (const [wanted, ...shown] of [
      [proxy, "put(uint256)", "Stocked(uint256)", shop],
      [hash, "put(", "Stocked"],
    ]) {
      await search.fill(wanted ?? "");
      await search.press("Enter");
      for (const text of shown) await expect.poll(() => explorer.text).toContain(text);
    }
    form.dispose();

    const assistant = await assistantClient(
      { session, signer, signatures: () => 0, close: async () => undefined },
      { access: "full", free: true },
    );
    const ask = async (name: string, operation: string, fields: object) =>
      (await assistant.call(name, { operation, fields })).structuredContent;
    const running = kind === "extension" ? { extensions: [shop] } : { implementations: [{ address: shop }] };
    expect(await ask("contract_read", "show", { contract: proxy })).toMatchObject({ result: { proxy: running } });
    expect(JSON.stringify(await ask("contract_read", "call", { contract: proxy, function: "stock" }))).toContain('"5"');
    expect(await ask("contract_change", "send", { contract: proxy, function: "put", arguments: ["6"] })).toMatchObject({
      status: "done",
      result: { events: [{ event: { name: "Stocked" } }] },
    });
    const uri = `chainside://test/group0/abi/${proxy}`;
    expect(JSON.stringify(await assistant.client.readResource({ uri }))).toContain("Stocked");
    await assistant.close();
  });

  it("a form follows links and proxies that another program points elsewhere, and does nothing before that is seen", async () => {
    const shop = await shopOf("Shop.sol:Shop");
    const other = await deploy("Shop.sol:Shop");
    const proxy = await deploy("Shop.sol:Plain", other);
    await send(other, "put", "9");
    const path = `/apps/linked/${suite}`;
    await run("bfs", "link", path, shop);
    await window.command("FISCO BCOS: Open Contract Form");
    await window.pick(/Enter an address or BFS path/);
    await window.answer("Enter the address of the contract", path);
    const form = () => window.webview("nav button.function");
    const pressed = async (signature: string, button: string) => {
      const page = await form();
      await page.locator(`button.function[title="${signature}"]`).click();
      if (signature === "put(uint256)") await page.locator('[data-path="count"]').fill("7");
      await page.getByRole("button", { name: button, exact: true }).click();
      return page;
    };
    const shows = async (signature: string, button: string, text: string) => {
      const page = await pressed(signature, button);
      await page.locator(".result").first().filter({ hasText: text }).waitFor();
    };
    await shows("stock()", "Call", "0");

    await run("bfs", "link", path, other);
    const height = await getBlockNumber(session.client);
    await pressed("put(uint256)", "Sign and Send");
    await window.notification(`${path} leads to ${other} now`).waitFor();
    expect(await getBlockNumber(session.client)).toBe(height);
    await expect.poll(async () => (await form()).text).toContain(other);
    await shows("stock()", "Call", "9");

    await run("bfs", "link", path, proxy);
    await pressed("stock()", "Call");
    await window.notification(`${path} leads to ${proxy} now`).waitFor();
    await expect.poll(async () => (await form()).text).toContain(proxy);
    await shows("stock()", "Call", "0");

    await send(proxy, "upgradeToAndCall", await deploy("Shop.sol:LaterShop"), "0x");
    await pressed("stock()", "Call");
    await window.notification("runs other code now").waitFor();
    await expect.poll(async () => (await form()).text).toContain("clear()");
    await shows("clear()", "Sign and Send", "Stocked");
    (await form()).dispose();
  });

  it("lists, explorer, hovers, commands, and assistants see where links and proxies lead now", async () => {
    const shop = await shopOf("Shop.sol:Shop");
    const later = await deploy("Shop.sol:LaterShop");
    const proxy = await deploy("Shop.sol:Plain", shop);
    const path = `/apps/moved/${suite}`;
    await run("bfs", "link", path, shop);
    await window.command("FISCO BCOS: Add Existing Contract…");
    await window.answer("Enter the address of the contract", proxy);
    const row = (behind: Address) => window.row(new RegExp(`^${proxy.slice(0, 6)}.*\\(proxy of ${behind.slice(0, 6)}`));
    await row(shop).waitFor();
    await window.command("FISCO BCOS: Open Explorer");
    const explorer = await window.webview(".cards");
    const searched = async (text: string, ...shown: string[]) => {
      const search = explorer.locator("input[type=search]");
      await search.fill(text);
      await search.press("Enter");
      for (const each of shown) await expect.poll(() => explorer.text).toContain(each);
    };
    await searched(path, shop, "put(uint256)");
    expect(explorer.text).not.toContain("clear()");

    await run("bfs", "link", path, proxy);
    await send(proxy, "upgradeToAndCall", later, "0x");
    // Nothing of the editor did it, and a new block shows it.
    await row(later).waitFor();
    await searched(path, proxy, later, "clear()");
    writeFileSync(join(window.folder, "places.sol"), `// ${proxy}\n`);
    await window.openFile("places.sol");
    expect(await window.hover(proxy.slice(0, 20))).toContain(`(proxy of ${later.slice(0, 6)}`);
    await window.command("FISCO BCOS: Call Contract", /Enter an address or BFS path/);
    await window.answer("Enter the address of the contract", path);
    await window.pick(/^stock/);
    await window.answered(/stock\(\)/);
    const assistant = await assistantClient(
      { session, signer, signatures: () => 0, close: async () => undefined },
      { access: "full", free: true },
    );
    const shown = await assistant.call("contract_read", { operation: "abi", fields: { contract: path } });
    expect(JSON.stringify(shown.structuredContent)).toContain("clear");
    await assistant.close();
  });
});
