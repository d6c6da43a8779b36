import { Wallet } from "ethers";
import { afterAll, beforeAll, expect, type MockInstance, test, vi } from "vitest";
import { web3Methods } from "../../../src/chain/rpc/web3Methods";
import { runRpc } from "../../../src/cli/commands/rpc";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import helloWorld from "../../fixtures/devchain/helloWorld.json";

let chain: DevChain;
let printed: MockInstance<typeof console.log>;
let complained: MockInstance<typeof console.error>;

beforeAll(async () => {
  printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
  complained = vi.spyOn(console, "error").mockImplementation(() => undefined);
  chain = await startDevChain({ openDev: true, web3Port: 0 });
});
afterAll(async () => {
  printed.mockRestore();
  complained.mockRestore();
  await chain.close();
});

/** What `chainside rpc` prints for a method of the web3 port. */
async function rpc(method: string, ...parameters: string[]): Promise<unknown> {
  printed.mockClear();
  complained.mockClear();
  const code = await runRpc([method, ...parameters, "--url", chain.web3Url ?? "", "--json"]);
  const message = String(printed.mock.calls[0]?.[0]);
  expect([code, `${method}: ${message}`, complained.mock.calls]).toEqual([
    0,
    expect.not.stringContaining('"error"'),
    [],
  ]);
  return (JSON.parse(message) as { result: unknown }).result;
}

test("the command line asks every method of the web3 port", async () => {
  const wallet = new Wallet(`0x${"05".repeat(32)}`);
  const address = wallet.address.toLowerCase();
  const signed = await wallet.signTransaction({
    type: 0,
    chainId: 20200n,
    gasLimit: 3_000_000n,
    gasPrice: 0n,
    nonce: 0,
    data: helloWorld.init,
  });
  const funded = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "dev_setBalance", params: ["group0", address, "9"] });
  await fetch(chain.url, { method: "POST", headers: { "content-type": "application/json" }, body: funded });
  const hash = String(await rpc("eth_sendRawTransaction", signed));
  let receipt: { blockHash: string; blockNumber: string; contractAddress: string } | null = null;
  // The block is made at once, but after the answer.
  while (receipt === null) receipt = (await rpc("eth_getTransactionReceipt", hash)) as typeof receipt;
  const { blockHash, blockNumber, contractAddress } = receipt;
  const filter = JSON.stringify({ fromBlock: "0x0", toBlock: "latest", address: [], topics: [] });
  const call = JSON.stringify({ to: contractAddress, data: "0x6d4ce63c" });
  const id = String(await rpc("eth_newFilter", filter));
  const asked: Readonly<Record<string, readonly string[]>> = {
    eth_sendRawTransaction: [signed],
    eth_getTransactionReceipt: [hash],
    eth_newFilter: [filter],
    web3_sha3: ["0x1234"],
    eth_getBalance: [address],
    eth_getStorageAt: [contractAddress, "0x0"],
    eth_getTransactionCount: [address],
    eth_getBlockTransactionCountByHash: [blockHash],
    eth_getBlockTransactionCountByNumber: [blockNumber],
    eth_getUncleCountByBlockHash: [blockHash],
    eth_getUncleCountByBlockNumber: [blockNumber],
    eth_getCode: [contractAddress],
    eth_call: [call],
    eth_estimateGas: [call],
    eth_getBlockByHash: [blockHash],
    eth_getBlockByNumber: [blockNumber],
    eth_getTransactionByHash: [hash],
    eth_getTransactionByBlockHashAndIndex: [blockHash, "0x0"],
    eth_getTransactionByBlockNumberAndIndex: [blockNumber, "0x0"],
    eth_uninstallFilter: [id],
    eth_getFilterChanges: [id],
    eth_getFilterLogs: [id],
    eth_getLogs: [filter],
  };
  const done = new Set(["eth_sendRawTransaction", "eth_getTransactionReceipt", "eth_newFilter"]);
  const refused = "eth_protocolVersion";
  const last = ["eth_uninstallFilter"];
  const names = web3Methods.map(({ name }) => name);
  const answers = new Map<string, unknown>();
  for (const name of [...names.filter((each) => !last.includes(each)), ...last]) {
    if (!done.has(name) && name !== refused) answers.set(name, await rpc(name, ...(asked[name] ?? [])));
  }
  expect(answers.size + done.size + 1).toBe(names.length);
  // A node knows the name and says that it does not do it.
  expect(await runRpc([refused, "--url", chain.web3Url ?? ""])).toBe(1);
  expect(String(complained.mock.calls[0]?.[0])).toContain(refused);
  expect(answers.get("eth_getBalance")).toBe("0x9");
  expect(answers.get("eth_getTransactionCount")).toBe("0x1");
  expect(answers.get("eth_getTransactionByHash")).toMatchObject({ hash, from: wallet.address });
  expect(answers.get("eth_getBlockByNumber")).toMatchObject({ hash: blockHash });
  expect(answers.get("eth_uninstallFilter")).toBe(true);
});
