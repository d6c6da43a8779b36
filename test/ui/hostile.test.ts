import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startChainProgram } from "../support/chainside";
import { type LyingProxy, startLyingProxy } from "../support/lyingProxy";
import { nasty, neverShown } from "../support/nastyText";
import { openWindow, type Workbench } from "./workbench";

/** A folder that a user sent: names and files that are to be obeyed or to freeze anyone who reads them. */
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

  const ask = async <Result>(method: string, ...params: unknown[]): Promise<Result> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = await fetch(chain.url, { method: "POST", headers: { "content-type": "application/json" }, body });
    return ((await answer.json()) as { result: Result }).result;
  };

  beforeAll(async () => {
    chain = await startChainProgram([]);
    proxy = await startLyingProxy(chain.url);
    workbench = await openWindow({
      prepare: hostileWorkspace,
      settings: { "chainside.connections": [{ name: "Somebody's", endpoints: [proxy.url], access: "confirm" }] },
    });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Connect", "Somebody's");
    await workbench.status(/group0 #0/).waitFor();
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
    it("draws what it says as text, in the page and in messages", async () => {
      await workbench.command("FISCO BCOS: Open Explorer");
      const page = await workbench.webview("input[type=search]");
      proxy.lie = (asked, _, honest) => (asked === "getBlockByNumber" ? new Error(nasty) : honest);
      const search = page.locator("input[type=search]");
      await search.fill("0");
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
    expect(await ask("getBlockNumber", "group0", "")).toBe(0);
  });
});
