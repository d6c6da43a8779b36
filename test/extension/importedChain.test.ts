import * as assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { startChainProgram } from "../support/chainside";
import { type Dialogue, report, type Script, ScriptedAnswers } from "../support/scriptedAnswers";
import { registerKeys } from "../support/secretEvidence";
import { until } from "../support/until";

// A chain as its builder leaves it on disk: node folders and the sdk folder side by side, a console elsewhere.
describe("a chain taken over from its files", () => {
  let folder: string;
  let nodes: string;
  let answers: ScriptedAnswers;
  let chain: ChildProcess | undefined;
  let url: string;

  async function run(command: string, script: Script = {}): Promise<Dialogue> {
    const dialogue = answers.begin(script);
    await vscode.commands.executeCommand(`chainside.${command}`);
    return dialogue;
  }

  /** Text of the newest report of *Diagnose Connection*. */
  async function diagnosis(connection: RegExp, words: RegExp): Promise<void> {
    await run("diagnoseConnection", { picks: [connection] });
    const reports = (): string[] =>
      vscode.workspace.textDocuments
        .filter(({ uri }) => uri.scheme === "chainside-report")
        .map((document) => document.getText());
    await until(
      () => reports().some((text) => words.test(text)),
      () => `${words} is not in ${JSON.stringify(reports())}`,
    );
  }

  before(async () => {
    const extension = vscode.extensions.getExtension("chainside.chainside");
    assert.ok(extension);
    await extension.activate();
    folder = mkdtempSync(join(tmpdir(), "chainside-imported-"));
    nodes = join(folder, "nodes", "127.0.0.1");
    mkdirSync(nodes, { recursive: true });
    const behindTls = await startChainProgram(["--tls", nodes], extension.extensionPath);
    chain = behindTls.process;
    url = behindTls.url;
    registerKeys(behindTls.accounts.map((one) => one.privateKey.slice(-64)));
    answers = await ScriptedAnswers.ofAllQuestions(() => [""]);
    await run("importAccount", { texts: [[/Enter the private key/, behindTls.accounts[0]?.privateKey ?? ""]] });
  });

  after(async () => {
    answers?.dispose();
    chain?.kill();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace
      .getConfiguration("chainside")
      .update("connections", undefined, vscode.ConfigurationTarget.Global);
    rmSync(folder, { recursive: true, force: true });
  });

  it("signs, sends and reads over mutual TLS with its sdk folder", async () => {
    await run("importConnection", {
      picks: [/SDK folder/],
      file: vscode.Uri.file(join(nodes, "sdk")),
      texts: [
        [/JSON-RPC address/, url],
        [/Enter a name for the connection/, "by its sdk folder"],
      ],
    });
    const deployed = await run("deployContract", { picks: [/HelloWorld/] });
    await report(deployed, /Deployed HelloWorld at 0x[0-9a-f]{40}/);
    assert.equal(deployed.confirmations, 1, "an imported connection asks before it signs");
    const sent = await run("sendTransaction", {
      picks: [/HelloWorld/, /set\(string/],
      texts: [[/string/, "by its sdk folder"]],
    });
    await report(sent, /HelloWorld\.set\(.*\) is in block \d+/);
    const called = await run("callContract", { picks: [/HelloWorld/, /\bget\b/] });
    await report(called, /HelloWorld\.get\(\) → "by its sdk folder"/);
    await diagnosis(/by its sdk folder/, /TLS/);
    await run("disconnect", { picks: [/by its sdk folder/] });
  });
});
