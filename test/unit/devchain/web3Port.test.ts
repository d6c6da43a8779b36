import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCreateAddress, keccak256, Wallet } from "ethers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { encodeSignedTransaction } from "../../../src/chain/encoding/signedTransaction";
import { transactionData } from "../../../src/chain/encoding/transactionData";
import { transactionHash } from "../../../src/chain/encoding/transactionHash";
import { signTransaction } from "../../../src/chain/transaction/signTransaction";
import { bytesToHex, hexToBytes } from "../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { standardSuite } from "../../../src/crypto/suites";
import { encodeCall } from "../../../src/devchain/precompiled/host/contract";
import type { DevChainOptions } from "../../../src/devchain/settings/options";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import helloWorld from "../../fixtures/devchain/helloWorld.json";

let chain: DevChain;
beforeEach(async () => {
  chain = await startDevChain({ openDev: true, web3Port: 0 });
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

test("development accounts that are funded send from the first block on, and what a kept chain lacks they get at its next start", async () => {
  const folder = await mkdtemp(join(tmpdir(), "chainside-funded-"));
  const open = (options: DevChainOptions) =>
    startDevChain({ openDev: true, web3Port: 0, sealers: 1, observers: 0, accounts: 2, data: folder, ...options });
  const balances = (of: DevChain) =>
    Promise.all(of.accounts.map((each) => ask(of.web3Url, "eth_getBalance", [each.address, "latest"])));
  const height = (of: DevChain) => ask(of.web3Url, "eth_blockNumber", []);
  let funded = await open({});
  try {
    expect(await balances(funded)).toEqual(["0x0", "0x0"]);
    await funded.close();
    funded = await open({ fund: 3 });
    const three = `0x${(3n * 10n ** 18n).toString(16)}`;
    expect([await height(funded), ...(await balances(funded))]).toEqual(["0x1", three, three]);
    await funded.close();
    funded = await open({ fund: 5 });
    expect([await height(funded), ...(await balances(funded))]).toEqual(["0x1", three, three]);
    await ask(funded.url, "dev_reset", ["group0"]);
    const five = `0x${(5n * 10n ** 18n).toString(16)}`;
    expect([await height(funded), ...(await balances(funded))]).toEqual(["0x0", five, five]);
    const dev0 = new Wallet(funded.accounts[0]?.privateKey ?? "");
    const raw = await dev0.signTransaction({ ...legacy, nonce: 0, to: funded.accounts[1]?.address ?? "", value: 1n });
    expect(await ask(funded.web3Url, "eth_sendRawTransaction", [raw])).toMatch(/^0x[0-9a-f]{64}$/);
    await expect
      .poll(() => balances(funded))
      .toEqual([expect.stringMatching(/^0x/), `0x${(5n * 10n ** 18n + 1n).toString(16)}`]);
  } finally {
    await funded.close();
    await rm(folder, { recursive: true });
  }
});

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
  await chain.close();
  chain = await startDevChain({ openDev: true, web3Port: 0, nodeVersion: "3.16.4" });
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
  for (const [raw, words] of [
    ["0x1234", "Unsupported transaction type"],
    ["0x", "Input too short"],
    ["0x02", "Input data is too short"],
    ["0x0205", "Unexpected String"],
    ["0x80", "Unexpected list"],
    ["0xf8c780", "Input data is too short"],
    ["0xf80180", "The length of the payload is less than 56"],
    ["0xc9808080808080028080", "Invalid V in signature"],
    ["0xc98080808080c0808080", "Unexpected list"],
    ["0xc28105", "NonCanonicalSize"],
    ["0x01cb8080808080808080808080", "Unexpected string"],
  ] as const) {
    expect(await eth("eth_sendRawTransaction", raw), raw).toBe(`-32602 ${words}`);
  }
});

