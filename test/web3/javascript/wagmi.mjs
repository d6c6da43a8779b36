// wagmi's core with its own defaults, but for how often it looks for a receipt. An account signs here, as a wallet would.
import {
  createConfig,
  deployContract,
  getBalance,
  getPublicClient,
  http,
  readContract,
  simulateContract,
  waitForTransactionReceipt,
  writeContract,
} from "@wagmi/core";
import { defineChain } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { abi, blocksBetween, bytecode, chainId, failureOf, key, require, run, twentyAccounts, url } from "./steps.mjs";

const chain = defineChain({
  id: chainId,
  name: "FISCO BCOS",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [url] } },
});
const configWith = (options) =>
  createConfig({
    chains: [chain],
    transports: { [chainId]: http(url, options) },
    pollingInterval: 50,
    cacheTime: 0,
  });
const config = configWith({ retryCount: 0 });
const account = privateKeyToAccount(key);
let address;
let first;

const done = async (hash) => {
  const receipt = await waitForTransactionReceipt(config, { hash });
  require(receipt.status === "success", "the transaction failed");
  return receipt;
};
const write = (functionName, args, more = {}) =>
  writeContract(config, { account, chainId, address, abi, functionName, args, ...more });
const value = (more = {}) => readContract(config, { address, abi, functionName: "value", ...more });
const balances = async (options) => {
  const many = configWith(options);
  await Promise.all(twentyAccounts.map((each) => getBalance(many, { address: each })));
};

await run({
  connect: async () => require((await getPublicClient(config).getChainId()) === chainId, "another chain"),
  deploy: async () => {
    const receipt = await done(await deployContract(config, { account, chainId, abi, bytecode }));
    address = receipt.contractAddress;
    first = receipt.blockNumber;
  },
  write: async () => {
    await done(await write("set", [7n]));
    require((await value()) === 7n, "another value");
  },
  dependent: async () => {
    await done(await write("set", [0n]));
    const nonce = await getPublicClient(config).getTransactionCount({ address: account.address });
    const hashes = await Promise.all(
      [4, 3, 2, 1, 0].map((i) => write("step", [BigInt(i)], { nonce: nonce + i, gas: 300_000n })),
    );
    await Promise.all(hashes.map(done));
  },
  reason: async () => {
    const failed = simulateContract(config, { account, address, abi, functionName: "set", args: [13n] });
    require((await failureOf(failed)).includes("unlucky"), "there is no reason");
  },
  logs: async () => {
    for (let i = 0; i < blocksBetween; i++) await done(await write("set", [8n]));
    await done(await write("set", [9n]));
    const logs = await getPublicClient(config).getContractEvents({
      address,
      abi,
      eventName: "Stored",
      fromBlock: first,
    });
    require(logs.some(({ args }) => args.value === 9n), "logs are missing");
  },
  fees: () => getPublicClient(config).getFeeHistory({ blockCount: 2, rewardPercentiles: [50] }),
  batch: [
    () => balances({ retryCount: 0, batch: true }),
    ["batchSize: 8", () => balances({ retryCount: 0, batch: { batchSize: 8 } })],
  ],
  past: async () => require((await value({ blockNumber: first })) === 0n, "the state is that of now"),
  trace: async () => {
    const hash = await write("set", [5n]);
    await done(hash);
    await getPublicClient(config).request({
      method: "debug_traceTransaction",
      params: [hash, { tracer: "callTracer" }],
    });
  },
});
