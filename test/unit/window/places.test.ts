import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeMethods } from "../../../src/chain/rpc/methodTable";
import { exportKeyFile } from "../../../src/crypto/keyFiles/exportKeyFile";
import type { DevChainOptions } from "../../../src/devchain/settings/options";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { ask } from "../../support/askNode";
import { host } from "../../support/fakeVscode/fakeHost";
import { Uri } from "../../support/fakeVscode/values";
import { type RecordingProxy, startRecordingProxy } from "../../support/recordingProxy";
import { type Dialogue, report, type Script, ScriptedAnswers } from "../../support/scriptedAnswers";
import { registerKeys } from "../../support/secretEvidence";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

const name = "a node to ask";

describe("places", () => {
  let workbench: FakeWindow;
  let chain: DevChain;
  let proxy: RecordingProxy;
  let answers: ScriptedAnswers;

  async function run(command: string, script: Script = {}): Promise<Dialogue> {
    const dialogue = answers.begin(script);
    await workbench.run(`chainside.${command}`);
    return dialogue;
  }

  const shown = (): string => workbench.documents.active?.document.getText() ?? "";

  /** A chain, a connection to it through the proxy, and a governor's account that signs. */
  async function open(options: DevChainOptions): Promise<void> {
    chain = await startDevChain({ port: 0, blockIntervalMs: 0, ...options });
    registerKeys(chain.accounts.map(({ privateKey }) => privateKey.replace("0x", "")));
    proxy = await startRecordingProxy(chain.url);
    workbench = openWindow({
      settings: { "chainside.connections": [{ name, endpoints: [proxy.url], access: "full" }] },
    });
    answers = ScriptedAnswers.of([host.desk?.["window"] ?? {}], () => [""]);
    await run("connect", { picks: [/a node to ask/] });
    await run("importAccount", { texts: [[/Enter the private key/, chain.accounts[0]?.privateKey ?? ""]] });
    await run("useAccount", { picks: [new RegExp(chain.accounts[0]?.address ?? "")] });
  }

  async function close(): Promise<void> {
    answers?.dispose();
    await workbench?.close();
    await proxy?.close();
    await chain?.close();
  }

  const asked = <Result>(method: string, ...params: unknown[]): Promise<Result> =>
    ask(chain.url, method, ["group0", "", ...params]) as Promise<Result>;

  describe("for everything that a chain is asked and told", () => {
    let folder: string;
    /** The deployed contract, and the transaction and block that deployed it. */
    const deployed = { address: "", transaction: "", block: "" };

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "chainside-places-"));
      await open({ features: ["feature_sharding"] });
      await run("deployContract", { picks: [/HelloWorld/] });
      const block = await asked<{ hash: string; transactions: string[] }>(
        "getBlockByNumber",
        await asked("getBlockNumber"),
        false,
        true,
      );
      deployed.block = block.hash;
      deployed.transaction = block.transactions[0] ?? "";
      const receipt = await asked<{ contractAddress: string }>("getTransactionReceipt", deployed.transaction, false);
      deployed.address = receipt.contractAddress;
      expect(deployed.address).toMatch(/^0x[0-9a-f]{40}$/);
    });

    afterAll(async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    });

    it("asks a node every method of its interface", async () => {
      let filter = "";
      const filterAll = JSON.stringify({ fromBlock: "0x0", toBlock: "latest", address: [], topics: [] });
      const parameters = (): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
        call: { to: deployed.address, data: "0x6d4ce63c" },
        sendTransaction: { signedTransaction: "0x1a" },
        getCode: { address: deployed.address },
        getABI: { address: deployed.address },
        getBlockHashByNumber: { number: "0" },
        getBlockByNumber: { number: "0" },
        getBlockByHash: { hash: deployed.block },
        getTransaction: { hash: deployed.transaction },
        getTransactionReceipt: { hash: deployed.transaction },
        getSystemConfigByKey: { key: "tx_count_limit" },
        getNodeListByType: { type: "consensus_sealer" },
        newFilter: { filter: filterAll },
        getFilterChanges: { filterId: filter },
        getFilterLogs: { filterId: filter },
        uninstallFilter: { filterId: filter },
        getLogs: { filter: filterAll },
      });
      const methods = nodeMethods.map(({ name }) => name);
      expect(methods).toEqual(expect.arrayContaining(Object.keys(parameters())));
      // A filter is uninstalled when all has been asked of it.
      for (const method of [...methods.filter((each) => each !== "uninstallFilter"), "uninstallFilter"]) {
        const given = parameters()[method] ?? {};
        const texts = Object.entries(given).map(([key, text]): [RegExp, string] => [new RegExp(`^${key} \\(`), text]);
        const before = proxy.methods.length;
        const dialogue = await run("callRpcMethod", { picks: [new RegExp(`^${method} `)], texts });
        expect(proxy.methods.slice(before), `${method} reached the node`).toContain(method);
        if (method === "sendTransaction") {
          await report(dialogue, /./);
          continue;
        }
        expect(dialogue.messages, method).toEqual([]);
        expect(workbench.documents.active?.document.fileName ?? "").toMatch(new RegExp(`${method} group0\\.json$`));
        const answer: unknown = JSON.parse(shown());
        expect(answer).not.toBe(undefined);
        if (method === "newFilter") filter = String(answer);
      }
    });

    it("shows a block by number and by hash, a transaction and its receipt", async () => {
      await run("showBlock", { texts: [[/Number .* or hash/, "0"]] });
      expect(workbench.documents.active?.document.fileName ?? "").toMatch(/0/);
      await run("showBlock", { texts: [[/Number .* or hash/, deployed.block]] });
      expect(shown()).toContain(deployed.block);
      expect(shown()).toContain(deployed.transaction);
      const hash = { picks: [/Enter a hash/], texts: [[/Enter the transaction hash/, deployed.transaction]] } as const;
      await run("showTransaction", hash);
      expect(shown()).toContain(chain.accounts[0]?.address ?? "?");
      await run("showReceipt", hash);
      expect(shown()).toContain(deployed.address);
      await run("findEvents", { picks: [/HelloWorld/] });
      expect(shown()).toContain(deployed.address);
    });

    it("links a contract in the BFS, tells the link's target and opens its ABI", async () => {
      const path = "/apps/greeting/1.0";
      await run("bfsLink", { picks: [/HelloWorld/], texts: [[/Enter the path of the link/, path]] });
      await report(
        await run("bfsReadLink", { texts: [[/Enter the path of the link/, path]] }),
        new RegExp(deployed.address),
      );
      await run("openLinkAbi", { texts: [[/Enter the path of the link/, path]] });
      expect((JSON.parse(shown()) as { name?: string }[]).some((item) => item.name === "get")).toBe(true);
      await run("bfsTouch", { texts: [[/Enter the path of the new entry/, "/apps/touched"]], picks: [/directory/] });
      const again = await run("bfsMakeDirectory", {
        texts: [[/Enter the path of the new directory/, "/apps/touched"]],
      });
      await report(again, /exist/i);
    });

    it("makes a node an observer and a sealer, weighs it and removes it", async () => {
      const sealers = (): Promise<{ nodeID: string; weight: string | number }[]> => asked("getSealerList");
      const observers = (): Promise<string[]> => asked("getObserverList");
      const [before, watching] = [await sealers(), await observers()];
      const id = before.at(-1)?.nodeID ?? "";
      const weight = async (): Promise<number | undefined> => {
        const found = (await sealers()).find(({ nodeID }) => nodeID === id);
        return found && Number(found.weight);
      };
      const itself = [new RegExp(id)];
      await run("addObserver", { picks: itself });
      expect(await weight()).toBe(undefined);
      expect((await observers()).sort()).toEqual([...watching, id].sort());
      await run("addSealer", { picks: itself, texts: [[/Voting weight/, "2"]] });
      expect(await weight()).toBe(2);
      await run("setSealerWeight", { picks: itself, texts: [[/Voting weight/, "3"]] });
      expect(await weight()).toBe(3);
      await run("removeNode", { picks: itself });
      expect((await sealers()).length).toBe(before.length - 1);
      expect(await observers()).toEqual(watching);
    });

    it("makes accounts and takes them out of key files", async () => {
      await run("createAccount", {
        picks: [/Standard|ECDSA|secp256k1/i],
        texts: [[/Enter a name for the account/, "made here"]],
      });
      const key = chain.accounts[1];
      if (!key) throw new Error("the chain has one account");
      const privateKey = new Uint8Array(Buffer.from(key.privateKey.replace("0x", ""), "hex"));
      const file = join(folder, "key.pem");
      writeFileSync(file, (await exportKeyFile({ format: "pem", suite: "standard", privateKey })).content);
      const imported = await run("importKeyFile", {
        file: Uri.file(file) as never,
        texts: [[/Enter a name for the account/, "from a file"]],
      });
      await report(imported, new RegExp(key.address, "i"));
      await run("renameAccount", { picks: [/from a file/], texts: [[/^0x/, "renamed"]] });
      await run("useAccount", { picks: [/renamed/] });
      await run("bfsMakeDirectory", { texts: [[/Enter the path of the new directory/, "/apps/byrenamed"]] });
      const { transactions } = await asked<{ transactions: { from: string }[] }>(
        "getBlockByNumber",
        await asked("getBlockNumber"),
        false,
        false,
      );
      expect(transactions[0]?.from.toLowerCase()).toBe(key.address.toLowerCase());
      for (const account of [/made here/, /renamed/])
        await run("removeAccount", { picks: [account, /Permanently remove the account/] });
    });

    it("leaves a chain", async () => {
      await run("selectGroup", { picks: [/group0/] });
      await run("disconnect", { picks: [/a node to ask/] });
      const before = proxy.methods.length;
      const dialogue = await run("disconnect");
      expect(proxy.methods.length).toBe(before);
      expect(dialogue.confirmations).toBe(0);
    });
  });

  describe("for what only a committee decides", () => {
    beforeAll(() => open({ auth: true }));
    afterAll(close);

    it("replaces the vote computer, and says what that means", async () => {
      const [manager, computer] = [
        await addressAt("0x0000000000000000000000000000000000010001", "0xf675fdaa"),
        await addressAt(await addressAt("0x0000000000000000000000000000000000010001", "0xf675fdaa"), "0xfcf81c14"),
      ];
      expect(manager).not.toBe(computer);
      const dialogue = await run("createProposal", {
        picks: [/Replace the vote contract/, /[Ee]nter/],
        texts: [[/Enter the address of the new vote contract/, computer]],
      });
      await report(dialogue, /#1 .*passed and was executed/);
      expect(proxy.methods).toContain("sendTransaction");
    });

    /** What a view without arguments gives, as an address. */
    async function addressAt(to: string, data: string): Promise<string> {
      const { output } = await asked<{ output: string }>("call", to, data);
      return `0x${output.slice(-40)}`;
    }
  });
});