test("since 3.17 nothing has to be owned where gas costs nothing, and raw transactions are hex of any form", async () => {
  expect(await send({ nonce: 0, to: address })).toMatch(/^0x[0-9a-f]{64}$/);
  expect(await eth("eth_getTransactionCount", address, "latest")).toBe("0x1");
  expect(await eth("eth_sendRawTransaction", "")).toBe("-32602 Input too short");
  expect(await eth("eth_sendRawTransaction", "0xzz")).toContain("BadHexCharacter");
});

test("no native transaction takes the nonce of an Ethereum account", async () => {
  await native("dev_setBalance", address, "5");
  const { signed } = await signTransaction({
    suite: standardSuite,
    signer: privateKeySigner(standardSuite, hexToBytes(`0x${"02".repeat(32)}`)),
    data: {
      chainId: "chainside",
      groupId: "group0",
      blockLimit: 500n,
      nonce: `${address.slice(2)} 0x0`,
      input: hexToBytes(helloWorld.init),
    },
  });
  expect(await native("sendTransaction", "", bytesToHex(signed), false)).toMatchObject({ status: 0 });
  expect(await send({ nonce: 0, to: address })).toMatch(/^0x[0-9a-f]{64}$/);
});

test("what stands behind a raw transaction is left alone", async () => {
  await native("dev_setBalance", address, "5");
  const raw = await wallet.signTransaction({ ...legacy, nonce: 0, to: address });
  expect(await eth("eth_sendRawTransaction", `${raw}0102`)).toBe(keccak256(raw));
});

test("an SM chain finds the sender as any other, and no signature of SM2", async () => {
  await chain.close();
  chain = await startDevChain({ openDev: true, web3Port: 0, suite: "sm" });
  expect(await send({ nonce: 0, to: address })).toBe("-32603 InvalidSignature");
  const large = { nonce: 0, data: `0x${"00".repeat(49_153)}` };
  expect(await send(large)).toBe("-32603 MaxInitCodeSizeExceeded");
  expect(await eth("web3_sha3", "0x68656c6c6f")).toBe(keccak256("0x68656c6c6f"));
});

test("a request's members are looked at in the order of their names, and its id comes back as it was written", async () => {
  const raw = async (body: string): Promise<string> =>
    (await fetch(`${chain.web3Url}/`, { method: "POST", body })).text();
  const id = (written: string): Promise<string> => raw(`{"jsonrpc":"2.0","method":"eth_mining","id":${written}}`);
  for (const [written, answered] of [
    ["-1", "-1"],
    ["1.0", "1.0"],
    ["0.1", "0.10000000000000001"],
    ["18446744073709551615", "18446744073709551615"],
    ['"\\u4e2d/"', '"\\u4e2d/"'],
    ['""', '""'],
  ]) {
    expect(await id(written ?? "")).toBe(`{"id":${answered},"jsonrpc":"2.0","result":false}`);
  }
  const failed = (words: string, own = "null"): string =>
    `{"error":{"code":-32600,"message":"${words}"},"id":${own},"jsonrpc":"2.0"}`;
  for (const odd of ["true", '{"a":1}', "[1]"]) expect(await id(odd)).toBe(failed("Invalid field: id", odd));
  const incomplete = "Request not valid, required fields: jsonrpc, method, params, id";
  for (const [body, answered] of [
    ['{"jsonrpc":"2.0","method":"eth_mining","id":5,"foo":1}', failed("Invalid field: foo", "5")],
    ['{"zoo":1,"method":5,"id":"a"}', failed("Invalid field: method", '"a"')],
    ['{"params":{},"jsonrpc":2,"id":"a"}', failed("Invalid field: jsonrpc", '"a"')],
    ['{"params":null,"jsonrpc":"2.0","id":"a","method":"x"}', failed("Invalid field: params", '"a"')],
    ['{"jsonrpc":"2.0","id":1}', failed(incomplete, "1")],
    ["null", failed(incomplete)],
    ["[[]]", failed(incomplete)],
    ["[[1]]", failed("Invalid field: ")],
    ["[]", failed("The request array is empty")],
    [`[${Array(9).fill("1").join(",")}]`, failed("The requested array size exceeds the limit size: 8")],
    ["{'a':1}", failed("Parse json failed")],
    ['// hello\n{"jsonrpc":"2.0","method":"eth_mining","id":1} bye', '{"id":1,"jsonrpc":"2.0","result":false}'],
    ['[{"jsonrpc":"2.0","method":"eth_mining","id":1}]', '{"id":1,"jsonrpc":"2.0","result":false}'],
  ]) {
    expect(await raw(body ?? ""), body).toBe(answered);
  }
  const internal = "-32603 Internal error: Dynamic exception type: Json::";
  for (const [body, words] of [
    ["5", "LogicError\nstd::exception::what: in Json::Value::find(begin, end): requires objectValue or nullValue\n"],
    ["[".repeat(1001), "RuntimeError\nstd::exception::what: Exceeded stackLimit in readValue().\n"],
  ]) {
    const { error } = JSON.parse(await raw(body ?? "")) as { error: { code: number; message: string } };
    expect(`${error.code} ${error.message}`).toBe(`${internal}${words}`);
  }
});

