import { Wallet } from "ethers";
import { afterEach, expect, test } from "vitest";
import type { ChainTransaction } from "../../../../src/chain/rpc/transactions";
import { sendersOutOfOrder } from "../../../../src/chain/transaction/nonce";
import { hexToBytes } from "../../../../src/crypto/bytes/hex";
import type { CommittedTransaction } from "../../../../src/devchain/ledger/txPool";
import type { DevChainOptions } from "../../../../src/devchain/settings/options";
import { readEthereumTransaction } from "../../../../src/devchain/web3/ethereumTransaction";
import { ChainInProcess } from "../../../support/chainInProcess";

let chain: ChainInProcess | undefined;
afterEach(() => chain?.close());

const [one, two] = ["03", "04"].map((byte) => new Wallet(`0x${byte.repeat(32)}`)) as [Wallet, Wallet];

async function started(options: DevChainOptions = {}): Promise<ChainInProcess> {
  chain = await ChainInProcess.start({ sealers: 1, observers: 0, ...options });
  return chain;
}

/** Sends in the order of the nonces given, without waiting for blocks. */
async function send(wallet: Wallet, nonces: readonly number[]): Promise<Promise<CommittedTransaction>[]> {
  const fields = { type: 0, chainId: 20200n, gasLimit: 3_000_000n, gasPrice: 0n, to: wallet.address };
  const signed = await Promise.all(nonces.map((nonce) => wallet.signTransaction({ ...fields, nonce })));
  return signed.map((raw) => {
    const { wrapped, hash, from } = readEthereumTransaction(raw);
    return (chain as ChainInProcess).group().submitEthereum(wrapped, hexToBytes(hash), from.slice(2));
  });
}

const eight = [0, 1, 2, 3, 4, 5, 6, 7];
const nonceOf = ({ transaction }: CommittedTransaction): number => Number(transaction.data.nonce);
const inBlock = (all: readonly CommittedTransaction[]): number[] =>
  [...all].sort((a, b) => a.index - b.index).map(nonceOf);

test("eight transactions against the order of their nonces wait for each other, and run in an order of their own", async () => {
  await started({ seed: "a" });
  const sealed = await Promise.all(await send(one, [...eight].reverse()));
  expect(new Set(sealed.map(({ blockNumber }) => blockNumber))).toEqual(new Set([1]));
  const { transactions } = await (chain as ChainInProcess).rpc<{ transactions: ChainTransaction[] }>(
    "getBlockByNumber",
    ...["group0", "", 1, false, false],
  );
  expect(sendersOutOfOrder(transactions)).toEqual([one.address.toLowerCase()]);
  expect(sendersOutOfOrder([...transactions].sort((a, b) => (a.nonce < b.nonce ? -1 : 1)))).toEqual([]);
  expect(inBlock(sealed)).toMatchInlineSnapshot(`
    [
      7,
      3,
      0,
      1,
      6,
      2,
      5,
      4,
    ]
  `);
});

test("the seed and the block decide over the order, or else the arrival", async () => {
  const orderOf = async (options: DevChainOptions): Promise<number[]> => {
    const group = (await started(options)).group();
    group.paused = true;
    const sent = await send(one, [3, 0, 2, 1, 4]);
    group.paused = false;
    group.schedule();
    const sealed = await Promise.all(sent);
    chain?.close();
    return inBlock(sealed);
  };
  expect(await orderOf({ order: "arrival" })).toEqual([3, 0, 2, 1, 4]);
  const first = await orderOf({ seed: "a" });
  expect(first).not.toEqual([3, 0, 2, 1, 4]);
  expect(await orderOf({ seed: "a" })).toEqual(first);
  expect(await orderOf({ seed: "b" })).not.toEqual(first);
});

test("each sender's transactions keep the places that they have among those of others", async () => {
  const group = (await started({ seed: "a" })).group();
  group.paused = true;
  const sent = [...(await send(one, [0, 1, 2])), ...(await send(two, [0])), ...(await send(one, [3]))];
  group.paused = false;
  group.schedule();
  const sealed = await Promise.all(sent);
  expect(sealed[3]).toMatchObject({ blockNumber: 1, index: 3 });
  expect(inBlock(sealed.filter((_, i) => i !== 3)).sort()).toEqual([0, 1, 2, 3]);
});

test("what is ahead holds up nobody else, is sealed when nothing comes before it, and then leaves no room for lower nonces", async () => {
  await started();
  const [ahead] = await send(one, [2]);
  const [other] = await send(two, [0]);
  expect(await Promise.race([ahead, other])).toMatchObject({ blockNumber: 1, transaction: { data: { nonce: "0x0" } } });
  expect(await ahead).toMatchObject({ blockNumber: 2 });
  await expect(send(one, [1])).rejects.toThrow("nonceCheckFail");
});
