import { Wallet } from "ethers";
import { describe, expect, it } from "vitest";
import { createClient, type Transport } from "../../../../../src/chain/client/client";
import { openSession } from "../../../../../src/chain/openSession";
import { hexToBytes } from "../../../../../src/crypto/bytes/hex";
import { readEthereumTransaction } from "../../../../../src/devchain/web3/ethereumTransaction";
import { ChainError } from "../../../../../src/errors/chainError";
import { answerQuestion } from "../../../../../src/pages/explorer/explorerAnswers";
import type { ExplorerContext } from "../../../../../src/pages/explorer/explorerContext";
import type { BlockPage } from "../../../../../src/webview/explorer/messages";
import { ChainInProcess, transportTo } from "../../../../support/chainInProcess";
import { suiteApp } from "../../../../support/extensionApp";

const hash = `0x${"ab".repeat(32)}`;

describe("a search of the explorer for a hash", () => {
  const on = suiteApp();

  /** What it comes to at a node that answers everything, but for what fails. */
  const search = (failing: string | undefined): Promise<unknown> => {
    const honest = transportTo(on.chain, on.asked);
    const request: Transport["request"] = async (method, ...rest) => {
      if (method === failing) throw new ChainError({ kind: "transport", code: "connectionLost", message: "gone" });
      return honest.request(method, ...rest);
    };
    const session = { ...on.group.session, client: createClient({ ...honest, request }, "group0") };
    const context = { session, archive: undefined } as unknown as ExplorerContext;
    return answerQuestion(context, { kind: "find", text: hash }, {}).catch((error: unknown) => error);
  };

  it("says that there is nothing where the node knows it neither as a transaction nor as a block", async () => {
    expect(await search(undefined)).toMatchObject({ code: "nothingWithThatHash" });
  });

  it.each(["getTransaction", "getBlockByHash"])("says no such thing where %s isn't answered", async (method) => {
    expect(await search(method)).toMatchObject({ kind: "transport", code: "connectionLost" });
  });
});

it.each([
  ["shuffled", 1],
  ["arrival", 0],
] as const)("the page of a block says whose transactions ran against their nonces (%s)", async (order, notes) => {
  const chain = await ChainInProcess.start({ sealers: 1, observers: 0, seed: "a", order });
  try {
    const wallet = new Wallet(`0x${"03".repeat(32)}`);
    const fields = { type: 0, chainId: 20200n, gasLimit: 3_000_000n, gasPrice: 0n, to: wallet.address };
    const sent = [0, 1, 2, 3].map(async (nonce) => {
      const { wrapped, hash, from } = readEthereumTransaction(await wallet.signTransaction({ ...fields, nonce }));
      return (await chain.group().submitEthereum(wrapped, hexToBytes(hash), from.slice(2))).blockNumber;
    });
    expect(new Set(await Promise.all(sent))).toEqual(new Set([1]));
    const session = await openSession(createClient(transportTo(chain), "group0"));
    const context = {
      ...{ session, archive: undefined, seen: () => undefined, contract: async () => undefined },
      ...{
        archivedBelow: async () => 0,
        trust: async () => undefined,
        nameOf: () => "dev3",
        nodeName: () => undefined,
      },
    } as unknown as ExplorerContext;
    const page = (await answerQuestion(context, { kind: "block", number: 1 }, {})) as BlockPage;
    expect(page.orderNotes).toHaveLength(notes);
    for (const note of page.orderNotes) expect(note).toMatch(/^The transactions of dev3 ran in this order/);
  } finally {
    await chain.close();
  }
});