test("before 3.16 there are no batches, no WebSocket, and ids and parameters of one form only", async () => {
  await chain.close();
  const one = (id: unknown, fields: object = { params: [] }): object => ({
    jsonrpc: "2.0",
    method: "eth_mining",
    id,
    ...fields,
  });
  const post = async (body: unknown): Promise<unknown> => {
    const response = await fetch(`${chain.web3Url}/`, { method: "POST", body: JSON.stringify(body) });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
    return error ? error.message : result;
  };
  chain = await startDevChain({ openDev: true, web3Port: 0, nodeVersion: "3.12.0" });
  expect(await post(one("12-ab"))).toBe(false);
  for (const id of ["x", "", -1, 1.5]) expect(await post(one(id)), String(id)).toBe("Invalid field: id");
  expect(await post(one(1, {}))).toBe("Request not valid, required fields: jsonrpc, method, params, id");
  expect(await post([one(1), one("x")])).toBe(false);
  expect(await post([])).toBe("The request array is empty");
  for (const method of ["eth_maxPriorityFeePerGas", "eth_subscribe"]) {
    expect(await eth(method)).toBe("-32601 Method not found");
  }
  await chain.close();
  chain = await startDevChain({ openDev: true, web3Port: 0, nodeVersion: "3.9.0" });
  expect(await post([one(1)])).toBe("Invalid field: ");
});

