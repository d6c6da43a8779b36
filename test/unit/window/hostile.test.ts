import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { ask } from "../../support/askNode";
import { host } from "../../support/fakeVscode/fakeHost";
import type { Json, JsonObject } from "../../support/lyingChain";
import { type LyingProxy, startLyingProxy } from "../../support/lyingProxy";
import { nasty, neverShown } from "../../support/nastyText";
import { type Dialogue, report, type Script, ScriptedAnswers } from "../../support/scriptedAnswers";
import { registerKeys } from "../../support/secretEvidence";
import { until } from "../../support/until";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";
import type { PageScreen } from "../../support/window/pageScreen";

const name = "behind a liar";

// What an attacker between the window and its node can bring into documents and messages.
describe("a node that lies", () => {
  let workbench: FakeWindow;
  let chain: DevChain;
  let proxy: LyingProxy;
  let answers: ScriptedAnswers;
  let deployment: string;

  async function run(command: string, script: Script = {}): Promise<Dialogue> {
    const dialogue = answers.begin(script);
    await workbench.run(`chainside.${command}`);
    return dialogue;
  }

  /** The text of a record, asked for anew, once it holds these words. */
  async function record(command: "showTransaction" | "showReceipt", words: RegExp): Promise<string> {
    workbench.documents.closeAll();
    const dialogue = await run(command, { picks: [/Enter a hash/], texts: [[/hash/i, deployment]] });
    const shown = (): string[] => [workbench.documents.active?.document.getText() ?? ""];
    return until(
      () => shown().find((text) => text.includes(deployment) && words.test(text)),
      () => `${words} is not in ${JSON.stringify(shown())}; ${JSON.stringify(dialogue)}`,
    );
  }

  beforeAll(async () => {
    chain = await startDevChain({ port: 0, blockIntervalMs: 0 });
    const { url, accounts } = chain;
    registerKeys(accounts.map((one) => one.privateKey.slice(-64)));
    proxy = await startLyingProxy(url);
    const sealers = (await ask(url, "getSealerList", ["group0", ""])) as { nodeID: string; weight: number }[];
    const genesis = (await ask(url, "getBlockByNumber", ["group0", "", 0, true, true])) as { hash: string };
    const weights = Object.fromEntries(sealers.map(({ nodeID, weight }) => [nodeID, weight]));
    const group0 = { genesisHash: genesis.hash, sealers: weights, atBlock: 0 };
    const connection = {
      name,
      endpoints: [proxy.url],
      access: "full",
      pin: { chainId: "chainside", groups: { group0 } },
    };
    workbench = openWindow({ settings: { "chainside.connections": [connection] } });
    answers = ScriptedAnswers.of([host.desk?.["window"] ?? {}], () => [""]);
    await run("importAccount", { texts: [[/Enter the private key/, accounts[0]?.privateKey ?? ""]] });
    await run("connect", { picks: [new RegExp(name)] });
    await report(await run("deployContract", { picks: [/HelloWorld/] }), /Deployed HelloWorld/);
    const block = (await ask(url, "getBlockByNumber", ["group0", "", 1, false, true])) as { transactions: string[] };
    deployment = block.transactions[0] ?? "";
  });

  afterAll(async () => {
    proxy.lie = undefined;
    answers?.dispose();
    await workbench?.close();
    await proxy?.close();
    await chain?.close();
  });

  it("has no tick in a document of what it changed, and has it as long as it changes nothing", async () => {
    await record("showTransaction", /✓/);
    proxy.lie = (method, _, honest) =>
      method === "getTransaction" && typeof honest === "object" ? { ...honest, from: `0x${"66".repeat(20)}` } : honest;
    expect(await record("showTransaction", /✗ Not correct as shown/)).not.toMatch(/✓/);
    proxy.lie = (method, _, honest) =>
      method === "getTransactionReceipt" && typeof honest === "object" ? { ...honest, status: 16 } : honest;
    expect(await record("showReceipt", /✗ Not correct as shown/)).not.toMatch(/✓/);
    proxy.lie = undefined;
    await record("showTransaction", /✓/);
  });

  describe("on the explorer's pages", () => {
    let page: PageScreen;
    /** The transaction, asked for anew. */
    const open = async (): Promise<void> => {
      const search = page.locator("input[type=search]");
      await search.fill("0");
      await search.press("Enter");
      await page.locator("h2", { hasText: "Block #0" }).waitFor();
      await search.fill(deployment);
      await search.press("Enter");
      await page.locator("h2", { hasText: "Transaction" }).waitFor();
      await page.locator(".verdict").nth(1).waitFor();
    };
    const ticks = (): Promise<number> => page.locator(".verdict.verified").count();

    it("has the tick as long as nothing is changed", async () => {
      await workbench.run("chainside.openExplorer");
      page = await workbench.webview("input[type=search]");
      await open();
      expect(await ticks()).toBe(2);
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
    it.each(lies)("loses it by %s", async (_, method, change, words) => {
      proxy.lie = (asked, __, honest) =>
        asked === method && typeof honest === "object" && honest !== null && !Array.isArray(honest)
          ? change(honest)
          : honest;
      await open();
      expect(await ticks()).toBeLessThan(2);
      await page.locator(".verdict.false", { hasText: words }).first().waitFor();
      proxy.lie = undefined;
    });
  });

  it("says nothing in a document that an editor or a reader would obey", async () => {
    proxy.lie = (method, _, honest) =>
      method === "getTransaction" && typeof honest === "object" ? { ...honest, chainID: nasty } : honest;
    expect(await record("showTransaction", /52;c;ZXZpbA==/)).not.toMatch(neverShown);
    proxy.lie = undefined;
  });

  it("says nothing in a message that a window would obey", async () => {
    proxy.lie = (method, _, honest) => (method === "call" ? new Error(nasty) : honest);
    const called = await run("callContract", { picks: [/HelloWorld/, /\bget\b/] });
    await report(called, /52;c;ZXZpbA==/);
    for (const message of called.messages) {
      expect(message).not.toMatch(neverShown);
      expect(message).not.toContain("](command:");
    }
    proxy.lie = undefined;
  });
});
