import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import { bytesToHex, hexToBytes } from "../../src/crypto/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { standardSuite } from "../../src/crypto/suites";
import { startChainProgram } from "../support/chainside";
import { initCode, type Json, type JsonObject } from "../support/lyingChain";
import { type LyingProxy, startLyingProxy } from "../support/lyingProxy";
import { nasty, neverShown } from "../support/nastyText";
import { openWindow, type Workbench } from "./workbench";

/** A folder that somebody sent: names and files that are to be obeyed or to freeze whoever reads them. */
function hostileWorkspace(folder: string): void {
  const abi = [
    { type: "function", name: "f", inputs: [], outputs: [], stateMutability: "view" },
    { type: "event", name: "E", inputs: [{ name: nasty, type: "uint256", indexed: false }] },
  ];
  const path = join(folder, "artifacts/contracts/Evil.sol");
  mkdirSync(path, { recursive: true });
  const contractName = "Evil\u202e$(trash)\u001b[31m";
  writeFileSync(
    join(path, "Evil.json"),
    JSON.stringify({
      _format: "hh-sol-artifact-1",
      contractName,
      sourceName: "contracts/Evil.sol",
      abi,
      bytecode: "0x6080604052",
    }),
  );
  const node = join(folder, "nodes/127.0.0.1/node\u202e9");
  mkdirSync(join(node, "conf"), { recursive: true });
  writeFileSync(
    join(node, "config.ini"),
    `[p2p]\n    listen_port=30399\n[${"\t".repeat(60_000)}\n[rpc]\n    listen_port=20399\n`,
  );
  writeFileSync(join(node, "config.genesis"), "[chain]\n    group_id=group0\n");
}

