import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { ask } from "../../support/askNode";
import { createAuthority, createCertificate } from "../../support/certificates";
import { host } from "../../support/fakeVscode/fakeHost";
import { Uri } from "../../support/fakeVscode/values";
import { type Dialogue, report, type Script, ScriptedAnswers } from "../../support/scriptedAnswers";
import { registerKeys } from "../../support/secretEvidence";
import { until } from "../../support/until";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

// A chain as its builder leaves it on disk: node folders and the sdk folder side by side, a console elsewhere.
describe("a chain taken over from its files", () => {
  let workbench: FakeWindow;
  let folder: string;
  let nodes: string;
  let port: string;
  let smUrl: string;
  let answers: ScriptedAnswers;
  const chains: DevChain[] = [];

  async function run(command: string, script: Script = {}): Promise<Dialogue> {
    const dialogue = answers.begin(script);
    await workbench.run(`chainside.${command}`);
    return dialogue;
  }

  function nodeFolder(name: string, ssl: boolean, rpcPort: string): string {
    const path = join(nodes, name);
    mkdirSync(path, { recursive: true });
    writeFileSync(
      join(path, "config.ini"),
      `[rpc]\n    listen_ip=127.0.0.1\n    listen_port=${rpcPort}\n    enable_ssl=${ssl}\n`,
    );
    writeFileSync(join(path, "config.genesis"), "[chain]\n    group_id=group0\n");
    return path;
  }

  /** Text of the newest report of *Diagnose Connection*. */
  async function diagnosis(connection: RegExp, words: RegExp): Promise<void> {
    await run("diagnoseConnection", { picks: [connection] });
    const reports = (): string[] =>
      workbench.documents.all
        .filter(({ uri }) => uri.scheme === "chainside-report")
        .map((document) => document.getText());
    await until(
      () => reports().some((text) => words.test(text)),
      () => `${words} is not in ${JSON.stringify(reports())}`,
    );
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-imported-"));
    nodes = join(folder, "nodes", "127.0.0.1");
    mkdirSync(nodes, { recursive: true });
    const behindTls = await startDevChain({ port: 0, blockIntervalMs: 0, tls: nodes });
    const ofSm = await startDevChain({ port: 0, blockIntervalMs: 0, suite: "sm" });
    chains.push(behindTls, ofSm);
    registerKeys([behindTls, ofSm].flatMap(({ accounts }) => accounts.map((one) => one.privateKey.slice(-64))));
    port = new URL(behindTls.url).port;
    smUrl = ofSm.url;
    nodeFolder("node0", true, port);
    mkdirSync(join(folder, "console/conf"), { recursive: true });
    writeFileSync(
      join(folder, "console/conf/config.toml"),
      `[cryptoMaterial]\ncertPath = "${join(nodes, "sdk")}"\nuseSMCrypto = "false"\n\n[network]\nmessageTimeout = "10000"\ndefaultGroup = "group0"\npeers = ["127.0.0.1:${port}"]\n`,
    );
    workbench = openWindow();
    answers = ScriptedAnswers.of([host.desk?.["window"] ?? {}], () => [""]);
    await run("importAccount", { texts: [[/Enter the private key/, behindTls.accounts[0]?.privateKey ?? ""]] });
  });

  afterAll(async () => {
    answers?.dispose();
    await workbench?.close();
    for (const chain of chains) await chain.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const sources = [
    ["its sdk folder", /SDK folder/, () => join(nodes, "sdk")],
    ["a console's config.toml", /SDK configuration/, () => join(folder, "console/conf/config.toml")],
    ["a node's folder", /Node folder/, () => join(nodes, "node0")],
  ] as const;
  for (const [source, choice, path] of sources) {
    it(`signs, sends and reads over mutual TLS with ${source}`, async () => {
      await run("importConnection", {
        picks: [choice],
        file: Uri.file(path()) as never,
        texts: [[/Enter a name for the connection/, `by ${source}`]],
      });
      const deployed = await run("deployContract", { picks: [/HelloWorld/] });
      await report(deployed, /Deployed HelloWorld at 0x[0-9a-f]{40}/);
      expect(deployed.confirmations, "an imported connection asks before it signs").toBe(1);
      const sent = await run("sendTransaction", {
        picks: [/HelloWorld/, /set\(string/],
        texts: [[/string/, `by ${source}`]],
      });
      await report(sent, /HelloWorld\.set\(.*\) is in block \d+/);
      const called = await run("callContract", { picks: [/HelloWorld/, /\bget\b/] });
      await report(called, new RegExp(`HelloWorld\\.get\\(\\) → "by ${source}"`));
      await diagnosis(new RegExp(`by ${source}`), /TLS/);
      await run("disconnect", { picks: [new RegExp(`by ${source}`)] });
    });
  }

  it("says in a report what a certificate of another chain is taken for", async () => {
    const authority = createAuthority("chain B");
    const { pem, keyPem } = createCertificate(authority, "sdk", 30);
    const wrong = join(folder, "wrong");
    mkdirSync(wrong);
    for (const [name, text] of [
      ["ca.crt", authority.pem],
      ["sdk.crt", pem],
      ["sdk.key", keyPem],
    ] as const)
      writeFileSync(join(wrong, name), text);
    const dialogue = await run("importConnection", {
      picks: [/SDK folder/],
      file: Uri.file(wrong) as never,
      texts: [
        [/JSON-RPC address/, `https://127.0.0.1:${port}`],
        [/Enter a name for the connection/, "of another chain"],
      ],
    });
    await report(dialogue, /chain B/);
    await diagnosis(/of another chain/, /chain B/);
    await run("disconnect", { picks: [/of another chain/] });
  });

  it("takes a chain of the SM suite over from its node's folder, and signs with SM2", async () => {
    const path = nodeFolder("node1", false, new URL(smUrl).port);
    await run("importConnection", {
      picks: [/Node folder/],
      file: Uri.file(path) as never,
      texts: [[/Enter a name for the connection/, "the SM chain"]],
    });
    await run("createAccount", { texts: [[/name|label/i, "sm signer"]] });
    const made = await run("bfsMakeDirectory", { texts: [[/Enter the path of the new directory/, "/apps/imported"]] });
    expect(made.confirmations, JSON.stringify(made)).toBe(1);
    const counted = await ask(smUrl, "getTotalTransactionCount", ["group0", ""]);
    expect(counted).toEqual({ blockNumber: 1, transactionCount: 1, failedTransactionCount: 0 });
    await run("disconnect", { picks: [/the SM chain/] });
  });
});
