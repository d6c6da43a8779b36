import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractInterface } from "../../../../../src/chain/abi/contractInterface";
import { readJsonArtifact } from "../../../../../src/chain/artifact/readArtifact";
import { transact } from "../../../../../src/chain/transaction/transact";
import { blockNodes } from "../../../../../src/extension/features/chains/blockNodes";
import { registerExplorer } from "../../../../../src/extension/features/explorer/registerExplorer";
import { deployArtifact } from "../../../../../src/extension/flows/contracts/deployArtifact";
import { sendFunction } from "../../../../../src/extension/flows/contracts/signTransaction";
import type { GroupedNode } from "../../../../../src/extension/flows/lines/groupNode";
import { initialListState } from "../../../../../src/extension/kit/tree/treeNode";
import type { WritableGroup } from "../../../../../src/extension/state/connections/signingPermit";
import { SeenTransactions } from "../../../../../src/extension/state/history/seenTransactions";
import { transactionLines } from "../../../../../src/pages/records/transactionLines";
import type {
  AddressPage,
  BlockPage,
  ExplorerQuestion,
  TransactionPage,
} from "../../../../../src/webview/explorer/messages";
import { type ExtensionApp, extensionApp, signerOf } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";
import { paidWei, payingContract } from "../../../../support/payingContract";

