import { Interface, Transaction, Wallet } from "ethers";
import { expect, test } from "vitest";
import { ask } from "../../support/askNode";
import type { ToolUse } from "../../support/ethereumTools";
import { askStep, callSequences, type Known } from "../../support/toolCalls";
import { expectRows, type Measured, withSettings } from "../../support/toolTable";
import { atEachPlace } from "../../support/web3Places";
import { boxArtifact } from "../../support/web3Proxy";

/** A contract, a transaction of it, and one that pays an account; then those that are sent later. */
async function prepared({ url, key, mine }: ToolUse): Promise<Known> {
  const wallet = new Wallet(key);
  const { abi, bytecode } = boxArtifact();
  const box = new Interface(abi as never);
  let nonce = 0;
  const signed = (fields: { to?: string; data?: string; value?: number }): Promise<string> => {
    const fees = { type: 2, maxFeePerGas: 0, maxPriorityFeePerGas: 0, gasLimit: 3_000_000 };
    return wallet.signTransaction({ chainId: 20200, nonce: nonce++, ...fees, ...fields });
  };
  const done = async (raw: string): Promise<Record<string, string>> => {
    const { hash } = Transaction.from(raw);
    await ask(url, "eth_sendRawTransaction", [raw]);
    await expect.poll(() => ask(url, "eth_getTransactionReceipt", [hash])).toBeTruthy();
    return { hash: hash ?? "", ...((await ask(url, "eth_getTransactionReceipt", [hash])) as object) };
  };
  const deployed = await done(await signed({ data: bytecode }));
  const to = String(deployed["contractAddress"]);
  const data = box.encodeFunctionData("set", [7]);
  const written = await done(await signed({ to, data }));
  const paid = `0x${"5".repeat(40)}`;
  const payment = await done(await signed({ to: paid, value: 1 }));
  await mine(8);
  nonce = 1;
  const again = await signed({ to, data: box.encodeFunctionData("set", [8]) });
  nonce = 3;
  const nextSet = await signed({ to, data });
  return {
    chainId: "0x4ee8",
    account: wallet.address,
    bytecode,
    box: to,
    set: data,
    failing: box.encodeFunctionData("set", [13]),
    nextSet,
    nextHash: String(Transaction.from(nextSet).hash),
    usedNonce: again,
    deployHash: String(deployed["hash"]),
    setHash: String(written["hash"]),
    setBlock: String(written["blockNumber"]),
    setBlockHash: String(written["blockHash"]),
    paid,
    beforePaid: `0x${(Number(payment["blockNumber"]) - 1).toString(16)}`,
    latest: String(await ask(url, "eth_blockNumber", [])),
  };
}

test.each(Object.entries(callSequences))("what the requests of %s meet is what the pages say", async (name, steps) => {
  const places = await atEachPlace(async (use) => {
    const known = await prepared(use);
    const results: Record<string, Measured[string]> = {};
    for (const [step, asked] of Object.entries(steps))
      results[step] = await withSettings(
        (setting) => askStep(use.url, asked, known, setting === undefined ? undefined : asked.or?.batchSize),
        asked.or ? [asked.or.setting] : [],
      );
    return results;
  });
  expectRows(name, "", places);
});
