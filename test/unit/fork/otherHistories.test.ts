import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Wallet } from "ethers";
import { afterEach, expect, test } from "vitest";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { standardSuite } from "../../../src/crypto/suites";
import type { AbiItem } from "../../../src/devchain/precompiled/host/abiBytes";
import { encodeCall } from "../../../src/devchain/precompiled/host/contract";
import type { DevChainOptions } from "../../../src/devchain/settings/options";
import { forkClient } from "../../../src/fork/forkClient";
import { planFork } from "../../../src/fork/openFork";
import { ask } from "../../support/askNode";
import { ForkChain, type SentReceipt } from "../../support/forkChain";

const source = readFileSync(resolve(import.meta.dirname, "../../fixtures/contracts/History.sol"), "utf8");
let chain: ForkChain | undefined;
afterEach(() => chain?.close());

const start = async (options: DevChainOptions = {}): Promise<ForkChain> => {
  chain = await ForkChain.start(source, options);
  return chain;
};
const address = (digits: string): string => `0x${digits.padStart(40, "0")}`;

/** Sends a transaction to a built-in contract. */
const send = (of: ForkChain, to: string, signature: string, values: readonly AbiItem[]): Promise<SentReceipt> =>
  of.own("dev_sendTransaction", {
    from: `0x${"1a".repeat(20)}`,
    to: address(to),
    data: `0x${Buffer.from(encodeCall(standardSuite, signature, values)).toString("hex")}`,
  });

async function forked(of: ForkChain, hash: string) {
  const fork = await (await planFork({ client: of.client(), transaction: hash })).carryOut();
  const client = forkClient(fork, "a fork", "group0");
  return { verdict: fork.verdict, recording: await client.transport.request("dev_recordTransaction", ["", hash, {}]) };
}

test("tables, files, members and configuration come out of their own transactions", async () => {
  const of = await start({ sealers: 2, observers: 2 });
  const sent = [
    await send(of, "1002", "createKVTable(string,string,string)", ["t_words", "name", "word"]),
    await send(of, "100e", "mkdir(string)", ["/apps/lab"]),
    await send(of, "1000", "setValueByKey(string,string)", ["tx_gas_limit", "2000000000"]),
    await send(of, "100e", "mkdir(string)", ["/apps/lab"]),
  ];
  const { contractAddress } = await of.deploy("History");
  sent.push(await of.send(contractAddress, "History", "step", [3]));
  expect(sent.map(({ status }) => status).slice(0, 3)).toEqual([0, 0, 0]);
  for (const { transactionHash } of sent) {
    const { verdict, recording } = await forked(of, transactionHash);
    expect(verdict).toMatchObject({ certainty: "exact" });
    expect(recording).toEqual(await of.recorded(transactionHash));
  }
});

test("a chain ID counts up to its last digit, and addresses follow the nonces of native transactions", async () => {
  const from = `0x${"1a".repeat(20)}`;
  const deploy = (of: ForkChain, data: string) => of.own<SentReceipt>("dev_sendTransaction", { from, data });
  const of = await start();
  // an event with the chain's ID
  const logged = await deploy(of, "0x4660005260206000a000");
  await send(of, "1000", "setValueByKey(string,string)", ["web3_chain_id", "20200 apples"]);
  expect((await forked(of, logged.transactionHash)).verdict).toMatchObject({ certainty: "exact", differences: [] });
  await of.close();
  const byNonce = await start({ executorVersion: 0, features: ["feature_evm_address"] });
  const made = await deploy(byNonce, "0x600160005360016000f3");
  expect(made.status).toBe(0);
  expect((await forked(byNonce, made.transactionHash)).verdict).toMatchObject({ certainty: "exact", differences: [] });
});

test("balances that no transaction has made are said to be missing by what differs", async () => {
  const of = await start();
  const from = `0x${"1a".repeat(20)}`;
  await of.own("dev_setBalance", from, "1000");
  const { transactionHash, status } = await of.own<SentReceipt>("dev_sendTransaction", {
    from,
    to: `0x${"2b".repeat(20)}`,
    data: "0x",
    value: "10",
  });
  expect(status).toBe(0);
  const { verdict } = await forked(of, transactionHash);
  expect(verdict.certainty).toBe("differs");
  expect(verdict.differences[0]).toMatchObject({ member: "status", receipt: "0", here: "7" });
});

