import { getCreateAddress, Wallet } from "ethers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import helloWorld from "../../fixtures/devchain/helloWorld.json";

let chain: DevChain;
beforeEach(async () => {
  chain = await startDevChain({ web3Port: 0 });
});
afterEach(() => chain.close());

const wallet = new Wallet(`0x${"03".repeat(32)}`);
const address = wallet.address.toLowerCase();

async function ask(url: string | undefined, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(`${url}/`, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
  return error ? `${error.code} ${error.message}` : result;
}

const eth = <T>(method: string, ...params: unknown[]) => ask(chain.web3Url, method, params) as Promise<T>;
const native = <T>(method: string, ...params: unknown[]) => ask(chain.url, method, ["group0", ...params]) as Promise<T>;

const legacy = { type: 0, chainId: 20200n, gasLimit: 3_000_000n, gasPrice: 0n };

interface Receipt {
  readonly status: string;
  readonly type: string;
  readonly gasUsed: string;
  readonly contractAddress: string | null;
}

/** The block is made at once, but after the answer. */
async function receiptOf(hash: string): Promise<Receipt> {
  for (;;) {
    const receipt = await eth<Receipt | null>("eth_getTransactionReceipt", hash);
    if (receipt) return receipt;
  }
}

async function send(fields: Record<string, unknown>): Promise<string> {
  return eth("eth_sendRawTransaction", await wallet.signTransaction({ ...legacy, ...fields }));
}

test("legacy, EIP-2930 and EIP-1559 transactions, by account nonce, are the native interface's too", async () => {
  await native("dev_setBalance", address, "1000");
  const deployed = await receiptOf(await send({ nonce: 0, data: helloWorld.init }));
  expect(deployed).toMatchObject({
    status: "0x1",
    type: "0x0",
    contractAddress: getCreateAddress({ from: address, nonce: 0 }),
  });
  const to = deployed.contractAddress;
  const list = await receiptOf(await send({ type: 1, nonce: 1, to, data: helloWorld.set, accessList: [] }));
  const fees = { type: 2, gasPrice: undefined, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
  const hash = await send({ ...fees, nonce: 2, to, data: helloWorld.set });
  expect([list, await receiptOf(hash)]).toMatchObject([
    { status: "0x1", type: "0x1", gasUsed: list.gasUsed },
    { status: "0x1", type: "0x2", gasUsed: list.gasUsed },
  ]);
  expect(await eth("eth_getTransactionByHash", hash)).toMatchObject({
    accessList: [],
    nonce: "0x2",
    chainId: "0x4ee8",
  });
  const transaction = await native("getTransaction", "", hash);
  expect(transaction).toMatchObject({ chainID: "20200", groupID: "", nonce: "307832", from: address, value: "0" });
  expect(await native("getTransactionReceipt", "", hash)).toMatchObject({ status: 0, from: address, version: 0 });
  expect(await eth("eth_getTransactionCount", address, "latest")).toBe("0x3");
});

test("what is refused, in the order of a node's checks", async () => {
  expect(await send({ nonce: 0, to: address })).toBe("-32602 InsufficientFunds");
  await native("dev_setBalance", address, "5");
  expect(await send({ nonce: 0, to: address, value: 6n })).toBe("-32602 InsufficientFunds");
  expect(await send({ chainId: 1n, nonce: 0, to: address })).toBe("-32603 InvalidChainId");
  await native("dev_pauseSealing", true);
  const first = await send({ nonce: 0, to: address, value: 5n });
  expect(await send({ nonce: 0, to: address, data: "0x01" })).toBe("-32603 NonceCheckFail");
  expect(await eth("eth_getTransactionCount", address, "pending")).toBe("0x1");
  expect(await eth("eth_getTransactionReceipt", first)).toBeNull();
  await native("dev_pauseSealing", false);
  await receiptOf(first);
  expect(await send({ nonce: 0, to: address })).toBe("-32603 NonceCheckFail");
  // a gap is let through, and the account goes on behind it
  await receiptOf(await send({ nonce: 57, to: address }));
  expect(await eth("eth_getTransactionCount", address, "latest")).toBe("0x3a");
  // without a chain id in the signature it is not asked for
  expect(await send({ chainId: 0n, nonce: 58, to: address })).toMatch(/^0x/);
  expect(await send({ nonce: 700_000, to: address })).toBe("-32603 NonceCheckFail");
  const large = await send({ nonce: 60, data: `0x${"00".repeat(49_153)}` });
  expect(large).toBe("-32603 MaxInitCodeSizeExceeded");
  expect(await eth("eth_sendRawTransaction", "")).toBe("-32603 Empty input hex string");
  expect(await eth("eth_sendRawTransaction", "0x1234")).toBe("-32602 Unsupported transaction type");
});

test("a failed transaction counts its nonce and keeps its value", async () => {
  await native("dev_setBalance", address, "5");
  const { contractAddress: to } = await receiptOf(await send({ nonce: 0, data: helloWorld.init }));
  const { status } = await receiptOf(await send({ nonce: 1, to, data: "0xffffffff", value: 5n }));
  expect([status, await eth("eth_getBalance", address, "latest")]).toEqual(["0x0", "0x5"]);
  expect(await eth("eth_getTransactionCount", address, "latest")).toBe("0x2");
});

test("new heads come over WebSocket, in binary frames", async () => {
  const socket = new WebSocket(chain.web3Url?.replace("http", "ws") ?? "");
  const received: { binary: boolean; json: Record<string, unknown> }[] = [];
  const next = (): Promise<void> => new Promise((resolve) => socket.once("message", () => resolve()));
  socket.on("message", (data, binary) => received.push({ binary, json: JSON.parse(String(data)) }));
  await new Promise((resolve) => socket.once("open", resolve));
  const request = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const answered = next();
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: "a", method, params }));
    await answered;
    return received.at(-1)?.json;
  };
  expect(await request("eth_subscribe", "logs")).toMatchObject({ error: { code: -32600 }, id: "a" });
  const { result: id } = (await request("eth_subscribe", "newHeads")) as { result: string };
  const pushed = next();
  await native("dev_mine", 1);
  await pushed;
  expect(received.at(-1)).toMatchObject({
    binary: true,
    json: { method: "eth_subscription", params: { subscription: id, result: { number: "0x1" } } },
  });
  expect(received.at(-1)?.json).not.toHaveProperty("params.result.transactions");
  expect(await request("eth_unsubscribe", id)).toMatchObject({ result: true });
  expect(await request("eth_chainId")).toMatchObject({ result: "0x4ee8" });
  socket.terminate();
  expect(await eth("eth_subscribe", "newHeads")).toMatch(/^-32600 /);
});
