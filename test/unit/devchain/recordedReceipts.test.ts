import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAddress } from "../../../src/chain/transaction/contractAddress";
import { bytesToHex, hexToBytes } from "../../../src/crypto/bytes/hex";
import { standardSuite } from "../../../src/crypto/suites";
import type { Group } from "../../../src/devchain/ledger/group";
import { receivedTransaction } from "../../../src/devchain/ledger/poolAdmission";
import { type DevChainOptions, devChainSettings } from "../../../src/devchain/settings/options";
import { createNetwork, startDevChain } from "../../../src/devchain/startDevChain";
import coin from "../../fixtures/devchain/coin.json";
import helloWorld from "../../fixtures/devchain/helloWorld.json";

/** A transaction that was sent to a real 3.16.4 node, and what its receipt said. */
interface Recorded {
  name: string;
  signed: string;
  block: number;
  status: number;
  gasUsed: string;
  contractAddress: string;
  output: string;
  logs: { address: string; data: string; topics: string[] }[];
  /** `0x` for a failed transaction. */
  hash: string;
}

const folder = join(import.meta.dirname, "../../fixtures/recordings/receipts");
const read = (chain: string): Recorded[] => JSON.parse(readFileSync(join(folder, `${chain}.json`), "utf8"));

const prefixed = (digits: string): string => (digits ? `0x${digits}` : "");

/** Sends what a block of the node held, in its order, and gives what the receipts say. */
async function sealAs(group: Group, recorded: readonly Recorded[]): Promise<object[]> {
  const block = recorded[0]?.block ?? 0;
  await group.mineTo(block - 1);
  const waiting = recorded.map(({ signed }) => group.submit(receivedTransaction(group.suite, hexToBytes(signed))));
  await group.mine(1);
  return (await Promise.all(waiting)).map(({ blockNumber, receipt }, index) => ({
    name: recorded[index]?.name,
    block: blockNumber,
    status: receipt.status,
    gasUsed: receipt.gasUsed,
    contractAddress: prefixed(receipt.contractAddress),
    output: bytesToHex(receipt.output),
    logs: receipt.logs.map(({ address, data, topics }) => ({
      address,
      data: bytesToHex(data),
      topics: topics.map(bytesToHex),
    })),
    hash: receipt.status === 0 ? bytesToHex(receipt.hash) : "0x",
  }));
}

const chains: Readonly<Record<string, DevChainOptions>> = {
  air4: { chainId: "chain0", sealers: 4 },
  sm1: { chainId: "chain0", sealers: 1, suite: "sm" },
  old1: { chainId: "chain0", sealers: 1, executorVersion: 0, compatibilityVersion: "3.6.0" },
};

for (const [chain, options] of Object.entries(chains)) {
  test(`status, gas, output, logs, addresses and receipt hashes are those of the node: ${chain}`, async () => {
    const network = await createNetwork(devChainSettings({ nodeVersion: "3.16.4", observers: 0, ...options }));
    const group = network.groups.get("group0");
    if (!group) throw new Error("the chain has no group0");
    try {
      group.paused = true;
      const recorded = read(chain);
      for (let i = 0; i < recorded.length; ) {
        const block = recorded.slice(i).filter((each) => each.block === recorded[i]?.block);
        i += block.length;
        const expected = block.map(({ name, block, status, gasUsed, contractAddress, output, logs, hash }) => ({
          name,
          block,
          status,
          gasUsed,
          contractAddress,
          output,
          logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
          hash,
        }));
        expect(await sealAs(group, block)).toEqual(expected);
      }
    } finally {
      network.close();
    }
  });
}

const word = (value: bigint | string): string =>
  (typeof value === "string" ? value : value.toString(16)).padStart(64, "0");
const sender = "11".repeat(20);
const other = "22".repeat(20);
/** The first deploys, the others are messages to what it made. */
const samples = {
  helloWorld: [helloWorld.init, helloWorld.set, helloWorld.set],
  coin: [
    `${coin.init}${word(1000n)}`,
    `0xa9059cbb${word(other)}${word(10n)}`,
    `0xa9059cbb${word(other)}${word(5000n)}`, // more than there is
    `0x095ea7b3${word(other)}${word(7n)}`,
    `0x23b872dd${word(other)}${word(sender)}${word(1n)}`, // nothing allowed
  ],
} as const;
/** No one recorded these two: their gas follows from the prices that the recordings above hold. */
const expectedGas = {
  helloWorld: [26_921, 7991, 7991],
  coin: [39_950, 19_164, 2741, 7423, 2881],
} as const;
/** Status and number of events. */
const expectedEnds = {
  helloWorld: [
    [0, 0],
    [0, 0],
    [0, 0],
  ],
  coin: [
    [0, 1],
    [0, 1],
    [16, 0],
    [0, 1],
    [16, 0],
  ],
} as const;

interface Receipt {
  blockNumber: number;
  contractAddress: string;
  gasUsed: string;
  status: number;
  logEntries: unknown[];
}

for (const executorVersion of [0, 1] as const) {
  test(`gas, addresses and events of HelloWorld and an ERC-20 token under executor ${executorVersion}`, async () => {
    const chain = await startDevChain({
      openDev: true,
      nodeVersion: "3.16.4",
      sealers: 1,
      observers: 0,
      executorVersion,
    });
    const send = async (to: string | undefined, data: string): Promise<Receipt> => {
      const params = ["group0", { from: `0x${sender}`, to, data }];
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "dev_sendTransaction", params });
      const response = await fetch(chain.url, { method: "POST", body });
      return ((await response.json()) as { result: Receipt }).result;
    };
    try {
      for (const name of ["helloWorld", "coin"] as const) {
        const receipts: Receipt[] = [];
        for (const data of samples[name]) receipts.push(await send(receipts[0]?.contractAddress, data));
        const [deployed] = receipts;
        expect(deployed?.contractAddress).toBe(createAddress(standardSuite, deployed?.blockNumber ?? 0, 0, 0));
        // the baseline executor takes 21000 for a call and nothing for a creation
        const base = (index: number): number => (executorVersion === 1 && index > 0 ? 21_000 : 0);
        const gas = receipts.map(({ gasUsed }, index) => Number(gasUsed) - base(index));
        expect(gas).toEqual(expectedGas[name]);
        expect(receipts.map(({ status, logEntries }) => [status, logEntries.length])).toEqual(expectedEnds[name]);
      }
    } finally {
      await chain.close();
    }
  });
}