describe("somebody hostile", () => {
  let chain: Awaited<ReturnType<typeof startChainProgram>>;
  let proxy: LyingProxy;
  let workbench: Workbench;
  let deployment: string;

  const ask = async <Result>(method: string, ...params: unknown[]): Promise<Result> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = await fetch(chain.url, { method: "POST", headers: { "content-type": "application/json" }, body });
    return ((await answer.json()) as { result: Result }).result;
  };

  beforeAll(async () => {
    chain = await startChainProgram([]);
    proxy = await startLyingProxy(chain.url);
    const { hash, signed } = await signTransaction({
      suite: standardSuite,
      signer: privateKeySigner(standardSuite, new Uint8Array(32).fill(7)),
      data: {
        chainId: "chainside",
        groupId: "group0",
        blockLimit: 500n,
        nonce: "1751802082",
        input: hexToBytes(initCode),
      },
    });
    deployment = hash;
    await ask("sendTransaction", "group0", "", bytesToHex(signed), false);
    const sealers = await ask<{ nodeID: string; weight: number }[]>("getSealerList", "group0", "");
    const genesis = await ask<{ hash: string }>("getBlockByNumber", "group0", "", 0, true, true);
    const pin = {
      chainId: "chainside",
      groups: {
        group0: {
          genesisHash: genesis.hash,
          sealers: Object.fromEntries(sealers.map(({ nodeID, weight }) => [nodeID, weight])),
          atBlock: 0,
        },
      },
    };
    workbench = await openWindow({
      prepare: hostileWorkspace,
      settings: { "chainside.connections": [{ name: "Somebody's", endpoints: [proxy.url], access: "confirm", pin }] },
    });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Connect", "Somebody's");
    await workbench.status(/group0 #1/).waitFor();
  });
  afterAll(async () => {
    await workbench?.close();
    await proxy?.close();
    chain?.process.kill();
  });

  /** No character of the screen is one that is to be obeyed, and no icon was drawn that we did not draw. */
  const expectHarmless = (text: string): void => {
    expect(text).not.toMatch(neverShown);
    expect(text).toContain("\\u202e");
  };

  describe("between the client and its node", () => {
    let page: Frame;
    const open = async (hash: string): Promise<void> => {
      const search = page.locator("input[type=search]");
      // another page between two looks: what is shown next has been asked for anew
      await search.fill("0");
      await search.press("Enter");
      await page.locator("h2", { hasText: "Block #0" }).waitFor();
      await search.fill(hash);
      await search.press("Enter");
      await page.locator("h2", { hasText: "Transaction" }).waitFor();
      await page.locator(".verdict").nth(1).waitFor();
    };
    const ticks = (): Promise<number> => page.locator(".verdict.verified").count();

    it("has the tick as long as nothing is changed", async () => {
      await workbench.command("FISCO BCOS: Open Explorer");
      page = await workbench.webview("input[type=search]");
      await open(deployment);
      expect(await ticks()).toBe(2);
      await workbench.picture("hostile-proxy-honest");
    });

    const lies: [string, string, (honest: JsonObject) => Json, RegExp][] = [
      ["another sender", "getTransaction", (t) => ({ ...t, from: `0x${"66".repeat(20)}` }), /signature is that of 0x/],
      [
        "other call data",
        "getTransaction",
        (t) => ({ ...t, input: `${t["input"]}00` }),
        /the content gives another hash/,
      ],
      ["a failure", "getTransactionReceipt", (r) => ({ ...r, status: 16 }), /the content gives another hash/],
      ["a block of its own", "getBlockByNumber", (b) => ({ ...b, timestamp: 1 }), /the header gives another hash/],
    ];
    for (const [name, method, change, words] of lies)
      it(`loses it by ${name}`, async () => {
        proxy.lie = (asked, _, honest) =>
          asked === method && typeof honest === "object" && honest !== null && !Array.isArray(honest)
            ? change(honest)
            : honest;
        await open(deployment);
        expect(await ticks()).toBeLessThan(2);
        await page.locator(".verdict.false", { hasText: words }).first().waitFor();
        await workbench.picture(`hostile-proxy-${method}`);
        proxy.lie = undefined;
      });

    it("draws what it says as text, in the page and in messages", async () => {
      proxy.lie = (asked, _, honest) => (asked === "getBlockByNumber" ? new Error(nasty) : honest);
      const search = page.locator("input[type=search]");
      await search.fill("1");
      await search.press("Enter");
      const words = page.getByText("52;c;ZXZpbA==").first();
      await words.waitFor();
      expectHarmless(await words.innerText());
      expect(await page.locator("img").count()).toBe(0);
      await workbench.picture("hostile-node-page");
      proxy.lie = () => new Error(nasty);
      await workbench.command("FISCO BCOS: Disconnect", "Somebody's");
      await workbench.command("FISCO BCOS: Connect", "Somebody's");
      const message = workbench.notification("52;c;ZXZpbA==");
      await message.waitFor();
      const toast = message.locator(".notification-list-item-message");
      expectHarmless(await toast.innerText());
      // neither a link that runs something, nor an icon
      expect(await toast.locator("a").count()).toBe(0);
      expect(await toast.locator(".codicon-trash").count()).toBe(0);
      await workbench.picture("hostile-node-message");
      await workbench.dismissNotifications();
      proxy.lie = undefined;
    });
  });

  describe("the workspace's author", () => {
    it("has names of contracts and nodes written out", async () => {
      await workbench.pane("Contracts");
      const row = workbench.page.locator(".sidebar .monaco-list-row", { hasText: "Evil" }).first();
      await row.waitFor();
      expectHarmless(await row.innerText());
      expect(await row.locator(".codicon-trash").count()).toBe(0);
      await workbench.pane("Nodes");
      const node = workbench.page.locator(".sidebar .monaco-list-row", { hasText: "node\\u202e9" }).first();
      await node.waitFor();
      expectHarmless(await node.innerText());
      await workbench.picture("hostile-workspace");
    });

    it("freezes nobody with a config.ini of one endless section", async () => {
      await workbench.openFile("9/config.ini");
      await expect.poll(async () => (await workbench.problems()).length).toBeGreaterThan(0);
      await workbench.picture("hostile-config");
    });
  });

  it("a page in the same browser: neither reads the chain nor changes it", async () => {
    const outcome = await workbench.page.evaluate(async (url) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "dev_mine", params: ["group0", 3] });
      const tried: string[] = [];
      for (const mode of ["cors", "no-cors"] as const) {
        const answer = await fetch(url, { method: "POST", mode, body, headers: { "content-type": "text/plain" } }).then(
          async (each) => `${each.type} ${await each.text()}`,
          (error: unknown) => String(error),
        );
        tried.push(answer);
      }
      return tried;
    }, chain.url);
    expect(outcome[0]).toMatch(/TypeError/);
    expect(outcome[1]).toMatch(/^opaque $|TypeError/);
    expect(await ask("getBlockNumber", "group0", "")).toBe(1);
  });
});
