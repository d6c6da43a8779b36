import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { startChainProgram } from "../support/chainside";
import { until } from "../support/until";
import { ask } from "./chainProgram";
import { type RecordingProxy, startRecordingProxy } from "./recordingProxy";
import { type Dialogue, type Script, ScriptedAnswers, said } from "./scriptedAnswers";

type Access = "readOnly" | "confirm" | "full";

/** Commands that end what the others need, or lead to another chain: driven last, in this order. */
const last = [
  "chainside.removeAccount",
  "chainside.selectGroup",
  "chainside.connect",
  "chainside.importConnection",
  "chainside.keepConnection",
  "chainside.disconnect",
  "chainside.removeConnection",
  "chainside.startEmbeddedChain",
  "chainside.resetEmbeddedChain",
  "chainside.stopEmbeddedChain",
];

const node = "ab12".repeat(32);
const name = "the node";
const features = ["feature_balance_precompiled", "feature_sharding"];

/** What the chain itself counts: transactions in blocks and waiting ones. */
async function countAtChain(url: string): Promise<number> {
  const total = (await ask(url, "getTotalTransactionCount", ["group0", ""])) as { transactionCount: string | number };
  const waiting = await ask(url, "getPendingTxSize", ["group0", ""]);
  return Number(total.transactionCount) + Number(waiting);
}

const sends = (methods: readonly string[]): number =>
  methods.filter((method) => /send\w*Transaction$/.test(method)).length;

/** What a command did when it was driven. */
interface Driven {
  /** Transactions that reached the node. */
  readonly sent: number;
  readonly dialogue: Dialogue;
}

/** Commands that have to bring a transaction to the node under full access: else the drive proves nothing. */
const signing = [
  "deployContract",
  "sendTransaction",
  "bfsMakeDirectory",
  "bfsLink",
  "bfsTouch",
  "addSealer",
  "addObserver",
  "setSealerWeight",
  "removeNode",
  "setSystemConfig",
  "createProposal",
  "voteProposal",
  "revokeProposal",
  "createTable",
  "createKvTable",
  "appendColumns",
  "kvSet",
  "runTableSql",
  "registerBalanceCaller",
  "unregisterBalanceCaller",
  "addBalance",
  "subtractBalance",
  "transferBalance",
  "makeShard",
  "linkShard",
  "callRpcMethod",
].map((command) => `chainside.${command}`);

/** Commands whose one question names several transactions, of which none makes sense without the other. */
const inOneQuestion: ReadonlyMap<string, number> = new Map([
  ["chainside.deployLinked", 2],
  ["chainside.redeployLinked", 2],
]);

