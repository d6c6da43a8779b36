import * as assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import * as vscode from "vscode";
import { startChainProgram } from "../support/chainside";
import { type LyingProxy, startLyingProxy } from "../support/lyingProxy";
import { nasty, neverShown } from "../support/nastyText";
import { registerKeys } from "../support/secretEvidence";
import { until } from "../support/until";
import { ask } from "./chainProgram";
import { type Dialogue, type Script, ScriptedAnswers, said } from "./scriptedAnswers";

const name = "behind a liar";

// What somebody between the window and its node can bring into documents and messages.
describe("a node that lies", function () {
  this.timeout(120_000);
  let chain: ChildProcess;
  let proxy: LyingProxy;
  let answers: ScriptedAnswers;
  let deployment: string;

  async function run(command: string, script: Script = {}): Promise<Dialogue> {
    const dialogue = answers.begin(script);
    await vscode.commands.executeCommand(`chainside.${command}`);
    return dialogue;
  }

  /** The text of a record, asked for anew, once it holds these words. */
  async function record(command: "showTransaction" | "showReceipt", words: RegExp): Promise<string> {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const dialogue = await run(command, { texts: [[/hash/i, deployment]] });
    const shown = (): string[] => vscode.window.visibleTextEditors.map(({ document }) => document.getText());
    return until(
      () => shown().find((text) => text.includes(deployment) && words.test(text)),
      () => `${words} is not in ${JSON.stringify(shown())}; ${JSON.stringify(dialogue)}`,
    );
  }

  before(async () => {
    const extension = vscode.extensions.getExtension("chainside.chainside");
    assert.ok(extension);
    await extension.activate();
    const started = await startChainProgram([], extension.extensionPath);
    chain = started.process;
    const { url, accounts } = started;
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
    await vscode.workspace
      .getConfiguration("chainside")
      .update("connections", [connection], vscode.ConfigurationTarget.Global);
    answers = await ScriptedAnswers.ofAllQuestions(() => [""]);
    await run("importAccount", { texts: [[/Private key/, accounts[0]?.privateKey ?? ""]] });
    await run("connect", { picks: [new RegExp(name)] });
    await said(await run("deployContract", { picks: [/HelloWorld/] }), /Deployed HelloWorld/);
    const block = (await ask(url, "getBlockByNumber", ["group0", "", 1, false, true])) as { transactions: string[] };
    deployment = block.transactions[0] ?? "";
  });

  after(async () => {
    proxy.lie = undefined;
    await run("disconnect", { picks: [new RegExp(name)] });
    answers?.dispose();
    await proxy?.close();
    chain?.kill();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace
      .getConfiguration("chainside")
      .update("connections", undefined, vscode.ConfigurationTarget.Global);
  });

  it("has no tick in a document of what it changed, and has it as long as it changes nothing", async () => {
    await record("showTransaction", /✓/);
    proxy.lie = (method, _, honest) =>
      method === "getTransaction" && typeof honest === "object" ? { ...honest, from: `0x${"66".repeat(20)}` } : honest;
    assert.doesNotMatch(await record("showTransaction", /✗ Not correct as shown/), /✓/);
    proxy.lie = (method, _, honest) =>
      method === "getTransactionReceipt" && typeof honest === "object" ? { ...honest, status: 16 } : honest;
    assert.doesNotMatch(await record("showReceipt", /✗ Not correct as shown/), /✓/);
    proxy.lie = undefined;
    await record("showTransaction", /✓/);
  });

  it("says nothing in a document that an editor or a reader would obey", async () => {
    proxy.lie = (method, _, honest) =>
      method === "getTransaction" && typeof honest === "object" ? { ...honest, chainID: nasty } : honest;
    assert.doesNotMatch(await record("showTransaction", /52;c;ZXZpbA==/), neverShown);
    proxy.lie = undefined;
  });

  it("says nothing in a message that a window would obey", async () => {
    proxy.lie = (method, _, honest) => (method === "call" ? new Error(nasty) : honest);
    const called = await run("callContract", { picks: [/HelloWorld/, /\bget\b/] });
    await said(called, /52;c;ZXZpbA==/);
    for (const message of called.messages) {
      assert.doesNotMatch(message, neverShown);
      assert.ok(!message.includes("](command:"), message);
    }
    proxy.lie = undefined;
  });
});