describe("lists of transactions", () => {
  let on: ExtensionApp;
  let hello: string;
  let signer: string;
  let failed: string;
  beforeAll(async () => {
    host.reset();
    on = await extensionApp();
    on.access = "full";
    const group = on.group as WritableGroup;
    const path = "test/fixtures/workspace/artifacts/contracts/HelloWorld.sol/HelloWorld.json";
    const artifact = readJsonArtifact(readFileSync(path, "utf8"), "HelloWorld.json");
    if (!artifact) throw new Error(`no ${path}`);
    const loaded = { artifact, uri: Uri.file("/HelloWorld.json") as never };
    const abi = contractInterface(artifact.abi, group.session.suite);
    const { address } = await deployArtifact(
      on.app,
      group,
      loaded,
      abi.constructorInputs.map(() => "hi"),
      {},
    );
    hello = address;
    await sendFunction(on.app, group, { name: "HelloWorld", address, abi }, abi.getFunction("set"), ["hello"], 0n);
    const own = await signerOf(on);
    signer = own.address.toLowerCase();
    const nowhere = { to: address, data: "0x12345678" } as const;
    failed = (await transact(group.session, own, nowhere)).transactionHash;
  });
  afterAll(() => on.dispose());

  let asked = 0;
  async function page<Page>(question: ExplorerQuestion): Promise<Page> {
    const explorer = registerExplorer(on.app);
    await host.commands.get("chainside.openExplorer")?.();
    const panel = host.panels.at(-1);
    const id = ++asked;
    panel?.say({ type: "ask", id, name: "page", value: question });
    await expect.poll(() => panel?.sent).toContainEqual(expect.objectContaining({ type: "answer", id }));
    const answer = panel?.sent.find((each) => (each as { id?: number }).id === id) as { value: Page };
    explorer.dispose();
    return answer.value;
  }

  it("say in a block what was called, by whom, and what came of it", async () => {
    const { transactions } = await page<BlockPage>({ kind: "block", number: 2 });
    expect(transactions).toMatchObject([
      {
        call: 'HelloWorld.set("hello")',
        from: signer,
        to: hello,
        status: 0,
        names: { [signer]: "dev0", [hello]: "HelloWorld" },
      },
    ]);
    const [deployment] = (await page<BlockPage>({ kind: "block", number: 1 })).transactions;
    expect(deployment).toMatchObject({ to: "", call: "", status: 0 });
    const [third] = (await page<BlockPage>({ kind: "block", number: 3 })).transactions;
    expect(third).toMatchObject({ hash: failed, call: "0x12345678", from: signer });
    expect(third?.status).not.toBe(0);
  });

  it("say the same below a block of the tree, where a failure stands out", async () => {
    const parent = { id: "g/blocks", parent: undefined, group: on.group, item: () => ({}) } as unknown as GroupedNode;
    const blocks = await blockNodes(on.app, parent, initialListState);
    const lineBelow = async (number: number) => {
      const block = blocks.find(({ id }) => id.endsWith(`/${number}`));
      const [line] = (await block?.children?.(initialListState)) ?? [];
      return line?.item() as unknown as { description: string; iconPath: { id: string } };
    };
    expect((await lineBelow(2)).description).toBe('HelloWorld.set("hello") · dev0');
    expect((await lineBelow(1)).description).toBe("deployment · dev0");
    const { description, iconPath } = await lineBelow(3);
    expect(description).toMatch(/^failed \(\d+\) · 0x12345678 · dev0$/);
    expect(iconPath.id).toBe("error");
  });

  it("tell when a transaction's block was made", async () => {
    const { timeMs = 0 } = await page<TransactionPage>({ kind: "transaction", hash: failed });
    expect(Math.abs(Date.now() - timeMs)).toBeLessThan(600_000);
  });

  it("have of an address what is known here, newest first, and ask no node for it", async () => {
    const { known } = await page<AddressPage>({ kind: "address", address: signer });
    expect(known.map(({ block }) => block)).toEqual([3, 2, 1]);
    expect(known[1]).toMatchObject({ call: 'HelloWorld.set("hello")', status: 0 });
    expect((await page<AddressPage>({ kind: "address", address: hello })).known).toHaveLength(3);
    expect((await page<AddressPage>({ kind: "address", address: `0x${"99".repeat(20)}` })).known).toEqual([]);
  });

  it("ask for a few at a time, and for each contract once", async () => {
    const { session } = on.group;
    const hashes = (await page<BlockPage>({ kind: "block", number: 2 })).transactions.map(({ hash }) => hash);
    let [now, max, contracts] = [0, 0, 0];
    const client = session.client;
    const counting = {
      ...client,
      transport: {
        ...client.transport,
        request: async (...given: Parameters<typeof client.transport.request>) => {
          max = Math.max(max, ++now);
          return client.transport.request(...given).finally(() => --now);
        },
      },
    };
    const ground = {
      session: { ...session, client: counting },
      archive: undefined,
      contract: async () => {
        contracts++;
        return undefined;
      },
    };
    const many = Array.from({ length: 20 }, () => hashes[0] ?? "");
    const lines = await transactionLines(ground as never, many);
    expect(lines.map(({ status }) => status)).toEqual(many.map(() => 0));
    expect([max, contracts]).toEqual([4, 1]);
  });

  it("keep what was seen within bounds", () => {
    const seen = new SeenTransactions();
    for (let at = 0; at < 50; at++)
      seen.note(Array.from({ length: 100 }, (_, index) => ({ hash: `${at}/${index}`, from: "0xAB", to: "0x1" })));
    const kept = seen.of("0xab");
    expect(kept).toHaveLength(2000);
    expect(kept.at(-1)?.hash).toBe("49/99");
  });

  it("show what was sent along, and the names of addresses in arguments, results and events", async () => {
    const till = await payingContract(on, "Till");
    const data = till.abi.encodeCall("pay", [hello]);
    const sent = async (value: bigint): Promise<TransactionPage> => {
      const request = { to: till.address, data, value };
      const { transactionHash } = await transact(on.group.session, await signerOf(on), request);
      return page<TransactionPage>({ kind: "transaction", hash: transactionHash });
    };
    // the account has no ether to send, but the transaction says so
    expect((await sent(1_500_000_000_000_000_000n)).amount).toBe("0x14d1120d7b160000 (1.5 ether)");
    const shown = await sent(0n);
    expect(shown.amount).toBeUndefined();
    expect(shown.names).toEqual({ [signer]: "dev0", [till.address]: "Till", [hello]: "HelloWorld" });
    expect(shown.decodedInput?.values).toEqual([{ name: "to", type: "address", value: hello }]);
    const paid = [
      { name: "who", type: "address", value: signer },
      { name: "amount", type: "uint256", value: `${paidWei} (2.5 ether)` },
    ];
    expect(shown.decodedOutput?.values).toEqual(paid);
    expect(shown.events).toMatchObject([{ address: till.address, decoded: { values: paid } }]);
  });
});