describe("what may be signed", function () {
  this.timeout(240_000);
  let chain: Awaited<ReturnType<typeof startChainProgram>>;
  let proxy: RecordingProxy;
  let answers: ScriptedAnswers;
  let commands: readonly string[];
  /** Number of the present drive: names that are made have to be new each time. */
  let run = 0;
  let access: Access = "full";
  /** The newest proposal. */
  let proposal = 1;
  let full: ReadonlyMap<string, Driven>;

  const address = (index: number): string => chain.accounts[index]?.address ?? "";

  /** Writes the connection into the settings, again where a command has taken it away. */
  async function setAccess(wanted: Access): Promise<void> {
    access = wanted;
    const settings = vscode.workspace.getConfiguration("chainside");
    await settings.update("connections", [{ name, endpoints: [proxy.url], access }], vscode.ConfigurationTarget.Global);
    await settings.update("embeddedChain.access", access, vscode.ConfigurationTarget.Global);
  }

  /** How the questions of a command are answered where the first choice would not lead to a transaction. */
  function scriptOf(command: string): Script {
    switch (command.replace("chainside.", "")) {
      case "connect":
        return { picks: [/the node/] };
      case "keepConnection":
        // Where the access is set again afterwards.
        return { picks: [/In My Settings/] };
      case "removeConnection":
        return { picks: [/the node/] };
      case "useAccount":
        return { picks: [new RegExp(address(0))] };
      case "removeAccount":
        return { picks: [/Keep it/] };
      case "appendColumns":
        return {
          picks: [/plain/],
          texts: [
            [/new columns/, `extra${run}`],
            [/table/, "plain"],
          ],
        };
      case "kvGet":
      case "kvSet":
        return { picks: [/keys/], texts: [[/table/, "keys"]] };
      case "createKvTable":
        return { texts: [[/Enter a name for the new table/, `keys${run}`]] };
      case "runTableSql":
        return {
          texts: [[/create table, alter table/, `create table sql${run}(id varchar, val varchar, primary key(id))`]],
        };
      case "createProposal":
        return {
          texts: [
            [/^Weight/, "3"],
            [/Select the governor's account/, address(1)],
          ],
        };
      case "voteProposal":
      case "revokeProposal":
        return { texts: [[/Enter the proposal number/, String(proposal)]] };
      case "callRpcMethod":
        return { picks: [/^sendTransaction/] };
      case "linkShard":
      case "addContract":
      case "findEvents":
        return { picks: [/HelloWorld/], texts: [[/Enter the address of the contract/, address(2)]] };
      default:
        return {};
    }
  }

  async function drive(command: string, script = scriptOf(command)): Promise<Driven> {
    const before = sends(proxy.methods);
    const dialogue = answers.begin(script);
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<void>((_, fail) => {
      limit = setTimeout(() => fail(new Error(`${command} does not end: ${JSON.stringify(dialogue)}`)), 60_000);
    });
    await Promise.race([vscode.commands.executeCommand(command), late]).finally(() => clearTimeout(limit));
    return { sent: sends(proxy.methods) - before, dialogue };
  }

  async function driveAll(wanted: readonly string[]): Promise<Map<string, Driven>> {
    run += 1;
    const driven = new Map<string, Driven>();
    for (const command of wanted) {
      const outcome = await drive(command);
      driven.set(command, outcome);
      if (command === "chainside.createProposal") proposal += outcome.sent;
    }
    await setAccess(access);
    await drive("chainside.connect");
    return driven;
  }

  /** Runs a notebook that deploys a contract and sends to it. */
  async function driveNotebook(): Promise<Driven> {
    const before = sends(proxy.methods);
    const dialogue = answers.begin();
    const text = 'deploy HelloWorld\nsend HelloWorld set "from a notebook"';
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, "fisco-request");
    const notebook = await vscode.workspace.openNotebookDocument("chainside.requests", new vscode.NotebookData([cell]));
    await vscode.window.showNotebookDocument(notebook);
    await vscode.commands.executeCommand("notebook.cell.execute", {
      document: notebook.uri,
      ranges: [{ start: 0, end: 1 }],
    });
    await until(() => notebook.cellAt(0).executionSummary?.timing);
    const results = notebook
      .cellAt(0)
      .outputs.flatMap(({ items }) => items.map(({ data }) => new TextDecoder().decode(data)));
    dialogue.messages.push(...results);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    return { sent: sends(proxy.methods) - before, dialogue };
  }

  /** Errors are shown after the command has ended. */
  const saidReadOnly = (dialogue: Dialogue): Promise<boolean> =>
    said(dialogue, /read-only/i).then(
      () => true,
      () => false,
    );

  before(async () => {
    const extension = vscode.extensions.getExtension("chainside.chainside");
    assert.ok(extension);
    await extension.activate();
    const manifest = extension.packageJSON as { contributes: { commands: { command: string }[] } };
    const all = manifest.contributes.commands.map(({ command }) => command);
    commands = [...all.filter((command) => !last.includes(command)), ...last];
    chain = await startChainProgram(
      ["--auth", ...features.flatMap((one) => ["--feature", one])],
      extension.extensionPath,
    );
    proxy = await startRecordingProxy(chain.url);
    answers = await ScriptedAnswers.ofAllQuestions(() => [
      `driven${run}`,
      `/apps/driven${run}`,
      `/apps/links${run}/1.0`,
      String(run),
      node,
      address(1),
      chain.accounts[0]?.privateKey ?? "",
      proxy.url,
    ]);
    // What the commands need to find: a contract, tables, a second governor who has not voted yet.
    await setAccess("full");
    await drive("chainside.connect");
    await drive("chainside.importAccount");
    await drive("chainside.useAccount");
    await drive("chainside.deployContract");
    await drive("chainside.createTable", { texts: [[/Enter a name for the new table/, "plain"]] });
    await drive("chainside.createKvTable", { texts: [[/Enter a name for the new table/, "keys"]] });
    await drive("chainside.createProposal");
    assert.equal(sends(proxy.methods), 4);
  });

  after(async () => {
    answers?.dispose();
    await proxy?.close();
    chain?.process.kill();
    const settings = vscode.workspace.getConfiguration("chainside");
    for (const key of ["connections", "embeddedChain.access"])
      await settings.update(key, undefined, vscode.ConfigurationTarget.Global);
  });

  it("is everything on a connection with full access", async () => {
    const before = await countAtChain(chain.url);
    full = await driveAll(commands);
    assert.deepEqual(
      signing.filter((command) => (full.get(command)?.sent ?? 0) === 0),
      [],
      "these commands were not answered to their end",
    );
    assert.ok((await countAtChain(chain.url)) - before >= signing.length / 2);
    const notebook = await driveNotebook();
    assert.deepEqual([notebook.sent, notebook.dialogue.confirmations], [2, 0], JSON.stringify(notebook.dialogue));
  });

  it("is nothing on a read-only connection, whatever command is driven", async () => {
    await setAccess("readOnly");
    const [asked, counted] = [sends(proxy.methods), await countAtChain(chain.url)];
    const driven = await driveAll(commands);
    const notebook = await driveNotebook();
    assert.ok(await saidReadOnly(notebook.dialogue), "the notebook says why it does not sign");
    assert.equal(sends(proxy.methods) - asked, 0, "requests that reached the node");
    assert.equal((await countAtChain(chain.url)) - counted, 0, "transactions that the chain counts");
    const silent: string[] = [];
    for (const [command, { dialogue }] of driven) {
      if ((full.get(command)?.sent ?? 0) > 0 && !(await saidReadOnly(dialogue))) silent.push(command);
    }
    assert.deepEqual(silent, [], "these commands do not say why they do not sign");
  });

  it("is asked for each time, and once, where the connection asks", async () => {
    await setAccess("confirm");
    const driven = await driveAll(commands.filter((command) => (full.get(command)?.sent ?? 0) > 0));
    const wrong = [...driven]
      .filter(
        ([command, { sent, dialogue }]) =>
          dialogue.confirmations !== sent / (inOneQuestion.get(command) ?? 1) ||
          (sent > 0 && dialogue.modals.length > 0),
      )
      .map(([command, { sent, dialogue }]) => `${command}: ${sent} sent, ${JSON.stringify(dialogue)}`);
    assert.deepEqual(wrong, []);
    const notebook = await driveNotebook();
    assert.deepEqual([notebook.sent, notebook.dialogue.confirmations], [2, 2], JSON.stringify(notebook.dialogue));
    assert.ok([...driven.values()].filter(({ sent }) => sent > 0).length >= signing.length);
  });
});