test("transactions before it in the same block are executed first", async () => {
  const of = await start();
  const { contractAddress } = await of.deploy("History");
  await of.own("dev_pauseSealing", true);
  const waiting = [1, 2, 3].map((by) => of.send(contractAddress, "History", "step", [by]));
  await expect.poll(() => of.own("getPendingTxSize", "")).toBe(3);
  await of.own("dev_pauseSealing", false);
  const sent = await Promise.all(waiting);
  expect(new Set(sent.map(({ blockNumber }) => blockNumber))).toEqual(new Set([2]));
  for (const { transactionHash } of sent) {
    const { verdict, recording } = await forked(of, transactionHash);
    expect(verdict.certainty).toBe("exact");
    expect(recording).toEqual(await of.recorded(transactionHash));
  }
});

const reading = `// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.6.10 <0.9.0;
interface SystemConfig {
  function getValueByKey(string calldata key) external view returns (string memory, int256);
}
interface Crypto {
  function sm3(bytes calldata data) external view returns (bytes32);
}
contract Reading {
  bytes32 public last;
  function read(string calldata key) external returns (int256 height) {
    (, height) = SystemConfig(address(0x1000)).getValueByKey(key);
    last = Crypto(address(0x100a)).sm3(bytes(key));
  }
}`;

test("where the state is fetched, built-in contracts are asked for what they answer now, and it is said", async () => {
  chain = await ForkChain.start(reading, { web3Port: 0 });
  const of = chain;
  const { contractAddress } = await of.deploy("Reading");
  for (let i = 0; i < 4; i++) await of.send(contractAddress, "Reading", "read", ["tx_gas_limit"]);
  const { transactionHash } = await of.send(contractAddress, "Reading", "read", ["tx_count_limit"]);
  const web3 = createHttpTransport({ url: of.chain.web3Url ?? "" });
  const plan = await planFork({ client: of.client(), web3, transaction: transactionHash, limits: { blocks: 3 } });
  const fork = await plan.carryOut();
  expect(fork.verdict).toMatchObject({ certainty: "equal", state: "fetched", differences: [] });
  expect(fork.verdict.doubts.join()).toMatch(/Built-in contracts whose answers are those of now.*: 0x1000\./);
  if (!fork.transaction) throw new Error("the fork has no transaction");
  const recording = await fork.record(fork.transaction.executable, {});
  const own = await of.recorded(transactionHash);
  expect(recording.frames.map(({ to, input, output }) => ({ to, input, output }))).toEqual(
    own.frames.map(({ to, input, output }) => ({ to, input, output })),
  );
  await web3.close();
});

test("Ethereum transactions are executed again with their nonces", async () => {
  const of = await start({ web3Port: 0, fund: 1, accounts: 1 });
  const wallet = new Wallet(of.chain.accounts[0]?.privateKey ?? "");
  const { contract, abi } = of.abi("History");
  const hashes: string[] = [];
  for (const [nonce, data] of [abi.encodeDeploy(contract.bytecode.object, []), "0x"].entries()) {
    const to = nonce === 0 ? {} : { to: `0x${"2b".repeat(20)}` };
    const signed = await wallet.signTransaction({
      chainId: 20200n,
      nonce,
      gasLimit: 3_000_000n,
      gasPrice: 0n,
      value: 0n,
      data,
      ...to,
    });
    hashes.push(await ask<string>(of.chain.web3Url ?? "", "eth_sendRawTransaction", [signed]));
    await expect.poll(() => of.own<number>("getBlockNumber", "")).toBe(nonce + 1);
  }
  for (const hash of hashes) {
    const { verdict, recording } = await forked(of, hash);
    expect(verdict).toMatchObject({ certainty: "exact", differences: [] });
    const { balances: own, ...rest } = await of.recorded(hash);
    const { balances, ...others } = recording as typeof rest & { balances: object };
    expect(others).toEqual(rest);
    expect(Object.keys(balances)).toEqual(Object.keys(own));
  }
});
