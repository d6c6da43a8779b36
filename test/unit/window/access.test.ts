import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { changeBalance, listBalanceGovernors, setBalanceGovernor } from "../../../src/chain/services/balance/balance";
import { newestProposals } from "../../../src/chain/services/governance/proposal";
import { propose } from "../../../src/chain/services/governance/propose";
import type { ChainSession } from "../../../src/chain/session";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { type Address, hexToBytes } from "../../../src/crypto/bytes/hex";
import type { Signer } from "../../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { ask } from "../../support/askNode";
import { host } from "../../support/fakeVscode/fakeHost";
import { type RecordingProxy, startRecordingProxy } from "../../support/recordingProxy";
import { type Dialogue, report, type Script, ScriptedAnswers } from "../../support/scriptedAnswers";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

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
  "chainside.switchEmbeddedSuite",
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

describe("what may be signed", () => {
  let workbench: FakeWindow;
  let chain: DevChain;
  let proxy: RecordingProxy;
  let answers: ScriptedAnswers;
  let commands: readonly string[];
  /** Number of the present drive: names that are made have to be new each time. */
  let run = 0;
  let access: Access = "full";
  /** What happens at the chain beside the window. */
  let session: ChainSession;
  /** A proposal of the second governor, which waits for the first one's vote. */
  let proposal = 0;
  let full: ReadonlyMap<string, Driven>;

  const address = (index: number): string => chain.accounts[index]?.address ?? "";

  const signerOf = (index: number): Signer =>
    privateKeySigner(session.suite, hexToBytes(chain.accounts[index]?.privateKey ?? "0x"));

  async function openProposal(): Promise<number> {
    const open = (await newestProposals(session)).find(({ status }) => status === "open");
    if (open) return open.id;
    const rates = { kind: "setRate", participatesRate: 60, winRate: 60 } as const;
    return (await propose(session, signerOf(1), rates)).proposal.id;
  }

  /** Two may change balances, so that the chain takes one away; and there is something to take or to move. */
  async function prepareBalances(): Promise<void> {
    const registered = await listBalanceGovernors(session);
    for (const index of [0, 1]) {
      if (!registered.includes(address(index) as Address))
        await setBalanceGovernor(session, signerOf(0), { account: address(index) as Address, registered: true });
    }
    await changeBalance(session, signerOf(0), { kind: "add", account: address(0) as Address, wei: 10n ** 20n });
  }

  /** Writes the connection into the settings, again where a command has taken it away. */
  function setAccess(wanted: Access): void {
    access = wanted;
    workbench.set("chainside.connections", [{ name, endpoints: [proxy.url], access }]);
    workbench.set("chainside.embeddedChain.access", access);
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
      case "registerBalanceCaller":
        return { picks: [/Enter an Address/i], texts: [[/address/i, `0x${"1".repeat(39)}${run}`]] };
      case "unregisterBalanceCaller":
        return { picks: [new RegExp(address(1), "i")] };
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

  /** What has not ended yet: a run that ends by its limit says what it waited for. */
  let waiting: { readonly command: string; readonly dialogue: Dialogue } | undefined;
  beforeEach(({ onTestFailed }) => {
    waiting = undefined;
    onTestFailed(() => {
      if (waiting) throw new Error(`${waiting.command} does not end: ${JSON.stringify(waiting.dialogue)}`);
    });
  });

  async function drive(command: string, script = scriptOf(command)): Promise<Driven> {
    const before = sends(proxy.methods);
    const dialogue = answers.begin(script);
    waiting = { command, dialogue };
    await workbench.run(command);
    waiting = undefined;
    return { sent: sends(proxy.methods) - before, dialogue };
  }

  async function driveAll(wanted: readonly string[]): Promise<Map<string, Driven>> {
    run += 1;
    const driven = new Map<string, Driven>();
    for (const command of wanted) {
      const outcome = await drive(command);
      driven.set(command, outcome);
    }
    setAccess(access);
    await drive("chainside.connect");
    proposal = await openProposal();
    return driven;
  }

  /** Errors are shown after the command has ended. */
  const showsReadOnly = (dialogue: Dialogue): Promise<boolean> =>
    report(dialogue, /read-only/i).then(
      () => true,
      () => false,
    );

  beforeAll(async () => {
    const all = manifest.contributes.commands.map(({ command }) => command);
    commands = [...all.filter((command) => !last.includes(command)), ...last];
    chain = await startDevChain({ port: 0, auth: true, features, blockIntervalMs: 0 });
    proxy = await startRecordingProxy(chain.url);
    workbench = openWindow();
    answers = ScriptedAnswers.of([host.desk?.["window"] ?? {}], () => [
      `driven${run}`,
      `/apps/driven${run}`,
      `/apps/links${run}/1.0`,
      String(run),
      node,
      address(1),
      chain.accounts[0]?.privateKey ?? "",
      proxy.url,
    ]);
    // What the commands need to find: a contract, tables, a second governor whose proposal waits for the first one's vote.
    setAccess("full");
    await drive("chainside.connect");
    await drive("chainside.importAccount");
    await drive("chainside.useAccount");
    await drive("chainside.deployContract");
    await drive("chainside.createTable", { texts: [[/Enter a name for the new table/, "plain"]] });
    await drive("chainside.createKvTable", { texts: [[/Enter a name for the new table/, "keys"]] });
    await drive("chainside.createProposal");
    expect(sends(proxy.methods)).toBe(4);
    session = await openSession(createClient(createHttpTransport({ url: chain.url }), "group0"));
    for (const [index, weight] of [3, 1].entries())
      await propose(session, signerOf(0), { kind: "setGovernorWeight", account: address(index), weight });
    await propose(session, signerOf(0), { kind: "setRate", participatesRate: 60, winRate: 60 });
    proposal = await openProposal();
    await prepareBalances();
  });

  afterAll(async () => {
    answers?.dispose();
    await workbench?.close();
    await proxy?.close();
    await chain?.close();
  });

  it("is everything on a connection with full access", async () => {
    const before = await countAtChain(chain.url);
    full = await driveAll(commands);
    expect(
      signing
        .filter((command) => (full.get(command)?.sent ?? 0) === 0)
        .map((command) => `${command}: ${JSON.stringify(full.get(command)?.dialogue)}`),
      "commands that were not answered to their end",
    ).toEqual([]);
    expect((await countAtChain(chain.url)) - before).toBeGreaterThanOrEqual(signing.length / 2);
  });

  it("is nothing on a read-only connection, whatever command is driven", async () => {
    setAccess("readOnly");
    const [asked, counted] = [sends(proxy.methods), await countAtChain(chain.url)];
    const driven = await driveAll(commands);
    expect(sends(proxy.methods) - asked, "requests that reached the node").toBe(0);
    expect((await countAtChain(chain.url)) - counted, "transactions that the chain counts").toBe(0);
    const silent: string[] = [];
    for (const [command, { dialogue }] of driven) {
      if ((full.get(command)?.sent ?? 0) > 0 && !(await showsReadOnly(dialogue))) silent.push(command);
    }
    expect(silent, "commands that do not say why they do not sign").toEqual([]);
  });

  it("is asked for each time, and once, where the connection asks", async () => {
    await prepareBalances();
    setAccess("confirm");
    const driven = await driveAll(commands.filter((command) => (full.get(command)?.sent ?? 0) > 0));
    const wrong = [...driven]
      .filter(
        ([command, { sent, dialogue }]) =>
          dialogue.confirmations !== sent / (inOneQuestion.get(command) ?? 1) ||
          (sent > 0 && dialogue.modals.length > 0),
      )
      .map(([command, { sent, dialogue }]) => `${command}: ${sent} sent, ${JSON.stringify(dialogue)}`);
    expect(wrong).toEqual([]);
    expect([...driven.values()].filter(({ sent }) => sent > 0).length).toBeGreaterThanOrEqual(signing.length);
  });
});
