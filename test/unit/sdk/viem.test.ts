import { readFileSync } from "node:fs";
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  getContract,
  type Hex,
  http,
  publicActions,
} from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chainTransport, fiscoChain } from "../../../src/sdk/adapters/viem";
import * as systemConfig from "../../../src/sdk/services/systemConfig";
import { startTestChain, type TestChain } from "../../../src/sdk/testing/testing";
import { kioskAbi } from "../../support/kioskAbi";
import { until } from "../../support/until";

const { bytecode } = JSON.parse(
  readFileSync(new URL("../../fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json", import.meta.url), "utf8"),
) as { bytecode: Hex };
const owner: Address = `0x${"ab".repeat(20)}`;
const item = (id: bigint) => ({ id, name: "tea", owner, prices: [1n, 2n ** 200n] });

describe.each(["standard", "sm"] as const)("viem on a %s chain", (suite) => {
  let chain: TestChain;
  let address: Address;
  const clientOf = (over: TestChain) =>
    createWalletClient({
      account: over.account.address,
      chain: fiscoChain(),
      transport: chainTransport(over),
      pollingInterval: 20,
      cacheTime: 0,
    }).extend(publicActions);
  let client: ReturnType<typeof clientOf>;
  beforeAll(async () => {
    chain = await startTestChain({ suite });
    client = clientOf(chain);
    const hash = await client.deployContract({ abi: kioskAbi, bytecode, args: ["corner"] });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash });
    if (!contractAddress) throw new Error("nothing was deployed");
    address = contractAddress;
  });
  afterAll(() => chain.close());

  it("reads, writes, and simulates a contract", async () => {
    const kiosk = getContract({ abi: kioskAbi, address, client });
    expect(await kiosk.read.label()).toBe("corner");
    expect((await kiosk.read.caller({ account: chain.account.address })).toLowerCase()).toBe(chain.account.address);
    const { request, result } = await client.simulateContract({
      abi: kioskAbi,
      address,
      functionName: "stock",
      args: [item(1n)],
    });
    expect(result).toBe(1n);
    const receipt = await client.waitForTransactionReceipt({ hash: await client.writeContract(request) });
    expect([receipt.status, receipt.logs.length, receipt.from]).toEqual(["success", 2, chain.account.address]);
    const found = (await kiosk.read.find([1n])) as { readonly prices: readonly bigint[] };
    expect(found.prices).toEqual([1n, 2n ** 200n]);
    const block = await client.getBlock({ blockNumber: receipt.blockNumber, includeTransactions: true });
    expect([block.hash, block.transactions[0]?.hash]).toEqual([receipt.blockHash, receipt.transactionHash]);
    expect((await client.getTransaction({ hash: receipt.transactionHash })).to).toBe(address);
  });

  it("finds events, and tells of new ones", async () => {
    const seen: bigint[] = [];
    const stop = client.watchContractEvent({
      abi: kioskAbi,
      address,
      eventName: "Stocked",
      onLogs: (logs) => void seen.push(...logs.map(({ args }) => args.id ?? 0n)),
      fromBlock: 0n,
    });
    await client.waitForTransactionReceipt({
      hash: await client.writeContract({ abi: kioskAbi, address, functionName: "stock", args: [item(9n)] }),
    });
    await until(async () => seen.includes(9n));
    stop();
    const logs = await client.getContractEvents({
      abi: kioskAbi,
      address,
      eventName: "Stocked",
      args: { id: 9n },
      fromBlock: 0n,
    });
    expect(logs.map(({ args }) => args.id)).toEqual([9n]);
  });

  it("names the errors of contracts", async () => {
    const read = { abi: kioskAbi, address, functionName: "find", args: [404n] } as const;
    const error = await client.readContract(read).catch((each: unknown) => each);
    const reverted = error instanceof BaseError && error.walk((each) => each instanceof ContractFunctionRevertedError);
    if (!(reverted instanceof ContractFunctionRevertedError)) throw error;
    expect([reverted.data?.errorName, reverted.data?.args?.[0]]).toEqual(["OutOfStock", 404n]);
    const hash = await client.writeContract({ abi: kioskAbi, address, functionName: "setLabel", args: [""] });
    expect((await client.waitForTransactionReceipt({ hash })).status).toBe("reverted");
  });

  it("says what such a chain doesn't have", async () => {
    await expect(client.getTransactionCount({ address })).rejects.toThrow("a FISCO BCOS chain has no");
    await expect(client.getStorageAt({ address, slot: "0x0" })).rejects.toThrow("a FISCO BCOS chain has no");
    await expect(client.signMessage({ message: "hello" })).rejects.toThrow("a FISCO BCOS chain has no");
  });
});

describe("the number of a chain", () => {
  it("is what its web3 port says, and viem doesn't sign for another one", async () => {
    const chain = await startTestChain();
    await systemConfig.set(chain, chain.account, { key: "web3_chain_id", value: "1234" });
    const { web3Url } = await chain.listen({ web3: true });
    const account = chain.account.address;
    const over = (id: number) =>
      createWalletClient({ account, chain: fiscoChain({ id }), transport: chainTransport(chain) });
    const atPort = createPublicClient({ transport: http(web3Url) });
    expect([await over(1234).getChainId(), await atPort.getChainId()]).toEqual([1234, 1234]);
    const sent = { to: account, data: "0x", account, gas: 1n } as const;
    expect(await over(1234).sendTransaction(sent)).toMatch(/^0x[0-9a-f]{64}$/);
    await expect(over(20200).sendTransaction(sent)).rejects.toThrow(/chain/);
    const given = createPublicClient({ transport: chainTransport(chain, { chainId: 77 }) });
    expect(await given.getChainId()).toBe(77);
    await chain.close();
  });
});

describe("viem over the web3 port", () => {
  it("asks a node itself", async () => {
    const chain = await startTestChain({ fund: 1 });
    const { web3Url } = await chain.listen({ web3: true });
    if (web3Url === undefined) throw new Error("there is no web3 port");
    const over = fiscoChain({ web3Url });
    const client = createPublicClient({ chain: over, transport: http() });
    expect(await client.getChainId()).toBe(over.id);
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(0n);
    await chain.close();
  });
});