test("odd parameters get a node's words", async () => {
  const notHex = "-32602 Invalid Block Number: ";
  const zero = `0x${"0".repeat(64)}`;
  for (const [method, ...params] of [
    ["eth_getBalance", address, "1"],
    ["eth_getCode", address, "newest"],
    ["eth_getTransactionCount", address, "0x"],
    ["eth_getStorageAt", address, "0x0", "x"],
    ["eth_call", { to: address }, "y"],
    ["eth_estimateGas", { to: address }, "0xg"],
    ["eth_getTransactionByBlockNumberAndIndex", "z", "0x0"],
  ] as const) {
    expect(await eth(method, ...params), method).toBe(`${notHex}${params.at(method.includes("ByBlock") ? 0 : -1)}`);
  }
  expect(await eth("eth_getBalance", address, "0x99")).toBe("0x0");
  expect(await eth("eth_getBlockByNumber", "nonsense", false)).toBeNull();
  expect(await eth("eth_getBlockByHash", "nonsense", false)).toBeNull();
  const logic = "-32603 Dynamic exception type: Json::LogicError\nstd::exception::what: ";
  expect(await eth("eth_getBlockByNumber", "nonsense", "x")).toBe(`${logic}Value is not convertible to bool.\n`);
  const noDigits = "-32603 Dynamic exception type: std::invalid_argument\nstd::exception::what: stoull\n";
  expect(await eth("eth_getBlockTransactionCountByNumber", "latest")).toBe(noDigits);
  expect(await eth("eth_getBlockTransactionCountByNumber")).toBe(noDigits);
  expect(await eth("eth_getBlockTransactionCountByNumber", "0")).toBe("0x0");
  expect(await eth("eth_getTransactionByBlockHashAndIndex", zero, "one")).toBe(noDigits);
  expect(await eth("eth_getTransactionByBlockHashAndIndex", zero, "0x0")).toMatch(/^-32603 /);
  for (const params of [[], [null], ["x"], [[]]]) {
    expect(await eth("eth_call", ...params)).toBe("-32602 Invalid call request!");
  }
  expect(await eth("eth_call", { to: [] })).toBe(`${logic}Type is not convertible to string\n`);
  expect(await eth("eth_call", { to: address, data: "0xzz", input: "0x01" })).toBe("0x");
  expect(await eth("eth_call", { to: address, gas: "much" })).toBe(noDigits);
  const query = { fromBlock: "0x0", toBlock: "0x0", address: [], topics: [] };
  const ask = (fields: object): Promise<unknown> => eth("eth_getLogs", { ...query, ...fields });
  expect(await ask({ topics: [null, null, null, null, null] })).toBe("-32000 exceed max topics");
  expect(await ask({ blockhash: "0x12" })).toBe("-32000 unknown block");
  expect(await ask({ fromBlock: "latest" })).toBe("-32000 invalid block range params");
  expect(await ask({ fromBlock: 5 })).toBe("-32602 Invalid Block Number: 5");
  expect(await ask({ fromBlock: "0x10000000000000000" })).toBe(
    "-32603 Dynamic exception type: std::out_of_range\nstd::exception::what: stoull\n",
  );
  expect(await eth("eth_subscribe", "newHeads")).toBe("-32600 Subscribe request only support websocket protocol");
});

test("of a chain ID in the configuration the digits count, and what is no amount is shown as none", async () => {
  const setting = encodeCall(standardSuite, "setValueByKey(string,string)", ["web3_chain_id", "20201abc"]);
  const system = `0x${"1000".padStart(40, "0")}`;
  expect(await native("dev_sendTransaction", { from: address, to: system, data: bytesToHex(setting) })).toMatchObject({
    status: 0,
  });
  expect(await eth("eth_chainId")).toBe("0x4ee9");
  await native("dev_setBalance", address, "1");
  const hash = await send({ nonce: 0, chainId: 20201n, to: address });
  expect((await receiptOf(hash)).status).toBe("0x1");
  expect(await send({ nonce: 1, to: address })).toBe("-32603 InvalidChainId");

  const fields = { chainId: "chainside", groupId: "group0", blockLimit: 500n, nonce: "1", to: address, value: "much" };
  const data = transactionData(fields);
  const dataHash = transactionHash(standardSuite, data);
  const signature = standardSuite.sign(dataHash, new Uint8Array(32).fill(3), new Uint8Array(64));
  const signed = encodeSignedTransaction({ data, dataHash, signature });
  const sent = await ask(chain.url, "sendTransaction", ["group0", "", bytesToHex(signed), false]);
  const { blockNumber } = sent as { blockNumber: number };
  const block = await eth("eth_getBlockByNumber", `0x${blockNumber.toString(16)}`, true);
  expect(block).toMatchObject({ transactions: [{ value: "0x0" }] });
});

test("many clients may listen at a time, and all hear of a block", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  const sockets = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const socket = new WebSocket(chain.web3Url?.replace("http", "ws") ?? "");
      await once(socket, "open");
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newHeads"] }));
      await once(socket, "message");
      return socket;
    }),
  );
  const heard = Promise.all(sockets.map((socket) => once(socket, "message")));
  await native("dev_mine", 1);
  for (const [message] of await heard) {
    expect(JSON.parse(String(message)).params.result).toMatchObject({ number: "0x1" });
  }
  process.off("warning", warned);
  expect(warned).not.toHaveBeenCalled();
  for (const socket of sockets) socket.close();
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
  expect(id).toMatch(/^0x[0-9a-f]{32}$/);
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
